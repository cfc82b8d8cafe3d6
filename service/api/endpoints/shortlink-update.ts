import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { ShortlinkChange } from '../../store/shortlink-store.ts';
import type { Handler } from '../endpoint.ts';
import { NO_SHORTLINK } from './shortlink-read.ts';

/** `PUT /shortlink/<id>/`: what is not given stays, an empty text removes (D-152). */
export const shortlinkUpdate: Handler<'shortlinkUpdate'> = async ({
  context,
  caller,
  params,
  body,
}) => {
  const change: ShortlinkChange = {
    ...(body.callback_uri === null ? {} : { callbackUri: body.callback_uri || null }),
    ...(body.label === null ? {} : { label: body.label || null }),
    ...(body.is_active === null ? {} : { isActive: body.is_active }),
  };
  const { shortlinks } = context.store;
  const found = await shortlinks.update(caller.merchantId, params.shortlink_id, change);
  return found ? answer({ status: 204, body: undefined }) : refuse('Not Found', NO_SHORTLINK);
};
