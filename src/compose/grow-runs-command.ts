import { existsSync } from 'node:fs';
import { InputError } from '../task/error.js';
import { runId } from '../task/ids.js';
import type { RunRecord, RunStore } from '../ports/store.js';
import type { BudgetCaps } from '../measure/budget.js';
import type { GrownRuns } from '../report/runs-text.js';
import { openStore } from '../store/open-store.js';
import { growCommand } from './grow-command.js';
import type { GrowReport, GrowRequest } from './grow-request.js';
import { remaining, spentBy } from './group-budget.js';
import { poolRuns } from './pool-runs.js';
import { readBinding, type RunGroup } from './run-options.js';
import { growOptions } from './settings.js';
import { storeFile } from './store-file.js';
import { openWorkspace } from './workspace.js';

/** Several runs by one command. */
export interface GrowRunsRequest extends GrowRequest {
  /** At least 2. */
  readonly runs: number;
  /** Told as each run of the group begins. */
  readonly onMember?: (index: number, of: number) => void;
}

/** How a group of runs ended; a budget that is used up ends it before its last run. */
export interface GrowRunsReport {
  readonly grown: GrownRuns;
  /** The reports of the runs, in order; the last one may have been stopped. */
  readonly reports: readonly GrowReport[];
  readonly complete: boolean;
}

/**
 * Grows independent runs one after the other, with run seeds `seed`, `seed + 1`, …, named `<name>-1`, `<name>-2`, …. A budget holds over all of them.
 * The harness of the run with the highest success at its last passed gate is written, the first of equals; the test set has no say.
 * With `resume` the group goes on where it stopped.
 * @throws EspalierError for bad input and a broken world; what is grown stays.
 */
export async function growRunsCommand(request: GrowRunsRequest): Promise<GrowRunsReport> {
  const { directory, config, name } = await openedWorkspace(request);
  const group = request.resume === true ? groupToResume(directory, request) : newGroup(directory, request, name);
  const seed = group.seed ?? growOptions(config.grow, request.options).seed;
  const caps: BudgetCaps = request.budget ?? group.budget ?? config.budget ?? {};
  const reports: GrowReport[] = [];
  for (let index = 1; index <= group.of; index += 1) {
    const run = `${group.name}-${String(index)}`;
    const begun = runOf(directory, run);
    const others = membersOf(directory, group).filter((member) => member !== run);
    request.onMember?.(index, group.of);
    const report = await growCommand({
      ...request,
      run,
      resume: begun !== undefined,
      group: { name: group.name, index, of: group.of },
      options: { ...request.options, seed: seed + index - 1 },
      budget: remaining(caps, spentBy(directory, others)),
      writes: false,
      ...(request.record
        ? { record: { ...request.record, directory: `${request.record.directory}-${String(index)}` } }
        : {}),
    });
    reports.push(report);
    if (report.end.kind !== 'done') return { grown: poolRuns(reports.slice(0, -1)), reports, complete: false };
  }
  const grown = poolRuns(reports);
  const chosen = reports.find((report) => report.result.run === grown.chosen);
  if (!chosen) throw new Error(`No run of the group is named ${String(grown.chosen)}.`);
  // The chosen run is complete: going on with it writes its harness, and nothing else.
  const { record: _kept, onMember: _told, ...rest } = request;
  const written = await growCommand({ ...rest, run: chosen.result.run, resume: true, budget: caps });
  const harness = written.result.harness;
  return { grown: { ...grown, harness }, reports, complete: true };
}

interface Group extends Pick<RunGroup, 'name' | 'of'> {
  readonly seed?: number;
  readonly budget?: BudgetCaps;
}

async function openedWorkspace(
  request: GrowRequest,
): Promise<Pick<Awaited<ReturnType<typeof openWorkspace>>, 'directory' | 'config' | 'name'>> {
  const { directory, config, family, name } = await openWorkspace(request.workspace);
  await family.close?.();
  return { directory, config, name: request.name ?? name };
}

function newGroup(directory: string, request: GrowRunsRequest, name: string): Group {
  const startedAt = request.startedAt ?? Date.now();
  const stamp = new Date(startedAt).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const group = { name: request.run ?? `${name}-${stamp}`, of: request.runs };
  const taken = membersOf(directory, group)[0];
  if (taken !== undefined) {
    throw new InputError(
      `The store already has a run ${taken}. Go on with the group (--resume ${group.name} --runs ${String(group.of)}), or give it another name with --run.`,
    );
  }
  return group;
}

/** The group by its name or by one of its runs; without a name the last one. */
function groupToResume(directory: string, request: GrowRunsRequest): Group {
  const found = withStore(directory, (store) => {
    const grouped = store.runs().flatMap((run) => {
      const { group } = readBinding(run);
      return group ? [{ run: run.id, group }] : [];
    });
    const named = request.run;
    const last = grouped.findLast((one) => named === undefined || one.group.name === named || one.run === named);
    const first = last && grouped.find((one) => one.group.name === last.group.name);
    const record = first && store.run(runId(first.run));
    if (!last || !record) return undefined;
    const { grow, budget } = readBinding(record);
    return { name: last.group.name, of: last.group.of, seed: grow.seed - (first.group.index - 1), budget };
  });
  if (!found) {
    throw new InputError(
      `Expected a group of runs to resume${request.run === undefined ? '' : `, got ${request.run}, which is none`}. A group is begun by grow --runs <n>.`,
    );
  }
  if (found.of !== request.runs) {
    throw new InputError(
      `The group ${found.name} was begun with --runs ${String(found.of)}, got --runs ${String(request.runs)}. Resume it with the number that it began with.`,
    );
  }
  return found;
}

const membersOf = (directory: string, { name, of }: Pick<RunGroup, 'name' | 'of'>): readonly string[] =>
  Array.from({ length: of }, (_, at) => `${name}-${String(at + 1)}`).filter(
    (run) => runOf(directory, run) !== undefined,
  );

const runOf = (directory: string, run: string): RunRecord | undefined =>
  withStore(directory, (store) => store.run(runId(run)));

function withStore<T>(directory: string, use: (store: RunStore) => T): T | undefined {
  const file = storeFile(directory);
  if (!existsSync(file)) return undefined;
  const store = openStore(file);
  try {
    return use(store);
  } finally {
    store.close();
  }
}
