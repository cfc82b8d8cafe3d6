import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { programAudience } from '../../service/oauth/audiences.ts';
import type { OauthRefusal } from '../../service/oauth/refusal.ts';
import { userDataEndpoints } from '../../service/oauth/user-data.ts';
import type { StoredToken } from '../../service/store/effects.ts';
import { type AnyRoute, type Endpoint, servedBy } from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { SVC_PROFILE } from '../../shared/protocol/media.ts';
import { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import { permissionRequestInput } from '../../shared/protocol/permission.ts';
import { SCOPES } from '../../shared/protocol/scope.ts';
import { serviceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { CustomerProfile } from '../../shared/protocol/user-info.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { CUSTOMER, ids, MERCHANT, startPayments } from '../support/payments.ts';
import { STORES } from '../support/stores.ts';

/*
 * Goal: an application gets exactly what was granted and is known of the customer, and a scope that would
 * return nothing is refused (specification, scopes; D-119).
 * Method: every subset of the scopes, by a customer of whom a random part is known; what each scope
 * opens is a table from the specification. `GRANT_ROUNDS=20` plays as many customers with each subset;
 * one round takes a quarter of the subsets on PostgreSQL.
 */

const ROUNDS = Number(process.env.GRANT_ROUNDS ?? 1);
const SEED = testSeed().seed;
const ADDRESS = { street_address: 'Markveien 1', locality: 'Oslo', postal_code: '0554' };
const WHOLE = { ...ADDRESS, country: 'NO', formatted: 'Markveien 1\n0554 Oslo' };

const SUBSETS = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
  SCOPES.filter((_scope, place) => (bits >> place) % 2 === 1),
);

/** The data of a customer besides number and name; each datum is there at random. */
function profileOf(prng: Prng): CustomerProfile | null {
  if (prng.chance(0.1)) return null;
  const proofs = [
    { source: 'passport', verifiedAt: 0 },
    ...(prng.chance(0.5) ? [{ source: 'bankid', verifiedAt: 1_000 }] : []),
  ];
  const nationalId = { number: '01017012345', jurisdiction: 'no' as const, proofs };
  return {
    phone: prng.chance(0.5) ? '4740000000' : null,
    email: prng.chance(0.6) ? 'ingrid@example.no' : null,
    emailVerified: prng.chance(0.5),
    address: prng.chance(0.6) ? { name: 'Home', ...WHOLE } : null,
    nationalId: prng.chance(0.6) ? nationalId : null,
  };
}

/** What a scope opens, by the specification: the member and its value; null when it is not known. */
function opened(profile: CustomerProfile | null): Readonly<Record<string, unknown>> {
  const number = profile?.nationalId ?? null;
  const id = (bank: boolean) => {
    const proofs = (number?.proofs ?? [])
      .filter(({ source }) => !bank || source === 'bankid')
      .map(({ source, verifiedAt }) => ({
        source,
        verified_at: new Date(verifiedAt).toISOString().slice(0, 19).replace('T', ' '),
      }));
    if (number === null || proofs.length === 0) return null;
    return { id_number: number.number, jurisdiction: 'no', proofs };
  };
  const own = profile?.phone ?? null;
  return {
    phone: { phone_number: own ?? CUSTOMER.msisdn, phone_number_verified: own === null },
    profile: { name: CUSTOMER.name },
    email: profile?.email ? { email: profile.email } : null,
    address: profile?.address ? { address: WHOLE } : null,
    shipping_address: profile?.address ? { shipping_address: profile.address } : null,
    fodselsnummer: number === null ? null : { fodselsnummer: id(false) },
    bankid: id(true) === null ? null : { bankid: id(true) },
    openid: null,
  };
}

const merged = (parts: readonly unknown[]) => Object.assign({}, ...parts.map((one) => one ?? {}));

type World = Awaited<ReturnType<typeof startPayments>>;

/** What an access token reads at each of the endpoints of user data: its status, or the data. */
async function tokenReads({ store, issuers, clock }: World, token: string) {
  const addresses = () => serviceAddresses('http://service.test', '/merchant/v1');
  const log = pino({ level: 'silent' });
  const deps = { store, issuers, clock, ids, profile: SVC_PROFILE, log, addresses };
  const { signal } = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const sent = { method: 'GET', target: '/', headers, rawHeaders: [], body: new Uint8Array() };
  const request = { ...sent, address: '127.0.0.1' };
  const exchange = {
    ...request,
    requestId: 'r',
    params: {},
    peer: '127.0.0.1',
    gone: () => signal,
  };
  const audience = programAudience(deps);
  const endpoints = userDataEndpoints(deps);
  const names = ['userinfo', 'shippingAddress', 'personalId', 'bankId'] as const;
  const read = names.map(async (name) => {
    const endpoint = endpoints[name] as Endpoint<StoredToken | null, Reply, OauthRefusal>;
    const reply = await servedBy<AnyRoute, StoredToken | null, Reply, OauthRefusal>(
      OAUTH_ROUTES[name],
      audience,
      endpoint,
    )(exchange);
    const { sub: _, ...data } = Object(reply.body);
    return [name, reply.status === 200 ? data : reply.status];
  });
  return Object.fromEntries(await Promise.all(read));
}

/** The same by the specification; 403 is not granted, 404 is not known. */
function endpointsOf(
  words: readonly string[],
  known: Readonly<Record<string, unknown>>,
  verified: boolean,
) {
  const one = (scope: string, member: string) => {
    if (!words.includes(scope)) return 403;
    return known[scope] === null ? 404 : Object(known[scope])[member];
  };
  const claims = ['phone', 'profile', 'email', 'address'].filter((word) => words.includes(word));
  const email = words.includes('email') && known.email !== null;
  return {
    userinfo: {
      ...merged(claims.map((word) => known[word])),
      ...(email ? { email_verified: verified } : {}),
    },
    shippingAddress: one('shipping_address', 'shipping_address'),
    personalId: one('fodselsnummer', 'fodselsnummer'),
    bankId: one('bankid', 'bankid'),
  };
}

describe.each(STORES)('a permission request on %s', (kind) => {
  it('returns the granted and known data for every valid subset of the scopes', async () => {
    const world = await startPayments(kind);
    const prng = createPrng(SEED);
    const { permissions, store } = world;
    let number = 0;
    try {
      for (const words of Array.from({ length: ROUNDS }, () => SUBSETS).flat()) {
        number += 1;
        if (ROUNDS === 1 && kind === 'postgres' && prng.chance(0.75)) continue;
        const story = `seed ${SEED}, request ${number}: ${words}`;
        const named = { customer: CUSTOMER.msisdn, pos_id: 'till', pos_tid: `r-${number}` };
        const input = permissionRequestInput.safeParse({ ...named, scope: words.join(' ') });
        const lost = words.some((word) => ['address', 'email', 'phone'].includes(word));
        expect(input.success, story).toBe(!lost || words.includes('openid'));
        if (!input.success) {
          expect(input.error.issues[0]?.message, story).toContain('openid');
          continue;
        }
        const profile = profileOf(prng);
        if (profile !== null) await store.profiles.put(CUSTOMER.id, profile);
        const stored = await store.profiles.read(CUSTOMER.id);
        const known = opened(stored);
        const made = await permissions.create(MERCHANT.id, input.data);
        if (!made.ok) throw new Error(made.refusal.description);
        const { rid } = made.value.permission;
        const done = await permissions.customerSide.accept(CUSTOMER.id, rid, null);
        if (!done.ok) throw new Error(done.refusal.description);
        const outcome = permissions.outcome(done.value);
        expect(outcome.user_info, story).toEqual(merged(words.map((word) => known[word])));
        expect(outcome.scope, story).toBe([...words].sort().join(' '));
        expect(outcome.id_token !== null, story).toBe(words.includes('openid'));
        const read = await tokenReads(world, outcome.access_token ?? '');
        expect(read, story).toEqual(endpointsOf(words, known, stored?.emailVerified ?? false));
      }
    } finally {
      await world.stop();
    }
  });
});
