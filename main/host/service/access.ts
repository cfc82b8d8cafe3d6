import type { Ready } from '../../../service/index.ts';
import { createMerchantClient, type Identity } from '../../../shared/client/index.ts';
import { createSender } from '../../../shared/client/send.ts';
import type { PairingRights } from '../../../shared/protocol/pairing.ts';
import type { RefundClient } from '../../../shared/terminal/index.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { StartError } from '../start-error.ts';

/** The address of a till's service, and the till's identity there. */
export type TillAccess = {
  readonly baseUrl: string;
  readonly identity: Identity;
  /** What the pairing gave this till; left out where it was not paired by a code. */
  readonly rights?: PairingRights;
};

/** What carries a till's requests. */
export type Wire = { readonly clock: DeviceClock; readonly fetch: typeof fetch };

/** Sends requests to a till's service: by its own credentials unless `as` names others. */
export const senderOf = (
  { baseUrl, identity }: TillAccess,
  { clock, fetch }: Wire,
  as: Identity = identity,
) => createSender({ ...as, baseUrl, clock, fetch });

/** A user that signs refunds when the till itself has only a secret. */
export type Signer = { readonly userId: string; readonly privateKey: string };

/** API user that a till signs in as. */
const TILL_USER = 'pos';

/** The till's identity at the embedded service. Throws `StartError` when the user is missing. */
export function identityOf({ merchant, users }: Pick<Ready, 'merchant' | 'users'>): Identity {
  const user = users.find((one) => one.id === TILL_USER);
  if (!user) throw new StartError(`The service has no user "${TILL_USER}" for this till.`);
  return {
    merchantId: merchant.id,
    userId: user.id,
    credentials: { kind: 'secret', secret: user.secret },
  };
}

/** The user of an embedded service that holds a key. */
export function signerOf({ users }: Pick<Ready, 'users'>): Signer | null {
  const user = users.find((one) => one.private_key_pem !== undefined);
  const privateKey = user?.private_key_pem ?? null;
  return user === undefined || privateKey === null ? null : { userId: user.id, privateKey };
}

/** A client that signs refunds with the till's own key or the signer's; null if the till signs nothing. */
export function refundClientOf(
  access: TillAccess,
  signer: Signer | null,
  { clock, fetch }: Wire,
): RefundClient | null {
  const signing = signingOf(access, signer);
  if (signing === null) return null;
  return createMerchantClient({ ...signing, baseUrl: access.baseUrl, fetch, clock });
}

/**
 * With what a till signs refunds and changes of items: the signer's key, or its own. Null without a key, and for a till
 * that was paired for sales only, whose own signature the service does not accept for them (D-419).
 */
export function signingOf(
  { identity, rights }: TillAccess,
  signer: Signer | null,
): Identity | null {
  if (signer !== null) {
    const { userId, privateKey } = signer;
    const { merchantId } = identity;
    return { merchantId, userId, credentials: { kind: 'key', privateKey } };
  }
  return rights !== 'sales' && identity.credentials.kind === 'key' ? identity : null;
}
