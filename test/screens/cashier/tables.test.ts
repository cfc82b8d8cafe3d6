import { describe, expect, it } from 'vitest';
import { CASHIER_WORDS } from '../../../renderer/i18n/cashier.ts';
import type { BridgeCommand } from '../../../shared/bridge/contract.ts';
import type { TableView } from '../../../shared/bridge/goods.ts';
import { money } from '../../../shared/money/money.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { openTill } from './fixture.ts';
import { demoShop, GOODS, ON_TABLE, stock, TABLES } from './goods-shop.ts';
import { NOW, sale, view } from './sales.ts';

const SHOP = demoShop();
const { cashier, key, page, word } = openTill();
const slip = async () =>
  (await page().locator('.slip').innerText()).replaceAll(/[ \u00a0\n\t]+/g, ' ');
const slipHas = (text: RegExp) => expect.poll(slip).toMatch(text);

type Act = Extract<BridgeCommand, { type: 'goods' }>['act'];
const acts = async (kind: Act['kind']) =>
  (await cashier().commands()).flatMap((one) =>
    one.type === 'goods' && one.act.kind === kind ? [one.act] : [],
  );

const open = (over = {}) => stock(cashier(), SHOP, { tables: TABLES, ...over });

async function addTea(): Promise<void> {
  await page().keyboard.type('te');
  await page().keyboard.press('Enter');
  await slipHas(/1 Tea/);
}

/** Shows the tables and selects the first; the host answers with its basket. */
async function pick(name = 'Table 4'): Promise<void> {
  await key('3 tables').click();
  await word('Open tables');
  await cashier().answerWith({
    ok: true,
    value: { id: 't4' },
    goods: { kind: 'basket', basket: ON_TABLE },
  });
  await page().locator('.list-row', { hasText: name }).click();
  await slipHas(/2 Flat white/);
}

describe('parking a sale', () => {
  it('stores the basket at a table by number, by touch', async () => {
    await open();
    await addTea();
    await key('Park sale').click();
    await word('Table or name');
    await page().getByRole('button', { name: '1', exact: true }).click();
    await page().getByRole('button', { name: '2', exact: true }).click();
    await page().getByText('Table 12').first().waitFor();
    await key(/^Park at/).click();
    await page().locator('.slot-empty').waitFor();
    expect(await acts('park')).toMatchObject([
      { at: { kind: 'new', name: 'Table 12' }, basket: { lines: [{ product: 'tea' }] } },
    ]);
  });

  it('accepts a name from the keyboard and includes the typed amount', async () => {
    await open();
    await addTea();
    await page().keyboard.press('F2');
    await page().keyboard.type('2800');
    await slipHas(/Custom amount 28\.00/);
    await key('Park sale').click();
    await word('Table or name');
    await page().keyboard.type('Kari 2');
    await page().getByText('Kari 2').first().waitFor();
    await page().keyboard.press('Enter');
    await page().locator('.slot-empty').waitFor();
    expect(await acts('park')).toMatchObject([
      { at: { name: 'Kari 2' }, basket: { lines: [{ product: 'tea' }, { price: 2_800 }] } },
    ]);
  });

  it('shows why the host refuses it and keeps the basket', async () => {
    await open();
    await addTea();
    await key('Park sale').click();
    await page().getByRole('button', { name: '4', exact: true }).click();
    await cashier().answerWith(refuseTill('table_name_taken'));
    await key(/^Park at/).click();
    await page().getByText(CASHIER_WORDS.en.problems.table_name_taken).waitFor();
    await page().keyboard.press('Escape');
    await slipHas(/1 Tea 34\.00/);
    await key(/^Show QR code/).waitFor();
  });

  it('is the main action while there is no connection', async () => {
    await open();
    await addTea();
    const offline = view([], { connection: { kind: 'offline', since: NOW - 120_000 } });
    await cashier().show(offline, {}, { ...GOODS, tables: TABLES });
    await key(/^Park this sale/).click();
    await word('Table or name');
  });
});

describe('an open table', () => {
  it('is opened as the current sale and parked again', async () => {
    await open();
    await pick();
    await key('Open bill').click();
    await slipHas(/Table 4 2 Flat white 104\.00.* 3 Cinnamon bun 135\.00/);
    await cashier().answerWith({ ok: true, value: { id: 't4' } });
    await key('Back to Table 4').click();
    await page().locator('.slot-empty').waitFor();
    expect(await acts('park')).toMatchObject([{ at: { kind: 'open', table: 't4' } }]);
  });

  it('is paid by code or sticker, with its name', async () => {
    await open();
    await pick();
    await key('Open bill').click();
    await slipHas(/Table 4/);
    const sticker = { kind: 'serial', serial: '0123456789012' } as const;
    await cashier().show(view([]), { sticker }, { ...GOODS, tables: TABLES });
    await key('Code and sticker').click();
    const starts = async () =>
      (await cashier().commands()).filter((one) => one.type === 'start_sale');
    await expect.poll(starts).toMatchObject([
      {
        table: 't4',
        request: { amount: 23_900, label: 'Table 4', method: { kind: 'qr_and_sticker', sticker } },
      },
    ]);
  });

  it('is restored with its lines after a sale that ended without a payment', async () => {
    await open();
    const ended = sale(
      { kind: 'declined' },
      { label: 'Table 4', actions: ['dismiss'], amount: money(3_400), lines: TEA_LINES },
    );
    await cashier().show(view([ended]), {}, { ...GOODS, tables: TABLES });
    await key('Back to sale').click();
    await cashier().show(view([]), {}, { ...GOODS, tables: TABLES });
    await slipHas(/Table 4 1 Tea 34\.00/);
    await key('Back to Table 4').waitFor();
  });

  it('cannot be opened while another basket has lines', async () => {
    await open();
    await addTea();
    await pick();
    await page().getByText('Park or clear the current sale first.').waitFor();
    expect(await key('Open bill').getAttribute('aria-disabled')).toBe('true');
  });

  it('is split: selected lines move to another table', async () => {
    await open();
    await pick();
    const bun = page().locator('.basket-line', { hasText: 'Cinnamon bun' });
    await bun.click();
    await bun.click();
    await page().getByText('2 of 3').waitFor();
    await page().getByRole('group', { name: 'Move 2 items to' }).waitFor();
    await key('Window seat').click();
    await expect
      .poll(() => acts('move'))
      .toEqual([
        {
          kind: 'move',
          table: 't4',
          lines: [{ line: 1, quantity: 2 }],
          to: { kind: 'open', table: 'tw' },
        },
      ]);
    await page().locator('.basket-line').first().click();
    await key('New table').click();
    await word('Table or name');
    await page().keyboard.type('7');
    await page().getByText('Table 7').first().waitFor();
    await page().keyboard.press('Enter');
    await expect.poll(() => acts('move')).toHaveLength(2);
    expect((await acts('move')).at(-1)).toMatchObject({ to: { kind: 'new', name: 'Table 7' } });
  });

  it('is cleared after a confirmation', async () => {
    await open();
    await pick();
    await key('Clear table').click();
    await page().getByText('Clear Table 4?').waitFor();
    expect(await acts('clear')).toEqual([]);
    await page().locator('.dialog').getByRole('button', { name: 'Clear table' }).click();
    await expect.poll(() => acts('clear')).toEqual([{ kind: 'clear', table: 't4' }]);
  });

  it('that is being paid offers no action', async () => {
    const paying = TABLES.map((one): TableView => ({ ...one, sale: 'sale-1' }));
    await open({ tables: paying });
    await key('3 tables').click();
    await page().locator('.list-row').first().click();
    await page().getByText('Being paid now').first().waitFor();
    expect(await key('Open bill').count()).toBe(0);
  });
});

const TEA_LINES = [
  {
    product_id: 'tea',
    description: 'Tea',
    metadata: null,
    tags: null,
    vat_rate: '0.25',
    quantity: '1',
    vat: money(680),
    item_cost: money(3_400),
    total: money(3_400),
  },
];
