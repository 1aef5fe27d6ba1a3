import { InvalidArgumentError } from 'commander';

/** A whole number of at least `least`. @throws InvalidArgumentError, which commander prints with the option's name. */
export const wholeNumber =
  (least: number): ((text: string) => number) =>
  (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < least || text.trim() === '') {
      throw new InvalidArgumentError(`Expected a whole number of at least ${String(least)}.`);
    }
    return value;
  };

/** A number above 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('Expected a number above 0.');
  return value;
}

/** `any`, `all` or a share in (0, 1]. */
export function acceptRule(text: string): 'any' | 'all' | number {
  if (text === 'any' || text === 'all') return text;
  const share = Number(text);
  if (!(share > 0 && share <= 1))
    throw new InvalidArgumentError('Expected any, all, or a share above 0 and at most 1.');
  return share;
}

/** `200/100/200`: train, gate and test. */
export function splitSizes(text: string): { readonly train: number; readonly gate: number; readonly test: number } {
  const match = /^([1-9]\d*)\/([1-9]\d*)\/([1-9]\d*)$/.exec(text);
  if (!match) throw new InvalidArgumentError('Expected three numbers above 0 as train/gate/test, as in 200/100/200.');
  return { train: Number(match[1]), gate: Number(match[2]), test: Number(match[3]) };
}

/** A number of at least 0. */
export function nonNegativeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0 || text.trim() === '') {
    throw new InvalidArgumentError('Expected a number of at least 0.');
  }
  return value;
}

/** A number of at least `least`. @throws InvalidArgumentError, which commander prints with the option's name. */
export const numberFrom =
  (least: number): ((text: string) => number) =>
  (text) => {
    const value = Number(text);
    if (!Number.isFinite(value) || value < least || text.trim() === '') {
      throw new InvalidArgumentError(`Expected a number of at least ${String(least)}.`);
    }
    return value;
  };

/** A number above 0 and below 1. */
export function openShare(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError('Expected a number above 0 and below 1.');
  return value;
}

/** A number in [0, 1]. */
export function share(text: string): number {
  const value = Number(text);
  if (!(value >= 0 && value <= 1) || text.trim() === '') {
    throw new InvalidArgumentError('Expected a share from 0 to 1, as in 0.35.');
  }
  return value;
}

/** `-10,-5,0,5`: points from -100 to 100. */
export function pointsList(text: string): readonly number[] {
  const values = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (values.some((value) => !(value >= -100 && value <= 100))) {
    throw new InvalidArgumentError('Expected points from -100 to 100 with commas between them, as in -10,-5,0,5.');
  }
  return values;
}
