import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EveryLanguage, isolated } from '../../../shared/catalogue/language.ts';
import { FIRST_VIEW } from '../../../shared/device/bridge/address.ts';
import { type PlainWords, plainPage } from '../../../shared/node/http/plain-page.ts';
import { CLOSED_HEADERS } from '../../../shared/node/http/security-headers.ts';
import { type Assets, assetHeaders, findAsset } from '../../../shared/node/http/static-assets.ts';
import { isLocalHost, isLocalOrigin, loopbackHosts } from '../loopback/local-connection.ts';
import { secretCookie, secretIn } from '../screens/cookie.ts';
import { type KnownScreen, mayShow, type ScreenKind } from '../screens/known-screens.ts';
import type { Screens } from '../screens/screens.ts';
import type { PageKind, Tokens } from '../screens/tokens.ts';
import { type PageAccess, policyOf, routeFor } from './page-access.ts';
import { isFromPage, serveRoute } from './serve-route.ts';

/** Why the till refuses its page to a browser. */
export type PageRefusal =
  | 'not_launched'
  | 'address_used'
  | 'not_known'
  | 'list_lost'
  | 'other_page'
  | 'other_user';

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
  not_known: {
    en: {
      title: 'The till no longer knows this browser',
      text: `It was removed in the settings, its address was used a second time, other browsers took its place, or another till has this address now. ${ADVICE.en}`,
    },
    nb: {
      title: 'Kassen kjenner ikke lenger denne nettleseren',
      text: `Den ble fjernet i innstillingene, adressen ble brukt en gang til, andre nettlesere tok plassen, eller en annen kasse har denne adressen nå. ${ADVICE.nb}`,
    },
    de: {
      title: 'Die Kasse kennt diesen Browser nicht mehr',
      text: `Er wurde in den Einstellungen entfernt, seine Adresse wurde ein zweites Mal verwendet, andere Browser haben seinen Platz eingenommen, oder eine andere Kasse hat jetzt diese Adresse. ${ADVICE.de}`,
    },
    ar: {
      title: 'لم يعد الصندوق يعرف هذا المتصفح',
      text: `أُزيل من الإعدادات، أو استُخدم عنوانه مرة ثانية، أو أخذت متصفحات أخرى مكانه، أو أصبح هذا العنوان لصندوق آخر. ${ADVICE.ar}`,
    },
  },
  list_lost: {
    en: {
      title: 'The till has lost its list of browsers',
      text: `The file with the list is damaged, so each browser needs an address again. ${ADVICE.en}`,
    },
    nb: {
      title: 'Kassen har mistet listen over nettlesere',
      text: `Filen med listen er skadet, så hver nettleser trenger en adresse på nytt. ${ADVICE.nb}`,
    },
    de: {
      title: 'Die Kasse hat ihre Liste der Browser verloren',
      text: `Die Datei mit der Liste ist beschädigt. Jeder Browser braucht deshalb wieder eine Adresse. ${ADVICE.de}`,
    },
    ar: {
      title: 'فقد الصندوق قائمة المتصفحات',
      text: `ملف القائمة تالف، لذلك يحتاج كل متصفح إلى عنوان من جديد. ${ADVICE.ar}`,
    },
  },
  other_page: {
    en: {
      title: 'This browser may not show this page',
      text: `It was let in for another page of the till. To use this one here: ${ADVICE.en}`,
    },
    nb: {
      title: 'Denne nettleseren kan ikke vise denne siden',
      text: `Den fikk tilgang til en annen side av kassen. Slik bruker du denne her: ${ADVICE.nb}`,
    },
    de: {
      title: 'Dieser Browser darf diese Seite nicht zeigen',
      text: `Er hat Zugriff auf eine andere Seite der Kasse. So nutzen Sie diese hier: ${ADVICE.de}`,
    },
    ar: {
      title: 'لا يجوز لهذا المتصفح عرض هذه الصفحة',
      text: `سُمح له بصفحة أخرى من الصندوق. لاستخدام هذه الصفحة هنا: ${ADVICE.ar}`,
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

/** Path prefix of launch addresses; the code follows. With `/display` behind it the browser may show the display only. */
export const LAUNCH_PATH = '/open/';

const NOTHING = 'There is nothing at this address.';

/** Path of the customer's display, next to the till's screen. */
const DISPLAY_PATH = '/display/';

/** A page with its files and its first view. */
export type Page = {
  readonly assets: Assets;
  /** The view of the page of a screen until its socket delivers the next one. */
  readonly first: (screen: string) => unknown;
  /** What a page of the shop's own may reach besides its till; null for a page of this product. */
  readonly access: PageAccess | null;
};

export type PageDeps = {
  /** What a launch address lets a browser in for. */
  readonly kind: Exclude<ScreenKind, 'display'>;
  readonly screen: Page;
  /** The customer's display; null at a host without one. */
  readonly display: Page | null;
  readonly screens: Screens;
  readonly tokens: Tokens;
  readonly port: () => number;
  /** Receives a sentence for each request that a route of the shop failed to answer. */
  readonly report: (sentence: string) => void;
};

/**
 * Answers requests for the files of the screen and of the customer's display. Only a browser that was
 * let in gets a page itself; each response contains a fresh token of its kind and the result of
 * `first`, and renews the browser's cookie.
 */
export function createPages(
  deps: PageDeps,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { screens, tokens, port } = deps;
  return (request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://host.invalid');
    if (!url || !isLocalHost(request.headers.host, port())) {
      return refuse(response, 421, 'This address does not serve the till.');
    }
    // An address such as //name belongs to another host.
    if (url.host !== 'host.invalid') return refuse(response, 404, NOTHING);
    const secret = secretIn(request.headers.cookie, port());
    const known = screens.find(secret);
    if (url.pathname.startsWith(LAUNCH_PATH)) {
      if (request.method !== 'GET') return refuseMethod(response, 'GET');
      return launch({ request, response }, known, url.pathname, deps);
    }
    const route = routeFor(deps.screen.access ?? {}, url.pathname);
    if (route !== null) {
      if (known?.kind !== deps.kind)
        return refuse(response, 403, PAGE_REFUSALS.not_launched.en.title);
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
    const page = path === '/index.html' ? known : null;
    if (path === '/index.html') {
      const refusal = refusalOf(secret, known, kind === 'display' ? kind : deps.kind, screens);
      if (refusal !== null) return refusePage({ request, response }, refusal);
    }
    const asset = findAsset(source.assets, path);
    if (!asset) return refuse(response, 404, NOTHING);
    // Some browsers do not count ws: on the same host as 'self'.
    const sockets = loopbackHosts(port()).map((host) => `ws://${host}`);
    const own = ["'self'", ...sockets];
    const policy = source.access === null ? { connect: own } : policyOf(source.access, own);
    if (page !== null) screens.used(page.id);
    const body =
      page === null
        ? asset.body
        : filled(asset.body, tokens.mint(page.id, kind), source.first(page.id));
    response.writeHead(200, {
      ...assetHeaders(asset, policy),
      ...(page === null || secret === null ? {} : { 'set-cookie': secretCookie(secret, port()) }),
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

/** Why this browser may not show a page of this kind; null if it may. */
function refusalOf(
  secret: string | null,
  known: KnownScreen | null,
  page: ScreenKind,
  { lost }: Pick<Screens, 'lost'>,
): PageRefusal | null {
  if (known !== null) return mayShow(known.kind, page) ? null : 'other_page';
  if (secret === null) return 'not_launched';
  return lost ? 'list_lost' : 'not_known';
}

/**
 * Exchanges the code of a launch address for the secret of a new screen and redirects to its page, whose address has no
 * code.
 */
function launch(
  asking: Asking,
  known: KnownScreen | null,
  pathname: string,
  { screens, port, kind: main, display }: PageDeps,
): void {
  const { request, response } = asking;
  const [code = '', page] = pathname.slice(LAUNCH_PATH.length).split('/');
  if (page !== undefined && (page !== 'display' || display === null)) {
    refuse(response, 404, NOTHING);
    return;
  }
  const kind = page ?? main;
  const location = kind === 'display' ? DISPLAY_PATH : '/';
  const headers = { ...CLOSED_HEADERS, 'cache-control': 'no-store', location };
  // A browser that may show the page needs no second screen, and must not end its own.
  if (known !== null && mayShow(known.kind, kind)) {
    response.writeHead(303, headers).end();
    return;
  }
  // A page of another site must neither use up a code nor end a screen. The browser would not send the cookie after it.
  if (request.headers['sec-fetch-site'] === 'cross-site') {
    refusePage(asking, 'not_launched');
    return;
  }
  const userAgent = request.headers['user-agent'] ?? '';
  const exchanged = screens.exchange(code, { kind, userAgent });
  if (exchanged.kind !== 'opened') {
    refusePage(asking, exchanged.kind === 'used' ? 'address_used' : 'not_launched');
    return;
  }
  // The browser has one secret: its screen for another page would stay in the list for ever.
  if (known !== null) screens.remove(known.id);
  const cookie = secretCookie(exchanged.secret, port());
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
