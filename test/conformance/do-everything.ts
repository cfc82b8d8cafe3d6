import { callExample } from '../../main/commands/conform/example-call.ts';
import { demoLogo } from '../../service/app/demo/logo.ts';
import type { OauthName } from '../../shared/protocol/examples/oauth.ts';
import { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import { ROUTES, type RouteName } from '../../shared/protocol/routes.ts';
import { merchantBrowser } from '../support/merchant-pages.ts';
import { signedInPhone } from '../support/phone.ts';
import { callOauthExample, openRequest } from './oauth-call.ts';
import { CUSTOMER, type World } from './world.ts';

const NAMES = Object.keys(ROUTES) as RouteName[];
const OAUTH_NAMES = Object.keys(OAUTH_ROUTES) as OauthName[];

/** Everything that a merchant, a till and a customer do, once each. */
export async function doEverything(world: World): Promise<void> {
  for (const name of NAMES) await callExample(world.subject, name);
  await world.payment('paid', { callback_uri: 'ws:till1' });
  for (const state of ['pending', 'auth', 'part', 'paid', 'aborted', 'rejected'] as const) {
    await world.payment(state);
  }
  for (const answer of ['accept', 'decline', undefined] as const) await world.permission(answer);
  for (const name of OAUTH_NAMES) await callOauthExample(world, name);
  await openRequest(world);
  await world.scanned('table-7');
  const phone = await signedInPhone(world.test.ready.wallet_url, CUSTOMER);
  await phone.post('/code', { msisdn: CUSTOMER });
  const address = String((await world.outcome(await world.payment('paid'))).attachment_uri);
  const headers = { 'content-type': 'image/png' };
  await fetch(address, { method: 'POST', headers, body: new Uint8Array(demoLogo()) });
  const office = merchantBrowser(world.test);
  await office.signIn(world.test.users.admin);
  await office.post('/pairings', { pos_id: 'kasse-1', name: 'Counter', rights: 'sales' });
}
