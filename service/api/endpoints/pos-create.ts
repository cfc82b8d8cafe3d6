import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { PosInput, PosOutput } from '../../../shared/protocol/pos.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import { SIGNATURE_USED } from '../../merchants/auth-answer.ts';
import type { PosStore } from '../../store/store.ts';
import type { Handler } from '../endpoint.ts';

/** `POST /pos/`: the identical point of sale again is answered like the first time (D-25). */
export const posCreate: Handler<'posCreate'> = async (call) => {
  const { context, caller, body, repeated } = call;
  const made = await (repeated ? found : create)(context.store.pos, caller.merchantId, body);
  if (made === null) return refuse('Unauthorized', SIGNATURE_USED);
  const { created, pos } = made;
  if (!created && context.profile.posRepeat === 'conflict') {
    return refuse('Conflict', 'A point of sale has this id already; PUT changes it.');
  }
  if (!created && !same(pos, body)) {
    return refuse('Conflict', 'A different point of sale has this id; choose another, or PUT.');
  }
  const location = context.addresses().base + pathOf('posRead', { pos_id: pos.id });
  return answer({ status: 201, body: { id: pos.id }, location });
};

const create = (store: PosStore, merchantId: string, body: PosInput) =>
  store.create(merchantId, body);

/** As `create` where there is such a point of sale, without a way to write one. */
async function found(store: PosStore, merchantId: string, body: PosInput) {
  const pos = await store.read(merchantId, body.id);
  return pos === null ? null : { created: false, pos };
}

function same(stored: PosOutput, sent: PosInput): boolean {
  const key = (pos: PosInput | PosOutput) => {
    const { latitude = null, longitude = null, accuracy = null } = pos.location ?? {};
    const place = pos.location === null ? null : [latitude, longitude, accuracy];
    return JSON.stringify([pos.id, pos.name, pos.type, place]);
  };
  return key(stored) === key(sent);
}
