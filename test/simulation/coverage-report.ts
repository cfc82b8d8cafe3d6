import {
  type Combination,
  type Counts,
  EVENTS,
  everyCombination,
  MET_BY,
  numberOf,
  STATES,
} from './coverage.ts';
import { RARE } from './rare.ts';
import { covers, UNREACHABLE } from './unreachable.ts';

const SPACE = everyCombination().map((one) => ({ ...one, number: numberOf(one) }));

type Reached = {
  readonly reached: readonly Combination[];
  /** Not reached, and a rule gives the reason. */
  readonly justified: readonly Combination[];
  /** Not reached, but possible, and listed as rare. */
  readonly rare: readonly Combination[];
  /** Not reached, and no rule gives a reason. */
  readonly missing: readonly Combination[];
};

export function reachedIn(counts: Counts): Reached {
  const reached = SPACE.filter(({ number }) => counts.has(number));
  const never = SPACE.filter(({ number }) => !counts.has(number));
  const isJustified = (one: Combination) => UNREACHABLE.some((rule) => covers(rule, one));
  const isRare = (one: Combination) => RARE.some((rule) => covers(rule, one));
  const possible = never.filter((one) => !isJustified(one));
  return {
    reached,
    justified: never.filter(isJustified),
    rare: possible.filter(isRare),
    missing: possible.filter((one) => !isRare(one)),
  };
}

/** Combinations that were reached although a rule says that they are unreachable. */
export function wrongJustifications(counts: Counts): readonly string[] {
  const { reached } = reachedIn(counts);
  return reached.flatMap((one) =>
    UNREACHABLE.filter((rule) => covers(rule, one)).map(
      ({ why }) => `${one.state}, ${one.event}, ${one.fault} was reached: ${why}`,
    ),
  );
}

/** Prints the events by state and by fault, and the combinations that were not reached. */
export function printCoverage(counts: Counts): void {
  console.log(`\n${tableOf(counts, 'state', STATES)}\n\n${tableOf(counts, 'fault', MET_BY)}\n`);
  const { reached, justified, rare, missing } = reachedIn(counts);
  console.log(
    `coverage: ${reached.length} of ${SPACE.length} combinations reached, ` +
      `${justified.length} justified as unreachable, ${rare.length} rare and not reached, ` +
      `${missing.length} never reached`,
  );
  for (const line of groupsOf(rare)) console.log(`  rare, not reached: ${line}`);
  for (const line of groupsOf(missing)) console.log(`  never reached: ${line}`);
  for (const line of wrongJustifications(counts)) console.log(`  wrongly justified: ${line}`);
}

/** Every combination with its count, tab-separated; those that were not reached are last. */
export function coverageFile(counts: Counts): string {
  const { justified, rare, missing } = reachedIn(counts);
  const counted = SPACE.filter(({ number }) => counts.has(number));
  const row = ({ state, event, fault }: Combination, last: number | string) =>
    `${state}\t${event}\t${fault}\t${last}\n`;
  return [
    'state\tevent\tfault\tcount\n',
    ...counted.map((one) => row(one, counts.get(one.number) ?? 0)),
    ...missing.map((one) => row(one, 'never reached')),
    ...rare.map((one) => row(one, 'rare, not reached')),
    ...justified.map((one) => row(one, 'unreachable')),
  ].join('');
}

/** One row for each event, one column for each state or fault that was reached. */
function tableOf(counts: Counts, by: 'state' | 'fault', columns: readonly string[]): string {
  const sums = new Map<string, number>();
  for (const one of SPACE) {
    const key = `${one.event} ${one[by]}`;
    sums.set(key, (sums.get(key) ?? 0) + (counts.get(one.number) ?? 0));
  }
  const rows = columns.map((column) => {
    const cells = EVENTS.map((event) => sums.get(`${event} ${column}`) ?? 0);
    return [column, ...cells.map((sum) => (sum === 0 ? '.' : String(sum)))];
  });
  const head = [`${by} \\ event`, ...EVENTS.map((event) => event.replace(/^\w+ /, ''))];
  const lines = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) => line.map((cell, at) => cell.padStart(widths[at] ?? 0)).join(' '))
    .join('\n');
}

/** Combinations in words, one line for each state and event. */
function groupsOf(list: readonly Combination[]): readonly string[] {
  const groups = Map.groupBy(list, ({ state, event }) => `${state}, ${event}`);
  return [...groups].map(([head, all]) => `${head}: ${all.map(({ fault }) => fault).join(' ')}`);
}
