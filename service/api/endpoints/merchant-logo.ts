import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { visibleMerchant } from '../../merchants/visible.ts';
import type { Handler } from '../endpoint.ts';

/**
 * `GET /merchant/<merchant_id>/logo`, with and without a last slash (D-68). A client that names the
 * bytes it has in `If-None-Match` gets 304.
 */
export const merchantLogo: Handler<'merchantLogo'> = async ({
  context,
  caller,
  params,
  header,
}) => {
  const seen = await visibleMerchant(context.store, caller, params.merchant_id);
  const logo = seen === null ? null : await context.store.merchants.logo(seen.id);
  if (logo === null) return refuse('Not Found', 'There is no such merchant, or it has no logo.');
  const etag = `"${logo.etag}"`;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  if (names(header('if-none-match'), etag))
    return answer({ status: 304, body: undefined, headers });
  return answer({ status: 200, body: undefined, bytes: logo.image, headers });
};

/** Compares weakly, as `If-None-Match` wants it. */
function names(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
