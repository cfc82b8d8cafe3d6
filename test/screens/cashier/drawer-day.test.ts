import { describe, expect, it } from 'vitest';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import { outOfSight } from '../../support/readable.ts';
import { settled } from '../../support/settled.ts';
import {
  BILL_REFUNDED,
  BOOKS,
  cashHost,
  DIFFERS,
  FOUND,
  FOUND_SHARE,
  GIVEN_BACK,
  REPORT,
  SHARED,
  X_REPORT,
  Z_REPORT,
} from './books-shop.ts';
import { openTill } from './fixture.ts';
import { RECEIPTS, SHOWN } from './receipts-shop.ts';
import { NOW, view } from './sales.ts';
import { scan } from './scan.ts';
import { BACK_OFFICE, DAY, SUPERVISED } from './staff-history-day.ts';

/* The cash drawer, the reports, and the close of a day. */

const { cashier, key, page, sent } = openTill();

const refused = (reason: string): AnyAnswer => ({
  ok: false,
  refusal: { type: 'Conflict', description: reason, details: { reason } },
});
const DONE: AnyAnswer = { ok: true, value: null };

const choose = (label: string) => page().locator('.choice-option', { hasText: label }).click();

let taps = 0;
async function tap(name: string | RegExp): Promise<void> {
  await key(name).click();
  taps += 1;
}

/** A till with books; `open` bills have no name. */
async function openBooks({ person = BACK_OFFICE, books = BOOKS, open = false } = {}) {
  cashier().books(books);
  cashier().backOffice(person);
  const host = cashHost([]);
  if (open) host.open('t4', 'Table 4', [], 0);
  cashier().hostBills(host);
  await cashier().answerTo('read_report', X_REPORT);
  await cashier().answerTo('day', DAY);
  await cashier().answerTo('drawer', DONE);
  await cashier().answerTo('count_drawer', DONE);
  await cashier().show(view([]));
  return host;
}

async function openDrawer(): Promise<void> {
  await openBooks();
  await key('Settings').click();
  await key('Cash drawer').click();
  await page().locator('.till-drawer').waitFor();
}

describe('the drawer', () => {
  it('books a pay-out with its reason, and shows who did it', async () => {
    await openDrawer();
    await key('Pay-out').click();
    await page().keyboard.type('5000');
    await page().locator('.deck-amount', { hasText: '50.00' }).waitFor();
    await choose('Purchase for the shop');
    await key(/^Pay-out kr/).click();
    await page().locator('.slip-torn', { hasText: 'Ingrid' }).waitFor();
    expect(await sent('drawer')).toMatchObject([
      { act: { act: 'pay_out', amount: 5_000, reason: 'Purchase for the shop' } },
    ]);
  });

  it('books a float of a usual amount in at most 6 taps from the sale', async () => {
    await openBooks();
    taps = 0;
    for (const name of ['Settings', 'Cash drawer', 'Float', /^kr.1,?000\.00/, /^Float kr/])
      await tap(name);
    await page().locator('.slip-torn').waitFor();
    expect(await sent('drawer')).toMatchObject([{ act: { act: 'float', amount: 100_000 } }]);
    expect(taps).toBeLessThanOrEqual(6);
  });

  it('opens without a sale for a typed reason', async () => {
    await openDrawer();
    await key('Open without a sale').click();
    await choose('Another reason');
    await page().locator('.setup-line input').fill('Coins stuck');
    await key('Continue').click();
    await key('Open without a sale').click();
    await expect
      .poll(() => sent('drawer'))
      .toMatchObject([{ act: { act: 'no_sale', reason: 'Coins stuck' } }]);
  });

  it('sends the same command again with the same id after a lost answer, and keeps what was typed', async () => {
    await openDrawer();
    await page().evaluate(() => {
      const { tillkit } = window;
      if (tillkit === undefined) throw new Error('the page has no bridge');
      const call = tillkit.call;
      let lost = false;
      Object.assign(tillkit, {
        call: async (command: Parameters<typeof call>[0]) => {
          const answer = await call(command);
          if (command.type !== 'drawer' || lost) return answer;
          lost = true;
          throw new Error('the answer was lost');
        },
      });
    });
    await key('Float').click();
    await page().keyboard.type('10000');
    await page().locator('.deck-amount', { hasText: '100.00' }).waitFor();
    await key(/^Float kr/).click();
    await page().locator('.refund-wrong', { hasText: 'did not answer' }).waitFor();
    await key(/^Float kr/).click();
    await page().locator('.slip-torn').waitFor();
    const commands = await sent('drawer');
    expect(commands).toHaveLength(2);
    expect(new Set(commands.map((one) => ('id' in one ? one.id : ''))).size).toBe(1);
  });

  it('is counted by keyboard and touch, and says what was expected only after a difference', async () => {
    await openDrawer();
    await cashier().answerTo('count_drawer', DIFFERS);
    await key('Count the drawer').click();
    await page().keyboard.type('3');
    await page().locator('.deck-amount', { hasText: '3' }).waitFor();
    await page().keyboard.press('Enter');
    await page().locator('.count-line').nth(4).click();
    await page().getByRole('button', { name: '7', exact: true }).click();
    await expect.poll(() => page().locator('.slip-total .amount').innerText()).toMatch(/3.350/);
    expect(await page().getByText('Expected').count()).toBe(0);
    await key(/^Finish count/).click();
    await page().getByText('Expected', { exact: true }).waitFor();
    expect(await sent('count_drawer')).toMatchObject([
      {
        counted: [
          { value: 100_000, count: 3 },
          { value: 5_000, count: 7 },
        ],
        reason: null,
      },
    ]);
    await cashier().answerTo('count_drawer', DONE);
    await choose('Wrong change given');
    await key('Book the difference').click();
    await page().locator('.slip-torn').waitFor();
    expect((await sent('count_drawer'))[1]).toMatchObject({ reason: 'Wrong change given' });
  });
});

describe('the reports', () => {
  async function openReports(options: Parameters<typeof openBooks>[0] = {}) {
    const host = await openBooks(options);
    await key('Settings').click();
    await key('Reports').click();
    await page().locator('.document-title').waitFor();
    return host;
  }

  it('show X without what the drawer should hold, and Z by its number', async () => {
    await openReports();
    expect(await page().getByText('Cash at the end').count()).toBe(0);
    await cashier().answerTo('read_report', Z_REPORT);
    await key('Z report by number').click();
    await page().keyboard.type('7');
    await key('Show report').click();
    await page().getByText('Cash at the end').waitFor();
    expect((await sent('read_report')).at(-1)).toMatchObject({ period: 7 });
  });

  it('print X and Z', async () => {
    await openReports();
    // Another screen has sold since this one has read the report.
    const report = { ...REPORT, receipts: { first: 1_204, last: 1_262 } };
    const booked = { report, number: null, at: NOW, closed: null };
    await cashier().answerTo('print_report', { ok: true, value: { report: booked } });
    // Without a receipt printer the browser prints, after the till has booked the X report: it prints the booked one.
    await page().evaluate(() =>
      Object.assign(window, { print: () => (document.title = document.body.innerText) }),
    );
    await key('Print report').click();
    await page().waitForFunction(() => document.title.includes('1204-1262'));
    expect(await sent('print_report')).toMatchObject([{ period: null, on: 'browser' }]);
  });

  it('close the day in at most 12 taps from the sale, with a supervisor’s PIN', async () => {
    await openBooks();
    await cashier().answerTo('approve_close', { ok: true, value: { id: 'word-1' } });
    await cashier().answerTo('close_period', Z_REPORT);
    taps = 0;
    await tap('Settings');
    await tap('Reports');
    await tap('Close the day');
    await tap('3');
    await tap(/^Finish count/);
    await tap('Continue');
    for (const digit of ['4', '7', '1', '1']) await tap(digit);
    await tap('Close the day');
    await page().getByRole('heading', { name: 'Closed with Z report 13' }).waitFor();
    expect(taps).toBeLessThanOrEqual(12);
    expect(await sent('approve_close')).toMatchObject([
      {
        ...{ personId: 's-marte', pin: '4711' },
        close: { counted: [{ value: 100_000, count: 3 }], keep: 100_000, openBills: [] },
      },
    ]);
    expect(await sent('close_period')).toMatchObject([
      {
        ...{ counted: [{ value: 100_000, count: 3 }], keep: 100_000, openBills: [] },
        ...{ approval: 'word-1', reason: null },
      },
    ]);
    await page().locator('.slip-torn', { hasText: 'Z report 13' }).waitFor();
  });

  it('name the open bills first; a difference needs a reason, and keeps the id and the approval', async () => {
    const host = await openReports({ person: SUPERVISED });
    host.open('t7', 'Table 7', [], 0);
    await cashier().answerTo('close_period', DIFFERS);
    await key('Close the day').click();
    await page().locator('.close-bills', { hasText: 'Table 7' }).waitFor();
    await key('I have seen them').click();
    await key(/^Finish count/).click();
    await key('Continue').click();
    await key('Close the day').click();
    await page().getByText('Expected', { exact: true }).waitFor();
    await cashier().answerTo('close_period', refused('close_open_bills'));
    await choose('Cause not known');
    await key('Book the difference').click();
    await page()
      .getByText('A bill was opened, changed or paid meanwhile', { exact: false })
      .waitFor();
    const commands = await sent('close_period');
    expect(commands).toMatchObject([
      { openBills: [{ id: 't7' }], reason: null, counted: [] },
      { openBills: [{ id: 't7' }], reason: 'Cause not known' },
    ]);
    expect(new Set(commands.map((one) => ('id' in one ? one.id : ''))).size).toBe(1);
  });

  it('ask for the PIN again if the drawer is counted again after it', async () => {
    await openBooks();
    await cashier().answerTo('approve_close', { ok: true, value: { id: 'word-1' } });
    await cashier().answerTo('close_period', DIFFERS);
    await key('Settings').click();
    await key('Reports').click();
    await key('Close the day').click();
    const finish = async (digit: string) => {
      await key(digit).click();
      await key(/^Finish count/).click();
      await key('Continue').click();
      await page().locator('.pin-dot').first().waitFor();
      await page().keyboard.type('4711');
      await page().locator('.pin-dot-on').nth(3).waitFor();
      await key('Close the day').click();
    };
    await finish('3');
    await page().getByText('Expected', { exact: true }).waitFor();
    await key('Count again').click();
    await finish('4');
    await expect
      .poll(() => sent('approve_close'))
      .toMatchObject([
        { close: { counted: [{ value: 100_000, count: 3 }] } },
        { close: { counted: [{ value: 100_000, count: 34 }] } },
      ]);
  });

  it('close a till without cash without a count', async () => {
    const books = { ...BOOKS, hasCash: false };
    await openReports({ person: SUPERVISED, books });
    await cashier().answerTo('close_period', Z_REPORT);
    await key('Close the day').click();
    await key('Close the day').click();
    await page().getByRole('heading', { name: 'Closed with Z report 13' }).waitFor();
    expect(await sent('close_period')).toMatchObject([{ counted: null, keep: 0 }]);
  });
});

describe('a refund of a receipt', () => {
  /** Opens the refund of the first receipt of the list. */
  async function refundOpened(): Promise<void> {
    await cashier().answerTo('receipts', RECEIPTS);
    await cashier().answerTo('read_receipt', SHOWN);
    await key('Receipts').click();
    await key('Refund').click();
  }

  async function findReceipt(): Promise<void> {
    await openBooks();
    await cashier().answerTo('find_receipt', FOUND);
    await cashier().answerTo('approve_receipt_refund', { ok: true, value: { id: 'word-1' } });
    await cashier().answerTo('refund_receipt', GIVEN_BACK);
    await refundOpened();
    await page().locator('.till-receipt .basket-line').first().waitFor();
  }

  it('by line says the rounded sum and the tender before and after the PIN', async () => {
    await findReceipt();
    await page().locator('.slip-facts', { hasText: 'Cash from the drawer' }).waitFor();
    await page().locator('.basket-line').nth(2).click();
    await page().locator('.slip-total', { hasText: '29.00' }).waitFor();
    await page().keyboard.type('4711');
    await page().locator('.pin-dot-on').nth(3).waitFor();
    await key(/^Refund kr/).click();
    await page()
      .getByText(/Hand kr.29\.00 from the drawer/)
      .first()
      .waitFor();
    expect(await sent('approve_receipt_refund')).toMatchObject([
      {
        ...{ pin: '4711', amount: 2_900 },
        refund: { receipt: 1_261, lines: [{ line: 2, quantity: 1_000 }], reason: 'Returned' },
      },
    ]);
    expect(await sent('refund_receipt')).toMatchObject([
      {
        ...{ receipt: 1_261, approval: 'word-1', reason: 'Returned' },
        ...{ lines: [{ line: 2, quantity: 1_000 }], amount: 0, tip: 0 },
      },
    ]);
  });

  it('of a share of a bill proposes the share; a key beside it opens the products of the bill', async () => {
    await openBooks();
    await cashier().answerTo('find_receipt', FOUND_SHARE);
    await cashier().answerTo('find_bill', SHARED);
    await cashier().answerTo('approve_bill_refund', { ok: true, value: { id: 'word-1' } });
    await cashier().answerTo('refund_bill', BILL_REFUNDED);
    await refundOpened();
    // What the cashier has opened: the one receipt.
    await key(/^Refund kr.126\.00/).waitFor();
    await key('Whole bill').click();
    await key(/^Refund kr.480\.00/).waitFor();
    await key('Only this payment').click();
    await key(/^Refund kr.126\.00/).waitFor();
    await key('Whole bill').click();
    await page().locator('.till-receipt .basket-line').first().click();
    await page().locator('.slip-total', { hasText: '120.00' }).waitFor();
    expect(await page().locator('.slip-paid dd').allInnerTexts()).toEqual([
      expect.stringContaining('90'),
      expect.stringContaining('30'),
    ]);
    await key(/^Refund kr/).click();
    await page().keyboard.type('4711');
    await page().locator('.pin-dot-on').nth(3).waitFor();
    await key(/^Refund kr/).click();
    await page()
      .getByText(/kr.90\.00 goes back to the phone\./)
      .first()
      .waitFor();
    const refund = { bill: 'b9', lines: [{ line: 0, quantity: 1_000 }], reason: 'Returned' };
    expect(await sent('approve_bill_refund')).toMatchObject([
      { pin: '4711', amount: 12_000, refund },
    ]);
    expect(await sent('refund_bill')).toMatchObject([{ ...refund, approval: 'word-1' }]);
  });

  it('of a scanned receipt begins anew with each scan, and nothing is scanned before its answer', async () => {
    await openBooks();
    await cashier().answerTo('open_receipt', FOUND);
    await cashier().answerTo('approve_receipt_refund', { ok: true, value: { id: 'word-1' } });
    await cashier().answerTo('refund_receipt', GIVEN_BACK);
    await page().evaluate(() => {
      const { tillkit } = window;
      if (tillkit === undefined) throw new Error('the page has no bridge');
      const call = tillkit.call;
      const wait = new Promise<void>((release) => Object.assign(window, { release }));
      Object.assign(tillkit, {
        call: async (command: Parameters<typeof call>[0]) => {
          if (command.type !== 'refund_receipt') return call(command);
          Object.assign(window, { held: true });
          await wait;
          return call(command);
        },
      });
    });
    const lines = page().locator('.till-receipt .basket-line');
    const code = `till1-R1261.${'x'.repeat(22)}`;
    await scan(page(), code);
    await lines.first().waitFor();
    await page().keyboard.type('4711');
    await page().locator('.pin-dot-on').nth(3).waitFor();
    await key(/^Refund kr/).click();
    await page().waitForFunction(() => Reflect.get(window, 'held') === true);
    await scan(page(), code);
    await page().evaluate(() => Reflect.get(window, 'release')());
    const done = page().getByText(/Hand kr.126\.00 from the drawer/);
    await done.first().waitFor();
    expect(await sent('open_receipt')).toHaveLength(1);
    await scan(page(), code);
    await lines.first().waitFor();
    expect(await done.count()).toBe(0);
  });

  it('keeps the lines if the host refuses it, and asks for the PIN again', async () => {
    await findReceipt();
    await cashier().answerTo('refund_receipt', refused('too_much'));
    await page().keyboard.type('4711');
    await page().locator('.pin-dot-on').nth(3).waitFor();
    await key(/^Refund kr/).click();
    await page().locator('.pin-problem', { hasText: 'higher than what can be refunded' }).waitFor();
    expect(await page().locator('.slip-total .amount').innerText()).toMatch(/126.00/);
  });
});

it('a day that was not closed is said on the main screen until the person has seen it', async () => {
  await openBooks({
    books: { ...BOOKS, days: ['2026-11-19', '2026-11-20'], missed: '2026-11-19' },
  });
  await cashier().answerTo('saw_missed_close', DONE);
  const line = page().locator('.missed-close');
  await line.getByText('Thursday 19 November has not been closed.').waitFor();
  await line.getByRole('button', { name: 'Close message' }).click();
  expect(await sent('saw_missed_close')).toHaveLength(1);
  cashier().books(BOOKS);
  await cashier().show(view([]));
  await line.waitFor({ state: 'detached' });
});

it.each([
  [800, 600],
  [1024, 600],
  [390, 844],
  [2560, 1440],
] as const)(
  'the keys of the drawer and of a count are in sight at %ix%i',
  async (width, height) => {
    await page().setViewportSize({ width, height });
    await openDrawer();
    await settled(page());
    expect(await outOfSight(page(), ['.drawer-keys .key'])).toEqual([]);
    await key('Count the drawer').click();
    await page().locator('.count-deck').waitFor();
    await settled(page());
    expect(await outOfSight(page(), ['.pad .key', '.key-yellow', '.refund-window'])).toEqual([]);
    await key('Back').click();
    await key('Pay-in').click();
    await page().locator('.choice-option').first().waitFor();
    await settled(page());
    expect(await outOfSight(page(), ['.pad .key', '.key-yellow', '.choice-option'])).toEqual([]);
  },
);

it('each value of a count is in sight above the sum when the key comes to it, on a low screen', async () => {
  await page().setViewportSize({ width: 800, height: 600 });
  await openDrawer();
  await key('Count the drawer').click();
  const lines = page().locator('.count-line');
  await lines.first().waitFor();
  const last = (await lines.count()) - 1;
  for (let place = 0; place <= last; place += 1) {
    await page().locator('.count-lines li').nth(place).locator('[aria-pressed="true"]').waitFor();
    await settled(page());
    expect(await outOfSight(page(), ['.count-line[aria-pressed="true"]'])).toEqual([]);
    if (place < last) await key('Next').click();
  }
  expect(last).toBeGreaterThan(6);
});
