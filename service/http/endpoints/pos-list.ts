import { answer, refuse, VALIDATION_SENTENCE } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /pos/`: addresses in byte order of the ids, a page at a time (D-177 to D-180). */
export const posList: Handler<'posList'> = async ({ context, caller, query }) => {
  const after = query.cursor === null ? null : readCursor(query.cursor);
  if (query.cursor !== null && after === null) {
    const cursor = ['is not a cursor of this list; take it from next in the last reply'];
    return refuse('validation_error', VALIDATION_SENTENCE, { cursor });
  }
  const size = LIMITS.pageSizeDefault;
  // One more than the page tells whether there is a next one.
  const found = await context.store.pos.list(caller.merchantId, after, size + 1);
  const page = found.slice(0, size);
  const last = page.at(-1);
  const { basePath } = context.profile;
  const uris = page.map((id) => basePath + pathOf('posRead', { pos_id: id }));
  const more = found.length > size && last !== undefined;
  const next = more ? `${basePath}${pathOf('posList')}?cursor=${writeCursor(last)}` : null;
  // Lists are read forwards only; the member is there because clients look for it.
  return answer({ status: 200, body: { uris, next, prev: null } });
};

function writeCursor(id: string): string {
  return Buffer.from(id).toString('base64url');
}

function readCursor(cursor: string): string | null {
  const id = Buffer.from(cursor, 'base64url').toString();
  return writeCursor(id) === cursor ? id : null;
}
