import { present } from '../../../shared/objects/present.ts';
import { NEEDS_OPENID } from '../../../shared/protocol/scope.ts';
import type {
  CustomerProfile,
  IdClaims,
  PersonalId,
  UserClaims,
  UserInfo,
} from '../../../shared/protocol/user-info.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';

/** A customer with everything the service knows. */
export type Person = {
  readonly name: string;
  readonly msisdn: string;
  readonly profile: CustomerProfile | null;
};

/** True when a granted scope opens this kind of data. */
export function grants(scope: string, kind: string): boolean {
  const words = new Set(scope.split(' '));
  return words.has(kind) && (!NEEDS_OPENID.has(kind) || words.has('openid'));
}

/**
 * `user_info` of a permission outcome: exactly what the scopes open (D-119). Addresses and id numbers
 * have the shapes of the endpoints that an access token opens (D-131, D-132).
 */
export function userInfoOf(person: Person, scope: string): UserInfo {
  const email = person.profile?.email ?? null;
  const shipping = person.profile?.address ?? null;
  const { name: _tag, ...address } = shipping ?? {};
  const number = grants(scope, 'fodselsnummer') ? personalIdOf(person, 'id') : null;
  const bankid = grants(scope, 'bankid') ? personalIdOf(person, 'bankid') : null;
  return {
    ...(grants(scope, 'phone') ? phoneOf(person) : {}),
    ...(grants(scope, 'profile') ? { name: person.name } : {}),
    ...(grants(scope, 'email') && email !== null ? { email } : {}),
    ...(grants(scope, 'address') && shipping !== null ? { address: nulled(address) } : {}),
    ...(grants(scope, 'shipping_address') && shipping !== null
      ? { shipping_address: shipping }
      : {}),
    ...present({ fodselsnummer: number, bankid }),
  };
}

/** Claims of `GET /oauth2/v1/userinfo` (D-131). */
export function claimsOf(sub: string, person: Person, scope: string): UserClaims {
  const { profile } = person;
  const email = profile?.email ?? null;
  const { name: _tag, ...address } = profile?.address ?? {};
  return {
    sub,
    ...(grants(scope, 'profile') ? { name: person.name } : {}),
    ...(grants(scope, 'email') && email !== null
      ? { email, email_verified: profile?.emailVerified ?? false }
      : {}),
    ...(grants(scope, 'phone') ? phoneOf(person) : {}),
    ...(grants(scope, 'address') && profile?.address ? { address: nulled(address) } : {}),
  };
}

/**
 * What an id token says of the person (D-468): name and e-mail, by scope, from which client libraries make a
 * session. Null for a person who is gone.
 */
export function idClaimsOf(person: Person | null, scope: string): IdClaims {
  if (person === null) return {};
  const { name, email, email_verified } = claimsOf('', person, scope);
  return present({ name, email, email_verified });
}

/** The number that signs in is verified by that; another one is the customer's word. */
function phoneOf({ msisdn, profile }: Person) {
  const other = profile?.phone ?? null;
  return { phone_number: other ?? msisdn, phone_number_verified: other === null };
}

type Address = NonNullable<UserClaims['address']>;

function nulled(address: Partial<Address>): Address {
  const { street_address = null, locality = null, postal_code = null } = address;
  const { country = null, formatted = null } = address;
  return { street_address, locality, postal_code, country, formatted };
}

/** The id number with all of its proofs, or with the bank identity's alone (D-132); null: unknown. */
export function personalIdOf(person: Person, kind: 'id' | 'bankid'): PersonalId | null {
  const known = person.profile?.nationalId ?? null;
  if (known === null) return null;
  const all = known.proofs.map(({ source, verifiedAt }) => ({
    source,
    verified_at: formatDateTime(verifiedAt),
  }));
  const bank = all.filter((proof) => proof.source === 'bankid').slice(0, 1);
  if (kind === 'bankid' && bank.length === 0) return null;
  const proofs = kind === 'bankid' ? bank : all;
  return { id_number: known.number, jurisdiction: known.jurisdiction, proofs };
}
