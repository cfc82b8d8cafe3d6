import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** The same for an id that is unknown and for one that is another merchant's (D-26). */
export const NO_SHORTLINK = 'There is no shortlink of this id.';

/** `GET /shortlink/<id>/` (D-151). */
export const shortlinkRead: Handler<'shortlinkRead'> = async ({ context, caller, params }) => {
  const link = await context.store.shortlinks.read(caller.merchantId, params.shortlink_id);
  if (link === null) return refuse('Not Found', NO_SHORTLINK);
  return answer({
    status: 200,
    body: {
      id: link.id,
      callback_uri: link.callbackUri,
      serial_number: link.serialNumber,
      shortlink_value: `${context.addresses().wallet}/s/${link.id}/`,
      is_active: link.isActive,
      label: link.label,
    },
  });
};
