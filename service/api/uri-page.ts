import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { UriList } from '../../shared/protocol/lists.ts';

/** A list that can be read in both directions by the keys of its entries. */
export type UriSource<K> = {
  /** Absolute path of the list. */
  readonly path: string;
  /** Keys after the given one in the list's order, or the first keys. */
  readonly after: (key: K | null, limit: number) => Promise<readonly K[]>;
  /** Keys before the given one, nearest first, or the last keys. */
  readonly before: (key: K | null, limit: number) => Promise<readonly K[]>;
  readonly uriOf: (key: K) => string;
  /** Parses a key; null for a text that cannot be one. */
  readonly keyOf: (text: string) => K | null;
};

type Place<K> = { readonly direction: 'after' | 'before'; readonly key: K | null };

/**
 * One page of a list of addresses in the order of their keys (D-177 to D-180). Refuses a cursor
 * that the service did not issue. A cursor names the entry next to the page and no number of
 * entries, so entries that are added or removed in the meantime neither repeat nor skip an entry,
 * in either direction.
 */
export async function uriPage<K extends string | number>(
  source: UriSource<K>,
  cursor: string | null,
): Promise<Answer<UriList>> {
  const place = readCursor(source, cursor);
  if (place === null) {
    const sentence = 'is not a cursor of this list; take it from next or prev in the last reply';
    return refuse('validation_error', VALIDATION_SENTENCE, { cursor: [sentence] });
  }
  const keys = await pageAt(source, place);
  const { prev, next } = await around(source, place, keys);
  const addressOf = (to: Place<K> | null) => to && `${source.path}?cursor=${writeCursor(to)}`;
  return answer({
    uris: keys.map(source.uriOf),
    next: addressOf(next),
    prev: addressOf(prev),
  });
}

async function pageAt<K>(
  source: UriSource<K>,
  { direction, key }: Place<K>,
): Promise<readonly K[]> {
  const size = LIMITS.pageSizeDefault;
  if (direction === 'after') return source.after(key, size);
  return [...(await source.before(key, size))].reverse();
}

/** Where reading continues from a page, in each direction; null if there are no more entries. */
async function around<K>(source: UriSource<K>, place: Place<K>, keys: readonly K[]) {
  const [first] = keys;
  const last = keys.at(-1);
  if (first === undefined || last === undefined) return aroundNothing(source, place);
  const [before, after] = await Promise.all([source.before(first, 1), source.after(last, 1)]);
  return {
    prev: before.length === 0 ? null : ({ direction: 'before', key: first } as const),
    next: after.length === 0 ? null : ({ direction: 'after', key: last } as const),
  };
}

/**
 * All entries of the page were removed in the meantime: the previous page is the last of the list.
 */
async function aroundNothing<K>(source: UriSource<K>, { direction }: Place<K>) {
  const rest = await source[direction === 'after' ? 'before' : 'after'](null, 1);
  const back = rest.length === 0 ? null : ({ direction: opposite(direction), key: null } as const);
  return direction === 'after' ? { prev: back, next: null } : { prev: null, next: back };
}

function opposite(direction: Place<unknown>['direction']): Place<unknown>['direction'] {
  return direction === 'after' ? 'before' : 'after';
}

const MARKS = { after: '>', before: '<' } as const;

function writeCursor({ direction, key }: Place<string | number>): string {
  return Buffer.from(`${MARKS[direction]}${key ?? ''}`).toString('base64url');
}

function readCursor<K>(source: UriSource<K>, cursor: string | null): Place<K> | null {
  if (cursor === null) return { direction: 'after', key: null };
  const text = Buffer.from(cursor, 'base64url').toString();
  // Accepts only the exact encoding of the service, because the decoder ignores unknown characters.
  if (Buffer.from(text).toString('base64url') !== cursor) return null;
  const [mark, rest] = [text.slice(0, 1), text.slice(1)];
  if (mark !== MARKS.after && mark !== MARKS.before) return null;
  const direction = mark === MARKS.after ? 'after' : 'before';
  if (rest === '') return { direction, key: null };
  const key = source.keyOf(rest);
  return key === null ? null : { direction, key };
}
