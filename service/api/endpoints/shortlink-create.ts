import { answer, refuse, VALIDATION_SENTENCE } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { ServiceContext } from '../../app/context.ts';
import type { Handler } from '../endpoint.ts';

/** Ids are few enough to meet; more than a handful of times in a row never happens. */
const DRAWS_MAX = 20;

/**
 * `POST /shortlink/`: 201 for a new one, 200 with the existing id when the serial number is the
 * merchant's own already; nothing of that one changes (D-149).
 */
export const shortlinkCreate: Handler<'shortlinkCreate'> = async ({ context, caller, body }) => {
  const { store, ids, clock } = context;
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const id = ids.shortlink();
    const made = await store.shortlinks.create({
      id,
      merchantId: caller.merchantId,
      callbackUri: body.callback_uri || null,
      serialNumber: body.serial_number,
      label: body.label || null,
      isActive: true,
      created: clock.now(),
    });
    switch (made.kind) {
      case 'created':
        return answer({ status: 201, body: { id }, location: placeOf(id, context) });
      case 'exists':
        return answer({
          status: 200,
          body: { id: made.id },
          location: placeOf(made.id, context),
        });
      case 'serial_unknown': {
        const serial_number = ['is not the serial number of a code that this service has issued'];
        return refuse('validation_error', VALIDATION_SENTENCE, { serial_number });
      }
      case 'serial_taken':
        return refuse('Conflict', 'This serial number belongs to another merchant.');
      case 'id_taken':
    }
  }
  return refuse('Service Unavailable', 'No free id was found; try again.');
};

function placeOf(id: string, context: ServiceContext): string {
  return context.addresses().base + pathOf('shortlinkRead', { shortlink_id: id });
}
