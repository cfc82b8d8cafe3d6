import type { Exchange } from '../../shared/node/http/exchange.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { HeaderSink } from '../../shared/node/http/reply-headers.ts';
import { tokenHash } from '../../shared/node/password-hash.ts';
import { answer } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { MSISDN, readPhoneNumber } from '../../shared/protocol/phone-number.ts';
import { issuerOf } from '../payments/payments.ts';
import { NO_REGISTRATION, standingOf } from '../sign-in/registration.ts';
import { type Asking, type BrowserDeps, canSignIn } from './asking.ts';
import { judge } from './authorize.ts';
import {
  decided,
  loginCookieOf,
  mayContinue,
  queryOf,
  redirectTo,
  setLoginCookie,
  showNext,
  signedInFor,
} from './browser.ts';
import type { OauthDeps } from './deps.ts';
import type { BrowserEndpoint } from './endpoint.ts';
import { keepRequest } from './requests.ts';
import { showCode, showError, showNumber, showOver } from './show-pages.ts';

/** `GET /oauth2/auth` (D-124): checks the request, stores it, and shows the next page. */
export const authPage: BrowserEndpoint<'auth'> = async ({ who: deps, exchange, headers }) => {
  const { oauth } = deps;
  const query = queryOf(exchange);
  if (query.has('request')) return answer(await continued(deps, exchange, headers, query));
  const issuer = issuerOf(oauth.addresses());
  const judged = await judge(query, oauth.store.oauth, issuer);
  switch (judged.kind) {
    case 'tell_customer': {
      const { error } = judged.error;
      // A Location is a full URL (specification, general convention 4).
      return answer(redirectTo(`${issuer}${addressPrefix(exchange)}/oauth2/error?error=${error}`));
    }
    case 'tell_client':
      return answer(redirectTo(judged.location));
    case 'asked': {
      const { id, login } = newLogin(oauth);
      const loginHash = tokenHash(login);
      const by = { customerId: null, loginHash, id };
      const open = await keepRequest(oauth, judged.authorisation, by);
      setLoginCookie(oauth, headers, login);
      const { client } = judged;
      return answer(await showNext({ deps, exchange, headers, client, open, key: null }));
    }
  }
};

/** The cookie names the request, so that the QR image needs nothing else (D-130). */
function newLogin({ ids }: Pick<OauthDeps, 'ids'>) {
  const id = ids.message();
  return { id, login: `${id}.${ids.token()}` };
}

/** A phone that scanned the QR code of a sign-in continues the same request. */
async function continued(
  deps: BrowserDeps,
  exchange: Exchange,
  headers: HeaderSink,
  query: URLSearchParams,
): Promise<Reply> {
  const key = query.get('key');
  const asking = await askingOf(deps, exchange, headers, query.get('request') ?? '', key);
  return asking === null ? showOver(exchange) : showNext(asking);
}

/** `POST /oauth2/auth` (D-125): number, then the one-time code, then the decision. */
export const authForm: BrowserEndpoint<'authForm'> = async (call) => {
  const { who: deps, exchange, headers } = call;
  const { request_id: id, key = null, msisdn = '', secret, decision } = call.body;
  const asking = await askingOf(deps, exchange, headers, id, key);
  if (asking === null) return answer(showOver(exchange));
  if (decision !== undefined) return answer(await decided(asking, decision === 'approve'));
  const number = readPhoneNumber(msisdn) ?? msisdn;
  if (secret === undefined) return answer(await sendCode(asking, number));
  return answer(await checkCode(asking, number, secret.trim()));
};

/** `GET /oauth2/error` (D-129). */
export const errorPage: BrowserEndpoint<'error'> = async ({ exchange }) =>
  answer(showError(exchange, queryOf(exchange).get('error')));

/** The request that a browser may continue, or null. */
async function askingOf(
  deps: BrowserDeps,
  exchange: Exchange,
  headers: HeaderSink,
  id: string,
  key: string | null,
): Promise<Asking | null> {
  const { oauth } = deps;
  const open = await oauth.store.oauth.request(id, oauth.clock.now());
  if (open === null || open.answered || open.tries >= LIMITS.oauthTriesMax) return null;
  const cookie = loginCookieOf(exchange);
  if (!mayContinue(oauth, open, cookie, key)) return null;
  const client = await oauth.store.oauth.client(open.authorisation.clientId);
  return client === null ? null : { deps, exchange, headers, client, open, key };
}

async function sendCode(asking: Asking, msisdn: string): Promise<Reply> {
  const { deps, exchange } = asking;
  const { address } = exchange;
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
  return showCode(asking, 200, { msisdn, demoCode: deps.demo ? code : null, wrong: false });
}

/** A wrong code is a 400, and after five wrong codes the request ends (D-125). */
async function checkCode(asking: Asking, msisdn: string, secret: string): Promise<Reply> {
  const { deps, open, exchange } = asking;
  const { store } = deps.oauth;
  const { customer, holder } = await standingOf(store, msisdn, NO_REGISTRATION);
  const { address } = exchange;
  const check = () => deps.codes.take(holder, secret, address);
  const { right, wait } = await deps.signIns.try(
    { name: msisdn, address },
    customer !== null,
    check,
  );
  if (wait > 0) return showNumber(asking, 429, 'often', msisdn);
  if (customer !== null && right) return signedInFor(asking, customer.id);
  const tries = await store.oauth.countTry(open.authorisation.merchantId, open.id);
  if (tries >= LIMITS.oauthTriesMax) return showOver(exchange);
  return showCode(asking, 400, { msisdn, demoCode: null, wrong: true });
}

/** The part of the requested address before `/oauth2`. */
export function addressPrefix({ target }: Pick<Exchange, 'target'>): string {
  return target.slice(0, Math.max(0, target.indexOf('/oauth2')));
}
