import { createPrivateKey, createPublicKey } from 'node:crypto';
import { exportJWK, type JWK, SignJWT } from 'jose';
import { once } from '../../shared/node/once.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { IdClaims } from '../../shared/protocol/user-info.ts';
import { type Instant, SECOND } from '../../shared/time/clock.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';

/** The claims of an id token (D-133, D-468). */
export type IdTokenClaims = {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  readonly at: Instant;
  readonly authTime: Instant;
  readonly nonce: string | null;
  readonly person: IdClaims;
};

/** Signs id tokens and publishes the key to verify them. */
export interface IdTokens {
  sign(claims: IdTokenClaims): Promise<string>;
  /** The published keys, as `GET /oauth2/jwks.json` answers them. */
  keySet(): Promise<{ readonly keys: readonly JWK[] }>;
}

const ALGORITHM = 'RS256';

export function createIdTokens(keys: InstanceKeys): IdTokens {
  const signing = once(async () => {
    const { kid, privateKeyPem } = await keys.idToken();
    return { kid, key: createPrivateKey(privateKeyPem) };
  });
  return {
    async sign({ issuer, subject, audience, at, authTime, nonce, person }) {
      const { kid, key } = await signing();
      const iat = Math.floor(at / SECOND);
      const own = { auth_time: Math.floor(authTime / SECOND), ...(nonce ? { nonce } : {}) };
      return new SignJWT({ ...person, ...own })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt(iat)
        .setExpirationTime(iat + LIMITS.accessTokenLife / SECOND)
        .sign(key);
    },
    async keySet() {
      const { kid, key } = await signing();
      const jwk = await exportJWK(createPublicKey(key));
      return { keys: [{ ...jwk, kid, alg: ALGORITHM, use: 'sig' }] };
    },
  };
}

/**
 * The customer's id for one merchant: stable there, and not linkable by another merchant (D-133).
 */
export function subjectOf(keys: InstanceKeys, merchantId: string, customerId: string): string {
  return keys.mac('subject', JSON.stringify([merchantId, customerId])).slice(0, 32);
}
