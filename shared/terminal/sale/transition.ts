import { applyRecord } from './apply-record.ts';
import type { SaleContext, Transition } from './events.ts';
import type { OwnPart } from './parts.ts';
import type { SaleRecord } from './records.ts';
import type { Command, Run, Sale } from './sale.ts';

type NewRecord = SaleRecord extends infer R ? (R extends SaleRecord ? Bare<R> : never) : never;
type Bare<R extends SaleRecord> = Omit<R, 'v' | 'at' | 'sale'>;

/** Applies a record to the sale and adds the step that writes it. */
export function addRecord(
  transition: Transition,
  bare: NewRecord,
  context: Pick<SaleContext, 'now'>,
): Transition {
  const { sale, steps } = transition;
  const record: SaleRecord = { v: 1, at: context.now, sale: sale.facts.id, ...bare };
  return { sale: applyRecord(sale, record), steps: [...steps, { kind: 'write', record }] };
}

/** Records the intent of a command. The record is durable before the command is sent. */
export function intend(
  transition: Transition,
  what: Command,
  context: Pick<SaleContext, 'now'>,
): Transition {
  return startCommand(addRecord(transition, { kind: 'intent', what }, context), context);
}

/** Records the intent of a partial capture. The same id again is a repeat. */
export function intendPart(
  transition: Transition,
  part: OwnPart,
  rest: 'keep' | 'release',
  context: Pick<SaleContext, 'now'>,
): Transition {
  const repeats = transition.sale.facts.pending?.id === part.id;
  const unsure = repeats && transition.sale.run.unsure;
  const more = rest === 'release' ? { rest } : {};
  const noted = addRecord(transition, { kind: 'intent', what: 'capture', part, ...more }, context);
  return withRun(startCommand(noted, context), { unsure });
}

/** Records the intent of a capture: the pending part with its id, else everything. */
export function intendCapture(
  transition: Transition,
  context: Pick<SaleContext, 'now'>,
): Transition {
  const { pending, rest } = transition.sale.facts;
  if (pending === null) return intend(transition, 'capture', context);
  return intendPart(transition, pending, rest, context);
}

function startCommand(transition: Transition, context: Pick<SaleContext, 'now'>): Transition {
  const run = { tries: 0, staleReads: null, takeAt: null, due: context.now } as const;
  return withRun(transition, { ...run, unsure: false });
}

/** Changes members of `Run`. */
export function withRun(transition: Transition, change: Partial<Run>): Transition {
  return { ...transition, sale: changeRun(transition.sale, change) };
}

export function changeRun(sale: Sale, change: Partial<Run>): Sale {
  return { ...sale, run: { ...sale.run, ...change } };
}
