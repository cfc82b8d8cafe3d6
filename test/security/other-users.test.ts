import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PeerUser } from '../../shared/node/http/peer-user.ts';
import { PORTAL_HEADER, PORTAL_PATH } from '../../shared/portal/contract.ts';
import { WALLET_HEADER, WALLET_PATH } from '../../shared/wallet/contract.ts';
import { browser, REDIRECT } from '../support/oauth-browser.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { send } from '../support/wire.ts';

/*
 * The demo signs people in without a secret: as a customer, as the shop, and with codes on the page. On
 * a machine with several users this is for the user who started the service.
 */

const CUSTOMER = '4798765432';
const PROXY = '127.0.0.1';

let peer: PeerUser = 'own';
let test: TestService;
let origin: string;
beforeAll(async () => {
  test = await startTestService({ trustProxies: [PROXY] }, { peerUser: async () => peer });
  origin = new URL(test.ready.base_url).origin;
});
afterAll(() => test.stop());

const post = (path: string, body: unknown, more: Readonly<Record<string, string>> = {}) => {
  const type = { 'content-type': 'application/json', [WALLET_HEADER]: '1', [PORTAL_HEADER]: '1' };
  return send(origin + path, { method: 'POST', headers: { ...type, ...more }, body });
};
const customer = (more = {}) => post(`${WALLET_PATH}/demo-session`, { msisdn: CUSTOMER }, more);
const shop = () => post(`${PORTAL_PATH}/demo-session`, {});
const code = () => post(`${WALLET_PATH}/code`, { msisdn: CUSTOMER });

/** The page after a customer's number was typed on the page of an application. */
async function pageOfApplication() {
  const one = browser();
  const { id: client_id } = test.ready.oauth_client;
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: REDIRECT });
  await one.go(`${origin}/oauth2/auth?${query}`);
  // A page that offers no codes has no form; the cookie names the request too.
  const [request_id = ''] = one.jar.get('tillkit_login')?.split('.') ?? [];
  return one.go(`${origin}/oauth2/auth`, { request_id, msisdn: CUSTOMER });
}

describe('a program of another user of this machine', () => {
  it('is not signed in to the demo as a customer or as the shop', async () => {
    peer = 'other';
    expect((await customer()).status).toBe(404);
    expect((await shop()).status).toBe(404);
  });

  it('gets no one-time code from the wallet or from an application’s sign-in page', async () => {
    peer = 'other';
    const refused = await code();
    expect([refused.status, refused.text]).toEqual([503, expect.not.stringMatching(/\d{6}/)]);
    const page = await pageOfApplication();
    expect([page.status, page.text]).toEqual([503, expect.not.stringContaining('code is')]);
    const me = await send(`${origin}${WALLET_PATH}/me`);
    expect(me.json).toMatchObject({ demo: false, codes: 'none' });
  });
});

describe.each(['own', 'unknown'] as const)('a program whose peer user is %s', (user) => {
  it('uses the demo without a secret', async () => {
    peer = user;
    expect((await customer()).status).toBe(200);
    expect((await shop()).status).toBe(200);
    expect((await code()).text).toMatch(/"\d{6}"/);
    const page = await pageOfApplication();
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('code is')]);
  });
});

it('a customer on the network, behind a trusted proxy of another user, uses the demo', async () => {
  peer = 'other';
  expect((await customer({ 'x-forwarded-for': '192.0.2.7' })).status).toBe(200);
});
