import { apply } from './apply.ts';
import type { Around, Progress } from './happenings.ts';
import type { SaleRecord } from './records.ts';
import type { Command, Run, Sale } from './sale.ts';

type SaleNote = SaleRecord extends infer R ? (R extends SaleRecord ? Bare<R> : never) : never;
type Bare<R extends SaleRecord> = Omit<R, 'v' | 'at' | 'sale'>;

/** Learns something: tells it to the sale and has it written. */
export function note(progress: Progress, bare: SaleNote, around: Around): Progress {
  const { sale, steps } = progress;
  const record: SaleRecord = { v: 1, at: around.now, sale: sale.facts.id, ...bare };
  return { sale: apply(sale, record), steps: [...steps, { kind: 'write', record }] };
}

/** Sets out to do something: the intent is written before the command is ever sent. */
export function intend(progress: Progress, what: Command, around: Around): Progress {
  const noted = note(progress, { kind: 'intent', what }, around);
  const run = { tries: 0, accepted: false, stale: 0, takeAt: null, due: around.now } as const;
  return withRun(noted, run);
}

/** Changes what only matters while the till runs. */
export function withRun(progress: Progress, change: Partial<Run>): Progress {
  return { ...progress, sale: changeRun(progress.sale, change) };
}

export function changeRun(sale: Sale, change: Partial<Run>): Sale {
  return { ...sale, run: { ...sale.run, ...change } };
}
