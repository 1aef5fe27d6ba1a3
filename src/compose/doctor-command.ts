import type { DoctorContext, Finding } from './doctor/check.js';
import { DOCTOR_CHECKS } from './doctor/checks.js';

/** What `doctor` found. */
export interface DoctorReport {
  /** Whether all that is needed works. */
  readonly ok: boolean;
  readonly checks: readonly Finding[];
}

/** Looks at all that Espalier needs of a machine, one after the other: the trials of isolation measure processes. */
export async function doctorCommand(context: DoctorContext): Promise<DoctorReport> {
  const checks: Finding[] = [];
  for (const check of DOCTOR_CHECKS) checks.push(await check(context));
  return { ok: checks.every((finding) => finding.state !== 'failed'), checks };
}
