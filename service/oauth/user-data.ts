import type { Result } from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { subjectOf } from '../permissions/id-token.ts';
import { personOf } from '../permissions/person.ts';
import { claimsOf, type Person, personalIdOf } from '../permissions/rules/user-info.ts';
import type { StoredToken } from '../store/effects.ts';
import { bearerRefuse } from './audiences.ts';
import type { OauthDeps } from './deps.ts';
import type { ProgramEndpoints } from './endpoint.ts';
import { type OauthRefusal, oauthRefuse } from './refusal.ts';

/** Returns data of a customer, or null for unknown data. */
type Reader = (person: Person, token: StoredToken) => unknown;

type UserDataEndpoints = Pick<
  ProgramEndpoints,
  'userinfo' | 'shippingAddress' | 'personalId' | 'bankId'
>;

type Caller = { readonly who: StoredToken | null };

const NO_TOKEN = bearerRefuse(401, 'invalid_token', 'The customer is gone.');
const NOT_KNOWN = oauthRefuse(404, 'not_found', 'This is not known.');

/** The endpoints with data of the customer who granted an access token. */
export function userDataEndpoints(deps: Pick<OauthDeps, 'store' | 'issuers'>): UserDataEndpoints {
  const { keys } = deps.issuers;
  const endpoint =
    (read: Reader) =>
    async ({ who: token }: Caller): Promise<Result<Reply, OauthRefusal>> => {
      const person = token === null ? null : await personOf(deps.store, token.customerId);
      if (token === null || person === null) return NO_TOKEN;
      const body = read(person, token);
      return body === null ? NOT_KNOWN : { ok: true, value: { status: 200, body } };
    };
  return {
    userinfo: endpoint((person, token) =>
      claimsOf(subjectOf(keys, token.merchantId, token.customerId), person, token.scope),
    ),
    shippingAddress: endpoint((person) => person.profile?.address ?? null),
    personalId: endpoint((person) => personalIdOf(person, 'id')),
    bankId: endpoint((person) => personalIdOf(person, 'bankid')),
  };
}
