import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { WALLET_HEADER, WALLET_PATH } from '../../../../shared/wallet/contract.ts';
import { type Phone, signedInPhone } from '../../../support/phone.ts';
import {
  member,
  onOwnService,
  startTestService,
  type TestService,
} from '../../../support/service.ts';

/* The profile that a customer maintains for shops: limits, verification, and from when a change applies. */

const INGRID = '4798765432';
const SCOPE = 'email openid phone profile shipping_address';
const ADDRESS = {
  name: 'Hytta',
  street_address: 'Fjellveien 1',
  postal_code: '2640',
  locality: 'Vinstra',
  country: 'NO',
};
const NEW = {
  name: 'Ingrid Solheim Berg',
  phone: '4722334455',
  email: 'ingrid@berg.example',
  address: ADDRESS,
};

let test: TestService;
let phone: Phone;
beforeAll(async () => {
  test = await startTestService();
  phone = await signedInPhone(test.ready.wallet_url, INGRID);
});
afterAll(() => test.stop());

async function put(body: unknown, cookie = phone.cookie) {
  const reply = await fetch(`${test.ready.wallet_url}${WALLET_PATH}/profile`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', [WALLET_HEADER]: '1', cookie },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: await reply.json() };
}
const read = async () => (await phone.get('/profile')).json();

let asked = 0;
async function granted(): Promise<string> {
  asked += 1;
  const body = { customer: INGRID, pos_id: 'kasse-1', pos_tid: `who-${asked}`, scope: SCOPE };
  const sent = { method: 'POST', body };
  const made = await test.secret(test.users.pos, '/permission_request/', sent);
  const rid = member(made.json, 'id');
  await test.simulator(`/permission_request/${rid}/accept/`, { method: 'POST', body: {} });
  return rid;
}
async function outcome(rid: string) {
  const path = `/permission_request/${rid}/outcome/`;
  return JSON.parse((await test.secret(test.users.pos, path)).text);
}

it('a profile is shown only to its signed-in customer', async () => {
  await onOwnService(async (own) => {
    const first = await signedInPhone(own.ready.wallet_url, INGRID);
    expect(await (await first.get('/profile')).json()).toEqual({
      name: 'Ingrid Solheim',
      phone: null,
      email: 'ingrid.solheim@example.no',
      email_verified: true,
      address: {
        name: 'Hjemme',
        street_address: 'Markveien 35',
        postal_code: '0554',
        locality: 'Oslo',
        country: 'NO',
      },
    });
  });
  expect((await put(NEW, '')).status).toBe(401);
  const anyone = await fetch(`${test.ready.wallet_url}${WALLET_PATH}/profile`);
  expect(anyone.status).toBe(401);
});

it.each([
  ['name', { ...NEW, name: '' }],
  ['name', { ...NEW, name: 'x'.repeat(LIMITS.personNameMax + 1) }],
  ['name', { ...NEW, name: 'two\nlines' }],
  ['phone', { ...NEW, phone: '+47 22 33 44 55' }],
  ['email', { ...NEW, email: 'nobody' }],
  ['email', { ...NEW, email: `${'x'.repeat(LIMITS.sspEmailMax)}@berg.example` }],
  ['address.country', { ...NEW, address: { ...ADDRESS, country: 'Norway' } }],
  ['address.postal_code', { ...NEW, address: { ...ADDRESS, postal_code: '1'.repeat(13) } }],
])('an invalid %s is refused with 400 and changes nothing', async (field, body) => {
  const before = await read();
  const { status, body: refused } = await put(body);
  expect([status, refused.error_details]).toEqual([
    400,
    { [field]: [expect.stringMatching(/^must/)] },
  ]);
  expect(await read()).toEqual(before);
});

it('later grants have the new data; data of earlier grants does not change', async () => {
  const before = await granted();
  const seen = await outcome(before);
  const changed = await put(NEW);
  expect([changed.status, changed.body]).toEqual([200, { ...NEW, email_verified: false }]);
  const after = await outcome(await granted());
  expect(after.user_info).toEqual({
    name: NEW.name,
    phone_number: NEW.phone,
    phone_number_verified: false,
    email: NEW.email,
    shipping_address: { ...ADDRESS, formatted: 'Fjellveien 1\n2640 Vinstra\nNO' },
  });
  expect((await outcome(before)).user_info).toEqual(seen.user_info);
  // A token reads the present, also the token of an earlier grant.
  const claims = await fetch(`${test.ready.base_url}/oauth2/v1/userinfo`, {
    headers: { authorization: `Bearer ${seen.access_token}` },
  });
  expect(await claims.json()).toMatchObject({
    name: NEW.name,
    email: NEW.email,
    email_verified: false,
    phone_number: NEW.phone,
    phone_number_verified: false,
  });
  expect(await (await phone.get('/me')).json()).toMatchObject({
    customer: { name: NEW.name, msisdn: INGRID },
  });
});

it('removed data is deleted, and the sign-in number needs no second verification', async () => {
  const { status, body } = await put({ name: 'Ingrid', phone: INGRID, email: null, address: null });
  expect([status, body]).toEqual([
    200,
    { name: 'Ingrid', phone: null, email: null, email_verified: false, address: null },
  ]);
  const { user_info } = await outcome(await granted());
  expect(user_info).toEqual({
    name: 'Ingrid',
    phone_number: INGRID,
    phone_number_verified: true,
  });
});
