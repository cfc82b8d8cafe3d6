import type { Page } from 'playwright-core';
import {
  CALLBACKS,
  CODES,
  ENROLMENT,
  KARI,
  MARTE,
  PAIRINGS,
  SALES,
  settlement,
  USERS,
} from '../portal/answers.ts';
import type { Office } from '../portal/page.ts';
import { type Content, withRandom } from './random-content.ts';

/** A page that is loaded anew: who is signed in, what is pressed, and what shows that it is drawn. */
export type PortalPlace = {
  readonly path: string;
  readonly ready: string;
  readonly me?: Office['me'];
  readonly ticket?: Office['ticket'];
  readonly answers?: Readonly<Record<string, readonly [number, unknown]>>;
  /** As the header of each answer says it. */
  readonly sessionLeft?: string;
  readonly press?: (page: Page) => Promise<void>;
};

const OUT = { user: null, demo: true, email: false } as const;
const EMAIL = { user: null, demo: false, email: true } as const;
const click =
  (selector: string, place = 0) =>
  (page: Page) =>
    page.locator(selector).nth(place).click();
const type = async (page: Page, name: string, text: string) => {
  await page.locator(`input[name=${name}]`).fill(text);
  await page.locator('.portal-submit .key').click();
};
const sendCode = (page: Page) => type(page, 'email', 'kari.nordmann@kaffebaren.example');
const enterCode = async (page: Page) => {
  await sendCode(page);
  await type(page, 'code', '123456');
};
const recover = async (page: Page) => {
  await enterCode(page);
  await type(page, 'factor', '123456');
  await page.locator('.recovery-codes').waitFor();
};
const addTill = async (page: Page) => {
  await click('.ledger-tools .ghost')(page);
  await page.locator('input[name=name]').fill('Grünerløkka Håndverksbakeri og Kondit');
};

/** The slips, forms and steps of a sign-in, by name. */
export const PORTAL_PAGES: Readonly<Record<string, PortalPlace>> = {
  'settlement-slip': { path: '/m/settlements/6', ready: '.portal-slip' },
  'till-slip': { path: '/m/tills/pair1', ready: '.portal-slip' },
  'user-slip': { path: '/m/users/admin', ready: '.portal-slip' },
  'application-slip': { path: '/m/users/app-club1', ready: '.portal-slip' },
  'callback-slip': { path: '/m/callbacks/m2', ready: '.portal-slip' },
  'catalogue-item': { path: '/m/catalogue/items~bun', ready: '.portal-slip' },
  'catalogue-group': { path: '/m/catalogue/groups~milk', ready: '.portal-slip' },
  'catalogue-history': { path: '/m/catalogue/history', ready: '.catalogue-versions li' },
  'code-off': { path: '/m/codes/cD5y-', ready: '.code-off' },
  'refund-question': {
    ...{ path: '/m/payments/p2ybyw4tq73n', ready: '.dialog' },
    press: click('.portal-acts .ghost'),
  },
  'new-user': {
    ...{ path: '/m/users/', ready: '.portal-submit' },
    press: click('.ledger-tools .ghost'),
  },
  secret: {
    ...{ path: '/m/users/', ready: '.secret' },
    press: async (page) => {
      await click('.ledger-tools .ghost')(page);
      await click('.portal-submit .key')(page);
    },
  },
  'new-application': {
    ...{ path: '/m/users/', ready: 'textarea' },
    press: click('.ledger-tools .ghost', 1),
  },
  'new-code': {
    ...{ path: '/m/codes/', ready: 'input[name=serial]' },
    press: click('.ledger-tools .ghost'),
  },
  pair: { path: '/m/tills/', ready: 'input[name=name]', press: addTill },
  'pair-code': {
    ...{ path: '/m/tills/', ready: '.pairing-code' },
    press: async (page) => {
      await addTill(page);
      await click('.portal-submit .key')(page);
    },
  },
  'session-ends': { path: '/m/', ready: '[role=alertdialog]', sessionLeft: '90' },
  'session-ends-for-good': {
    ...{ path: '/m/', ready: '[role=alertdialog]', sessionLeft: '90 final' },
  },
  'two-shops': { path: '/m/', ready: '.rows', me: KARI },
  'sign-in': { path: '/m/', ready: '.sign-in', me: OUT },
  'first-user': {
    ...{ path: `/m/users/#first-user=shop.${'x'.repeat(43)}`, ready: '[name="user"]', me: OUT },
  },
  'first-user-made': {
    ...{ path: `/m/users/#first-user=shop.${'x'.repeat(43)}`, ready: '.secret', me: OUT },
    press: click('.portal-submit .key'),
  },
  'email-not-set': {
    ...{ path: '/m/', ready: '.sign-in-slip p', me: { ...EMAIL, email: false } },
    press: click('.sign-in-demo'),
  },
  email: { path: '/m/', ready: 'input[name=email]', me: EMAIL },
  'email-code': { path: '/m/', ready: 'input[name=code]', me: EMAIL, press: sendCode },
  'email-enrol': { path: '/m/', ready: '.app-key', me: EMAIL, press: enterCode },
  'email-recovery': { path: '/m/', ready: '.recovery-codes', me: EMAIL, press: recover },
  'email-shop': {
    ...{ path: '/m/', ready: '.sign-in-slip .ghost', me: EMAIL },
    press: async (page) => {
      await recover(page);
      await page.locator('.portal-tick input').check();
      await click('.stacked .key-yellow')(page);
      await page.locator('.recovery-codes').waitFor({ state: 'detached' });
    },
  },
  'email-factor': {
    ...{ path: '/m/', ready: '.portal-problem', me: EMAIL },
    ticket: { ...ENROLMENT, enrol: null },
    answers: { '/second-factor': [401, { error_description: 'This code is not right.' }] },
    press: async (page) => {
      await enterCode(page);
      await type(page, 'factor', '123456');
    },
  },
};

/** Lists and slips with random names and amounts, by their path. */
export function listsOf(content: Content): [string, readonly [number, unknown]][] {
  const lists = {
    pairings: PAIRINGS,
    users: USERS,
    codes: CODES,
    callbacks: CALLBACKS,
    settlements: [6, 5, 4, 3, 2, 1].map(settlement),
  };
  const all = Object.entries(lists).flatMap(([kind, items]) => {
    const made: readonly { readonly id: string }[] = withRandom([...items], content);
    const slips = made.map((one) => [`GET /${kind}/${one.id}`, [200, one]] as const);
    return [[`GET /${kind}`, [200, { items: made, next: null }]] as const, ...slips];
  });
  return [...all, ['GET /sales', [200, withRandom(SALES, content)]]].map(([path, answer]) => [
    path as string,
    answer as readonly [number, unknown],
  ]);
}

/** Sets what the service answers on such a page. */
export function answerAt(office: Office, place: PortalPlace, content: Content): void {
  office.me = withRandom(place.me ?? MARTE, content);
  office.ticket = place.ticket ?? ENROLMENT;
  office.sessionLeft = place.sessionLeft ?? null;
  for (const [path, answer] of Object.entries(place.answers ?? {}))
    office.answers.set(path, answer);
}

/** Puts back what every other page expects. */
export function leaveOffice(office: Office): void {
  office.me = MARTE;
  office.ticket = ENROLMENT;
  office.sessionLeft = null;
  office.answers.delete('/second-factor');
}
