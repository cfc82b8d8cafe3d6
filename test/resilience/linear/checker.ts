import {
  expected,
  type Model,
  PHASE_STATUS,
  START,
  sum,
  TOTAL,
} from '../../support/payment-model.ts';

/** What a client saw of one operation. */
export type Seen =
  | { readonly kind: 'status'; readonly status: number }
  /** What a read said. */
  | { readonly kind: 'read'; readonly text: string }
  /** The answer was lost: it happened at some time, or never. */
  | { readonly kind: 'lost' };

/** One operation of a history: between `began` and `ended` it took effect, all at once. */
export type Operation = {
  readonly client: number;
  readonly name: string;
  readonly began: number;
  readonly ended: number;
  readonly seen: Seen;
};

/** What a read of the payment says, in one form for the model and the service. */
export function readingOf(status: string, held: number, captures: number, refunds: number): string {
  return `${status}: ${held} held, ${captures} captured, ${refunds} refunded`;
}

function readingOfModel({ phase, captures, refunds }: Model): string {
  const held = phase === 'held' ? TOTAL - sum(captures) : 0;
  return readingOf(PHASE_STATUS[phase], held, sum(captures), sum(refunds));
}

/** The model after an operation, or null if the observed result is impossible. */
function step(model: Model, { name, seen }: Operation): Model | null {
  if (name === 'read') {
    return seen.kind === 'read' && seen.text !== readingOfModel(model) ? null : model;
  }
  const next = expected(model, name);
  const status = typeof next === 'number' ? next : 204;
  if (seen.kind === 'status' && seen.status !== status) return null;
  return typeof next === 'number' ? model : next;
}

/**
 * Looks for an order of the operations that one client alone could have seen, and in which nothing
 * comes before what had ended when it began. Answers the order, or null where there is none: then
 * the payment was not one thing at a time.
 */
export function linearize(history: readonly Operation[]): readonly string[] | null {
  const everything = (1 << history.length) - 1;
  const hopeless = new Set<string>();

  function search(done: number, model: Model, order: readonly string[]): readonly string[] | null {
    const left = history.filter((_, at) => (done & (1 << at)) === 0);
    if (left.every(({ seen }) => seen.kind === 'lost') || done === everything) return order;
    const here = `${done} ${JSON.stringify(model)}`;
    if (hopeless.has(here)) return null;
    const soonest = Math.min(...left.map(endOf));
    for (const [at, operation] of history.entries()) {
      const bit = 1 << at;
      if ((done & bit) !== 0 || operation.began > soonest) continue;
      const next = step(model, operation);
      if (next === null) continue;
      const found = search(done | bit, next, [...order, `${operation.client} ${operation.name}`]);
      if (found !== null) return found;
    }
    hopeless.add(here);
    return null;
  }

  return search(0, START, []);
}

/** What was lost may take effect at any later time. */
function endOf({ ended, seen }: Operation): number {
  return seen.kind === 'lost' ? Number.POSITIVE_INFINITY : ended;
}
