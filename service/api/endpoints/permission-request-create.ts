import { answer } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';

/** `POST /permission_request/`: 201 for a new one, 200 for the identical one again (D-115). */
export const permissionCreate: Handler<'permissionCreate'> = async ({ context, caller, body }) => {
  const made = await context.permissions.create(caller.merchantId, body);
  if (!made.ok) return made;
  const { created, permission } = made.value;
  return answer({
    status: created ? 201 : 200,
    body: { id: permission.rid },
    location: context.addresses().base + pathOf('permissionRead', { rid: permission.rid }),
  });
};
