import { type HttpRequest, headerOf } from '../../shared/node/http/http-request.ts';
import type { Refusal } from '../../shared/protocol/errors.ts';
import type { HeaderNames } from '../../shared/protocol/headers.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { MerchantStore } from '../store/store.ts';

export type Identity =
  | {
      readonly ok: true;
      readonly kind: 'user' | 'integrator';
      readonly merchantId: string;
      /** Id of the user or of the integrator. */
      readonly id: string;
    }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * The identity that a request claims: merchant and user (D-04), or merchant and integrator (D-05).
 * Without the merchant's header the user's id decides, if exactly one merchant has such a user.
 * Only that lookup is asynchronous.
 */
export function identityOf(
  presented: HttpRequest,
  names: HeaderNames,
  merchants: Pick<MerchantStore, 'withUser'>,
): Identity | Promise<Identity> {
  const userId = headerOf(presented, names.user);
  const integratorId = headerOf(presented, names.integrator);
  if (userId !== null && integratorId !== null) {
    return refused('Bad Request', `Send ${names.user} or ${names.integrator}, not both.`);
  }
  const id = userId ?? integratorId;
  if (id === null) return refused('Unauthorized', `The header ${names.user} is missing.`);
  const merchantId = headerOf(presented, names.merchant);
  if (id.length > LIMITS.userIdMax || (merchantId?.length ?? 0) > LIMITS.userIdMax) {
    return refused('Unauthorized', 'No merchant, user or integrator has such a long id.');
  }
  if (integratorId !== null) {
    // Its signature must cover the merchant's header, so a missing header is refused there.
    return { ok: true, kind: 'integrator', merchantId: merchantId ?? '', id };
  }
  if (merchantId !== null) return { ok: true, kind: 'user', merchantId, id };
  return ofOnlyMerchant(id, names, merchants);
}

async function ofOnlyMerchant(
  id: string,
  names: HeaderNames,
  merchants: Pick<MerchantStore, 'withUser'>,
): Promise<Identity> {
  const [only, second] = await merchants.withUser(id, 2);
  if (second !== undefined) {
    return refused('Bad Request', `Several merchants have this user; send ${names.merchant} too.`);
  }
  // An unknown user fails like a wrong secret: in the same time and with the same message.
  return { ok: true, kind: 'user', merchantId: only ?? '', id };
}

function refused(type: Refusal['type'], description: string): Identity {
  return { ok: false, refusal: { type, description } };
}
