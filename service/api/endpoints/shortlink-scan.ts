import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/**
 * `GET /shortlink/<id>/scan/<message id>/`: the object of a scan whose callback went over http and
 * had none, for 24 hours (design, in place of D-138).
 */
export const shortlinkScan: Handler<'shortlinkScan'> = async ({ context, caller, params }) => {
  const { shortlink_id: shortlinkId, message_id: messageId } = params;
  const now = context.clock.now();
  const { shortlinks } = context.store;
  const scan = await shortlinks.scanByMessage(caller.merchantId, shortlinkId, messageId, now);
  if (scan === null) return refuse('Not Found', 'There is no scan of this id, or not any more.');
  return answer({ status: 200, body: { id: scan.token, argstring: scan.argstring } });
};
