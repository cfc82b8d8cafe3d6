import { type Language, languageOfHeader } from '../../shared/catalogue/language.ts';
import type { Exchange } from '../../shared/node/http/exchange.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { SCOPES } from '../../shared/protocol/scope.ts';
import type { CustomerProfile } from '../../shared/protocol/user-info.ts';
import { type Person, userInfoOf } from '../permissions/rules/user-info.ts';
import type { OauthClient, OauthRequest, RequestedAuthorisation } from '../store/oauth-store.ts';
import type { Customer, Store } from '../store/store.ts';
import { type Asking, type BrowserDeps, canSignIn } from './asking.ts';
import { escaped, formPage } from './pages.ts';
import { SCOPE_WORDS, WORDS } from './words.ts';

/* The pages of the redirect flow, one function each. All input from outside is escaped here. */

/** What the pages know of their reader: the language of the browser. */
type Reader = Pick<Exchange, 'headers'>;

/** The part of a sign-in that the pages show. */
export type ShownSignIn = Pick<Asking, 'key'> & {
  readonly exchange: Reader;
  readonly deps: Pick<BrowserDeps, 'demo' | 'deliverCode'> & {
    readonly oauth: { readonly store: { readonly profiles: Pick<Store['profiles'], 'read'> } };
  };
  readonly client: Pick<OauthClient, 'name'>;
  readonly open: Pick<OauthRequest, 'id'> & {
    readonly authorisation: Pick<RequestedAuthorisation, 'scope' | 'redirectUri'>;
  };
};

function languageFor({ headers }: Reader): Language {
  return languageOfHeader(headers['accept-language']);
}

function formOf(asking: ShownSignIn, inner: string): string {
  const key = asking.key === null ? '' : hidden('key', asking.key);
  // Relative to the page, so that the form stays below the base path if the page is there.
  return `<form method="post" action="auth">${hidden('request_id', asking.open.id)}${key}${inner}</form>`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escaped(value)}">`;
}

/** The primary button in its frame. */
function yellow(label: string, attributes = ''): string {
  return `<div class="bed"><button${attributes}>${label}</button></div>`;
}

function wrongNote(text: string): string {
  return `<p class="said wrong" role="alert">${text}</p>`;
}

/** Asks for a phone number, or for a phone that is signed in already. */
export function showNumber(
  asking: ShownSignIn,
  status: number,
  wrong: 'number' | 'often' | null,
  typed = '',
): Reply {
  const language = languageFor(asking.exchange);
  const words = WORDS[language];
  const text = wrong === 'number' ? words.wrongNumber : words.tooOften;
  const image = `<img src="qr_image" alt="${words.qrAlt}">`;
  const qr = asking.key === null ? `<p class="or">${words.orScan}</p>${image}` : '';
  const number = formOf(
    asking,
    `<label for="msisdn">${words.number}</label>` +
      '<input id="msisdn" name="msisdn" inputmode="tel" autocomplete="tel" required autofocus ' +
      `value="${escaped(typed)}">` +
      yellow(words.sendCode),
  );
  const none = `<p class="said" role="status">${words.noCodes}</p>`;
  const form = canSignIn(asking.deps) ? number : none;
  const problem = wrong === null ? '' : wrongNote(text);
  const title = words.signIn(asking.client.name);
  return formPage({ status, language, title, body: problem + form + qr });
}

/** Asks for the one-time code. */
export function showCode(
  asking: ShownSignIn,
  status: number,
  entered: { readonly msisdn: string; readonly demoCode: string | null; readonly wrong: boolean },
): Reply {
  const language = languageFor(asking.exchange);
  const words = WORDS[language];
  const problem = entered.wrong ? wrongNote(words.wrong) : '';
  const demo =
    entered.demoCode === null ? '' : `<p class="said">${words.demoCode(entered.demoCode)}</p>`;
  const form = formOf(
    asking,
    hidden('msisdn', entered.msisdn) +
      `<label for="secret">${words.code}</label>` +
      '<input id="secret" name="secret" inputmode="numeric" autocomplete="one-time-code" ' +
      `pattern="[0-9]{6}" maxlength="6" required autofocus>${yellow(words.goOn)}`,
  );
  const body = problem + demo + form;
  return formPage({ status, language, title: words.enterCode, body });
}

/** Asks the customer for consent and shows the data that the application would get. */
export async function showConsent(asking: ShownSignIn, customer: Customer): Promise<Reply> {
  const { deps, open, client, exchange } = asking;
  const language = languageFor(exchange);
  const words = WORDS[language];
  const profile = await deps.oauth.store.profiles.read(customer.id);
  const requestedScopes = open.authorisation.scope.split(' ');
  const scopes = SCOPE_ORDER.filter((word) => requestedScopes.includes(word));
  const known = valuesOf({ ...customer, profile }, open.authorisation.scope);
  const list = scopes.map((word) => {
    const value = known.get(word) ?? '';
    return `<li><strong>${SCOPE_WORDS[language][word]}</strong><bdi>${escaped(value)}</bdi></li>`;
  });
  const what = list.length === 0 ? `<p>${words.nothing}</p>` : `<ul>${list.join('')}</ul>`;
  const { redirectUri } = open.authorisation;
  const back = `<p class="quiet">${escaped(words.goesBack(placeOf(redirectUri)))}</p>`;
  const form = formOf(
    asking,
    yellow(words.approve, ' name="decision" value="approve"') +
      `<button class="ghost" name="decision" value="deny">${words.deny}</button>`,
  );
  return formPage({
    status: 200,
    language,
    title: words.consent(client.name),
    body:
      `<p>${escaped(words.signedInAs(customer.name))}</p>` +
      `<div class="slot"><div class="slip">${what}</div></div>` +
      `<div class="foot">${back}${form}</div>`,
    sendsTo: redirectUri,
  });
}

/** The person first, then the contact details, then technical data. */
const SCOPE_ORDER: readonly (typeof SCOPES)[number][] = [
  'profile',
  'phone',
  'email',
  'address',
  'shipping_address',
  'fodselsnummer',
  'bankid',
  'openid',
];

/** The customer's value of each scope, if it is one line and not a number that must stay hidden. */
function valuesOf(person: Person, scope: string): ReadonlyMap<string, string> {
  const info = userInfoOf(person, scope);
  const address = addressLine(person.profile);
  const entries: [string, string | null | undefined][] = [
    ['profile', info.name],
    ['phone', info.phone_number === undefined ? null : grouped(info.phone_number)],
    ['email', info.email],
    ['address', address],
    ['shipping_address', address],
  ];
  return new Map(entries.flatMap(([word, value]) => (value ? [[word, value]] : [])));
}

function addressLine(profile: CustomerProfile | null): string | null {
  return profile?.address?.formatted?.replaceAll('\n', ', ') ?? null;
}

/** A phone number in readable form: +47 987 65 432 in Norway, plain digits elsewhere. */
function grouped(msisdn: string): string {
  return `+${msisdn}`.replace(/^\+47(\d{3})(\d\d)(\d{3})$/, '+47 $1 $2 $3');
}

/** The destination of a decision, in a form that a person recognises. */
function placeOf(uri: string): string {
  const url = new URL(uri);
  return url.host || url.protocol.slice(0, -1);
}

/** The page for a request that is unknown, expired, or answered already. */
export function showOver(reader: Reader): Reply {
  const language = languageFor(reader);
  const words = WORDS[language];
  const body = `<p>${words.overText}</p>`;
  return formPage({ status: 400, language, title: words.over, body });
}

/** The error page of D-129; `status` is 5xx for a fault of the service. */
export function showError(reader: Reader, error: string | null, status = 400): Reply {
  const language = languageFor(reader);
  const words = WORDS[language];
  const name =
    error !== null && /^[a-z_]{1,40}$/.test(error)
      ? `<p class="quiet"><code>${error}</code></p>`
      : '';
  const body = `<p>${status < 500 ? words.errorText : words.faultText}</p>${name}`;
  return formPage({ status, language, title: words.error, body });
}
