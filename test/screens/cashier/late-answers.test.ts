import { describe, expect, it } from 'vitest';
import { ITEM_WORDS } from '../../../renderer/i18n/items.ts';
import type { AnyAnswer, Command } from '../../../shared/device/commands/table.ts';
import { tenderId } from '../../../shared/ids/host-ids.ts';
import type { SaleView, UnclaimedView } from '../../../shared/terminal/sale/state.ts';
import { amounts } from '../../support/amounts.ts';
import { CASHIER_WORDS } from '../../support/cashier-words.ts';
import { settled } from '../../support/settled.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { FOUND_SHARE, SHARED } from './books-shop.ts';
import { openTill } from './fixture.ts';
import { demoShop, stock } from './goods-shop.ts';
import { NOW, sale, view } from './sales.ts';
import { BACK_OFFICE, LOCKED, NOBODY, PAID, SUPERVISED } from './staff-history-day.ts';

const { cashier, key, open, page, sent } = openTill();

const row = (text: string) => page().locator('.list-row', { hasText: text });
const refused = (reason: string): AnyAnswer => ({
  ok: false,
  refusal: { type: 'Conflict', description: `Refused: ${reason}.`, details: { reason } },
});

/** Holds the host's answers to this type of command until the test releases them. */
async function hold(type: Command['type']): Promise<() => Promise<void>> {
  await page().evaluate((held) => {
    const { tillkit } = window;
    if (tillkit === undefined) throw new Error('the page has no bridge');
    const call = tillkit.call;
    const wait = new Promise<void>((done) => Object.assign(window, { release: done }));
    const later = (command: Command) =>
      command.type === held ? wait.then(() => call(command)) : call(command);
    Object.assign(tillkit, { call: later });
  }, type);
  return () => page().evaluate(() => Reflect.get(window, 'release')());
}

const reserved = (id: string, number: number): SaleView =>
  sale(
    { kind: 'authorised', because: 'to_be_captured', expires: NOW + 3_600_000 },
    { id, number, tid: `p-${id}`, aside: true, label: `Table ${number}`, actions: ['capture'] },
  );
const paid = (one: SaleView): SaleView => ({
  ...one,
  state: { kind: 'paid', at: NOW },
  actions: [],
  money: amounts({ captured: one.amount }),
});

describe('the items of a supervisor', () => {
  const SHOP = demoShop();
  const product = (name: string) => page().locator('.product', { hasText: name });
  const dialog = () => page().getByRole('dialog');
  const menuOf = async (name: string) => {
    await product(name).click({ button: 'right' });
    await dialog().waitFor();
  };
  const items = async () => {
    await stock(cashier(), SHOP);
    await key('Items').click();
  };

  it('stay in the window of one item when the answer to another one comes late', async () => {
    await items();
    await menuOf('Espresso');
    const release = await hold('change_goods');
    await key('Mark as sold out').click();
    await key('Not now').click();
    await menuOf('Tea');
    await dialog().getByRole('textbox').fill('36');
    await release();
    await expect.poll(() => sent('change_goods')).toHaveLength(1);
    await settled(page());
    expect(await dialog().getByRole('textbox').inputValue()).toBe('36');
  });

  it('take no typing while they are saved, which a reader hears, and all of it after a refusal', async () => {
    await items();
    await menuOf('Tea');
    await cashier().answerTo('change_goods', refused('items_offline'));
    const release = await hold('change_goods');
    const price = dialog().getByRole('textbox');
    await price.fill('36');
    await key('Save price').click();
    await dialog().getByRole('status').filter({ hasText: ITEM_WORDS.en.saving }).waitFor();
    await price.focus();
    await page().keyboard.type('7');
    await dialog().getByRole('button', { name: '8', exact: true }).click();
    expect([await price.inputValue(), await price.isEditable()]).toEqual(['36', false]);
    await release();
    await dialog().getByText(CASHIER_WORDS.en.problems.items_offline).waitFor();
    await page().keyboard.type('9');
    await expect.poll(() => price.inputValue()).toBe('369');
    expect(await page().locator('.slip').count()).toBe(0);
  });
});

describe('the list of sales', () => {
  const [one, other] = [reserved('one', 2), reserved('other', 1)];

  it('keeps showing the sale whose payment was taken, so that a second press takes no other', async () => {
    await cashier().show(view([one, other]));
    await key('Sales').click();
    await key('Take payment').click();
    await expect.poll(() => sent('act')).toMatchObject([{ saleId: 'one', action: 'capture' }]);
    await cashier().show(view([other, paid(one)]));
    await page().locator('.list-word', { hasText: 'Paid' }).waitFor();
    expect(await row('Table 2').getAttribute('aria-pressed')).toBe('true');
    expect(await key('Take payment').count()).toBe(0);
  });

  it('keeps showing it if it does not match the search any more', async () => {
    await cashier().show(view([one, other]));
    await key('Sales').click();
    await page().locator('.search-line input').click();
    await page().getByRole('radio', { name: 'Open' }).check();
    await key('Show details').click();
    await key('Take payment').click();
    await cashier().show(view([other, paid(one)]));
    await page().locator('.list-word', { hasText: 'Paid' }).waitFor();
    expect(await row('Table 2').count()).toBe(0);
    expect(await key('Take payment').count()).toBe(0);
  });
});

describe('payments without a sale', () => {
  const payment = (tid: string): UnclaimedView => ({
    ...{
      tid,
      posTid: null,
      money: amounts({ captured: 5_200 }),
      currency: 'NOK',
      code: 2_000,
      at: NOW - 60_000,
    },
  });
  const show = (...tids: readonly string[]) =>
    cashier().show(view([], { unclaimed: tids.map(payment) }));

  it('are resolved one by one: a second press resolves no other', async () => {
    await show('pa', 'pb');
    await key('2 unmatched').click();
    const release = await hold('act');
    await key('Mark as resolved').click();
    expect(await key('Mark as resolved').getAttribute('aria-disabled')).toBe('true');
    await release();
    await show('pb');
    await page().getByText('Select a payment to see its details.').waitFor();
    expect(await key('Mark as resolved').count()).toBe(0);
    expect(await sent('act')).toMatchObject([{ saleId: 'pa' }]);
    await row('pb').click();
    await key('Mark as resolved').click();
    await expect.poll(() => sent('act')).toMatchObject([{ saleId: 'pa' }, { saleId: 'pb' }]);
  });

  it('say why one could not be marked as resolved', async () => {
    await cashier().answerTo('act', refused('not_saved'));
    await show('pa');
    await key('1 unmatched').click();
    await key('Mark as resolved').click();
    await page().getByRole('alert').getByText('The till cannot save this').waitFor();
  });
});

describe('a refund whose answer is late', () => {
  const other = { ...PAID, id: 'sale-186', number: 186, tid: 'p186', label: 'Table 9' };

  /** Refunds the first sale; the host answers only when the test says so. */
  async function refund(): Promise<() => Promise<void>> {
    cashier().backOffice(BACK_OFFICE);
    await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
    await cashier().answerTo('refund', refused('service_away'));
    await cashier().show(view([PAID, other]));
    await key('Sales').click();
    await key('Refund').click();
    await key(/^Kari/).click();
    const release = await hold('refund');
    for (const digit of ['4', '7', '1', '1']) await key(digit).click();
    await key(/^Refund kr/).click();
    await expect.poll(async () => (await sent('approve')).length).toBe(1);
    return release;
  }

  it('stays on the screen until the answer', async () => {
    // A wide screen shows the list beside the refund.
    await open({ width: 1920, height: 1080 });
    const release = await refund();
    await row('Table 9').click({ force: true });
    await key('Close').click();
    await release();
    await page().getByText('Nothing has been refunded yet; try again.').waitFor();
    await key(/^Try again/).waitFor();
    // Afterwards the cashier can go on.
    await row('Table 9').click();
    await key('Refund').waitFor();
  });

  it('is reported after the till was locked meanwhile', async () => {
    const release = await refund();
    cashier().backOffice(LOCKED);
    await cashier().show(view([PAID, other]));
    await release();
    await expect.poll(async () => (await sent('refund')).length).toBe(1);
    cashier().backOffice(BACK_OFFICE);
    await cashier().show(view([PAID, other]));
    await page().getByRole('alert').getByText('Nothing has been refunded yet').waitFor();
  });
});

describe('the refund of a share of a bill', () => {
  const share: SaleView = { ...PAID, bill: { bill: 'b9', tender: tenderId('9') } };
  const dots = () => page().locator('.pin-dot-on');

  async function openSales(): Promise<void> {
    await cashier().answerTo('find_tender', FOUND_SHARE);
    await cashier().answerTo('find_bill', SHARED);
    await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
    cashier().backOffice(SUPERVISED);
    await cashier().show(view([share]));
    await key('Sales').click();
  }

  async function expectShareApproved(): Promise<void> {
    await expect.poll(() => sent('approve')).toHaveLength(1);
    expect(await sent('approve')).toMatchObject([{ tid: share.tid, amount: 12_500, pin: '4711' }]);
  }

  it('takes the PIN that is typed at once, whatever the till still reads', async () => {
    const release = await hold('find_tender');
    await openSales();
    await key('Refund').click();
    await typeByHand(page(), '47');
    expect(await dots().count()).toBe(2);
    await release();
    await key('Whole bill').waitFor();
    await typeByHand(page(), '11');
    expect(await dots().count()).toBe(4);
    await page().keyboard.press('Enter');
    await expectShareApproved();
  });

  it('is where Escape leads while the till reads the bill; the late answer changes nothing', async () => {
    await openSales();
    await key('Refund').click();
    const release = await hold('find_bill');
    await key('Whole bill').click();
    await page().getByRole('status').getByText('The till reads what is left').waitFor();
    // Nothing can be chosen or typed yet, and nothing of it is kept for another deck.
    await typeByHand(page(), '4711');
    await page().keyboard.press('Enter');
    await page().keyboard.press('Escape');
    await page().getByRole('heading', { name: 'Supervisor approval' }).waitFor();
    expect(await dots().count()).toBe(0);
    await typeByHand(page(), '4711');
    await release();
    await settled(page());
    expect(await dots().count()).toBe(4);
    expect(await sent('find_bill')).toHaveLength(1);
    await page().keyboard.press('Enter');
    await expectShareApproved();
    expect(await sent('refund_bill')).toEqual([]);
  });

  it('says why a bill cannot be read, and reads it again', async () => {
    await openSales();
    await cashier().answerTo('find_bill', refused('service_away'));
    await key('Refund').click();
    await key('Whole bill').click();
    await key('Try again').waitFor();
    await cashier().answerTo('find_bill', SHARED);
    await page().keyboard.press('Enter');
    await key(/^Refund kr.480\.00/).waitFor();
  });
});

describe('a change of the staff', () => {
  it('is not shown as saved for another person', async () => {
    cashier().backOffice(SUPERVISED);
    await cashier().show(view([]));
    await key('Settings').click();
    await key('Staff').click();
    await key(/^Ola/).click();
    await key('Make supervisor').click();
    await page().getByText('Saved.').waitFor();
    await key(/^Ingrid/).click();
    await page().getByText('Saved.').waitFor({ state: 'detached' });
  });

  it('does not end the form of the next person, who is added once it is answered', async () => {
    cashier().backOffice(NOBODY);
    await cashier().show(view([]));
    await key('Settings').click();
    await key('Staff').click();
    await key('Add first supervisor').click();
    await page().getByLabel('Name').fill('Marte');
    await key('Choose PIN').click();
    const release = await hold('staff');
    for (const head of ['New PIN', 'Enter the new PIN once more']) {
      await page().getByText(head).waitFor();
      await typeByHand(page(), '4711');
      await page().keyboard.press('Enter');
    }
    // The till shows the person before it has answered.
    cashier().backOffice({ ...SUPERVISED, state: 'open' });
    await cashier().show(view([]));
    const add = key('Add person');
    await add.waitFor();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await release();
    await add.click();
    await page().getByLabel('Name').fill('Ingrid');
    await key('Choose PIN').click();
    await page().getByText('New PIN').waitFor();
  });
});

describe('a refusal', () => {
  const alert = () => page().getByRole('alert').filter({ hasText: /\S/ }).first();

  it('says what happened; only an unexpected failure says that something went wrong', async () => {
    cashier().backOffice(SUPERVISED);
    await cashier().show(view([reserved('a', 1)]));
    await key('Sales').click();
    await cashier().answerTo('act', refused('not_possible_now'));
    await key('Take payment').click();
    await alert().waitFor();
    expect(await alert().innerText()).toBe(
      'This is no longer possible. The screen shows how the sale stands now.',
    );
  });
});
