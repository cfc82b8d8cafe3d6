import { answer, refuse, VALIDATION_SENTENCE } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /settlement/`: addresses in the order of the numbers, a page at a time (D-177 to D-180). */
export const settlementList: Handler<'settlementList'> = async ({ context, caller, query }) => {
  const after = query.cursor === null ? 0 : readCursor(query.cursor);
  if (after === null) {
    const cursor = ['is not a cursor of this list; take it from next in the last reply'];
    return refuse('validation_error', VALIDATION_SENTENCE, { cursor });
  }
  const size = LIMITS.pageSizeDefault;
  // One more than the page tells whether there is a next one.
  const found = await context.store.settlements.list(caller.merchantId, after, size + 1);
  const page = found.slice(0, size);
  const last = page.at(-1);
  const { basePath } = context.profile;
  const uris = page.map(
    (number) => basePath + pathOf('settlementRead', { settlement_id: String(number) }),
  );
  const more = found.length > size && last !== undefined;
  const next = more ? `${basePath}${pathOf('settlementList')}?cursor=${writeCursor(last)}` : null;
  return answer({ status: 200, body: { uris, next, prev: null } });
};

function writeCursor(number: number): string {
  return Buffer.from(String(number)).toString('base64url');
}

function readCursor(cursor: string): number | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
