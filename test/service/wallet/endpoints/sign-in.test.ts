import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCodes } from '../../../../service/sign-in/one-time-codes.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { walletCodeReply, walletMe } from '../../../../shared/wallet/contract.ts';
import { testKeys } from '../../../support/issuers.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../../../support/payments.ts';
import { startWallet } from '../start-wallet.ts';

type Pages = Awaited<ReturnType<typeof startWallet>>;
let pages: Pages;
beforeEach(async () => {
  pages = await startWallet();
});
afterEach(() => pages.stopPortal());

async function codeFor(phone: ReturnType<Pages['wallet']>, msisdn: string): Promise<string> {
  const reply = await phone.post('/code', { msisdn });
  expect(reply.status).toBe(200);
  const { demo_code } = walletCodeReply.parse(reply.body);
  if (demo_code === null) throw new Error('the demo shows its codes');
  return demo_code;
}

test('no customer is signed in at first, and a valid code opens a session', async () => {
  const phone = pages.wallet();
  expect((await phone.get('/me')).body).toEqual({
    customer: null,
    demo: true,
    codes: 'shown',
    origins: [pages.origin],
  });
  const code = await codeFor(phone, CUSTOMER.msisdn);
  const reply = await phone.post('/session', { msisdn: CUSTOMER.msisdn, code });
  expect(reply.status).toBe(200);
  expect(walletMe.parse(reply.body).customer?.name).toBe(CUSTOMER.name);
  expect(walletMe.parse((await phone.get('/me')).body).customer?.msisdn).toBe(CUSTOMER.msisdn);
});

test('scripts and other sites cannot use the cookie', async () => {
  const reply = await pages.wallet().post('/demo-session');
  const cookie = reply.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(
    /^tillkit_wallet=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  );
});

test('a code works once', async () => {
  const phone = pages.wallet();
  const code = await codeFor(phone, CUSTOMER.msisdn);
  const given = { msisdn: CUSTOMER.msisdn, code };
  expect((await phone.post('/session', given)).status).toBe(200);
  expect((await phone.post('/session', given)).status).toBe(401);
});

test('a code is valid only for its number', async () => {
  const phone = pages.wallet();
  const code = await codeFor(phone, CUSTOMER.msisdn);
  // Two random codes can be equal.
  while ((await codeFor(phone, OTHER_CUSTOMER.msisdn)) === code);
  const reply = await phone.post('/session', { msisdn: OTHER_CUSTOMER.msisdn, code });
  expect(reply.status).toBe(401);
});

test('a code expires', async () => {
  const phone = pages.wallet();
  const code = await codeFor(phone, CUSTOMER.msisdn);
  pages.clock.advance(LIMITS.walletCodeLife + 1);
  expect((await phone.post('/session', { msisdn: CUSTOMER.msisdn, code })).status).toBe(401);
});

test('too many wrong tries invalidate a code', async () => {
  const phone = pages.wallet();
  const code = await codeFor(phone, CUSTOMER.msisdn);
  const wrong = code === '000000' ? '111111' : '000000';
  for (let tries = 0; tries < LIMITS.walletCodeTriesMax; tries += 1) {
    const reply = await phone.post('/session', { msisdn: CUSTOMER.msisdn, code: wrong });
    expect(reply.status).toBe(401);
  }
  expect((await phone.post('/session', { msisdn: CUSTOMER.msisdn, code })).status).toBe(401);
});

test('the number of codes for a number is limited, and recovers later', async () => {
  const phone = pages.wallet();
  for (let count = 0; count < LIMITS.walletCodesPerNumber; count += 1) {
    await codeFor(phone, CUSTOMER.msisdn);
  }
  const refused = await phone.post('/code', { msisdn: CUSTOMER.msisdn });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  pages.clock.advance(LIMITS.walletRateWindow + 1);
  expect((await phone.post('/code', { msisdn: CUSTOMER.msisdn })).status).toBe(200);
});

test('sixty wrong codes for others at an address do not block a right one', async () => {
  const phone = pages.wallet();
  const code = await codeFor(phone, CUSTOMER.msisdn);
  for (let count = 0; count < LIMITS.loginFailuresWideMax; count += 1) {
    const msisdn = `47${String(90_000_000 + count)}`;
    await phone.post('/session', { msisdn, code: '123456' });
  }
  expect((await phone.post('/session', { msisdn: CUSTOMER.msisdn, code })).status).toBe(200);
});

test('a hundred sign-ins at one address, one after the other, succeed', async () => {
  const phone = pages.wallet();
  for (let count = 0; count < 100; count += 1) {
    const code = await codeFor(phone, CUSTOMER.msisdn);
    const reply = await phone.post('/session', { msisdn: CUSTOMER.msisdn, code });
    expect(reply.status).toBe(200);
    pages.clock.advance(LIMITS.walletRateWindow / LIMITS.walletCodesPerNumber);
  }
});

test('wrong codes at an address lead to 429 for that number', async () => {
  const phone = pages.wallet();
  let last = 401;
  for (let count = 0; count < LIMITS.loginFailuresMax + 2; count += 1) {
    last = (await phone.post('/session', { msisdn: CUSTOMER.msisdn, code: '123456' })).status;
  }
  expect(last).toBe(429);
});

test('a customer known at an address gets codes there when strangers have used up the limit', async () => {
  const phone = pages.wallet();
  const code = await codeFor(phone, CUSTOMER.msisdn);
  expect((await phone.post('/session', { msisdn: CUSTOMER.msisdn, code })).status).toBe(200);
  const signIns = pages.signIns;
  for (let count = 0; count < LIMITS.walletCodesPerNumber + 1; count += 1) {
    signIns.requestCode({ name: CUSTOMER.msisdn, address: '203.0.113.9' });
  }
  const stranger = { name: CUSTOMER.msisdn, address: '203.0.113.10' };
  expect(signIns.requestCode(stranger)).toBeGreaterThan(0);
  expect(await codeFor(phone, CUSTOMER.msisdn)).toMatch(/^\d{6}$/);
});

test('tries from other addresses do not count for the address that requested the code', async () => {
  const codes = createCodes(pages.context, testKeys.mac);
  const customer = { ...CUSTOMER };
  const code = await codes.issue(customer, '192.0.2.1');
  const wrong = code === '000000' ? '111111' : '000000';
  for (let tries = 0; tries < 50; tries += 1) await codes.take(customer, wrong, '203.0.113.9');
  expect(await codes.take(customer, code, '203.0.113.9')).toBe(false);
  expect(await codes.take(customer, code, '192.0.2.1')).toBe(true);
});

test('the demo signs in without a code its own customer, or the one in the request', async () => {
  const phone = pages.wallet();
  const first = await phone.post('/demo-session', {});
  expect(walletMe.parse(first.body).customer?.msisdn).toBe(CUSTOMER.msisdn);
  const named = await phone.post('/demo-session', { msisdn: OTHER_CUSTOMER.msisdn });
  expect(walletMe.parse(named.body).customer?.msisdn).toBe(OTHER_CUSTOMER.msisdn);
  expect((await phone.post('/demo-session', { msisdn: '4700000000' })).status).toBe(404);
});

test('the demo signs in the customer that it is configured with', async () => {
  const other = await startWallet({ demoCustomer: OTHER_CUSTOMER.msisdn });
  try {
    const reply = await other.wallet().post('/demo-session');
    expect(walletMe.parse(reply.body).customer?.name).toBe(OTHER_CUSTOMER.name);
  } finally {
    await other.stopPortal();
  }
});

test('signing out ends the session, also for a copy of its cookie', async () => {
  const phone = pages.wallet();
  await phone.post('/demo-session');
  const kept = phone.cookie();
  expect((await phone.call('DELETE', '/session')).status).toBe(204);
  phone.useCookie(kept);
  expect((await phone.get('/requests')).status).toBe(401);
});

test('a session expires', async () => {
  const phone = pages.wallet();
  await phone.post('/demo-session');
  expect((await phone.get('/requests')).status).toBe(200);
  pages.clock.advance(LIMITS.walletSessionLife + 1);
  expect((await phone.get('/requests')).status).toBe(401);
});

test('outside the demo codes are sent and not shown, and unknown numbers get the same reply', async () => {
  const sent: string[] = [];
  const real = await startWallet({
    demo: false,
    deliverCode: async (customer, code) => {
      sent.push(`${customer.msisdn} ${code}`);
    },
  });
  try {
    const phone = real.wallet();
    const known = await phone.post('/code', { msisdn: CUSTOMER.msisdn });
    const unknown = await phone.post('/code', { msisdn: '4799999999' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.body).toEqual({ demo_code: null });
    expect(sent).toEqual([expect.stringMatching(/^4798765432 \d{6}$/)]);
    expect((await phone.post('/demo-session')).status).toBe(404);
  } finally {
    await real.stopPortal();
  }
});
