import { describe, expect, it } from 'vitest';
import { ITEM_WORDS } from '../../../renderer/i18n/items.ts';
import type { Command } from '../../../shared/device/commands/table.ts';
import { money } from '../../../shared/money/money.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { type BillHost, createBillHost } from '../../support/bill-host.ts';
import { CASHIER_WORDS } from '../../support/cashier-words.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { openTill } from './fixture.ts';
import { demoShop, GOODS, stock } from './goods-shop.ts';
import { NOW, sale, view } from './sales.ts';
import { scan } from './scan.ts';
import { BACK_OFFICE } from './staff-history-day.ts';

const SHOP = demoShop();
const { amount, cashier, key, page, paid, word } = openTill();

let host: BillHost;
async function open(): Promise<void> {
  host = createBillHost(() => NOW);
  await stock(cashier(), SHOP, {}, view([]), host);
}
/** The payment of the bill that the screen has asked for. */
async function paying() {
  const isPay = (one: Command) => one.type === 'pay_bill';
  await expect.poll(async () => (await cashier().commands()).filter(isPay)).toHaveLength(1);
  const [pay] = (await cashier().commands()).flatMap((one) => (isPay(one) ? [one] : []));
  if (pay?.type !== 'pay_bill') throw new Error('nothing is paid');
  return { amount: pay.amount, by: pay.method, bill: host.bill(pay.bill) };
}
const slip = async () =>
  (await page().locator('.slip').innerText()).replaceAll(/[ \u00a0\n\t]+/g, ' ');
const line = (name: RegExp | string) => page().locator('.basket-line', { hasText: name });
const product = (name: string) => page().locator('.product', { hasText: name });
const slipHas = (text: RegExp) => expect.poll(slip).toMatch(text);

describe('five hundred items with pictures', () => {
  it('load the pictures in sight, and the others when a person comes to them', async () => {
    const [template] = SHOP.catalogue.products;
    const [image] = [...SHOP.pictures.values()];
    if (template === undefined || image === undefined) throw new Error('the demo has pictures');
    const products = Array.from({ length: 500 }, (_, place) => ({
      ...template,
      ...{ id: `item-${place}`, barcodes: [], picture: `item-${place}.svg` },
    }));
    const asked = new Set<string>();
    const pictures = new Map(products.map(({ picture }) => [`pictures/${picture}`, image]));
    page().on('request', (request) => {
      const name = /pictures\/(item-\d+\.svg)$/.exec(request.url())?.[1];
      if (name !== undefined) asked.add(name);
    });
    await stock(cashier(), { ...SHOP, catalogue: { ...SHOP.catalogue, products }, pictures });
    await page().evaluate(() => {
      const counts: number[] = [];
      Reflect.set(window, 'counts', counts);
      new MutationObserver(() => counts.push(document.querySelectorAll('.product').length)).observe(
        document,
        { childList: true, subtree: true },
      );
    });
    await key('Items').click();
    await page().locator('.product').nth(499).waitFor({ state: 'attached' });
    // The press is answered with the keys in sight; the others are drawn after it.
    const counts = await page().evaluate((): number[] => Reflect.get(window, 'counts'));
    expect(counts.find((count) => count > 0)).toBeLessThanOrEqual(100);
    await expect.poll(() => asked.has('item-0.svg')).toBe(true);
    expect(asked.has('item-499.svg')).toBe(false);
    await page().locator('.product').nth(499).scrollIntoViewIfNeeded();
    await expect.poll(() => asked.has('item-499.svg')).toBe(true);
  });
});

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
    await slipHas(/New total kr 185\.40 Before this discount 201\.00/);
    await key('Regular customer').click();
    await key('Apply 10% discount').click();
    await slipHas(/Discount −15\.60/);
    await line('Cinnamon bun').click();
    await key('Remove line').click();
    await slipHas(/Total kr 140\.40 incl\. VAT 25% 28\.08/);
    await key(/^Show QR code/).click();
    const { amount: asked, by, bill } = await paying();
    expect({ asked, by }).toEqual({
      asked: 14_040,
      by: { kind: 'phone', method: { kind: 'qr' }, place: 'main_screen', tipEdit: 'fixed' },
    });
    const off = { kind: 'percent', basisPoints: 1_000, reason: 'Regular customer', by: 'kari' };
    expect(bill.lines).toMatchObject([
      { product: 'flat-white', quantity: 3_000, price: 5_200, discounts: [off] },
    ]);
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
    const { amount: asked, bill } = await paying();
    expect(asked).toBe(6_700);
    expect(bill.lines.map(({ product }) => product)).toEqual(['tea', null, null]);
  });
});

/** The bill on the slip as its host has it. */
const onBill = () => host.named(null)?.lines ?? [];

describe('the options of an item', () => {
  it('are asked with their rules and surcharges, and change its price', async () => {
    await open();
    await key('Items').click();
    await product('Caffè latte').click();
    await word('Options of Caffè latte');
    await page().getByRole('group', { name: 'Milk: choose 1', exact: true }).waitFor();
    await page().getByRole('status').filter({ hasText: 'Milk: choose 1' }).waitFor();
    const add = key(/^Add to sale/);
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await key(/Whole milk/).click();
    await key(/Oat milk/).click();
    await key(/Extra shot/).click();
    await key(/Vanilla/).click();
    await expect.poll(amount).toMatch(/71\.00/);
    // Of the extras no third one can be chosen.
    expect(await key(/Caramel/).getAttribute('aria-disabled')).toBe('true');
    await key(/Vanilla/).click();
    await add.click();
    await slipHas(/1 Caffè latte 66\.00 Oat milk, Extra shot/);
    await key('One more').click();
    await slipHas(/2 Caffè latte 132\.00 Oat milk, Extra shot/);
    expect(onBill()).toMatchObject([
      {
        product: 'caffe-latte',
        quantity: 2_000,
        options: [
          { group: 'milk', option: 'oat', surcharge: 600 },
          { group: 'extras', option: 'shot', surcharge: 800 },
        ],
      },
    ]);
  });

  it('can be changed on the bill until it is paid', async () => {
    await open();
    await key('Items').click();
    await product('Caffè latte').click();
    await key(/Oat milk/).click();
    await key(/^Add to sale/).click();
    await slipHas(/1 Caffè latte 58\.00 Oat milk/);
    await key('Options').click();
    await page().locator('.option[aria-pressed=true]', { hasText: 'Oat milk' }).waitFor();
    await key(/Whole milk/).click();
    await key(/Caramel/).click();
    await key(/^Change options/).click();
    await slipHas(/1 Caffè latte 57\.00 Whole milk, Caramel/);
  });

  it('are not asked for an item without them, and nothing is added on the way back', async () => {
    await open();
    await key('Items').click();
    await product('Caffè latte').click();
    await page().keyboard.press('Escape');
    await product('Tea').click();
    await slipHas(/1 Tea 34\.00/);
    expect(onBill()).toHaveLength(1);
  });
});

describe('an item', () => {
  it('takes a note for the kitchen, by touch and by keyboard', async () => {
    await open();
    await key('Items').click();
    await product('Salad bowl').click();
    await key('Note').click();
    await word('Note for the kitchen');
    await typeByHand(page(), 'no ');
    for (const letter of 'nuts') await key(letter).click();
    await page().locator('.deck-note', { hasText: 'no nuts' }).waitFor();
    await key('Save note').click();
    await slipHas(/1 Salad bowl 129\.00 no nuts/);
    expect(onBill()).toMatchObject([{ note: { to: 'kitchen', text: 'no nuts' } }]);
  });

  it('that is sold out is on its key, and a scan of it adds nothing and says why', async () => {
    const products = SHOP.catalogue.products.map((one) =>
      one.id === 'water' ? { ...one, soldOut: true } : one,
    );
    host = createBillHost(() => NOW);
    const shop = { ...SHOP, catalogue: { ...SHOP.catalogue, products } };
    await stock(cashier(), shop, {}, view([]), host);
    await key('Items').click();
    await product('Still water').filter({ hasText: 'Sold out' }).waitFor();
    await scan(page(), '7000000000024');
    await page().getByRole('alert').filter({ hasText: 'Still water is sold out.' }).waitFor();
    expect(onBill()).toEqual([]);
  });

  it('brings its deposit, which follows its units', async () => {
    const deposit = { amount: money(300), vatRate: null };
    const products = SHOP.catalogue.products.map((one) =>
      one.id === 'water' ? { ...one, deposit } : one,
    );
    host = createBillHost(() => NOW);
    const shop = { ...SHOP, catalogue: { ...SHOP.catalogue, products } };
    await stock(cashier(), shop, {}, view([]), host);
    await key('Items').click();
    await product('Still water').click();
    await slipHas(/1 Still water 32\.00 .*1 Deposit: Still water 3\.00/);
    await key('One more').click();
    await slipHas(/2 Still water 64\.00 .*2 Deposit: Still water 6\.00/);
    await product('Tea').click();
    await line(/^2 ?Still water/).click();
    await key('Remove line').click();
    await slipHas(/New sale 1 Tea 34\.00/);
    await expect.poll(() => onBill().map(({ name }) => name)).toEqual(['Tea']);
  });
});

describe('goods by keyboard', () => {
  it('are searched, counted, changed and sold', async () => {
    await open();
    await page().keyboard.type('kaf');
    await page().locator('.deck-hint', { hasText: 'Search: kaf. 2 found' }).waitFor();
    await page().keyboard.press('Enter');
    await word('Options of Caffè latte');
    await page().keyboard.press('2');
    await page().keyboard.press('4');
    await expect.poll(amount).toMatch(/66\.00/);
    await page().keyboard.press('4');
    await expect.poll(amount).toMatch(/58\.00/);
    await page().keyboard.press('Enter');
    await slipHas(/1 Caffè latte 58\.00 Oat milk/);
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
    await page().keyboard.type('%2500');
    await expect.poll(amount).toMatch(/25\.00/);
    await key('Complaint').click();
    await page().keyboard.press('Enter');
    await slipHas(/Total kr 110\.00/);
    await page().keyboard.press('F2');
    await page().keyboard.type('2000');
    await expect.poll(amount).toMatch(/20\.00/);
    await page().keyboard.type('+');
    await slipHas(/1 Custom amount 20\.00/);
    await page().keyboard.press('Enter');
    expect((await paying()).amount).toBe(13_000);
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
    expect((await cashier().commands()).filter(({ type }) => type === 'pay_bill')).toEqual([]);
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

describe('the bill on the slip', () => {
  const addTea = async () => {
    await page().keyboard.type('te');
    await page().keyboard.press('Enter');
    await slipHas(/1 Tea/);
  };

  it('stays if the host refuses the payment, and leaves when it is paid', async () => {
    await open();
    await addTea();
    await cashier().answerTo('pay_bill', refuseTill('not_saved'));
    await key(/^Show QR code/).click();
    await page().getByText(CASHIER_WORDS.en.problems.not_saved).waitFor();
    await slipHas(/1 Tea 34\.00/);
    await page().evaluate(() => Reflect.deleteProperty(window.script.answers, 'pay_bill'));
    await key(/^Show QR code/).click();
    await expect.poll(() => host.view().open[0]?.due).toBe(0);
    host.end(host.view().open[0]?.id ?? '', 'paid');
    await page().locator('.slot-empty').waitFor();
  });

  it('is there again with all lines after a sale that ended without a payment', async () => {
    await open();
    await addTea();
    await page().keyboard.type('bun');
    await page().keyboard.press('Enter');
    await slipHas(/1 Cinnamon bun/);
    await key(/^Show QR code/).click();
    const { bill } = await paying();
    const of = { bill: bill.id, tender: 'tender:t1' } as const;
    const ended = sale(
      { kind: 'aborted' },
      { amount: money(7_900), bill: of, actions: ['dismiss'] },
    );
    host.end(bill.id, 'failed');
    await cashier().show(view([ended]), {}, GOODS);
    await key('Back to sale').click();
    await cashier().show(view([]), {}, GOODS);
    await slipHas(/New sale 1 Tea 34\.00 1 Cinnamon bun 45\.00/);
    await key(/^Show QR code/).waitFor();
  });

  it('is found again after the page was loaded anew', async () => {
    await open();
    await addTea();
    await expect.poll(() => host.view().open.length).toBe(1);
    await page().reload();
    await page().waitForFunction(() => window.script.snapshots.length > 0);
    await stock(cashier(), SHOP, {}, view([]), host);
    await slipHas(/1 Tea 34\.00/);
    await expect.poll(() => host.view().shown?.lines.length).toBe(1);
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
  const question = () => page().locator('.dialog p').first().innerText();
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
    await key('Clear sale').click();
    const due = await page().locator('.dialog-due').innerText();
    expect(due.replaceAll('\u00a0', ' ')).toBe('Total kr 42.00');
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
    await expect.poll(paid).toEqual([{ amount: 12_500, method: { kind: 'qr' } }]);
  });
});

describe('the items of a supervisor', () => {
  const menuOf = async (name: string) => {
    await product(name).click({ button: 'right' });
    return page().getByRole('dialog');
  };
  const ordered = async () =>
    (await cashier().commands()).filter((one) => one.type === 'change_goods');

  it('are sold out and get another price from the menu of their key, also by the keyboard', async () => {
    await open();
    await key('Items').click();
    const version = GOODS.catalogue;
    await (await menuOf('Espresso')).getByRole('button', { name: 'Mark as sold out' }).click();
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    const change = { kind: 'set_sold_out', id: 'espresso', sold_out: true };
    expect(await ordered()).toEqual([{ type: 'change_goods', version, change }]);
    await product('Flat white').focus();
    await page().keyboard.press('Shift+F10');
    const price = page().getByRole('textbox', { name: 'Price, NOK' });
    expect(await price.inputValue()).toBe('52.00');
    await price.fill('54,5');
    await page().getByRole('button', { name: 'Save price' }).click();
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    expect((await ordered()).at(-1)).toMatchObject({
      change: { kind: 'set_price', id: 'flat-white', price: 5_450 },
    });
  });

  it('show the price of another screen: for a price that nobody has typed, and beside one that is typed', async () => {
    await open();
    await key('Items').click();
    const dialog = await menuOf('Flat white');
    const { catalogue } = SHOP;
    const priced = async (version: string, price: number) => {
      const products = catalogue.products.map((one) =>
        one.id === 'flat-white' ? { ...one, price: money(price) } : one,
      );
      await cashier().sell({ ...catalogue, products });
      await cashier().show(view([]), {}, { ...GOODS, catalogue: version });
    };
    await priced('v2', 5_300);
    const price = dialog.getByRole('textbox');
    await expect.poll(() => price.inputValue()).toBe('53.00');
    await price.fill('54');
    await priced('v3', 5_500);
    await dialog.getByText('Price, NOK is now: 55.00').waitFor();
    expect(await price.inputValue()).toBe('54');
    await dialog.getByRole('button', { name: 'Save price' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await ordered()).at(-1)).toMatchObject({ version: 'v3' });
  });

  it('that another screen has removed have a window that only says so', async () => {
    await open();
    await key('Items').click();
    const dialog = await menuOf('Flat white');
    const { catalogue } = SHOP;
    const products = catalogue.products.filter(({ id }) => id !== 'flat-white');
    await cashier().sell({ ...catalogue, products });
    await cashier().show(view([]), {}, { ...GOODS, catalogue: 'v2' });
    await dialog.getByText(ITEM_WORDS.en.gone).waitFor();
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Not now']);
  });

  it('show the new picture after one that could not be loaded', async () => {
    await open();
    const { catalogue } = SHOP;
    const pictured = async (version: string, picture: string) => {
      const products = catalogue.products.map((one) =>
        one.id === 'espresso' ? { ...one, picture } : one,
      );
      await cashier().sell({ ...catalogue, products });
      await cashier().show(view([]), {}, { ...GOODS, catalogue: version });
    };
    await pictured('v2', 'none.svg');
    await key('Items').click();
    await product('Espresso').locator('img').waitFor({ state: 'detached' });
    const [address = ''] = SHOP.pictures.keys();
    await pictured('v3', address.replace('pictures/', ''));
    await product('Espresso').locator(`img[src="${address}"]`).waitFor();
  });

  it('are in no window any more when a cashier stands at the till', async () => {
    await open();
    await key('Items').click();
    const dialog = await menuOf('Tea');
    cashier().backOffice(BACK_OFFICE);
    await cashier().show(view([]), {}, GOODS);
    await dialog.waitFor({ state: 'detached' });
    cashier().backOffice(undefined);
    await cashier().show(view([]), {}, GOODS);
    await product('Tea').waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('cannot be typed at a till that may not change them: its keys say so and what to do', async () => {
    await open();
    await key('Items').click();
    const locked = { ...GOODS, changes: 'no_key' } as const;
    const dialog = await menuOf('Tea');
    await dialog.getByRole('textbox').fill('36');
    await cashier().show(view([]), {}, locked);
    const said = CASHIER_WORDS.en.problems.items_need_key;
    await dialog.getByText(said).waitFor();
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Not now']);
    await key('Not now').click();
    await cashier().sell({ ...SHOP.catalogue, categories: [], products: [] });
    await cashier().show(view([]), {}, { ...locked, catalogue: 'v2' });
    await page().getByText(said).waitFor();
    expect(await key('New item').count()).toBe(0);
    expect(await ordered()).toEqual([]);
  });

  it('keep the price that was typed while they are marked as sold out', async () => {
    await open();
    await key('Items').click();
    const dialog = await menuOf('Tea');
    await dialog.getByRole('textbox').fill('36');
    await dialog.getByRole('button', { name: 'Mark as sold out' }).click();
    await expect.poll(ordered).toHaveLength(1);
    expect(await dialog.getByRole('textbox').inputValue()).toBe('36');
  });

  it('name the place where everything else is changed: the portal with its address, or the file of the till', async () => {
    await open();
    await key('Items').click();
    const dialog = await menuOf('Tea');
    await dialog.getByText(ITEM_WORDS.en.inFile).waitFor();
    expect(await dialog.getByRole('link').count()).toBe(0);
    const portal = 'https://pay.example/m/catalogue/';
    await cashier().show(view([]), {}, { ...GOODS, portal });
    const link = dialog.getByRole('link', { name: ITEM_WORDS.en.rest });
    expect(await link.getAttribute('href')).toBe(`${portal}items~tea`);
    await dialog.getByText('https://pay.example/m/catalogue', { exact: true }).waitFor();
  });

  it('are made by touch with a name and a price, in the category on the screen with the VAT of its items', async () => {
    await open();
    await key('Items').click();
    await key('Food').click();
    const dialog = await menuOf('Croissant');
    await dialog.getByRole('button', { name: 'New item' }).click();
    for (const letter of ['T', 'e', 'd']) {
      await dialog.getByRole('button', { name: letter, exact: true }).click();
    }
    await dialog.getByRole('button', { name: 'Continue' }).click();
    for (const digit of ['3', '9']) {
      await dialog.getByRole('button', { name: digit, exact: true }).click();
    }
    await dialog.getByText('VAT 15 %. Category: Food.').waitFor();
    await dialog.getByRole('button', { name: 'Create item' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await ordered()).at(-1)).toMatchObject({
      change: {
        kind: 'put_product',
        product: {
          id: expect.stringMatching(/^\d{4}-\d{4}$/),
          name: 'Ted',
          price: 3_900,
          vat_rate: '0.15',
          category: 'food',
        },
      },
    });
  });

  it('are made by the keyboard alone', async () => {
    await open();
    await key('Items').click();
    await (await menuOf('Tea')).getByRole('button', { name: 'New item' }).click();
    for (const [field, text] of [
      ['item-name', 'Ted'],
      ['item-price', '39'],
    ]) {
      await page().locator(`input[name="${field}"]:focus`).waitFor();
      await page().keyboard.type(text ?? '');
      await page().keyboard.press('Enter');
    }
    await page().getByRole('dialog').waitFor({ state: 'detached' });
    expect((await ordered()).at(-1)).toMatchObject({
      change: { product: { name: 'Ted', price: 3_900 } },
    });
  });

  it('are not changed without the service: a sentence says so, and the typed price stays', async () => {
    await open();
    await key('Items').click();
    const dialog = await menuOf('Tea');
    await dialog.getByRole('textbox').fill('36');
    await cashier().answerWith(refuseTill('items_offline'));
    await dialog.getByRole('button', { name: 'Save price' }).click();
    await dialog.getByText(CASHIER_WORDS.en.problems.items_offline).waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('36');
    await cashier().answerWith({ ok: true, value: null });
  });
});

describe('a membership number', () => {
  const members = async () => {
    host = createBillHost(() => NOW);
    await stock(cashier(), SHOP, {}, view([]), host);
    await cashier().show(view([]), { membership: true }, GOODS);
    await key('Items').click();
    await product('Tea').click();
    await key('Membership').click();
    await word('Membership number');
  };
  const number = () => host.bill(host.view().open[0]?.id ?? '').member;

  it('is typed by touch and by keyboard, and taken off again', async () => {
    await members();
    await typeByHand(page(), '47 1');
    await key('1').click();
    await page().locator('.deck-name', { hasText: '4711' }).waitFor();
    await key(/^Save number/).click();
    await key('Member 4711').click();
    expect(number()).toBe('4711');
    for (const _ of '4711') await page().keyboard.press('Backspace');
    await key('Remove number').click();
    await key('Membership').waitFor();
    expect(number()).toBeNull();
  });

  it('is scanned from the card', async () => {
    await members();
    await scan(page(), '7000000000024');
    await key('Member 7000000000024').waitFor();
    expect(number()).toBe('7000000000024');
  });
});
