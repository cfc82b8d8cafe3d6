import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  merchantOutput,
  type merchantProfile,
  merchantUpdateInput,
} from '../../shared/protocol/merchant.ts';
import { openAdmin } from '../service/admin/run-admin.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { secretHeaders } from '../support/wire.ts';

/*
 * Goal: what an operator or an integrator sets on a merchant is what the API returns, whichever of the two
 * sets it, and nothing else changes (D-69, D-100, D-105).
 * Method: random members with random values, in turn by the API and by the operator's command on the
 * running service, against a merchant that the test keeps. `MERCHANT_CHANGES=500` makes as many changes.
 */

const CHANGES = Number(process.env.MERCHANT_CHANGES ?? 24);
const SEED = testSeed().seed;

/** Where each member of a merchant comes from; a new member needs a place here. */
const SET_BY: Readonly<
  Record<keyof typeof merchantOutput.shape, 'change' | 'creation' | 'service'>
> = {
  ...{ profile: 'change', business_documents: 'change', auto_release_after_auth_expire: 'change' },
  ...{ id: 'creation', business_name: 'creation', organization_id: 'creation', mcc: 'creation' },
  currencies: 'creation',
  ...{ integrator: 'creation', settlement_account: 'creation', auth_duration: 'creation' },
  per_payment_amount_limit: 'creation',
  ...{ legal_entity: 'service', jurisdiction: 'service', features: 'service', approved: 'service' },
  ...{ application: 'service', integration_type: 'service' },
};

const admin = openAdmin();
let test: TestService;
let shop: string;
beforeAll(async () => {
  test = await startTestService({ data: { kind: 'directory', path: admin.data } });
  shop = test.ready.merchant.id;
});
afterAll(async () => {
  await test.stop();
  admin.stop();
});

type Json = Readonly<Record<string, unknown>>;
const read = async (id = shop): Promise<Json> =>
  Object((await test.integrator(`/merchant/${id}/`, {}, id)).json);

/** Values that each member of a profile accepts; the first is what a left-out one becomes. */
const PROFILE: Readonly<Record<keyof typeof merchantProfile.shape, readonly unknown[]>> = {
  first_address_line: ['', 'Thorvald Meyers gate 40', '😀'.repeat(50)],
  second_address_line: ['', 'c/o Løkka'],
  postal_code: [null, '0555', '12345'],
  country: [null, 'Norge', 'NO'],
  description: [null, 'Kaffe\nog kaker', ''],
  phone_number: ['', '4798765432'],
  email: ['', 'hei@kaffebaren.no'],
  url: ['', 'https://kaffebaren.no/', 'http://kaffebaren.no'],
  twitter: [null, '@kaffebaren'],
  facebook: [null, 'kaffebaren'],
  hours: [null, 'Man–fre 8–17\nLør 10–16'],
  settlement_receivers: [[], ['hei@kaffebaren.no'], ['a@b.no', 'c@d.no']],
  settlement_email_xls: [false, true],
};

/** A random profile as a caller writes it, and as it is read. */
function profileOf(prng: Prng) {
  const given = Object.entries(PROFILE).filter(() => prng.chance(0.6));
  const sent = Object.fromEntries(given.map(([name, values]) => [name, prng.pick(values)]));
  const defaults = Object.fromEntries(
    Object.entries(PROFILE).map(([name, [none]]) => [name, none]),
  );
  return { sent, read: { ...defaults, ...sent } };
}

function documentsOf(prng: Prng) {
  const some = ['lease.pdf', 'licence æøå.pdf', 'a/b'].filter(() => prng.chance(0.5));
  const sent = some.map((gs_object_name) => ({
    gs_object_name,
    ...(prng.chance(0.5) ? { description: 'A paper' } : {}),
  }));
  return { sent, read: sent.map((one) => ({ description: null, ...one })) };
}

/** Sets members by the operator's command on the running service. */
async function byCommand(sent: Json): Promise<void> {
  const file = (name: string, value: unknown) => {
    const path = join(admin.folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(value));
    return [`--${name}`, path];
  };
  const { profile, business_documents: documents, auto_release_after_auth_expire: flag } = sent;
  await admin.done(
    ...['set-merchant', shop],
    ...(profile === undefined ? [] : file('profile', profile)),
    ...(documents === undefined ? [] : file('documents', documents)),
    ...(flag === undefined ? [] : ['--auto-release', flag === true ? 'yes' : 'no']),
  );
}

async function byApi(body: Json): Promise<void> {
  const reply = await test.integrator(`/merchant/${shop}/`, { method: 'PUT', body });
  expect([reply.status, reply.text]).toEqual([204, '']);
}

it('every member of a merchant has a source in the test, and the API changes those it accepts', () => {
  expect(Object.keys(SET_BY).sort()).toEqual(Object.keys(merchantOutput.shape).sort());
  const changed = Object.entries(SET_BY).filter(([, by]) => by === 'change');
  expect(changed.map(([name]) => name).sort()).toEqual(
    Object.keys(merchantUpdateInput.shape).sort(),
  );
});

it('the API returns what random changes by API and command set, and nothing else changes', async () => {
  const prng = createPrng(SEED);
  let merchant = await read();
  const { logo_url } = Object(merchant.profile);
  for (let number = 0; number < CHANGES; number += 1) {
    const profile = profileOf(prng);
    const documents = documentsOf(prng);
    const flag = prng.chance(0.5);
    const members = {
      profile: { sent: profile.sent, read: { ...profile.read, logo_url } },
      business_documents: documents,
      auto_release_after_auth_expire: { sent: flag, read: flag },
    };
    const some = Object.entries(members).filter(() => prng.chance(0.5));
    const sent = Object.fromEntries(some.map(([name, { sent }]) => [name, sent]));
    const command = prng.chance(0.5);
    // The same change in the same second would have the same signature.
    await test.service.simulator.advance(1);
    await (command ? byCommand(sent) : byApi(sent));
    merchant = { ...merchant, ...Object.fromEntries(some.map(([name, { read }]) => [name, read])) };
    const story = `seed ${SEED}, change ${number} by ${command ? 'command' : 'API'}`;
    expect(await read(), story).toEqual(merchant);
  }
});

it('a merchant is created with the values of its options', async () => {
  const prng = createPrng(SEED);
  for (let number = 0; number < 4; number += 1) {
    const id = `made-${number}`;
    const currency = prng.pick(['NOK', 'EUR', 'JPY']);
    const limit = prng.between(1, 999_999_999);
    const [mcc, seconds] = [prng.between(1, 9_999), prng.between(1, 30 * 86_400)];
    await admin.done(
      ...['create-merchant', '--id', id, '--name', `Kafé ${number}`, '--mcc', `${mcc}`],
      ...['--organization-id', `91000000${number}`, '--integrator', test.ready.integrator.id],
      ...['--currency', currency, '--payment-limit', `${limit}`, '--auth-seconds', `${seconds}`],
    );
    expect(await read(id)).toMatchObject({
      ...{ id, business_name: `Kafé ${number}`, mcc, organization_id: `91000000${number}` },
      ...{ integrator: test.ready.integrator.id, settlement_account: `${id}.${currency}` },
      ...{ per_payment_amount_limit: limit, auth_duration: seconds },
      auto_release_after_auth_expire: true,
    });
    const made = await admin.done('create-user', id, '--id', 'pos');
    const secret = /^secret (\S{43})$/m.exec(made)?.[1] ?? '';
    const headers = secretHeaders(id, 'pos', secret);
    const account = await test.open(`/settlement_account/${id}.${currency}/`, { headers });
    expect(Object(account.json).currency).toBe(currency);
  }
});
