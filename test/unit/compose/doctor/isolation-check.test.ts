import { describe, expect, it } from 'vitest';
import { isolationFinding } from '../../../../src/compose/doctor/isolation-check.js';
import { nodeFinding } from '../../../../src/compose/doctor/node-check.js';
import { doctorText } from '../../../../src/report/doctor-text.js';
import picocolors from 'picocolors';

const missing = {
  name: 'namespaces',
  state: 'absent',
  needed: true,
  detail: 'bwrap is not installed',
  fix: 'apt-get …',
} as const;
const engine = { name: 'engine', state: 'holds', needed: true, detail: 'no way' } as const;
const noFull = { level: 'full', holds: false, layers: [missing] } as const;
const full = { level: 'full', holds: true, layers: [engine] } as const;
const portable = { level: 'portable', holds: true, layers: [engine] } as const;
const noPortable = { level: 'portable', holds: false, layers: [{ ...engine, state: 'open' }] } as const;

describe('the isolation that doctor finds', () => {
  it('is the best level that holds', () => {
    expect(isolationFinding([full, portable], 'auto')).toMatchObject({ state: 'ok', detail: 'full' });
    expect(isolationFinding([noFull, portable], 'auto')).toMatchObject({ state: 'note' });
    expect(isolationFinding([noFull, noPortable], 'auto')).toMatchObject({ state: 'failed' });
  });

  it('fails where the level that is asked for does not hold, whatever else does', () => {
    expect(isolationFinding([noFull, portable], 'full')).toMatchObject({ state: 'failed' });
    expect(isolationFinding([full, portable], 'portable')).toMatchObject({ state: 'note' });
  });

  it('is printed with each layer and its fix', () => {
    const text = doctorText([isolationFinding([noFull, portable], 'full')], picocolors.createColors(false));
    expect(text).toBe(`✘ isolation              full does not hold; --sandbox full is refused
  – full                 does not hold
    ✘ namespaces         bwrap is not installed
        fix: apt-get …
  ✔ portable             holds; in use
    ✔ engine             no way`);
  });
});

it('an old Node.js is named with what is expected', () => {
  expect(nodeFinding('20.18.1')).toMatchObject({ state: 'failed', detail: '20.18.1; expected 20.19 or newer' });
  expect(nodeFinding('22.0.0')).toMatchObject({ state: 'ok' });
});
