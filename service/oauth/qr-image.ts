import { tokenHash } from '../../shared/node/password-hash.ts';
import { qrPng } from '../../shared/node/qr-png.ts';
import { issuerOf } from '../payments/payments.ts';
import { addressPrefix } from './auth-page.ts';
import { loginCookieOf, qrKeyOf } from './browser.ts';
import type { BrowserEndpoint } from './endpoint.ts';
import { oauthRefuse } from './refusal.ts';

/** Whole pixels per module, so that the page shows the image unscaled. */
const QR_SCALE = 4;

const NO_SIGN_IN = oauthRefuse(404, 'invalid_request', 'No sign-in is open.');

/** `GET /oauth2/qr_image` (D-130): the open sign-in of this browser, which a phone can continue. */
export const qrImage: BrowserEndpoint<'qrImage'> = async ({ who: { oauth: deps }, exchange }) => {
  const cookie = loginCookieOf(exchange);
  const id = cookie?.split('.', 1)[0] ?? '';
  const open = await deps.store.oauth.request(id, deps.clock.now());
  if (cookie === null || open === null || open.loginHash !== tokenHash(cookie)) return NO_SIGN_IN;
  const key = qrKeyOf(deps, open.loginHash);
  const own = `${issuerOf(deps.addresses())}${addressPrefix(exchange)}`;
  const address = `${own}/oauth2/auth?request=${id}&key=${key}`;
  const bytes = qrPng(address, QR_SCALE);
  const headers = { 'cross-origin-resource-policy': 'same-origin' };
  return { ok: true, value: { status: 200, raw: { type: 'image/png', bytes }, headers } };
};
