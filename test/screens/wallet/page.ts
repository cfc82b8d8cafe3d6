import type { Browser, Page, Route } from 'playwright-core';
import type {
  WalletAttachment,
  WalletMe,
  WalletPermission,
  WalletRequest,
  WalletScan,
} from '../../../shared/wallet/contract.ts';
import type { WalletProfile } from '../../../shared/wallet/profile.ts';
import { takePage } from '../../support/reused-page.ts';
import { INGRID, NOW, PROFILE } from './requests.ts';

/** The data of the scripted service. A test changes it, and the page reads it again. */
export type Desk = {
  me: WalletMe | null;
  requests: WalletRequest[];
  permissions: WalletPermission[];
  attachments: WalletAttachment[];
  scan: WalletScan | null;
  profile: WalletProfile;
  /** After how many milliseconds a page opens its stream again, which ends at once. */
  reopens: number;
  /** Answers the next calls to this path instead, as `[status, body]`. */
  readonly answers: Map<string, readonly [number, unknown]>;
  /** Every write, as `METHOD path body`. */
  readonly writes: string[];
};

export type WalletPage = {
  readonly page: Page;
  readonly desk: Desk;
  readonly errors: readonly string[];
};

export type WalletPageOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
  readonly theme?: 'light' | 'dark';
  readonly desk?: Partial<Desk>;
  /** The phone's time zone. */
  readonly timezoneId?: string;
};

/** Opens the built wallet at `path` over a scripted service. */
export async function openWallet(
  browser: Browser,
  origin: string,
  path: string,
  options: WalletPageOptions = {},
): Promise<WalletPage> {
  const { width = 390, height = 844, locale = 'nb-NO', theme = 'light' } = options;
  const page = await takePage(browser, {
    viewport: { width, height },
    locale,
    timezoneId: options.timezoneId ?? 'Europe/Oslo',
    reducedMotion: 'reduce',
    colorScheme: theme,
    hasTouch: true,
    // The scripted service answers every request; another test checks the service worker.
    serviceWorkers: 'block',
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const desk: Desk = {
    me: INGRID,
    requests: [],
    permissions: [],
    attachments: [],
    scan: null,
    profile: PROFILE,
    reopens: 3_000,
    answers: new Map(),
    writes: [],
    ...options.desk,
  };
  await page.clock.setFixedTime(NOW);
  await page.route('**/wallet/v1/**', (route) => serve(desk, route));
  await page.goto(origin + path);
  // A page in another language than English is drawn when its texts are loaded.
  await page.locator('#root > *').first().waitFor({ state: 'attached' });
  return { page, desk, errors };
}

async function serve(desk: Desk, route: Route): Promise<void> {
  const method = route.request().method();
  const path = new URL(route.request().url()).pathname.replace('/wallet/v1', '');
  if (method !== 'GET') {
    desk.writes.push(`${method} ${path} ${route.request().postData() ?? ''}`);
  }
  const [status, body] = desk.answers.get(path) ?? answerOf(desk, method, path);
  const text = body === null ? '' : JSON.stringify(body);
  await route.fulfill({
    status,
    body: path === '/events' ? `retry: ${desk.reopens}\n: open\n\n` : text,
    headers: {
      'content-type': path === '/events' ? 'text/event-stream' : 'application/json',
      date: new Date(NOW).toUTCString(),
    },
  });
}

const NOBODY: WalletMe = { customer: null, demo: true, codes: 'shown', origins: [] };

function answerOf(desk: Desk, method: string, path: string): readonly [number, unknown] {
  if (path === '/events') return [200, null];
  if (path === '/me') return [200, desk.me ?? NOBODY];
  if (path === '/demo-session') {
    desk.me = INGRID;
    return [200, INGRID];
  }
  if (path === '/code') return [200, { demo_code: '314159' }];
  if (path === '/session' && method === 'DELETE') {
    desk.me = null;
    return [204, null];
  }
  if (path === '/session') {
    desk.me = INGRID;
    return [200, INGRID];
  }
  if (path === '/profile') return [200, desk.profile];
  if (path === '/requests') return [200, { items: desk.requests }];
  if (path === '/permissions') return [200, { items: desk.permissions }];
  if (path.endsWith('/attachments')) return [200, { items: desk.attachments }];
  if (path.startsWith('/scans')) return desk.scan === null ? NOT_FOUND : [200, desk.scan];
  if (path.startsWith('/permissions/')) return permit(desk, path);
  return actOn(desk, path);
}

const NOT_FOUND = [
  404,
  { error_type: 'Not Found', error_description: 'No such request.', error_details: {} },
] as const;

function permit(desk: Desk, path: string): readonly [number, unknown] {
  const [, , rid, act] = path.split('/');
  const index = desk.permissions.findIndex((one) => one.rid === rid);
  const found = desk.permissions[index];
  if (found === undefined) return NOT_FOUND;
  const changed: WalletPermission =
    act === 'accept'
      ? { ...found, status: 'ok', status_code: 2000, granted: ['openid', 'profile'] }
      : act === 'decline'
        ? { ...found, status: 'fail', status_code: 5006 }
        : found;
  desk.permissions[index] = changed;
  return [200, changed];
}

function actOn(desk: Desk, path: string): readonly [number, unknown] {
  const [, , tid, act] = path.split('/');
  const index = desk.requests.findIndex((one) => one.tid === tid);
  const found = desk.requests[index];
  if (found === undefined) return NOT_FOUND;
  const changed = { ...found, ...changeOf(act) };
  desk.requests[index] = changed;
  return [200, changed];
}

function changeOf(act: string | undefined): Partial<WalletRequest> {
  switch (act) {
    case 'claim':
      return { mine: true };
    case 'approve':
      return { status: 'auth', status_code: 3008 };
    case 'reject':
      return { status: 'fail', status_code: 5006 };
    default:
      return {};
  }
}
