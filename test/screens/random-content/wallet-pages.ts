import type { Page } from 'playwright-core';
import type { Desk } from '../wallet/page.ts';
import { tapKnob } from '../wallet/payment-page.ts';
import {
  INGRID,
  PROFILE,
  permission,
  RECEIPT,
  request,
  STAGES,
  scan,
  TICKETS,
} from '../wallet/requests.ts';
import { type Content, withRandom } from './random-content.ts';

/** A page of the wallet: what the service answers, the address, and what shows that it is drawn. */
export type WalletPlace = {
  readonly path: string;
  readonly ready: string;
  readonly desk?: Partial<Desk>;
  readonly answers?: Readonly<Record<string, readonly [number, unknown]>>;
  readonly press?: (page: Page, desk: Desk) => Promise<void>;
};

const PAYMENT = '/p/p2ybyw4tq73n/';
const SIGN_IN = { customer: null, demo: false, codes: 'sent', origins: [] };
const TERMS = { version: '2026-11', uri: 'https://pay.example/terms' };
const paid = STAGES.paid ?? request();

const sendCode = async (page: Page) => {
  await page.locator('input').fill('+47 98765432');
  await page.locator('.key-yellow').click();
  await page.locator('.wallet-code').waitFor();
};
const register = async (page: Page) => {
  await sendCode(page);
  await page.locator('input').fill('314159');
  await page.locator('.key-yellow').click();
  await page.locator('.consent-part').waitFor();
};
const ask = async (page: Page) => {
  await tapKnob(page);
  await page.locator('.sure').waitFor();
};
const signingIn = {
  path: '/w/',
  answers: {
    '/me': [200, SIGN_IN],
    '/session': [200, { ...SIGN_IN, registration: { ticket: 'x', terms: TERMS } }],
  },
} as const;

/** The pages around a payment, by name. */
export const WALLET_PAGES: Readonly<Record<string, WalletPlace>> = {
  receipt: {
    path: PAYMENT,
    ready: '.attachments',
    desk: { requests: [paid], attachments: [RECEIPT] },
  },
  tickets: {
    path: PAYMENT,
    ready: '.ticket .qr',
    desk: { requests: [paid], attachments: [TICKETS] },
  },
  sure: { path: PAYMENT, ready: '.sure', desk: { requests: [request()] }, press: ask },
  unsure: {
    path: PAYMENT,
    ready: '.wallet-problem',
    desk: { requests: [request()] },
    press: async (page, desk) => {
      await ask(page);
      for (const path of ['', '/approve']) {
        desk.answers.set(`/requests/p2ybyw4tq73n${path}`, [503, {}]);
      }
      await page.locator('.sure .key-yellow').click();
    },
  },
  permission: {
    path: '/w/?permission=r7',
    ready: '.consent-part',
    desk: { permissions: [permission()] },
  },
  shared: {
    path: '/w/?permission=r7',
    ready: 'main:not([aria-busy="true"]) h1',
    desk: { permissions: [permission({ status: 'ok', granted: ['openid', 'profile'] })] },
  },
  scan: { path: '/s/aB3x_/4/', ready: '.scan-answer', desk: { scan: scan() } },
  scanner: { path: '/w/?scanner', ready: '.scanner-again' },
  profile: { path: '/w/?details', ready: 'input' },
  offline: { path: '/w/', ready: '.wallet-offline', answers: { '/requests': [503, {}] } },
  empty: { path: '/w/', ready: 'main:not([aria-busy="true"]) h1' },
  missing: { path: '/p/p00000000000/', ready: 'main:not([aria-busy="true"]) h1' },
  taken: {
    path: PAYMENT,
    ready: 'main:not([aria-busy="true"]) h1',
    desk: { requests: [request({ mine: false })] },
    answers: { '/requests/p2ybyw4tq73n/claim': [409, { error_description: 'Taken.' }] },
  },
  'no-codes': {
    path: '/w/',
    ready: 'main h1',
    answers: { '/me': [200, { ...SIGN_IN, codes: 'none' }] },
  },
  'sign-in': { ...signingIn, ready: 'input' },
  code: { ...signingIn, ready: '.wallet-code', press: sendCode },
  register: { ...signingIn, ready: '.consent-part', press: register },
  'register-missing': {
    ...signingIn,
    ready: '.wallet-hint[role="alert"]',
    press: async (page) => {
      await register(page);
      await page.locator('.key-yellow').click();
    },
  },
};

/** What the service answers on such a page, with random names and amounts. */
export function answerAt(
  { desk = {}, answers = {} }: WalletPlace,
  content: Content,
): Partial<Desk> {
  const [name, line] = [content.name(), content.name()];
  return {
    me: { ...INGRID, customer: { name, msisdn: '4798765432' } },
    profile: {
      ...PROFILE,
      name,
      email: `${line.replaceAll(/[^a-z]/gi, '.')}@example.no`,
      address: PROFILE.address && { ...PROFILE.address, name: line, street_address: name },
    },
    ...withRandom(desk, content),
    answers: new Map(Object.entries(answers)),
  };
}

/** What the service answers before and after. */
export const QUIET: Partial<Desk> = {
  ...{ me: INGRID, profile: PROFILE, requests: [], permissions: [], attachments: [], scan: null },
};
