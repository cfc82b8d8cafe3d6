import { type Figure, spreadOf } from '../report.ts';

/** Requests of a flow over http, ours and theirs. */
export const REQUESTS = 3;

/** Flows a second of both in one round. */
export type Pair = { readonly ours: number; readonly theirs: number };

export type Said = {
  readonly name: string;
  readonly asked: string;
  readonly durability: string;
};

/** Ours beside a peer, the ratio being ours to theirs; then the peer itself and what it did. */
export function beside(
  peer: Said,
  pairs: readonly Pair[],
  atLeast?: number,
): readonly [ours: Figure, itself: Figure] {
  const ratio = spreadOf(pairs.map(({ ours, theirs }) => ours / theirs));
  const theirs = spreadOf(pairs.map((pair) => pair.theirs)).middle;
  const ours: Figure = {
    what: `flows beside ${peer.name}`,
    value: spreadOf(pairs.map((pair) => pair.ours)).middle,
    unit: '/s',
    against: { name: peer.name, value: theirs, ratio },
  };
  const note = `${peer.asked}; durability: ${peer.durability}`;
  const itself: Figure = { what: `  ${peer.name}`, value: theirs, unit: '/s', note };
  if (atLeast === undefined) return [ours, itself];
  const target = { says: `at least ${atLeast} times`, met: ratio.middle >= atLeast };
  return [{ ...ours, target }, itself];
}

/** The line of a peer that was not measured. */
export function skipped(name: string, why: string): Figure {
  return { what: `flows beside ${name}`, value: Number.NaN, unit: '', note: `skipped: ${why}` };
}

export type Tried<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string };

/** What a peer does not manage is told, and ends no bench. Only for what a peer does. */
export async function tried<T>(what: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { ok: true, value: await what() };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}
