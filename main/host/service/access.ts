import type { Ready } from '../../../service/index.ts';
import { createMerchantClient, type Identity } from '../../../shared/client/index.ts';
import type { RefundClient } from '../../../shared/terminal/index.ts';
import { systemClock, systemFetch } from '../adapters/machine.ts';
import { StartError } from '../start-error.ts';

/** The address of a till's service, and the till's identity there. */
export type TillAccess = { readonly baseUrl: string; readonly identity: Identity };

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

/** A client that signs refunds with the till's own key or the signer's; null without a key. */
export function refundClientOf(
  { baseUrl, identity }: TillAccess,
  signer: Signer | null,
): RefundClient | null {
  const signing = signingOf(identity, signer);
  if (signing === null) return null;
  return createMerchantClient({ ...signing, baseUrl, fetch: systemFetch, clock: systemClock });
}

/** With what a till signs: its own key, or the signer's; null without a key. */
export function signingOf(identity: Identity, signer: Signer | null): Identity | null {
  if (identity.credentials.kind === 'key') return identity;
  const { merchantId } = identity;
  if (signer === null) return null;
  const { userId, privateKey } = signer;
  return { merchantId, userId, credentials: { kind: 'key', privateKey } };
}
