import type { Store, User } from '../store/store.ts';
import type { Identity } from './identity.ts';
import { inNetmask } from './netmask.ts';
import type { Caller } from './request-credentials.ts';

type Known = Extract<Identity, { readonly ok: true }>;

/** The user or integrator of an identity, as far as the request's address may see it. */
export type Principal = {
  readonly kind: Caller['kind'];
  readonly merchantId: string;
  /** Id of the user or of the integrator. */
  readonly id: string;
  /**
   * The name under which failures are counted. An integrator's begins with a blank, which no user's
   * id does, so the two never share a limit or a used signature.
   */
  readonly userId: string;
  /**
   * Null for an integrator, for an unknown user, and for a user that may not connect from this
   * address.
   */
  readonly user: User | null;
  /** PEM; null as above, or without a key. */
  readonly publicKey: string | null;
  /** True if the user exists but may not connect from this address; only for the log. */
  readonly elsewhere: boolean;
  readonly address: string;
};

export type PrincipalStores = Pick<Store, 'users' | 'merchants' | 'integrators'>;

/** A user as found in the store. An unknown user gets credentials that never match. */
export function userPrincipal(identity: Known, address: string, stored: User | null): Principal {
  const { kind, merchantId, id } = identity;
  const here = stored !== null && inNetmask(address, stored.netmask);
  const user = here ? stored : null;
  const elsewhere = stored !== null && !here;
  const publicKey = user?.publicKey ?? null;
  return { kind, merchantId, id, userId: id, user, publicKey, elsewhere, address };
}

/** Looks an integrator up and checks whether it may act for the merchant. */
export async function integratorPrincipal(
  identity: Known,
  address: string,
  store: PrincipalStores,
): Promise<Principal> {
  const { kind, merchantId, id } = identity;
  const stored = await store.integrators.read(id);
  const here = stored !== null && inNetmask(address, stored.netmask);
  // The merchant decides which integrator may act for it (D-05).
  const named = (await store.merchants.integratorOf(merchantId)) === id;
  const publicKey = here && named ? stored.publicKey : null;
  const elsewhere = stored !== null && !here;
  const userId = countedName(id);
  return { kind, merchantId, id, userId, user: null, publicKey, elsewhere, address };
}

/** The name under which an integrator's failures are counted. */
export function countedName(integratorId: string): string {
  return ` integrator ${integratorId}`;
}
