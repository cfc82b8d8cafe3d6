import type { Page } from 'playwright-core';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import type { Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { TerminalView } from '../../../shared/terminal/sale/state.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { BUSY_MORNING } from '../cashier/busy-morning.ts';
import { DIAGNOSES } from '../cashier/diagnosis-views.ts';
import { STATES, view } from '../cashier/sales.ts';
import { SETUPS } from '../cashier/setup-views.ts';
import {
  BACK_OFFICE,
  LOCKED,
  LOCKED_OUT,
  NOBODY,
  PAID,
  REFUNDS,
  SUPERVISED,
} from '../cashier/staff-history-day.ts';
import type { Content } from './random-content.ts';

/** What a screen of the desk is opened from, what is pressed, and what shows that it is drawn. */
export type Desk = {
  readonly view?: TerminalView;
  readonly office?: BackOfficeView;
  readonly more?: Partial<Snapshot>;
  readonly settings?: Partial<Snapshot['settings']>;
  readonly press?: (page: Page, content: Content) => Promise<void>;
  readonly ready: string;
};

const click = (page: Page, selector: string, place = 0) =>
  page.locator(selector).nth(place).click();
const strip = (sign: string) => (page: Page) => click(page, `.strip-key:has(.lucide-${sign})`);
/** Types an amount and waits until the till shows one, because a page may miss the first keys. */
const typeAmount = async (page: Page) => {
  await page.locator('.deck-amount').waitFor();
  await typeByHand(page, '999999999');
  await page.locator('.deck-amount', { hasText: /[1-9١-٩１-９]/ }).waitFor();
};
const openStaff = async (page: Page) => {
  await click(page, '.strip-key[aria-controls]');
  await click(page, '.options-more .ghost');
};
const openDiagnosis = async (page: Page) => {
  await click(page, '.strip-key[aria-controls]');
  await page.locator('.options-more .ghost').last().click();
};
const openSales = async (page: Page) => {
  await strip('history')(page);
  await page.locator('.list-row').nth(4).waitFor();
};
const openDay = async (page: Page) => {
  await strip('history')(page);
  await strip('calendar-days')(page);
};
const openRefund = async (page: Page) => {
  await openSales(page);
  await click(page, '.list-row');
  await click(page, '.state-keys .ghost');
};
const SOLD = { view: view([PAID]) };
const SUPERVISOR = { office: SUPERVISED, view: view([]) };

/** Every screen around a sale, by name. */
export const DESKS: Readonly<Record<string, Desk>> = {
  first: { office: BACK_OFFICE, view: view([]), ready: '.deck-amount' },
  offline: {
    view: view([], { connection: { kind: 'offline', since: 1_794_900_000_000 } }),
    ready: '.deck-window',
  },
  phone: {
    view: BUSY_MORNING,
    ready: '.deck-phone',
    press: async (page) => {
      await typeAmount(page);
      await click(page, '.entry-methods .key');
      await page.keyboard.type('98765');
      await page.keyboard.press('Enter');
    },
  },
  scan: {
    view: BUSY_MORNING,
    settings: { sticker: { kind: 'serial', serial: '0123456789012' } },
    ready: '.deck-scan',
    press: async (page) => {
      await typeAmount(page);
      await click(page, '.entry-methods .key', 1);
    },
  },
  clear: {
    view: BUSY_MORNING,
    ready: '.dialog',
    press: async (page) => {
      await typeAmount(page);
      await click(page, '.counter-foot .ghost');
    },
  },
  settings: {
    view: BUSY_MORNING,
    ready: '.options',
    press: (page) => click(page, '.strip-key[aria-controls]'),
  },
  locked: {
    office: LOCKED,
    view: view([]),
    ready: '.till-locked',
    press: async (page) => {
      await click(page, '.person', 1);
      await page.keyboard.type('47');
    },
  },
  'locked-out': { office: LOCKED_OUT, view: view([]), ready: '.till-locked' },
  'locked-code': { office: LOCKED, view: STATES['waiting-qr'] ?? view([]), ready: '.till-locked' },
  'locked-failed': {
    office: LOCKED,
    view: STATES['authorised-failed'] ?? view([]),
    ready: '.till-locked',
  },
  'staff-none': { office: NOBODY, view: view([]), ready: '.till-staff', press: openStaff },
  'staff-code': {
    office: { ...NOBODY, firstSupervisor: 'by_code' },
    view: view([]),
    ready: '.till-staff',
    press: async (page) => {
      await openStaff(page);
      await click(page, '.counter-foot .ghost');
      await page.keyboard.type('481720');
    },
  },
  staff: {
    ...SUPERVISOR,
    ready: '.staff-keys',
    press: async (page) => {
      await openStaff(page);
      await click(page, '.person', 2);
    },
  },
  'staff-rename': {
    ...SUPERVISOR,
    ready: '.setup-foot',
    press: async (page) => {
      await openStaff(page);
      await click(page, '.person', 2);
      await click(page, '.staff-keys .ghost');
    },
  },
  'staff-remove': {
    ...SUPERVISOR,
    ready: '.dialog',
    press: async (page) => {
      await openStaff(page);
      await click(page, '.person', 2);
      await click(page, '.staff-remove');
    },
  },
  'staff-pin': {
    ...SUPERVISOR,
    ready: '.till-staff .pad',
    press: async (page, content) => {
      await openStaff(page);
      await click(page, '.counter-foot .ghost');
      await page.locator('.setup-line input').fill(content.name().slice(0, 24));
      await click(page, '.setup-foot .key-yellow');
      await page.keyboard.type('4711');
    },
  },
  'past-sale': {
    ...SOLD,
    ready: '.till-list',
    press: async (page) => {
      await openSales(page);
      await click(page, '.list-row', 4);
    },
  },
  search: {
    ...SOLD,
    ready: '.search-side',
    press: async (page) => {
      await openSales(page);
      await click(page, '.search-line input');
      await page.locator('.search-line input').fill('Table');
    },
  },
  refund: { ...SOLD, ready: '.refund-side', press: openRefund },
  'refund-amount': {
    ...SOLD,
    ready: '.refund-side .pad',
    press: async (page) => {
      await openRefund(page);
      await click(page, '.refund-foot .ghost');
    },
  },
  'refund-too-much': {
    ...SOLD,
    ready: '.refund-side .pad',
    press: async (page) => {
      await openRefund(page);
      await click(page, '.refund-foot .ghost');
      await typeByHand(page, '999999999');
    },
  },
  'refund-wrong-pin': {
    ...SOLD,
    ready: '.pin-problem:not(:empty)',
    press: async (page) => {
      await openRefund(page);
      await click(page, '.refund-side .person');
      await page.keyboard.type('0000');
      await page.keyboard.press('Enter');
    },
  },
  refunds: {
    view: REFUNDS,
    ready: '.till-list',
    press: async (page) => {
      await openSales(page);
      await click(page, '.list-row');
    },
  },
  'day-open': { view: BUSY_MORNING, ready: '.document-total', press: openDay },
  day: { ...SOLD, ready: '.document-total', press: openDay },
  'unmatched-refund': {
    view: BUSY_MORNING,
    ready: '.refund-side, .refund-foot',
    press: async (page) => {
      await strip('ticket')(page);
      await click(page, '.state-keys .ghost');
    },
  },
  ...Object.fromEntries(
    Object.entries(DIAGNOSES).map(([name, more]) => [
      `diagnosis-${name}`,
      {
        more: { printing: { printer: 'network', receipts: 'always', jobs: [] }, ...more },
        ready: '.till-diagnosis',
        press: openDiagnosis,
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(SETUPS).map(([name, setup]) => [
      `setup-${name}`,
      { more: { setup }, ready: '.till-setup, .setup' },
    ]),
  ),
};
