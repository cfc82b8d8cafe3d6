import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';

/** `POST /merchant_ssp_user/`: 201 with the whole user; 409 for an address that has one (D-76). */
export const sspUserCreate: Handler<'sspUserCreate'> = async ({ context, caller, body }) => {
  const id = context.ids.short();
  const { email, phone, name } = body;
  const user = { id, email, phone, name, legal_entities: [], bankid: null };
  if (!(await context.store.sspUsers.create(caller.merchantId, user))) {
    return refuse('Conflict', 'A self-service user with this e-mail address exists already.');
  }
  const path = pathOf('sspUserRead', { merchant_ssp_user_id: id });
  return answer({ status: 201, body: user, location: context.addresses().base + path });
};
