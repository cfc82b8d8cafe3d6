import { answer } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import { createShortlink } from '../../shortlinks/create-shortlink.ts';
import type { Handler } from '../endpoint.ts';

/**
 * `POST /shortlink/`: 201 for a new one, 200 with the existing id when the serial number is the
 * merchant's own already; nothing of that one changes (D-149).
 */
export const shortlinkCreate: Handler<'shortlinkCreate'> = async ({ context, caller, body }) => {
  const made = await createShortlink(context, caller.merchantId, {
    callbackUri: body.callback_uri || null,
    serialNumber: body.serial_number,
    label: body.label || null,
  });
  if (!made.ok) return made;
  const { id, created } = made.value;
  const location = context.addresses().base + pathOf('shortlinkRead', { shortlink_id: id });
  return answer({ status: created ? 201 : 200, body: { id }, location });
};
