import type { Request, RequestHandler, Response } from 'express';
import { clientAddressOf } from '../../shared/node/http/client-address.ts';
import { tokenHash } from '../../shared/node/password-hash.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { authFormInput } from '../../shared/protocol/oauth.ts';
import { MSISDN, readPhoneNumber } from '../../shared/protocol/phone-number.ts';
import { issuerOf } from '../payments/payments.ts';
import { servicesFor } from '../sign-in/own-user.ts';
import { NO_REGISTRATION, standingOf } from '../sign-in/registration.ts';
import { type Asking, type BrowserDeps, canSignIn } from './asking.ts';
import { judge } from './authorize.ts';
import {
  decided,
  loginCookieOf,
  mayContinue,
  setLoginCookie,
  showNext,
  signedInFor,
} from './browser.ts';
import type { OauthDeps } from './deps.ts';
import { keepRequest } from './requests.ts';
import { showCode, showNumber, showOver } from './show-pages.ts';

/** `GET /oauth2/auth` (D-124): checks the request, stores it, and shows the next page. */
export function authPage(all: BrowserDeps): RequestHandler {
  const { oauth: context } = all;
  return async (request, response) => {
    noStore(response);
    const deps = await servicesFor(all, senderOf(request));
    const query = queryOf(request);
    if (query.has('request')) return continued(deps, request, response, query);
    const judged = await judge(query, context.store.oauth, issuerOf(context.addresses()));
    switch (judged.kind) {
      case 'tell_customer': {
        const { error } = judged.error;
        // A Location is a full URL (specification, general convention 4).
        const page = `${issuerOf(context.addresses())}${originalPrefix(request)}/oauth2/error`;
        return response.redirect(302, `${page}?error=${error}`);
      }
      case 'tell_client':
        return response.redirect(302, judged.location);
      case 'asked': {
        const { id, login } = newLogin(context);
        const loginHash = tokenHash(login);
        const by = { customerId: null, loginHash, id };
        const open = await keepRequest(context, judged.authorisation, by);
        setLoginCookie(context, response, login);
        const { client } = judged;
        return showNext({ deps, request, response, client, open, key: null });
      }
    }
  };
}

/** The connection of a request, which shows whose program sent it. */
const senderOf = (request: Request) => ({
  address: clientAddressOf(request),
  socket: request.socket,
});

/** Redirects carry codes and states, which no proxy may cache. */
function noStore(response: Response): void {
  response.set('cache-control', 'no-store');
}

/** The cookie names the request, so that the QR image needs nothing else (D-130). */
function newLogin({ ids }: Pick<OauthDeps, 'ids'>) {
  const id = ids.message();
  return { id, login: `${id}.${ids.token()}` };
}

/** A phone that scanned the QR code of a sign-in continues the same request. */
async function continued(
  deps: BrowserDeps,
  request: Request,
  response: Response,
  query: URLSearchParams,
): Promise<void> {
  const key = query.get('key');
  const asking = await askingOf(deps, request, response, query.get('request') ?? '', key);
  if (asking === null) showOver(request, response);
  else await showNext(asking);
}

/** `POST /oauth2/auth` (D-125): number, then the one-time code, then the decision. */
export function authForm(all: BrowserDeps): RequestHandler {
  return async (request, response) => {
    noStore(response);
    const deps = await servicesFor(all, senderOf(request));
    const read = authFormInput.safeParse(request.body ?? {});
    if (!read.success) return showOver(request, response);
    const { request_id: id, key = null, msisdn = '', secret, decision } = read.data;
    const asking = await askingOf(deps, request, response, id, key);
    if (asking === null) return showOver(request, response);
    if (decision !== undefined) return decided(asking, decision === 'approve');
    const number = readPhoneNumber(msisdn) ?? msisdn;
    if (secret === undefined) return sendCode(asking, number);
    return checkCode(asking, number, secret.trim());
  };
}

/** The request that a browser may continue, or null. */
async function askingOf(
  deps: BrowserDeps,
  request: Request,
  response: Response,
  id: string,
  key: string | null,
): Promise<Asking | null> {
  const { oauth: context } = deps;
  const open = await context.store.oauth.request(id, context.clock.now());
  if (open === null || open.answered || open.tries >= LIMITS.oauthTriesMax) return null;
  const cookie = loginCookieOf(request);
  if (!mayContinue(context, open, cookie, key)) return null;
  const client = await context.store.oauth.client(open.authorisation.clientId);
  return client === null ? null : { deps, request, response, client, open, key };
}

async function sendCode(asking: Asking, msisdn: string): Promise<void> {
  const { deps, request } = asking;
  const address = clientAddressOf(request);
  // Nothing is sent, so nothing is counted against the customer.
  if (!canSignIn(deps)) return showNumber(asking, 503, null);
  const wait = deps.signIns.requestCode({ name: msisdn, address });
  if (wait > 0) return showNumber(asking, 429, 'often', msisdn);
  const isNumber = MSISDN.test(msisdn);
  if (!isNumber) return showNumber(asking, 400, 'number', msisdn);
  const { store } = deps.oauth;
  const { customer, holder } = await standingOf(store, msisdn, NO_REGISTRATION);
  // Outside the demo the page does not reveal who is a customer.
  if (customer === null && deps.demo) {
    return showNumber(asking, 400, 'number', msisdn);
  }
  // A number without a customer costs the same work; only nothing is sent to it.
  const code = await deps.codes.issue(holder, address);
  if (!deps.demo && customer !== null) await deps.deliverCode?.(customer, code);
  showCode(asking, 200, { msisdn, demoCode: deps.demo ? code : null, wrong: false });
}

/** A wrong code is a 400, and after five wrong codes the request ends (D-125). */
async function checkCode(asking: Asking, msisdn: string, secret: string): Promise<void> {
  const { deps, open, request, response } = asking;
  const { store } = deps.oauth;
  const { customer, holder } = await standingOf(store, msisdn, NO_REGISTRATION);
  const address = clientAddressOf(request);
  const check = () => deps.codes.take(holder, secret, address);
  const { right, wait } = await deps.signIns.try(
    { name: msisdn, address },
    customer !== null,
    check,
  );
  if (wait > 0) return showNumber(asking, 429, 'often', msisdn);
  if (customer !== null && right) return signedInFor(asking, customer.id);
  const tries = await store.oauth.countTry(open.authorisation.merchantId, open.id);
  if (tries >= LIMITS.oauthTriesMax) showOver(request, response);
  else showCode(asking, 400, { msisdn, demoCode: null, wrong: true });
}

export function queryOf(request: Request): URLSearchParams {
  const at = request.originalUrl.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.originalUrl.slice(at + 1));
}

/** The part of the requested address before `/oauth2`. */
export function originalPrefix(request: Request): string {
  return request.originalUrl.slice(0, Math.max(0, request.originalUrl.indexOf('/oauth2')));
}
