import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EveryLanguage, isolated } from '../../../shared/catalogue/language.ts';
import { FIRST_VIEW } from '../../../shared/device/bridge/address.ts';
import { type PlainWords, plainPage } from '../../../shared/node/http/plain-page.ts';
import { CLOSED_HEADERS } from '../../../shared/node/http/security-headers.ts';
import { type Assets, assetHeaders, findAsset } from '../../../shared/node/http/static-assets.ts';
import { isLocalHost, isLocalOrigin, loopbackHosts } from '../loopback/local-connection.ts';
import { type PageAccess, policyOf, routeFor } from './page-access.ts';
import { isFromPage, serveRoute } from './serve-route.ts';
import { cookieName, type PageKind, type Sessions, sessionIn, type Tokens } from './sessions.ts';

/** Why the till refuses its page to a browser. */
export type PageRefusal = 'not_launched' | 'address_used' | 'other_user';

/** Name of the file with the launch address in the till's data folder. */
export const LAUNCH_FILE = 'screen-address.txt';

const ADVICE: EveryLanguage = {
  en: `Open the latest address shown when the till program started. It is also in the file \
${LAUNCH_FILE} in the till’s data folder. Each address opens the till in one browser only.`,
  nb: `Åpne den siste adressen som ble vist da kasseprogrammet startet. Den ligger også i filen \
${LAUNCH_FILE} i datamappen til kassen. Hver adresse åpner kassen i bare én nettleser.`,
  de: `Öffnen Sie die letzte Adresse, die beim Start des Kassenprogramms angezeigt wurde. Sie steht auch \
in der Datei ${LAUNCH_FILE} im Datenordner der Kasse. Jede Adresse öffnet die Kasse in nur einem Browser.`,
  ar: `افتح آخر عنوان ظهر عند تشغيل برنامج الصندوق. وهو موجود أيضًا في الملف ${isolated(LAUNCH_FILE)} \
في مجلد بيانات الصندوق. كل عنوان يفتح الصندوق في متصفح واحد فقط.`,
};

/** The texts of such a page: the problem and what to do. */
export const PAGE_REFUSALS: Readonly<Record<PageRefusal, PlainWords>> = {
  not_launched: {
    en: { title: 'This browser has no access to the till', text: ADVICE.en },
    nb: { title: 'Denne nettleseren har ikke tilgang til kassen', text: ADVICE.nb },
    de: { title: 'Dieser Browser hat keinen Zugriff auf die Kasse', text: ADVICE.de },
    ar: { title: 'لا يملك هذا المتصفح إذن الوصول إلى الصندوق', text: ADVICE.ar },
  },
  address_used: {
    en: {
      title: 'This address has already been used',
      text: `Two browsers used it, so the till was closed in both. ${ADVICE.en}`,
    },
    nb: {
      title: 'Denne adressen er allerede brukt',
      text: `To nettlesere har brukt den, så kassen ble lukket i begge. ${ADVICE.nb}`,
    },
    de: {
      title: 'Diese Adresse wurde bereits verwendet',
      text: `Zwei Browser haben sie verwendet. Die Kasse wurde deshalb in beiden geschlossen. ${ADVICE.de}`,
    },
    ar: {
      title: 'سبق استخدام هذا العنوان',
      text: `استخدمه متصفحان، لذلك أُغلق الصندوق في كليهما. ${ADVICE.ar}`,
    },
  },
  other_user: {
    en: {
      title: 'This till belongs to another user of this machine',
      text: 'Sign in to the machine as the user that started the till.',
    },
    nb: {
      title: 'Denne kassen tilhører en annen bruker av maskinen',
      text: 'Logg inn på maskinen som brukeren som startet kassen.',
    },
    de: {
      title: 'Diese Kasse gehört einem anderen Benutzer dieses Geräts',
      text: 'Melden Sie sich am Gerät als der Benutzer an, der die Kasse gestartet hat.',
    },
    ar: {
      title: 'هذا الصندوق يخص مستخدمًا آخر لهذا الجهاز',
      text: 'سجّل الدخول إلى الجهاز باسم المستخدم الذي شغّل الصندوق.',
    },
  },
};

/** Path prefix of launch addresses; the code follows. */
export const LAUNCH_PATH = '/open/';

const NOTHING = 'There is nothing at this address.';

/** Path of the customer's display, next to the till's screen. */
const DISPLAY_PATH = '/display/';

/** A page with its files and its first view. */
export type Page = {
  readonly assets: Assets;
  /** The view of a page until its socket delivers the next one. */
  readonly first: () => unknown;
  /** What a page of the shop's own may reach besides its till; null for a page of this product. */
  readonly access: PageAccess | null;
};

export type PageDeps = {
  readonly screen: Page;
  /** The customer's display; null at a host without one. */
  readonly display: Page | null;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly port: () => number;
  /** Receives a sentence for each request that a route of the shop failed to answer. */
  readonly report: (sentence: string) => void;
};

/**
 * Answers requests for the files of the screen and of the customer's display. Only browsers with a
 * session get a page itself; each response contains a fresh token of its kind and the result of
 * `first`.
 */
export function createPages(
  deps: PageDeps,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { sessions, tokens, port } = deps;
  return (request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://host.invalid');
    if (!url || !isLocalHost(request.headers.host, port())) {
      return refuse(response, 421, 'This address does not serve the till.');
    }
    // An address such as //name belongs to another host.
    if (url.host !== 'host.invalid') return refuse(response, 404, NOTHING);
    const session = sessionIn(request.headers.cookie, port());
    const known = session !== null && sessions.has(session) ? session : null;
    if (url.pathname.startsWith(LAUNCH_PATH)) {
      if (request.method !== 'GET') return refuseMethod(response, 'GET');
      const code = url.pathname.slice(LAUNCH_PATH.length);
      return launch({ request, response }, known, code, deps);
    }
    const route = routeFor(deps.screen.access ?? {}, url.pathname);
    if (route !== null) {
      if (known === null) return refuse(response, 403, PAGE_REFUSALS.not_launched.en.title);
      if (!isFromPage(request, (origin) => isLocalOrigin(origin, port()))) {
        return refuse(response, 403, 'Only the till’s page may ask.');
      }
      const { report } = deps;
      const about = { origin: `http://${request.headers.host}`, port: port(), report };
      return void serveRoute(route, request, response, about);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuseMethod(response, 'GET, HEAD');
    }
    const wanted = fileOf(url.pathname, deps);
    if (wanted === null) return refuse(response, 404, NOTHING);
    if (wanted === 'display') {
      const headers = { ...CLOSED_HEADERS, location: DISPLAY_PATH };
      response.writeHead(308, headers).end();
      return;
    }
    const { kind, path, page: source } = wanted;
    const page = path === '/index.html';
    if (page && known === null) return refusePage({ request, response }, 'not_launched');
    const asset = findAsset(source.assets, path);
    if (!asset) return refuse(response, 404, NOTHING);
    // Some browsers do not count ws: on the same host as 'self'.
    const sockets = loopbackHosts(port()).map((host) => `ws://${host}`);
    const own = ["'self'", ...sockets];
    const policy = source.access === null ? { connect: own } : policyOf(source.access, own);
    const body =
      page && known !== null
        ? filled(asset.body, tokens.mint(known, kind), source.first())
        : asset.body;
    response.writeHead(200, {
      ...assetHeaders(asset, policy),
      'content-type': asset.type,
      'cache-control': asset.cache,
      'content-length': body.length,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

type Wanted = { readonly kind: PageKind; readonly path: string; readonly page: Page };

/**
 * The page and the file of an address; `display` for the display's address without its last slash,
 * null where this host has no display.
 */
function fileOf(
  pathname: string,
  { screen, display }: Pick<PageDeps, 'screen' | 'display'>,
): Wanted | 'display' | null {
  const file = (path: string) => (path === '/' ? '/index.html' : path);
  if (`${pathname}/` === DISPLAY_PATH) return display === null ? null : 'display';
  if (!pathname.startsWith(DISPLAY_PATH)) {
    return { kind: 'screen', path: file(pathname), page: screen };
  }
  const path = file(pathname.slice(DISPLAY_PATH.length - 1));
  return display === null ? null : { kind: 'display', path, page: display };
}

/**
 * Exchanges the code of a launch address for a session and redirects to the page without the code.
 */
function launch(
  asking: Asking,
  known: string | null,
  code: string,
  { sessions, port }: Pick<PageDeps, 'sessions' | 'port'>,
): void {
  const { response } = asking;
  const headers = { ...CLOSED_HEADERS, 'cache-control': 'no-store', location: '/' };
  // A browser with a session needs no second one, and must not end its own.
  if (known !== null) {
    response.writeHead(303, headers).end();
    return;
  }
  const exchanged = sessions.exchange(code);
  if (exchanged.kind !== 'opened') {
    refusePage(asking, exchanged.kind === 'used' ? 'address_used' : 'not_launched');
    return;
  }
  const cookie = `${cookieName(port())}=${exchanged.session}; HttpOnly; SameSite=Lax; Path=/`;
  response.writeHead(303, { ...headers, 'set-cookie': cookie }).end();
}

/**
 * Adds the token and the first view to the page, where only scripts of the page's origin can read
 * them. A program that can read the page could fetch the view with its token anyway. The policy
 * forbids inline scripts, so the view is a data block.
 */
function filled(page: Buffer, token: string, first: unknown): Buffer {
  const meta = `<meta name="tillkit-token" content="${token}">`;
  // No text may close the block.
  const json = JSON.stringify(first).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="${FIRST_VIEW}">${json}</script>`;
  const text = page.toString('utf8').replace(/<head>/i, (head) => head + meta);
  return Buffer.from(text.replace(/<\/body>/i, (end) => block + end));
}

/** A request of a browser, and the response to it. */
type Asking = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Answers with a page that says why the till is not shown and what to do. */
export function refusePage({ request, response }: Asking, why: PageRefusal): void {
  const { headers, body } = plainPage(PAGE_REFUSALS[why], request.headers['accept-language']);
  response.writeHead(403, headers).end(body);
}

function refuseMethod(response: ServerResponse, allow: string): void {
  response.setHeader('allow', allow);
  const words = allow === 'GET' ? 'Only GET is' : 'Only GET and HEAD are';
  refuse(response, 405, `${words} answered here.`);
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    ...CLOSED_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(`${sentence}\n`);
}
