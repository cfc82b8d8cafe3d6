import type { Exchange, Serve } from '../../shared/node/http/exchange.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { tokenHash } from '../../shared/node/password-hash.ts';
import { claimsOf, grants, type Person, personalIdOf } from '../../shared/permission/user-info.ts';
import { subjectOf } from '../permissions/id-token.ts';
import type { StoredToken } from '../store/effects.ts';
import type { OauthDeps } from './deps.ts';

type Reader = (person: Person, token: StoredToken) => unknown;

/**
 * An endpoint with data of a customer: its scope, and its reader, which returns null for unknown
 * data.
 */
type UserData = { readonly scope: string | null; readonly read: Reader };

/** Error reply of RFC 6750, section 3. */
export function userDataEndpoints(deps: Pick<OauthDeps, 'store' | 'issuers' | 'clock'>) {
  const { keys } = deps.issuers;
  const endpoint = (data: UserData): Serve => served(deps, data);
  return {
    userinfo: endpoint({
      scope: null,
      read: (person, token) =>
        claimsOf(subjectOf(keys, token.merchantId, token.customerId), person, token.scope),
    }),
    shippingAddress: endpoint({
      scope: 'shipping_address',
      read: (person) => person.profile?.address ?? null,
    }),
    personalId: endpoint({
      scope: 'fodselsnummer',
      read: (person) => personalIdOf(person, 'id'),
    }),
    bankId: endpoint({ scope: 'bankid', read: (person) => personalIdOf(person, 'bankid') }),
  };
}

function served(deps: Pick<OauthDeps, 'store' | 'clock'>, { scope, read }: UserData): Serve {
  return async (exchange) => {
    const token = await bearer(deps, exchange);
    if (token === null) {
      return refused(401, 'invalid_token', 'The access token is missing, wrong, or over.');
    }
    if (scope !== null && !grants(token.scope, scope)) {
      return refused(403, 'insufficient_scope', `The customer has not granted ${scope}.`);
    }
    const customer = await deps.store.customers.byId(token.customerId);
    if (customer === null) return refused(401, 'invalid_token', 'The customer is gone.');
    const profile = await deps.store.profiles.read(customer.id);
    const body = read({ ...customer, profile }, token);
    return body === null
      ? { status: 404, body: { error: 'not_found', error_description: 'This is not known.' } }
      : { status: 200, body };
  };
}

async function bearer(
  deps: Pick<OauthDeps, 'store' | 'clock'>,
  exchange: Exchange,
): Promise<StoredToken | null> {
  const match = /^Bearer +([\w.~+/=-]{1,200})$/i.exec(exchange.headers.authorization ?? '');
  const token = match?.[1];
  if (token === undefined) return null;
  return deps.store.oauth.token(tokenHash(token), 'access', deps.clock.now());
}

/** RFC 6750, section 3. */
function refused(status: number, error: string, error_description: string): Reply {
  const challenge = `Bearer error="${error}", error_description="${error_description}"`;
  return {
    status,
    body: { error, error_description },
    headers: { 'www-authenticate': challenge },
  };
}
