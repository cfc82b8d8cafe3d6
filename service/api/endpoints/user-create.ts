import { answer } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';

/** `POST /user/`: for the merchant of the header; the identical user again is answered the same. */
export const userCreate: Handler<'userCreate'> = async (call) => {
  const { context, caller, body, repeated } = call;
  const { merchantId } = caller;
  const made = repeated
    ? await context.users.created(merchantId, body)
    : await context.users.create(merchantId, body);
  if (!made.ok) return made;
  const { id } = made.value;
  const location = context.addresses().base + pathOf('userRead', { user_id: id });
  return answer({ status: 201, body: { id }, location });
};
