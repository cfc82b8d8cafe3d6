import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { UriList } from '../../shared/protocol/lists.ts';

/**
 * One page of a list of addresses in byte order of the ids (D-177 to D-180); refuses a cursor that
 * is not ours. `read` gives ids after the given one.
 */
export async function uriPage(parts: {
  readonly cursor: string | null;
  /** Absolute path of the list. */
  readonly path: string;
  readonly read: (after: string | null, limit: number) => Promise<readonly string[]>;
  readonly uriOf: (id: string) => string;
}): Promise<Answer<UriList>> {
  const { cursor, path, read, uriOf } = parts;
  const after = cursor === null ? null : readCursor(cursor);
  if (cursor !== null && after === null) {
    const sentence = 'is not a cursor of this list; take it from next in the last reply';
    return refuse('validation_error', VALIDATION_SENTENCE, { cursor: [sentence] });
  }
  const size = LIMITS.pageSizeDefault;
  // One more than the page tells whether there is a next one.
  const found = await read(after, size + 1);
  const page = found.slice(0, size);
  const last = page.at(-1);
  const more = found.length > size && last !== undefined;
  const next = more ? `${path}?cursor=${Buffer.from(last).toString('base64url')}` : null;
  // Lists are read forwards only; the member is there because clients look for it.
  return answer({ uris: page.map(uriOf), next, prev: null });
}

function readCursor(cursor: string): string | null {
  const id = Buffer.from(cursor, 'base64url').toString();
  return Buffer.from(id).toString('base64url') === cursor ? id : null;
}
