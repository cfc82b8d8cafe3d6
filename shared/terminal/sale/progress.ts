import { apply } from './apply-record.ts';
import type { Around, Progress } from './events.ts';
import type { OwnPart } from './parts.ts';
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
  return begun(note(progress, { kind: 'intent', what }, around), around);
}

/** Sets out to take a part; the same part again is a repeat of it under its own id. */
export function intendPart(
  progress: Progress,
  part: OwnPart,
  rest: 'keep' | 'release',
  around: Around,
): Progress {
  const repeats = progress.sale.facts.pending?.id === part.id;
  const unsure = repeats && progress.sale.run.unsure;
  const more = rest === 'release' ? { rest } : {};
  const noted = note(progress, { kind: 'intent', what: 'capture', part, ...more }, around);
  return withRun(begun(noted, around), { unsure });
}

/** Takes what was to be taken before: the pending part under its id, else all there is. */
export function intendCapture(progress: Progress, around: Around): Progress {
  const { pending, rest } = progress.sale.facts;
  if (pending === null) return intend(progress, 'capture', around);
  return intendPart(progress, pending, rest, around);
}

function begun(progress: Progress, around: Around): Progress {
  const run = { tries: 0, accepted: false, stale: 0, takeAt: null, due: around.now } as const;
  return withRun(progress, { ...run, unsure: false });
}

/** Changes what only matters while the till runs. */
export function withRun(progress: Progress, change: Partial<Run>): Progress {
  return { ...progress, sale: changeRun(progress.sale, change) };
}

export function changeRun(sale: Sale, change: Partial<Run>): Sale {
  return { ...sale, run: { ...sale.run, ...change } };
}
