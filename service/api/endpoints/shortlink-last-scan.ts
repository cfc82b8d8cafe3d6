import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import type { Handler } from '../endpoint.ts';
import { NO_SHORTLINK } from './shortlink-read.ts';

/**
 * `GET /shortlink/<id>/last_scan/?ttl=60`: the newest scan of the last seconds that no request has
 * used, or 204 (D-157, an extension). A used one is left out, so that a till that polls does not
 * ask the same customer twice.
 */
export const shortlinkLastScan: Handler<'shortlinkLastScan'> = async ({
  context,
  caller,
  params,
  query,
}) => {
  const { shortlinks } = context.store;
  const link = await shortlinks.read(caller.merchantId, params.shortlink_id);
  if (link === null) return refuse('Not Found', NO_SHORTLINK);
  const now = context.clock.now();
  const since = now - query.ttl * SECOND;
  const scan = await shortlinks.newestFree(caller.merchantId, link.id, since, now);
  if (scan === null) return answer({ status: 204, body: undefined });
  return answer({ status: 200, body: { id: scan.token, argstring: scan.argstring } });
};
