import jsqr from 'jsqr';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { billOfItems } from '../../../shared/basket/line-items.ts';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { Bill } from '../../../shared/bill/bill.ts';
import { lineItemsOf } from '../../../shared/bill/line-items.ts';
import { slipOf } from '../../../shared/bill/slip.ts';
import type { CustomerTender, CustomerView } from '../../../shared/device/bridge/customer-view.ts';
import { money, ZERO } from '../../../shared/money/money.ts';
import { axeViolations } from '../../support/axe.ts';
import { createBillHost } from '../../support/bill-host.ts';
import { overflow } from '../../support/layout.ts';
import { passTicks } from '../../support/page-ticks.ts';
import { outOfSight, unreadable } from '../../support/readable.ts';
import { screenOf } from '../../support/screen-of.ts';
import { lineOf } from '../cashier/goods-shop.ts';
import { keepPicture, shoot } from '../keep-picture.ts';
import { billed, FAR, MORNING, openDisplay, viewOf } from './page.ts';

const CODE = 'http://192.168.0.12:4600/p/p2ybyw4tq73n/';
/** The till's own code: its shortlink, and the id of the sale that may come. */
const OWN = 'http://192.168.0.12:4600/s/aB3x_k/187-3k7m2p9q4r8t5w1z';

const served = screenOf('customer-display');

const view = viewOf;
const open = (first: CustomerView, size?: { width: number; height: number }, now?: number) =>
  openDisplay(served.browser(), served.origin(), first, size, now);

/** So many of the same line, with a discount on everything. */
function billWith(lines: number): Bill {
  const host = createBillHost();
  const many = Array.from({ length: lines }, (_, place) =>
    lineOf(`b${place}`, 'Kanelbolle', 1, 5_200, '0.15'),
  );
  host.open('b', null, [lineOf('a', 'Flat white', 2, 5_200, '0.25'), ...many]);
  const discount = { kind: 'percent', basisPoints: 1_000, reason: 'offer' } as const;
  host.act('b', { act: 'discount_bill', discount });
  return host.bill('b');
}
const BILL = billWith(1);
const LONG = billWith(30);

const ofBill = (shown: CustomerView): CustomerView => billed(shown, itemsOf(BILL));
const itemsOf = (bill: Bill) => {
  const { total: amount } = amountsOf(bill);
  return billOfItems(lineItemsOf(bill, amount, ''));
};

const WITH_BILL = { bill: { slip: slipOf(BILL, 'customer'), currency: 'NOK' } };
const END = { at: MORNING, dwell: 60_000 };
const TENDERED: CustomerTender = {
  ...{ toPay: money(14_000), rounding: money(-40) },
  paid: { isCash: true, received: money(20_000), change: money(6_000), left: ZERO, end: END },
};
const PART: CustomerTender = {
  ...{ toPay: money(10_000), rounding: ZERO },
  paid: { isCash: false, received: ZERO, change: ZERO, left: money(4_040), end: END },
};
/** The link of a receipt. */
const RECEIPT = 'http://192.168.0.12:4600/re/till1-R187.q7n2xvB4m0aJ1kLr8sTzWu';
const withReceipt = (tender: CustomerTender): CustomerTender =>
  tender.paid ? { ...tender, paid: { ...tender.paid, receipt: RECEIPT } } : tender;
const PAID = view({ kind: 'paid' });
const PAID_RECEIPT = { ...PAID, sale: PAID.sale && { ...PAID.sale, receipt: RECEIPT } };
const RECEIPTS: readonly (readonly [string, CustomerView])[] = [
  ['paid-receipt', PAID_RECEIPT],
  ['bill-paid-receipt', ofBill(PAID_RECEIPT)],
  ['cash-paid-receipt', view(null, { ...WITH_BILL, tender: withReceipt(TENDERED) })],
  ['cash-part-receipt', view(null, { ...WITH_BILL, tender: withReceipt(PART) })],
];
const WITH_CODE = new Set(['scan', 'code-first', 'code-basket', ...RECEIPTS.map(([name]) => name)]);
const STATES: readonly (readonly [string, CustomerView])[] = [
  ['idle', view(null)],
  ['down', view(null, { payments: 'down' })],
  ['basket', view(null, WITH_BILL)],
  ['basket-long', view(null, { bill: { slip: slipOf(LONG, 'customer'), currency: 'NOK' } })],
  ['code-first', view(null, { code: { uri: OWN, state: 'shown' } })],
  ['code-basket', view(null, { ...WITH_BILL, code: { uri: OWN, state: 'shown' } })],
  ['code-scanned', view(null, { ...WITH_BILL, code: { uri: OWN, state: 'scanned' } })],
  [
    'cash',
    view(null, {
      ...WITH_BILL,
      tender: { toPay: money(14_000), rounding: money(-40), paid: null },
    }),
  ],
  ['cash-paid', view(null, { ...WITH_BILL, tender: TENDERED })],
  ['cash-part', view(null, { ...WITH_BILL, tender: PART })],
  ['bill', ofBill(view({ kind: 'approve' }))],
  ['preparing', view({ kind: 'preparing' })],
  ['scan', view({ kind: 'scan', uri: CODE, expires: FAR })],
  ['scan-expired', view({ kind: 'scan', uri: CODE, expires: 1 })],
  ['sticker', view({ kind: 'sticker', expires: FAR })],
  ['reserved', view({ kind: 'reserved' })],
  ['approve', view({ kind: 'approve' })],
  ['taking', view({ kind: 'taking' })],
  ['paid', PAID],
  ...RECEIPTS,
  ['declined', view({ kind: 'ended', how: 'declined' })],
  ['expired', view({ kind: 'ended', how: 'expired' })],
  ['cancelled', view({ kind: 'ended', how: 'cancelled' })],
  ['ask', view({ kind: 'ask_cashier' })],
];

const codesOn = (page: Page) => page.locator('.qr').count();

test.each(['nb', 'en'] as const)(
  'every state in %s passes the accessibility checks',
  async (language) => {
    const { page, tell, close } = await open(view(null), undefined, MORNING);
    for (const [name, state] of STATES) {
      await tell({ ...state, language });
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
      expect(await keepPicture(page, 'display', `${name}-light-${language}`)).toEqual([]);
      expect([name, await axeViolations(page)]).toEqual([name, []]);
      expect([name, await overflow(page)]).toEqual([name, 0]);
      expect([name, await codesOn(page)]).toEqual([name, WITH_CODE.has(name) ? 1 : 0]);
      expect(await page.locator('button, a, input').count()).toBe(0);
    }
    await close();
  },
);

test.each([
  [{ kind: 'approve' }, 'To pay'],
  [{ kind: 'paid' }, 'Total'],
  [{ kind: 'reserved' }, 'Reserved'],
  [{ kind: 'ended', how: 'declined' }, 'Not taken'],
  [{ kind: 'ended', how: 'expired' }, 'Not taken'],
  // The cancellation may still be under way.
  [{ kind: 'ended', how: 'cancelled' }, 'Cancelled'],
] as const)('the slip of %j says of its total: %s', async (phase, word) => {
  const { page, close } = await open(view(phase, { language: 'en' }));
  expect(await page.locator('.display-line').last().innerText()).toBe(word);
  await close();
});

test('nobody is asked to scan a code that has run out', async () => {
  const phase = { kind: 'scan', uri: CODE, expires: 1 } as const;
  const { page, close } = await open(view(phase, { language: 'en' }), undefined, MORNING);
  expect(await page.locator('h1').innerText()).toBe('One moment.');
  await close();
});

test.each([
  [1920, 1080],
  [1366, 768],
  [1024, 600],
])(
  'the code on a display of %ix%i can be scanned, and nothing is cut off',
  async (width, height) => {
    const state = view({ kind: 'scan', uri: CODE, expires: FAR });
    const { page, close } = await open(state, { width, height });
    await page.locator('.qr').waitFor();
    const shot = await shoot(page, 1, null);
    expect(jsqr.default(shot.data, shot.width, shot.height)?.data).toBe(CODE);
    const box = await page.locator('.qr').boundingBox();
    expect(box?.width ?? 0).toBeGreaterThanOrEqual(228);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    const letters = page.locator('.code-letters');
    expect(await letters.innerText()).toMatch(/192\.168\.0\.12:4600\/w\/.*p2yb yw4t q73n/s);
    const last = await letters.boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(height);
    const rail = await page.locator('.rail').boundingBox();
    expect((rail?.x ?? 0) + (rail?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((rail?.y ?? 0) + (rail?.height ?? 0)).toBeLessThanOrEqual(height);
    expect(await overflow(page)).toBe(0);
    await close();
  },
);

test.each(
  [
    [1920, 1080],
    [1366, 768],
    [1024, 768],
    [1024, 600],
  ].flatMap(([width = 0, height = 0]) =>
    (['nb', 'de', 'ar'] as const).map((language) => [width, height, language] as const),
  ),
)(
  'the code of a receipt on a display of %ix%i in %s can be scanned beside the amount',
  async (width, height, language) => {
    const { page, tell, close } = await open(view(null), { width, height });
    for (const [name, state] of RECEIPTS) {
      await tell({ ...state, language });
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
      await page.locator('.qr').waitFor();
      await keepPicture(page, 'display', `${name}-${width}x${height}-${language}`);
      const shot = await shoot(page, 1, null);
      expect([name, jsqr.default(shot.data, shot.width, shot.height)?.data]).toEqual([
        name,
        RECEIPT,
      ]);
      const seen = ['.qr', 'h1', '.display-hero', '.display-receipt .display-next'];
      expect([name, await outOfSight(page, seen)]).toEqual([name, []]);
      expect([name, await unreadable(page)]).toEqual([name, []]);
      expect([name, await overflow(page)]).toEqual([name, 0]);
    }
    await close();
  },
);

test.each(
  [
    [1920, 1080],
    [1366, 768],
    [1280, 800],
    [1024, 600],
    [800, 480],
  ].flatMap(([width = 0, height = 0]) =>
    (['en', 'nb', 'de', 'ar'] as const).map((language) => [width, height, language] as const),
  ),
)(
  'a display of %ix%i in %s shows all words of a sale that ended',
  async (width, height, language) => {
    const { page, tell, close } = await open(view(null), { width, height });
    const cash = view(null, { ...WITH_BILL, tender: TENDERED });
    const ended = ['paid', 'ended'] as const;
    const states = ended.map((kind) =>
      view(kind === 'paid' ? { kind } : { kind, how: 'declined' }),
    );
    for (const state of [cash, ...states]) {
      await tell({ ...state, language });
      await page.locator(`[lang=${language}] .display-flood`).waitFor();
      expect(await outOfSight(page, ['.display-said > .seal', 'h1', '.display-next'])).toEqual([]);
    }
    await close();
  },
);

test.each(['basket', 'waiting'] as const)(
  'a long bill of the %s shows its last lines',
  async (what) => {
    const shown = view(what === 'basket' ? null : { kind: 'scan', uri: CODE, expires: FAR });
    const bill = { bill: { slip: slipOf(LONG, 'customer'), currency: 'NOK' } };
    const state = { ...billed(shown, itemsOf(LONG)), ...(what === 'basket' ? bill : {}) };
    const { page, close } = await open(state, { width: 1366, height: 768 });
    const last = page.locator('.bill-vat dd').last();
    const box = await last.boundingBox();
    expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(768);
    const note = await page.locator('.display-above').boundingBox();
    const edge = (note?.y ?? 0) + (note?.height ?? 0);
    const rows = await page.locator('.display-bill tr').all();
    const tops = await Promise.all(rows.map(async (row) => (await row.boundingBox())?.y ?? 0));
    const above = tops.filter((top) => top < edge).length;
    expect(above).toBeGreaterThan(10);
    expect(await page.locator('.display-above').innerText()).toBe(`${above} linjer over`);
    await close();
  },
);

test('a bill that fits shows no number of lines above it', async () => {
  const { page, close } = await open(view(null, WITH_BILL));
  expect(await page.locator('.display-above').isVisible()).toBe(false);
  await close();
});

test.each([
  ['the code before the total', view(null, { code: { uri: OWN, state: 'shown' } })],
  ['a sale with the till’s own code', view({ kind: 'scan', uri: OWN, expires: FAR })],
] as const)('%s shows a hint for customers without a camera, and no letters', async (_, state) => {
  const { page, close } = await open(state);
  await page.locator('.qr').waitFor();
  const hint = page.locator('.code-letters');
  expect(await hint.innerText()).toBe('Uten kamera? Si telefonnummeret ditt til den i kassen.');
  const box = await hint.boundingBox();
  expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(1_080);
  await close();
});

test('the step Paid is shown as to come while the till captures', async () => {
  const { page, close } = await open(view({ kind: 'taking' }, { language: 'en' }));
  expect(await page.locator('.rail-stop').allInnerTexts()).toEqual([
    expect.stringMatching(/^Scan the code.*\(done\)$/s),
    expect.stringMatching(/^Approve.*\(done\)$/s),
    expect.stringMatching(/^Paid.*\(to come\)$/s),
  ]);
  await close();
});

test('an ended sale disappears after its time without a new view, however the clock is set', async () => {
  const { page, close } = await open(view({ kind: 'paid' }), undefined, MORNING);
  const paid = page.getByRole('heading', { level: 1, name: 'Betalt' });
  await paid.waitFor();
  for (const jump of [-2 * 86_400_000, 2 * 86_400_000]) {
    await page.clock.setFixedTime(MORNING + jump);
    await passTicks(page, 3_999);
    // The page's timers that read the clocks have run.
    await page.clock.runFor(5_000);
    expect(await paid.count()).toBe(1);
  }
  await passTicks(page, 2);
  await page.clock.runFor(5_000);
  await page.getByText('Her betaler du med telefonen.').waitFor();
  await close();
});

/** Names of 60 letters for each direction of writing, with spaces and without. */
const LONG_NAMES = {
  de: [
    'Grünerløkka Håndverksbakeri og Konditori AS, Thorvald Meyers',
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte',
  ],
  ar: [
    'مخبز ومقهى الواحة الخضراء للمعجنات والحلويات الشرقية التقليد',
    'مخبزومقهىالواحةالخضراءللمعجناتوالحلوياتالشرقيةالتقليديةوالقه',
  ],
} as const;

/** The texts of the idle picture that lie on the picture or outside of the window, with their place. */
function onThePicture(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const picture = document.querySelector('.display-slips')?.getBoundingClientRect();
    if (picture === undefined || picture.width === 0) return ['there is no picture'];
    const found: string[] = [];
    for (const part of ['.display-name bdi', '.display-idle h1', '.display-how span']) {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(part) ?? document.head);
      const rows = [...range.getClientRects()];
      if (rows.length === 0) found.push(`${part} has no text`);
      for (const { left, right, top, bottom } of rows) {
        const beside = right <= picture.left || left >= picture.right;
        const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
        if (!beside || !inside) found.push(`${part} ${left}-${right}, ${top}-${bottom}`);
      }
    }
    return found;
  });
}

test.each([
  [1920, 1080],
  [1366, 768],
  [1024, 768],
  [800, 600],
])('each line of a long shop name is beside the picture, %ix%i', async (width, height) => {
  const { page, tell, close } = await open(view(null), { width, height }, MORNING);
  for (const language of ['de', 'ar'] as const) {
    for (const shop of [...LONG_NAMES.de, ...LONG_NAMES.ar]) {
      expect(shop.length).toBe(60);
      await tell(view(null, { shop, language }));
      const shown = page.locator(`[lang=${language}] .display-name`).getByText(shop);
      await shown.waitFor();
      expect([language, shop, await onThePicture(page)]).toEqual([language, shop, []]);
    }
  }
  await close();
});

test('a name that needs several lines has its amount on the first one, and is whole', async () => {
  const name = 'Økologisk fullkornsbrød med solsikkekjerner og tranebær';
  const host = createBillHost();
  host.open(
    'b',
    null,
    [name, 'Te'].map((one, place) => lineOf(`a${place}`, one, 1, 199_999_980, '0.25')),
  );
  const bill = { slip: slipOf(host.bill('b'), 'customer'), currency: 'NOK' };
  const { page, close } = await open(view(null, { bill }), {
    width: 1_366,
    height: 768,
  });
  const rows = await page.locator('.display-bill tr').evaluateAll((all) =>
    all.map((row) => {
      const [, words, amount] = [...row.querySelectorAll('td')].map((one) =>
        one.getBoundingClientRect(),
      );
      const top = (amount?.top ?? 0) - (words?.top ?? 0);
      return { onFirst: Math.abs(top) < 9, isWhole: row.scrollWidth <= row.clientWidth };
    }),
  );
  expect(rows).toEqual(Array(2).fill({ onFirst: true, isWhole: true }));
  await close();
});
