/** A share as a percentage with one decimal. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** A count with its sign, a true minus included; up to two decimals where it is not whole. */
export function signed(value: number): string {
  const size = String(Math.round(Math.abs(value) * 100) / 100);
  if (size === '0') return '0';
  return `${value < 0 ? '−' : '+'}${size}`;
}
