import { tokenHash } from '../../shared/node/password-hash.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Grant } from '../../shared/protocol/permission.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { StoredToken } from '../store/effects.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { Store } from '../store/store.ts';
import { type IdTokens, subjectOf } from './id-token.ts';
import { personOf } from './person.ts';
import { includesScope } from './rules/decide.ts';
import type { GrantTokens } from './rules/outcome.ts';
import { idClaimsOf, userInfoOf } from './rules/user-info.ts';

export type GrantDeps = {
  readonly store: Pick<Store, 'customers' | 'profiles'>;
  readonly clock: Clock;
  readonly keys: InstanceKeys;
  readonly idTokens: IdTokens;
  /** Origin of the service, the issuer of its id tokens; read at use. */
  readonly issuer: () => string;
};

/** All rows that the grant of a permission writes. */
export type PreparedGrant = { readonly grant: Grant; readonly tokens: readonly StoredToken[] };

/** Makes the tokens of a customer's consent. */
export interface GrantMaker {
  prepare(request: {
    readonly rid: string;
    readonly merchantId: string;
    readonly customerId: string;
    readonly scope: string;
  }): Promise<PreparedGrant>;
  /**
   * The tokens of a permission. They are derived from its rid with a key that is not in the
   * database, so that an outcome can show them again although only their hashes are stored (D-118).
   */
  tokensOf(rid: string): GrantTokens;
}

export function createGrantMaker(deps: GrantDeps): GrantMaker {
  const { store, clock, keys, idTokens, issuer } = deps;

  function tokensOf(rid: string): GrantTokens {
    return {
      access: `at-${keys.mac('access-token', rid)}`,
      refresh: `rt-${keys.mac('refresh-token', rid)}`,
    };
  }

  return {
    tokensOf,
    async prepare({ rid, merchantId, customerId, scope }) {
      const person = await personOf(store, customerId);
      if (person === null) throw new Error('a permission belongs to nobody');
      const at = clock.now();
      // A merchant is its own OAuth client, whose id is the merchant's (specification, Flows).
      const shared = { grantId: rid, clientId: merchantId, merchantId, customerId, scope };
      const { access, refresh } = tokensOf(rid);
      const expires = at + LIMITS.accessTokenLife;
      const idToken = includesScope(scope, 'openid')
        ? await idTokens.sign({
            issuer: issuer(),
            subject: subjectOf(keys, merchantId, customerId),
            audience: merchantId,
            at,
            authTime: at,
            nonce: null,
            person: idClaimsOf(person, scope),
          })
        : null;
      const userInfo = userInfoOf(person, scope);
      return {
        grant: { at, scope, userInfo, idToken, expires },
        tokens: [
          { ...shared, hash: tokenHash(access), kind: 'access', issued: at, expires },
          {
            ...shared,
            hash: tokenHash(refresh),
            kind: 'refresh',
            issued: at,
            expires: at + LIMITS.refreshTokenLife,
          },
        ],
      };
    },
  };
}
