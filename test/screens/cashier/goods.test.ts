import { describe, expect, it } from 'vitest';
import { CASHIER_WORDS } from '../../../renderer/i18n/cashier.ts';
import { basketSchema } from '../../../shared/basket/schema.ts';
import type { BridgeCommand } from '../../../shared/bridge/contract.ts';
import { money } from '../../../shared/money/money.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { openTill } from './fixture.ts';
import { demoShop, GOODS, stock } from './goods-shop.ts';
import { sale, view } from './sales.ts';
import { scan } from './scan.ts';

const SHOP = demoShop();
const { amount, cashier, key, page, word } = openTill();

const open = (over = {}) => stock(cashier(), SHOP, over);
const slip = async () =>
  (await page().locator('.slip').innerText()).replaceAll(/[ \u00a0\n\t]+/g, ' ');
const line = (name: RegExp | string) => page().locator('.basket-line', { hasText: name });
const product = (name: string) => page().locator('.product', { hasText: name });
const slipHas = (text: RegExp) => expect.poll(slip).toMatch(text);

type Start = Extract<BridgeCommand, { type: 'start_sale' }>;
async function started(): Promise<Start['request']> {
  const isStart = (one: BridgeCommand): one is Start => one.type === 'start_sale';
  await expect.poll(async () => (await cashier().commands()).filter(isStart)).toHaveLength(1);
  const [start] = (await cashier().commands()).filter(isStart);
  if (start === undefined) throw new Error('no sale was started');
  return start.request;
}

describe('goods by touch', () => {
  it('are selected, counted, discounted and sold', async () => {
    await open();
    await key('Items').click();
    await page().getByRole('button', { name: 'Food', exact: true }).click();
    await product('Cinnamon bun').click();
    await page().getByRole('button', { name: 'All', exact: true }).click();
    await product('Flat white').click();
    await product('Flat white').click();
    await key('One more').click();
    await slipHas(/1 Cinnamon bun 45\.00 3 Flat white 156\.00/);
    await key('Line discount').click();
    await page().getByRole('button', { name: '1', exact: true }).click();
    await page().getByRole('button', { name: '0', exact: true }).click();
    await key(/^[^0-9]*10%[^0-9]*$/).click();
    await slipHas(/Discount −15\.60/);
    await line('Cinnamon bun').click();
    await key('Remove line').click();
    await slipHas(/Total kr 140\.40 incl\. VAT 25% 28\.08/);
    await key(/^Show QR code/).click();
    expect(await started()).toEqual({
      amount: 14_040,
      text: null,
      method: { kind: 'qr' },
      lines: [
        {
          product_id: 'flat-white',
          description: 'Flat white',
          metadata: [{ key: 'discount', value: '1560' }],
          tags: null,
          vat_rate: '0.25',
          quantity: '3',
          vat: 2_808,
          item_cost: 5_200,
          total: 14_040,
        },
      ],
    });
  });

  it('without a price get a typed price and a quantity', async () => {
    await open();
    await page().getByRole('button', { name: '3', exact: true }).click();
    await key('Quantity of the next item').click();
    await page().locator('.goods-quantity', { hasText: '3 ×' }).waitFor();
    await key('Items').click();
    await product('Cake of the day').click();
    await word('Price of Cake of the day');
    for (const digit of ['6', '5', 'Double zero']) {
      await page().getByRole('button', { name: digit, exact: true }).click();
    }
    await key(/^Add to sale/).click();
    await slipHas(/3 Cake of the day 195\.00/);
  });

  it('can be combined with typed amounts, one line each', async () => {
    await open();
    await key('Items').click();
    await product('Tea').click();
    await key('Keypad').click();
    for (const digit of ['2', '8', 'Double zero']) {
      await page().getByRole('button', { name: digit, exact: true }).click();
    }
    await key('Add line').click();
    await page().getByRole('button', { name: '5', exact: true }).click();
    await page().getByRole('button', { name: 'Double zero', exact: true }).click();
    await slipHas(/1 Tea 34\.00 1 Custom amount 28\.00 1 Custom amount 5\.00/);
    await key(/^Show QR code/).click();
    const { amount: asked, lines } = await started();
    expect(asked).toBe(6_700);
    expect(lines?.map((one) => one.product_id)).toEqual(['tea', 'open-price', 'open-price']);
  });
});

describe('goods by keyboard', () => {
  it('are searched, counted, changed and sold', async () => {
    await open();
    await page().keyboard.type('kaf');
    await page().locator('.deck-hint', { hasText: 'Search: kaf. 2 found' }).waitFor();
    await page().keyboard.press('Enter');
    await slipHas(/1 Caffè latte 52\.00/);
    await page().keyboard.type('2');
    await page().locator('.goods-quantity').waitFor();
    await page().keyboard.type('bun');
    await page().locator('.product').first().waitFor();
    await page().keyboard.press('Enter');
    await slipHas(/2 Cinnamon bun 90\.00/);
    await page().keyboard.type('+');
    await page().keyboard.press('ArrowUp');
    await page().keyboard.press('Delete');
    await slipHas(/New sale 3 Cinnamon bun 135\.00/);
    await page().keyboard.press('ArrowDown');
    await page().keyboard.type('%');
    await word('Discount on Cinnamon bun');
    await page().keyboard.type('3500');
    await expect.poll(amount).toMatch(/35\.00/);
    await page().keyboard.press('Enter');
    await slipHas(/Total kr 100\.00/);
    await page().keyboard.press('F2');
    await page().keyboard.type('2000');
    await expect.poll(amount).toMatch(/20\.00/);
    await page().keyboard.type('+');
    await slipHas(/1 Custom amount 20\.00/);
    await page().keyboard.press('Enter');
    expect((await started()).amount).toBe(12_000);
  });

  it('a search without results shows a message, and Enter starts no sale', async () => {
    await open();
    await page().keyboard.type('te');
    await page().keyboard.press('Enter');
    await slipHas(/1 Tea/);
    await page().keyboard.type('xyz');
    await page().getByText('No items found.').first().waitFor();
    await page().keyboard.press('Enter');
    await page().keyboard.press('Escape');
    await page().locator('.product').nth(5).waitFor();
    expect((await cashier().commands()).filter(({ type }) => type === 'start_sale')).toEqual([]);
  });
});

describe('a scanner', () => {
  it('adds the product of a barcode on every pane', async () => {
    await open();
    await scan(page(), '7000000000031');
    await scan(page(), '7000000000031');
    await slipHas(/2 Coffee beans 250 g 238\.00/);
    await scan(page(), '7000000009999');
    await page()
      .locator('.deck-hint', { hasText: 'No item has this barcode: 7000000009999' })
      .waitFor();
    await slipHas(/Total kr 238\.00/);
  });
});

describe('the basket', () => {
  it('stays if the host refuses the sale, and is cleared if it accepts it', async () => {
    await open();
    await page().keyboard.type('te');
    await page().keyboard.press('Enter');
    await slipHas(/1 Tea/);
    await cashier().answerWith(refuseTill('wrong_lines'));
    await key(/^Show QR code/).click();
    await page().getByText(CASHIER_WORDS.en.problems.wrong_lines).waitFor();
    await slipHas(/1 Tea 34\.00/);
    await cashier().answerWith({ ok: true, value: { id: 'sale-187' } });
    await key(/^Show QR code/).click();
    await page().locator('.slot-empty').waitFor();
  });

  it('is restored line by line from a sale that ended without a payment', async () => {
    await open();
    await page().keyboard.type('te');
    await page().keyboard.press('Enter');
    await slipHas(/1 Tea/);
    await key(/^Show QR code/).click();
    const { lines } = await started();
    const given = lines?.map((one) => ({
      product_id: one.product_id,
      description: one.description ?? null,
      metadata: null,
      tags: null,
      vat_rate: one.vat_rate ?? null,
      quantity: one.quantity,
      vat: money(one.vat ?? 0),
      item_cost: money(one.item_cost),
      total: money(one.total),
    }));
    const over = { amount: money(3_400), ...(given === undefined ? {} : { lines: given }) };
    await cashier().show(
      view([sale({ kind: 'aborted' }, { ...over, actions: ['dismiss'] })]),
      {},
      GOODS,
    );
    await slipHas(/1 Tea 34\.00/);
    await key('Back to sale').click();
    await cashier().show(view([]), {}, GOODS);
    await slipHas(/New sale 1 Tea 34\.00/);
  });

  it('is sent to the host and restored after a crash of the screen', async () => {
    await open();
    await page().keyboard.type('te');
    await page().keyboard.press('Enter');
    await slipHas(/1 Tea/);
    const shows = (await cashier().commands()).flatMap((one) =>
      one.type === 'goods' && one.act.kind === 'show' ? [one.act] : [],
    );
    expect(shows).toMatchObject([{ table: null, basket: { lines: [{ product: 'tea' }] } }]);
    const [shown] = shows;
    if (shown === undefined) throw new Error('nothing was shown');
    await page().reload();
    await page().waitForFunction(() => window.script.snapshots.length > 0);
    await open({ basket: { basket: basketSchema.parse(shown.basket), table: null } });
    await slipHas(/1 Tea 34\.00/);
  });

  it('is cleared by Escape or by its key only after a confirmation', async () => {
    await open();
    await page().keyboard.type('te');
    await page().keyboard.press('Enter');
    await slipHas(/1 Tea/);
    await page().keyboard.press('F2');
    await page().keyboard.press('Escape');
    await page().getByRole('button', { name: 'Keep sale' }).click();
    await slipHas(/1 Tea/);
    await key('Clear sale').click();
    await page().locator('.dialog').getByRole('button', { name: 'Clear sale' }).click();
    await page().locator('.slot-empty').waitFor();
  });
});

describe('the question before a sale is cleared', () => {
  const question = () => page().locator('.dialog p').innerText();
  const asks = async (text: string) => {
    await key('Clear sale').click();
    expect((await question()).replaceAll('\u00a0', ' ')).toBe(text);
    await page().getByRole('button', { name: 'Keep sale' }).click();
  };
  const typePhone = async () => {
    await page().getByRole('button', { name: 'Phone number', exact: true }).click();
    await typeByHand(page(), '98765432');
  };

  it('names the items, also after a phone number is typed', async () => {
    await open();
    await page().keyboard.type('te');
    await page().keyboard.press('Enter');
    await asks('One line, kr 34.00, is removed from the sale: Tea.');
    for (const typed of ['flat', 'cinn', 'amer']) {
      await page().keyboard.type(typed);
      await page().keyboard.press('Enter');
    }
    await slipHas(/Americano/);
    await asks(
      '4 lines, kr 167.00 in all, are removed from the sale: Tea, Flat white, Cinnamon bun, ….',
    );
    await typePhone();
    await asks(
      '4 lines, kr 167.00 in all, are removed from the sale: Tea, Flat white, Cinnamon bun, ….',
    );
  });

  it('announces the removal of everything entered for an amount with a phone number', async () => {
    await open();
    await page().keyboard.type('4200');
    await typePhone();
    await asks('Everything entered is removed. The customer has not been asked to pay.');
  });
});

describe('a catalogue that cannot be read', () => {
  it('is reported, and the keypad sells by amount', async () => {
    const problem = 'catalogue.json is not readable as JSON.';
    await cashier().show(view([]), {}, { ...GOODS, catalogue: null, problem });
    await page().getByText(problem).waitFor();
    await page().keyboard.type('12500');
    await expect.poll(amount).toMatch(/125\.00/);
    await page().keyboard.press('Enter');
    expect(await started()).toEqual({ amount: 12_500, text: null, method: { kind: 'qr' } });
  });
});
