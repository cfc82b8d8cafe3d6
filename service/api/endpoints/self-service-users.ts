import { PORTAL_ROLES } from '../../../shared/portal/sign-in.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import type { Handler } from '../endpoint.ts';

/**
 * `POST /merchant_ssp_user/`: 201 with the whole user; 409 if the address is in use (D-76). The user
 * gets the role with the fewest rights in the portal: none that the secret of the caller has not.
 */
export const sspUserCreate: Handler<'sspUserCreate'> = async ({ deps, caller, body }) => {
  const id = deps.ids.short();
  const { email, phone, name } = body;
  const user = { id, email, phone, name, legal_entities: [], bankid: null };
  if (!(await deps.store.sspUsers.create(caller.merchantId, user, PORTAL_ROLES[0]))) {
    return refuse('Conflict', 'A self-service user with this e-mail address exists already.');
  }
  const path = pathOf('sspUserRead', { merchant_ssp_user_id: id });
  return answer({ status: 201, body: user, location: deps.addresses().base + path });
};

/** Used for an unknown id and for an id of another merchant (D-26). */
export const NO_SSP_USER = 'There is no self-service user of this id.';

/** `GET /merchant_ssp_user/<merchant_ssp_user_id>/`. */
export const sspUserRead: Handler<'sspUserRead'> = async ({ deps, caller, params }) => {
  const id = params.merchant_ssp_user_id;
  const user = await deps.store.sspUsers.read(caller.merchantId, id);
  if (user === null) return refuse('Not Found', NO_SSP_USER);
  return answer({ status: 200, body: user });
};

/**
 * `DELETE /merchant_ssp_user/<merchant_ssp_user_id>/`: only for a user without legal entities
 * (D-76).
 */
export const sspUserDelete: Handler<'sspUserDelete'> = async ({ deps, caller, params }) => {
  const id = params.merchant_ssp_user_id;
  switch (await deps.store.sspUsers.remove(caller.merchantId, id)) {
    case 'removed':
      return answer({ status: 204, body: undefined });
    case 'unknown':
      return refuse('Not Found', NO_SSP_USER);
    case 'has_entities':
      return refuse('Conflict', 'This user acts for a company and cannot be removed here.');
  }
};
