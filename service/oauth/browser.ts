import type { Request, Response } from 'express';
import type { ServiceContext } from '../context.ts';
import type { Codes } from '../portal/codes.ts';
import type { DeliverCode } from '../portal/parts.ts';
import type { RateBound } from '../portal/rate.ts';
import { openSession, readSession } from '../portal/session.ts';
import type { OauthClient, OauthRequest } from '../store/oauth-store.ts';
import { escaped, type Language, languageOf, sendFormPage } from './pages.ts';
import { answerRequest } from './requests.ts';
import { tokenHash } from './token-hash.ts';
import { SCOPE_WORDS, WORDS } from './words.ts';

/** What the pages of the redirect flow need. */
export type BrowserParts = {
  readonly context: ServiceContext;
  readonly demo: boolean;
  readonly deliverCode: DeliverCode | null;
  readonly perNumber: RateBound;
  readonly perAddress: RateBound;
  readonly codes: Codes;
};

/** One browser that is being asked: its request, and what proves that it is this browser's. */
export type Asking = {
  readonly parts: BrowserParts;
  readonly request: Request;
  readonly response: Response;
  readonly client: OauthClient;
  readonly open: OauthRequest;
  /** Proof for the form, where the browser came by the QR code and has no cookie. */
  readonly key: string | null;
};

const LOGIN_COOKIE = 'tillkit_login';

/** Starts a browser's own sign-in: a cookie that no other site can send with a form. */
export function setLoginCookie(context: ServiceContext, response: Response, token: string): void {
  const secure = context.addresses().base.startsWith('https:') ? '; Secure' : '';
  response.append(
    'set-cookie',
    `${LOGIN_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=900${secure}`,
  );
}

export function loginCookieOf(request: Request): string | null {
  const found = /(?:^|;\s*)tillkit_login=([\w.-]{1,100})(?:;|$)/.exec(request.headers.cookie ?? '');
  return found?.[1] ?? null;
}

/** The proof in a QR code: made from the cookie, and worth nothing as a cookie (D-130). */
export function qrKeyOf(context: ServiceContext, loginHash: string): string {
  return context.consent.keys.mac('oauth-qr', loginHash);
}

/** True when this browser may go on with the request. */
export function mayContinue(
  context: ServiceContext,
  open: OauthRequest,
  cookie: string | null,
  key: string | null,
): boolean {
  if (open.loginHash === null) return false;
  if (cookie !== null && tokenHash(cookie) === open.loginHash) return true;
  return key !== null && key === qrKeyOf(context, open.loginHash);
}

/** Shows what comes next: the consent to whoever is signed in, the sign-in to everyone else. */
export async function showNext(asking: Asking): Promise<void> {
  const { parts, request, open } = asking;
  const session = await readSession(parts.context, request);
  const mine =
    session !== null && (await parts.context.store.oauth.bindRequest(open.id, session.customer.id));
  if (mine) showConsent(asking, 200);
  else showNumber(asking, 200, null);
}

function languageFor(request: Request): Language {
  return languageOf(request.headers['accept-language']);
}

function formOf(asking: Asking, inner: string): string {
  const key = asking.key === null ? '' : hidden('key', asking.key);
  // Relative to the page, so that it stays below the base path where it began there.
  return `<form method="post" action="auth">${hidden('request_id', asking.open.id)}${key}${inner}</form>`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escaped(value)}">`;
}

export function showNumber(asking: Asking, status: number, wrong: 'number' | 'often' | null): void {
  const language = languageFor(asking.request);
  const words = WORDS[language];
  const text = wrong === 'number' ? words.wrongNumber : words.tooOften;
  const qr =
    asking.key === null
      ? `<p>${words.orScan}</p><img src="qr_image" alt="${words.qrAlt}" width="240" height="240">`
      : '';
  const form = formOf(
    asking,
    `<label for="msisdn">${words.number}</label>` +
      '<input id="msisdn" name="msisdn" inputmode="tel" autocomplete="tel" required>' +
      `<button>${words.sendCode}</button>`,
  );
  const problem = wrong === null ? '' : `<p class="wrong" role="alert">${text}</p>`;
  const title = words.signIn(asking.client.name);
  sendFormPage(asking.response, { status, language, title, body: problem + form + qr });
}

export function showCode(
  asking: Asking,
  status: number,
  shown: { readonly msisdn: string; readonly demoCode: string | null; readonly wrong: boolean },
): void {
  const language = languageFor(asking.request);
  const words = WORDS[language];
  const problem = shown.wrong ? `<p class="wrong" role="alert">${words.wrong}</p>` : '';
  const demo = shown.demoCode === null ? '' : `<p>${words.demoCode(shown.demoCode)}</p>`;
  const form = formOf(
    asking,
    hidden('msisdn', shown.msisdn) +
      `<label for="secret">${words.code}</label>` +
      '<input id="secret" name="secret" inputmode="numeric" autocomplete="one-time-code" ' +
      `pattern="[0-9]{6}" maxlength="6" required><button>${words.goOn}</button>`,
  );
  const body = problem + demo + form;
  sendFormPage(asking.response, { status, language, title: words.enterCode, body });
}

export function showConsent(asking: Asking, status: number): void {
  const language = languageFor(asking.request);
  const words = WORDS[language];
  const asked = asking.open.asked.scope.split(' ').filter((word) => word !== '');
  const list = asked.map((word) => `<li>${SCOPE_WORDS[language][word] ?? escaped(word)}</li>`);
  const what = list.length === 0 ? `<p>${words.nothing}</p>` : `<ul>${list.join('')}</ul>`;
  const form = formOf(
    asking,
    `<button name="decision" value="approve">${words.approve}</button>` +
      `<button class="quiet" name="decision" value="deny">${words.deny}</button>`,
  );
  sendFormPage(asking.response, {
    status,
    language,
    title: words.consent(asking.client.name),
    body: what + form,
    sendsTo: asking.open.asked.redirectUri,
  });
}

/** What a customer sees of a request that is unknown, over, or answered already. */
export function showOver(request: Request, response: Response): void {
  const language = languageFor(request);
  const words = WORDS[language];
  const body = `<p>${words.overText}</p>`;
  sendFormPage(response, { status: 400, language, title: words.over, body });
}

export function showError(request: Request, response: Response, error: string | null): void {
  const language = languageFor(request);
  const words = WORDS[language];
  const name = error !== null && /^[a-z_]{1,40}$/.test(error) ? `<p><code>${error}</code></p>` : '';
  const body = `<p>${words.errorText}</p>${name}`;
  sendFormPage(response, { status: 400, language, title: words.error, body });
}

/** Signs the customer in for the request and shows the consent. */
export async function signedInFor(asking: Asking, customerId: string): Promise<void> {
  const { context } = asking.parts;
  const customer = await context.store.customers.byId(customerId);
  if (customer === null || !(await context.store.oauth.bindRequest(asking.open.id, customerId))) {
    return showOver(asking.request, asking.response);
  }
  await openSession(context, asking.response, customer);
  showConsent(asking, 200);
}

/** The customer's decision: back to the application. */
export async function decided(asking: Asking, approved: boolean): Promise<void> {
  const { parts, request, response, open } = asking;
  const session = await readSession(parts.context, request);
  const own = session !== null && open.customerId === session.customer.id;
  if (approved && !own) return showOver(request, response);
  const decision =
    approved && session !== null
      ? ({ kind: 'granted', customerId: session.customer.id, scope: null } as const)
      : ({ kind: 'refused' } as const);
  const location = await answerRequest(parts.context, open, decision);
  if (location === null) showOver(request, response);
  else response.redirect(302, location);
}
