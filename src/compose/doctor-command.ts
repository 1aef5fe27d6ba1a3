import type { DoctorContext, Finding } from './doctor/check.js';
import { readConfigState } from './doctor/config-check.js';
import { DOCTOR_CHECKS } from './doctor/checks.js';

/** What `doctor` found. */
export interface DoctorReport {
  /** Whether all that is needed works. */
  readonly ok: boolean;
  readonly checks: readonly Finding[];
}

export interface DoctorRequest extends Pick<DoctorContext, 'directory' | 'sandbox'> {
  /** A config's file. Default: the one of the folder, where it has one. */
  readonly config?: string;
}

/** Looks at all that Espalier needs of a machine, one after the other: the trials of isolation measure processes. */
export async function doctorCommand({ config, ...request }: DoctorRequest): Promise<DoctorReport> {
  const state = await readConfigState(request.directory, config);
  const context: DoctorContext = { ...request, config: state, env: process.env };
  const checks: Finding[] = [];
  for (const check of DOCTOR_CHECKS) checks.push(...(await check(context)));
  return { ok: checks.every((finding) => finding.state !== 'failed'), checks };
}
