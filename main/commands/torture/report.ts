import type { Finding } from './audit.ts';
import { FAULTS, type FaultName } from './plan.ts';
import type { Evidence, SaleResult, TortureEvent } from './record.ts';

/** What happened in a run, in numbers. */
export type Counts = {
  readonly sales: number;
  readonly paid: number;
  readonly notPaid: number;
  readonly exchanges: number;
  readonly kills: number;
  readonly cancellations: number;
  readonly faults: Readonly<Record<FaultName, number>>;
};

/** A finished run. */
export type Run = {
  readonly seed: number;
  readonly till: string;
  readonly seconds: number;
  readonly counts: Counts;
  readonly findings: readonly Finding[];
};

/** Counts what happened in one part of a run. */
export function countsOf({ sales, events }: Evidence): Counts {
  const last = new Map<string, SaleResult>();
  for (const event of events) if (event.kind === 'report') last.set(event.sale, event.result);
  const results = [...last.values()];
  const count = (kind: TortureEvent['kind']) => events.filter((one) => one.kind === kind).length;
  const faulty = Map.groupBy(
    events.flatMap((event) => (event.kind === 'asked' ? [event.fault] : [])),
    (name) => name,
  );
  const faults = FAULTS.map((name) => [name, faulty.get(name)?.length ?? 0] as const);
  return {
    sales: sales.length,
    paid: results.filter((result) => result === 'paid').length,
    notPaid: results.filter((result) => result === 'not_paid').length,
    exchanges: count('asked'),
    kills: count('kill'),
    cancellations: count('cancel'),
    faults: recordOf((name) => faults.find(([one]) => one === name)?.[1] ?? 0),
  };
}

/** The counts of several parts together. */
export function sumOfCounts(parts: readonly Counts[]): Counts {
  const sum = (read: (counts: Counts) => number) => parts.reduce((all, one) => all + read(one), 0);
  return {
    sales: sum((one) => one.sales),
    paid: sum((one) => one.paid),
    notPaid: sum((one) => one.notPaid),
    exchanges: sum((one) => one.exchanges),
    kills: sum((one) => one.kills),
    cancellations: sum((one) => one.cancellations),
    faults: recordOf((name) => sum((one) => one.faults[name])),
  };
}

function recordOf(read: (name: FaultName) => number): Readonly<Record<FaultName, number>> {
  return {
    'lose the request': read('lose the request'),
    'lose the reply': read('lose the reply'),
    'cut the reply': read('cut the reply'),
    'delay the request': read('delay the request'),
    'delay the reply': read('delay the reply'),
    'repeat the request': read('repeat the request'),
    'deliver later': read('deliver later'),
    'cut the events': read('cut the events'),
    'kill before': read('kill before'),
    'kill after': read('kill after'),
  };
}

/** The report for people: each defect with its first sale, how to repeat it, and the numbers. */
export function tableOf(run: Run): string {
  const { seed, counts, findings } = run;
  const groups = [...Map.groupBy(findings, ({ defect }) => defect).values()];
  const width = Math.max(0, ...findings.map(({ defect }) => defect.length));
  const lines = groups.flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { verdict, defect, sale } = first;
    const times = `${1 + more.length}`.padStart(6);
    return [`${verdict.padEnd(16)} ${defect.padEnd(width)} ${times}   first: sale ${sale.number}`];
  });
  const details = groups.flatMap(([first]) => (first === undefined ? [] : detailOf(first, seed)));
  const faults = FAULTS.map((name) => `${name} ${counts.faults[name]}`).join(', ');
  const times = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  return [
    ...lines,
    ...details,
    ...(findings.length > 0 ? [''] : []),
    `faults: ${faults}`,
    `${times(counts.sales, 'sale')}, ${counts.paid} paid, ${counts.notPaid} not paid, ` +
      `${times(counts.cancellations, 'cancellation')}, ${times(counts.exchanges, 'exchange')}, ` +
      `${times(counts.kills, 'kill')}, ${run.seconds} s`,
    `${times(findings.length, 'finding')}, ${times(groups.length, 'distinct defect')}, seed ${seed}`,
    '',
  ].join('\n');
}

function detailOf({ sale, verdict, defect, sentence, excerpt }: Finding, seed: number) {
  return [
    '',
    `${verdict}: ${defect} (sale ${sale.number}, amount ${sale.amount})`,
    `  ${sentence}`,
    ...excerpt.map((line) => `    ${line}`),
    `  Repeat it: --seed ${seed} --only-sale ${sale.number}`,
  ];
}

/** The same as JSON, with every finding. */
export function jsonOfRun({ seed, till, seconds, counts, findings }: Run): string {
  const list = findings.map(({ sale, verdict, defect, sentence, excerpt }) => {
    return { sale: sale.number, amount: sale.amount, verdict, defect, sentence, excerpt };
  });
  return `${JSON.stringify({ seed, till, seconds, counts, findings: list }, null, 2)}\n`;
}
