import type { Refusal } from '../../shared/protocol/errors.ts';
import type { HeaderNames } from '../../shared/protocol/headers.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { MerchantStore } from '../store/store.ts';
import { headerOf, type Presented } from './presented.ts';

export type Identity =
  | { readonly ok: true; readonly merchantId: string; readonly userId: string }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Who a request says it is: merchant and user (D-04). Without the merchant's header the user's id
 * decides, if only one merchant has such a user; an integrator cannot act yet (D-05).
 */
export async function identityOf(
  presented: Presented,
  names: HeaderNames,
  merchants: MerchantStore,
): Promise<Identity> {
  const userId = headerOf(presented, names.user);
  if (headerOf(presented, names.integrator) !== null) {
    if (userId === null) {
      return refused('Unauthorized', `Integrators cannot sign in yet; send ${names.user} instead.`);
    }
    return refused('Bad Request', `Send ${names.user} or ${names.integrator}, not both.`);
  }
  if (userId === null) return refused('Unauthorized', `The header ${names.user} is missing.`);
  const merchantId = headerOf(presented, names.merchant);
  if (userId.length > LIMITS.userIdMax || (merchantId?.length ?? 0) > LIMITS.userIdMax) {
    return refused('Unauthorized', 'No merchant or user has such a long id.');
  }
  if (merchantId !== null) return { ok: true, merchantId, userId };
  const [only, second] = await merchants.withUser(userId, 2);
  if (second !== undefined) {
    return refused('Bad Request', `Several merchants have this user; send ${names.merchant} too.`);
  }
  // An unknown user goes on to fail like a wrong secret does, as fast and in the same words.
  return { ok: true, merchantId: only ?? '', userId };
}

function refused(type: Refusal['type'], description: string): Identity {
  return { ok: false, refusal: { type, description } };
}
