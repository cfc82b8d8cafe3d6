import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { outOfSight } from '../../support/readable.ts';
import { settled } from '../../support/settled.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { BOOKS, cashHost } from './books-shop.ts';
import { openTill } from './fixture.ts';
import { demoShop, GOODS, lineOf, stock } from './goods-shop.ts';
import { NOW, STATES, view } from './sales.ts';

/* Cash and other tenders on the cashier's screen. */

const SHOP = demoShop();
const { cashier, key, page, sent, word } = openTill();

const said = async () =>
  (await page().locator('[role="alert"].sr-only').innerText()).replaceAll('\u00a0', ' ');

async function openBill(lines?: Parameters<typeof cashHost>[0]) {
  const host = cashHost(lines);
  cashier().books(BOOKS);
  await stock(cashier(), SHOP, {}, view([]), host);
  return host;
}

describe('a payment at the till', () => {
  it('in cash with the exact amount takes two taps after the goods, and announces it', async () => {
    await openBill();
    await page().locator('.basket-line').first().waitFor();
    await key('Cash').click();
    await key(/^Exact amount/).click();
    await word('Paid');
    await expect.poll(said).toBe('Paid, kr 126.00.');
    expect(await sent('pay_bill')).toMatchObject([
      { amount: 12_640, method: { kind: 'cash', received: 12_600 } },
    ]);
  });

  it('out for returned deposits is announced as money that the customer gets', async () => {
    const bottles = lineOf('bottle', 'Returned bottle', 12, 300, '0.15');
    await openBill([{ ...bottles, kind: 'deposit_return' }]);
    await key(/^Pay out/).click();
    await word('Paid out');
    await expect.poll(said).toBe('Paid out in cash, kr 36.00.');
  });

  it('shows and announces the change until a key starts the next sale', async () => {
    await openBill();
    await key('Cash').click();
    await key(/^Received kr.200/).click();
    await word('Change');
    await expect.poll(said).toBe('Paid in cash. Change kr 74.00.');
    await page().keyboard.type('7');
    await page().locator('.deck-amount', { hasText: '0.07' }).waitFor();
    expect(await page().locator('.till-tendered').count()).toBe(0);
  });

  it.each(['declined', 'expired', 'aborted', 'refused-number', 'failed'])(
    'is offered on a sale that ended: %s',
    async (name) => {
      await openBill([]);
      await cashier().show(STATES[name] ?? STATES.declined ?? view([]), {}, GOODS);
      await page().locator('.till-sale h1').waitFor();
      await key('Cash').click();
      await expect.poll(() => sent('act')).toMatchObject([{ action: 'dismiss' }]);
      await cashier().show(view([]), {}, GOODS);
      await page().locator('.tender-window', { hasText: '125' }).waitFor();
      await page().keyboard.press('Enter');
      await word('Paid');
    },
  );

  it('takes the tip that the customer chose before the phone declined, or leaves it out', async () => {
    await openBill([]);
    const [sale] = STATES.declined?.sales ?? [];
    if (sale === undefined) throw new Error('no declined sale');
    await cashier().show(view([{ ...sale, additionalAmount: money(1_250) }]), {}, GOODS);
    await page().locator('.till-sale h1').waitFor();
    await key('Cash').click();
    await cashier().show(view([]), {}, GOODS);
    await page().locator('.tender-line', { hasText: '12.50' }).waitFor();
    await key(/^Exact amount kr.138\.00/).waitFor();
    await page().keyboard.type('13000');
    await page().getByText('The tip is not covered').waitFor();
    await page().setViewportSize({ width: 1280, height: 800 });
    await key('No tip').click();
    await key(/^Take cash kr.130\.00/).click();
    await page().locator('.paid-amount', { hasText: '5.00' }).waitFor();
    expect(await sent('pay_bill')).toMatchObject([{ amount: 12_500, tip: 0 }]);
  });

  it('asks about an unusual amount before it is taken', async () => {
    await openBill();
    await key('Cash').click();
    await page().keyboard.type('5000000');
    await page().keyboard.press('Enter');
    const question = page().getByRole('dialog');
    await question.waitFor();
    expect(await sent('pay_bill')).toEqual([]);
    // Enter goes back to the amount.
    await page().keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await page().keyboard.press('Enter');
    await question.getByRole('button', { name: /50.000\.00/ }).click();
    await word('Change');
    expect(await sent('pay_bill')).toMatchObject([{ method: { received: 5_000_000 } }]);
  });

  it('is possible without the service', async () => {
    await openBill();
    await cashier().show(
      view([], { connection: { kind: 'offline', since: NOW - 120_000 } }),
      {},
      GOODS,
    );
    await key(/^Cash kr/).click();
    await page().keyboard.press('Enter');
    await word('Paid');
  });

  it.each(['unclear', 'approve'])(
    'says why it is not offered while a phone pays: %s',
    async (name) => {
      await openBill([]);
      await cashier().show(STATES[name] ?? view([]), {}, GOODS);
      await page().getByText('Cash and other payments are possible once').waitFor();
      expect(await key('Cash').count()).toBe(0);
    },
  );

  it('is not offered by a till that keeps no books', async () => {
    await stock(cashier(), SHOP, {}, view([]), cashHost());
    await page().locator('.basket-line').first().waitFor();
    expect(await key('Cash').count()).toBe(0);
  });

  it('with another tender names it', async () => {
    await openBill();
    await page().locator('.basket-line').first().waitFor();
    await page().keyboard.press('F4');
    await key('Gift card').click();
    await key(/^Paid: Gift card/).click();
    await word('Paid');
    expect(await sent('pay_bill')).toMatchObject([
      { method: { kind: 'other', name: 'Gift card' } },
    ]);
  });
});

describe.each([
  [800, 600, 'de'],
  [1024, 600, 'ar'],
  [390, 844, 'nb'],
  [2560, 1440, 'en'],
] as const)('cash up to the limit at %ix%i, %s', (width, height, language) => {
  const shown = async (parts: readonly string[]) => {
    await settled(page());
    expect(await outOfSight(page(), parts)).toEqual([]);
  };

  it('shows what is to be paid, what was received, and the change', async () => {
    await page().setViewportSize({ width, height });
    await openBill([lineOf('gold', 'Gold', 1, 999_999_860, '0.25')]);
    await cashier().show(view([]), { language, askAbove: 'never' }, GOODS);
    await page().locator('.basket-line').first().waitFor();
    await page().keyboard.press('F3');
    await page().locator('.tender-window').waitFor();
    await typeByHand(page(), '999999900');
    await page()
      .locator('.tender-window > div:last-child', { hasText: /9.999.999/ })
      .waitFor();
    await shown(['.tender-window .amount', '.key-yellow', '.key-at-0']);
    await page().keyboard.press('Enter');
    await page().locator('.till-tendered').waitFor();
    await shown(['.paid-amount .amount', '.tender-facts .amount', '.key-yellow']);
  });
});
