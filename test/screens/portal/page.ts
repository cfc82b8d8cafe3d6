import type { Browser, Page, Route } from 'playwright-core';
import { decideChanges, NO_CATALOGUE } from '../../../shared/catalogue/changes.ts';
import type { PortalCatalogue } from '../../../shared/portal/catalogue.ts';
import {
  type PortalMe,
  type PortalPayment,
  type PortalPaymentDetail,
  SESSION_LEFT_HEADER,
} from '../../../shared/portal/contract.ts';
import type { PortalTicket } from '../../../shared/portal/sign-in.ts';
import { catalogueChangeInput } from '../../../shared/protocol/catalogue.ts';
import { takePage } from '../../support/reused-page.ts';
import { ACTS } from './acts-answer.ts';
import {
  CALLBACKS,
  CATALOGUE,
  CATALOGUE_TILLS,
  CODES,
  DETAIL,
  ENROLMENT,
  KARI,
  MARTE,
  NOW,
  PAIRINGS,
  PAYMENTS,
  RECOVERY,
  ROOM,
  SALES,
  settlement,
  TILLS,
  USERS,
  VERSIONS,
} from './answers.ts';
import { DAYS } from './days-answer.ts';

/** The data of the scripted service. A test changes it, and the page reads it again. */
export type Office = {
  me: PortalMe;
  payments: readonly PortalPayment[];
  /** What was given back from the page of a payment, minor units. */
  given: number;
  /** The answer of a right code by e-mail. */
  ticket: PortalTicket;
  /** Nothing has happened in this shop yet. */
  bare: boolean;
  /** What each answer says of the time that is left of the session, as its header has it; or null. */
  sessionLeft: string | null;
  /** What the shop sells; changes of the page are made in it. */
  catalogue: PortalCatalogue;
  /** Changes of the catalogue are made, and their answers are lost. */
  loses: boolean;
  /** Answers calls to this path instead, as `[status, body]`. */
  readonly answers: Map<string, readonly [number, unknown]>;
  /** Every question with its query, and every write, as `METHOD path body`. */
  readonly calls: string[];
};

export type PortalPage = {
  readonly page: Page;
  readonly office: Office;
  readonly errors: readonly string[];
};

export type PortalPageOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
  readonly theme?: 'light' | 'dark';
  readonly office?: Partial<Office>;
};

/** Opens the built portal at `path` over a scripted service. */
export async function openPortal(
  browser: Browser,
  origin: string,
  path: string,
  options: PortalPageOptions = {},
): Promise<PortalPage> {
  const { width = 1440, height = 900, locale = 'en-GB', theme = 'light' } = options;
  const page = await takePage(browser, {
    viewport: { width, height },
    locale,
    // Elsewhere: the shop's own clock is what counts.
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    colorScheme: theme,
    acceptDownloads: true,
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const office: Office = {
    me: MARTE,
    payments: PAYMENTS,
    given: 0,
    ticket: ENROLMENT,
    bare: false,
    sessionLeft: null,
    catalogue: CATALOGUE,
    loses: false,
    answers: new Map(),
    calls: [],
    ...options.office,
  };
  await page.clock.setFixedTime(NOW);
  await page.route('**/portal/v1/**', (route) => serve(office, route));
  await page.goto(origin + path);
  // A page in another language than English is drawn when its texts are loaded.
  await page.locator('#root > *').first().waitFor({ state: 'attached' });
  return { page, office, errors };
}

async function serve(office: Office, route: Route): Promise<void> {
  const method = route.request().method();
  const url = new URL(route.request().url());
  const path = url.pathname.replace('/portal/v1', '');
  const body = method === 'GET' ? url.search : ` ${route.request().postData() ?? ''}`;
  office.calls.push(`${method} ${path}${body}`);
  if (path.endsWith('/refund') && !office.answers.has(`${method} ${path}`)) {
    office.given += Number(JSON.parse(route.request().postData() ?? '{}').amount);
  }
  const [status, reply] =
    office.answers.get(`${method} ${path}`) ??
    office.answers.get(path) ??
    answerOf(office, method, path, body);
  if (office.loses && method === 'POST' && path === '/catalogue') return route.abort();
  await route.fulfill({
    status,
    body: reply === null ? '' : JSON.stringify(reply),
    headers: {
      'content-type': 'application/json',
      ...(office.sessionLeft === null ? {} : { [SESSION_LEFT_HEADER]: office.sessionLeft }),
    },
  });
}

const APP = {
  id: 'app-club1',
  name: 'Kundeklubben',
  redirect_uris: ['https://kundeklubb.kaffebaren.example/innlogging/retur', 'no.kaffebaren.app:/'],
};

const NOT_FOUND = [404, { error_description: 'There is nothing of this id.' }] as const;

function answerOf(
  office: Office,
  method: string,
  path: string,
  body: string,
): readonly [number, unknown] {
  if (path === '/session' && method === 'DELETE') return [204, null];
  if (path === '/session' || path === '/demo-session') {
    office.me = MARTE;
    return [200, MARTE];
  }
  if (path === '/email-code') return [204, null];
  if (path === '/email-session') return [200, office.ticket];
  if (path === '/second-factor') return [200, { me: KARI, recovery_codes: RECOVERY }];
  if (path === '/merchant') {
    office.me = KARI;
    return [200, KARI];
  }
  if (path === '/first-user') return [200, { me: MARTE, secret: 'kR3v-secret-that-is-shown-once' }];
  if (path === '/me') return [200, office.me];
  if (path.startsWith('/catalogue')) return catalogueAt(office, method, path, body);
  const [, kind = '', id] = path.split('/');
  if (id !== undefined) return oneOf(office, kind, decodeURIComponent(id), method, path);
  return [200, office.bare ? bareList(kind) : listOf(office, kind, method)];
}

function listOf(office: Office, kind: string, method: string): unknown {
  switch (kind) {
    case 'payments':
      return { items: office.payments, next: null, searched_to: null };
    case 'payments-day':
      return {
        day: '2026-11-20',
        count: 24,
        complete: true,
        net: [{ currency: 'NOK', amount: 194_600 }],
        groups: { paid: 17, reserved: 2, waiting: 1, refunded: 1, failed: 3 },
      };
    case 'settlements':
      return { items: [6, 5, 4, 3, 2, 1].map(settlement), next: null };
    case 'days':
      return DAYS;
    case 'acts':
      return { items: ACTS, next: null };
    case 'sales':
      return SALES;
    case 'pos':
      return { items: [{ id: 'kasse-1', name: 'Kasse 1', type: 'store' }] };
    case 'till-status':
      return { items: TILLS, next: null, all: TILLS.length, attention: 3, catalogue: 14 };
    case 'room':
      return ROOM;
    case 'till-alert':
      return { silent_minutes: 10, callback_uri: 'https://kaffebaren.example/kasser' };
    case 'pairings':
      if (method === 'POST') return { pairing: PAIRINGS[0], code: '7K3M-Q0PX' };
      return { items: PAIRINGS };
    case 'users':
      if (method === 'POST') return { user: USERS[1], secret: 'kR3v-secret-that-is-shown-once' };
      return { items: USERS };
    case 'apps':
      return method === 'POST' ? { app: APP, secret: 'oauth-secret-shown-once' } : { items: [APP] };
    case 'codes':
      return method === 'POST' ? CODES[0] : { items: CODES, next: null };
    default:
      return { items: CALLBACKS, next: null };
  }
}

function bareList(kind: string): unknown {
  if (kind === 'sales')
    return { ...SALES, periods: SALES.periods.map((one) => ({ ...one, net: 0 })) };
  if (kind === 'till-status') return { items: [], next: null, all: 0, attention: 0, catalogue: 0 };
  if (kind === 'till-alert') return { silent_minutes: 10, callback_uri: null };
  if (kind !== 'payments-day') return { items: [], next: null, searched_to: null };
  const groups = { paid: 0, reserved: 0, waiting: 0, refunded: 0, failed: 0 };
  return { day: '2026-11-20', count: 0, complete: true, net: [], groups };
}

function oneOf(
  office: Office,
  kind: string,
  id: string,
  method: string,
  path: string,
): readonly [number, unknown] {
  const found = {
    payments: PAYMENTS.filter((one) => one.tid === id).map((one) => slipOf(one, office.given)),
    settlements: [settlement(Number(id))],
    pairings: PAIRINGS.filter((one) => one.id === id),
    'till-status': TILLS.filter((one) => one.pos_id === id),
    users: USERS.filter((one) => one.id === id),
    codes: CODES.filter((one) => one.id === id),
    callbacks: CALLBACKS.filter((one) => one.id === id),
  };
  const [one] = Object.entries(found).find(([name]) => name === kind)?.[1] ?? [];
  if (one === undefined) return NOT_FOUND;
  if (path.endsWith('/secret')) return [200, { user: one, secret: 'another-secret-shown-once' }];
  const away = method === 'DELETE' && kind !== 'pairings' && !path.endsWith('/key');
  return away ? [204, null] : [200, one];
}

/** The slip of a payment, with what was given back on its page. */
function slipOf(one: PortalPayment, given: number): PortalPaymentDetail {
  const line = {
    kind: 'refund',
    at: NOW,
    amount: given,
    event: null,
    answer: null,
    tries: 0,
  } as const;
  const refunded = one.refunded + given;
  const left = one.captured - refunded;
  return {
    ...{ ...DETAIL, ...one },
    refunded,
    listed: given === 0 ? one.listed : left === 0 ? refunded : left,
    refundable: one.captured - one.refunded - given,
    timeline: given === 0 ? DETAIL.timeline : [...DETAIL.timeline, line],
  };
}

/** The catalogue with the rules of the service. */
function catalogueAt(
  office: Office,
  method: string,
  path: string,
  body: string,
): readonly [number, unknown] {
  if (path.endsWith('/versions')) return [200, office.bare ? { items: [], next: null } : VERSIONS];
  if (path.endsWith('/tills')) return [200, office.bare ? { items: [] } : CATALOGUE_TILLS];
  if (path.endsWith('/picture')) {
    const stored = { count: 30, count_max: 1_500, bytes: 600_000, bytes_max: 50_331_648 };
    return [200, { name: `${'a'.repeat(32)}.png`, stored }];
  }
  if (path.includes('/picture/')) return NOT_FOUND;
  if (office.bare && office.catalogue === CATALOGUE) {
    const { version, document: catalogue } = NO_CATALOGUE;
    office.catalogue = { version, changed: null, changed_by: null, catalogue };
  }
  const { version, catalogue } = office.catalogue;
  if (method === 'GET') {
    return body === `?unless_version=${version}` ? [200, null] : [200, office.catalogue];
  }
  const order = catalogueChangeInput.parse(JSON.parse(body));
  const decided = decideChanges({ version, document: catalogue }, order.version, order.changes);
  if (!decided.ok) {
    const { type, description } = decided.refusal;
    const status = type === 'Conflict' ? 409 : 400;
    return [status, { error_type: type, error_description: description }];
  }
  const { state, differences } = decided.value;
  const found = differences.map((one) => ({ ...one, sentence: '' }));
  if (order.dry_run) return [200, { version, differences: found }];
  office.catalogue = { ...office.catalogue, version: state.version, catalogue: state.document };
  return [200, { version: state.version, differences: found }];
}
