import type { CatalogueList, MoveEntry } from '../protocol/catalogue.ts';

/**
 * A list with one of its entries before another one, or at the end for null. Null if the list does not have one of the
 * two. An entry before itself stays.
 */
export function movedIn<T extends { readonly id: string }>(
  list: readonly T[],
  { id, before }: Pick<MoveEntry, 'id' | 'before'>,
): readonly T[] | null {
  const entry = list.find((one) => one.id === id);
  if (entry === undefined) return null;
  if (before === id) return list;
  const others = list.filter((one) => one.id !== id);
  const at = before === null ? others.length : others.findIndex((one) => one.id === before);
  return at < 0 ? null : others.toSpliced(at, 0, entry);
}

type List = Exclude<CatalogueList, 'option_groups'>;
type Lists = { readonly [K in List]: readonly { readonly id: string }[] };

/** A move of a category or a product that a person has made and not saved yet. */
export type KeyMove = {
  readonly list: List;
  readonly id: string;
  /** The entries behind its new place, in the order that the person saw. The first one that is still there counts. */
  readonly followers: readonly string[];
};

/** A catalogue in the order that it has after some moves, and the changes that make it so. */
export type Ordered<C> = { readonly catalogue: C; readonly changes: readonly MoveEntry[] };

/**
 * Makes moves on a catalogue, also on one that somebody else has changed since. A move of an entry that is gone is left
 * out. An entry that was moved before one that is gone has its place before the next follower.
 */
export function orderedBy<C extends Lists>(catalogue: C, moves: readonly KeyMove[]): Ordered<C> {
  let ordered: Ordered<C> = { catalogue, changes: [] };
  for (const { list, id, followers } of moves) {
    const entries = ordered.catalogue[list];
    const present = new Set(entries.map((one) => one.id));
    const before = followers.find((one) => present.has(one)) ?? null;
    const change: MoveEntry = { kind: 'move', list, id, before };
    const moved = movedIn(entries, change);
    if (moved === null) continue;
    ordered = {
      catalogue: { ...ordered.catalogue, [list]: moved },
      changes: [...ordered.changes, change],
    };
  }
  return ordered;
}

/** Moves with one more. Of two moves of one entry after each other only the last one counts. */
export function withMove(moves: readonly KeyMove[], move: KeyMove): readonly KeyMove[] {
  const last = moves.at(-1);
  const again = last !== undefined && last.list === move.list && last.id === move.id;
  return [...(again ? moves.slice(0, -1) : moves), move];
}
