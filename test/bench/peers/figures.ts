import { type Figure, spreadOf } from '../report.ts';

/** Number of requests of a flow over HTTP, at the service and at a peer. */
export const REQUESTS_PER_FLOW = 3;

/** Flows per second in one round: the service's (`ours`) and the peer's (`theirs`). */
export type Pair = { readonly ours: number; readonly theirs: number };

export type PeerDescription = {
  readonly name: string;
  readonly calls: string;
  readonly durability: string;
};

/** Two lines: the service's rate with its ratio to the peer's, and the peer's rate with its calls. */
export function comparison(
  peer: PeerDescription,
  pairs: readonly Pair[],
  atLeast?: number,
): readonly [service: Figure, peer: Figure] {
  const ratio = spreadOf(pairs.map(({ ours, theirs }) => ours / theirs));
  const theirs = spreadOf(pairs.map((pair) => pair.theirs)).middle;
  const ours: Figure = {
    what: `flows, compared with ${peer.name}`,
    value: spreadOf(pairs.map((pair) => pair.ours)).middle,
    unit: '/s',
    against: { name: peer.name, value: theirs, ratio },
  };
  const note = `${peer.calls}; durability: ${peer.durability}`;
  const itsFigure: Figure = { what: `  ${peer.name}`, value: theirs, unit: '/s', note };
  if (atLeast === undefined) return [ours, itsFigure];
  const target = { requirement: `at least ${atLeast} times`, met: ratio.middle >= atLeast };
  return [{ ...ours, target }, itsFigure];
}

/** The line of a peer that was not measured. */
export function skipped(name: string, why: string): Figure {
  return {
    what: `flows, compared with ${name}`,
    value: Number.NaN,
    unit: '',
    note: `skipped: ${why}`,
  };
}

export type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string };

/** Runs an action of a peer. Returns an error as a reason, so that the bench can continue. */
export async function attempt<T>(action: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await action() };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}
