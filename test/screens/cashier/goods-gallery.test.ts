import { ITEM_WORDS } from '../../../renderer/i18n/items.ts';
import type { Language } from '../../../shared/catalogue/language.ts';
import { SCALE_FAULTS, type ScaleReading } from '../../../shared/device/scale/reading.ts';
import { money } from '../../../shared/money/money.ts';
import { CASHIER_WORDS } from '../../support/cashier-words.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { type Look, testEveryPicture } from './every-picture.ts';
import { demoShop, GOODS, stock, tablesHost } from './goods-shop.ts';
import { type CashierPage, withLazyScreens } from './page.ts';
import { NOW, view } from './sales.ts';

const SHOP = demoShop();

/** Calls `look` with every picture of a till that sells goods. */
async function everyPicture(cashier: CashierPage, look: Look, language: Language): Promise<void> {
  const { page } = cashier;
  // A scanner may be typing: keys count when none has followed for a moment.
  const typed = async (keys: string, selector: string, text: RegExp) => {
    await page.keyboard.type(keys);
    await page.locator(selector).filter({ hasText: text }).first().waitFor();
  };
  await stock(cashier, SHOP);
  await look('goods-keypad-empty');
  await page.keyboard.press('F2');
  await page.locator('.product').first().waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('img')].every((one) => one.complete),
  );
  await look('goods-items');
  for (const place of [2, 2, 7, 14]) await page.locator('.product').nth(place).click();
  await typed('6500', '.deck-amount', /65[.,]00/);
  await look('goods-price', 14_900);
  await page.keyboard.press('Enter');
  await typed('3', '.goods-quantity', /3/);
  await look('goods-basket', 21_400);
  await page.keyboard.press('Escape');
  await typed('ka', '.deck-hint', /: ka/);
  await look('goods-search', 21_400);
  await typed('zz', '.deck-hint', /: kazz/);
  await look('goods-nothing', 21_400);
  await page.keyboard.press('Escape');
  await page.locator('.search-key').click();
  await page.locator('.letter-key').nth(1).click();
  await look('goods-find', 21_400);
  await page.locator('.search-key').click();
  await page.locator('.product').first().click({ button: 'right' });
  await itemPictures(cashier, look, language);
  await page.locator('.basket-line').first().click();
  await page.locator('.line-keys .ghost').nth(2).click();
  await look('goods-discount-empty', 21_400);
  await page.locator('.off-percent').nth(1).click();
  await page.locator('.off-reason').first().click();
  await look('goods-discount', 20_360);
  await page.locator('.entry-yellow').click();
  await page.locator('.product').first().waitFor();
  await page.locator('.product').nth(4).click();
  await page.locator('.option').nth(1).click();
  await page.locator('.option').nth(3).click();
  await look('goods-options', 20_360);
  await page.locator('.entry-keys .key-yellow').click();
  const others = page.locator('.line-others');
  if (await others.isVisible()) await others.click();
  await page.locator('.line-other').last().click();
  await typeByHand(page, 'ekstra varm');
  await page.locator('.deck-note', { hasText: 'ekstra varm' }).waitFor();
  await look('goods-note', 26_960);
  await page.keyboard.press('Enter');
  await page.locator('.basket-extras', { hasText: 'ekstra varm' }).waitFor();
  await look('goods-line-options', 26_960);
  await page.locator('.pane-key').first().click();
  await page.locator('.key-at-discount').click();
  await page.locator('.off-money').click();
  await typed('1000', '.deck-amount', /10[.,]00/);
  await page.locator('.off-reason').first().click();
  await page.keyboard.press('Enter');
  await page.locator('.keypad-goods').waitFor();
  await typed('2800', '.deck-amount', /28[.,]00/);
  await look('goods-keypad', 28_760);
  const sticker = { kind: 'serial', serial: '0123456789012' } as const;
  await cashier.show(view([]), { sticker }, GOODS);
  await look('goods-sticker', 28_760);
  const offline = view([], { connection: { kind: 'offline', since: NOW - 120_000 } });
  await cashier.show(offline, {}, GOODS);
  await look('goods-offline', 28_760);
  await cashier.show(view([]), {}, GOODS);
  await page.locator('.counter-foot .ghost').first().click();
  await typed('12', '.deck-name', /12/);
  await look('goods-park', 28_760);
  await page.locator('.name-window .pane-key').click();
  await page.locator('.letter-key').nth(12).click();
  await look('goods-park-letters', 28_760);
  await page.keyboard.press('Escape');
  await cashier.show(view([]), { membership: true }, GOODS);
  await page.locator('.slip-head .ghost').click();
  await typed('4711', '.deck-name', /4711/);
  await look('goods-member', 28_760);
  await page.keyboard.press('Enter');
  await page.locator('.slip-head .ghost', { hasText: '4711' }).waitFor();
  await look('goods-member-slip', 28_760);
  await cashier.show(view([]), {}, { ...GOODS, catalogue: null, problem: WRONG });
  await look('goods-wrong-file', 28_760);
  await tablePictures(cashier, look);
  await codePictures(cashier, look);
  await weighPictures(cashier, look, language);
}

/** The window of an item at a till of a shop with a portal and at one with its own file, and the pages of a new one. */
async function itemPictures(cashier: CashierPage, look: Look, language: Language): Promise<void> {
  const { page } = cashier;
  const words = ITEM_WORDS[language];
  await page.locator('.item-digits').waitFor();
  await look('goods-item-file');
  const portal = 'https://pay.example/m/catalogue/';
  await cashier.show(view([]), {}, { ...GOODS, portal });
  await page.locator('.dialog .portal-link').waitFor();
  await look('goods-item');
  await page.locator('.dialog .ghost', { hasText: words.newItem }).click();
  await page.locator('.dialog .letter-keys').waitFor();
  await look('goods-item-name');
  await page.keyboard.type('Mokka');
  await page.keyboard.press('Enter');
  await page.locator('.item-digits').waitFor();
  await look('goods-item-price');
  await page.locator('.dialog .ghost', { hasText: words.close }).click();
}

/** Goods by the kilogram, on a scale that nobody has verified. */
async function weighPictures(cashier: CashierPage, look: Look, language: Language): Promise<void> {
  const { page } = cashier;
  await withLazyScreens(page, () => page.reload());
  await page.waitForFunction(() => window.script.snapshots.length > 0);
  const [first, ...rest] = SHOP.catalogue.products;
  if (first === undefined) throw new Error('the demo sells nothing');
  const name = { en: 'Apples', nb: 'Epler', de: 'Äpfel', ar: 'تفاح' };
  const apples = { ...first, name, unit: 'kg', price: money(4_990), options: [] };
  const nut = { en: 'Nuts', nb: 'Nøtter', de: 'Nüsse', ar: 'مكسرات' };
  const nuts = { ...apples, id: 'nuts', name: nut, tare: 20 };
  await cashier.sell({ ...SHOP.catalogue, products: [apples, nuts, ...rest] });
  const says = (scale: ScaleReading) =>
    page.evaluate((given) => {
      window.script.answers.read_scale = { ok: true, value: given };
    }, scale);
  await says({ kind: 'moving', grams: 312 });
  const connection = { path: '/dev/ttyUSB0', baudRate: 9_600 };
  const scale = { connection, approved: false, typed: 'allowed' } as const;
  await cashier.show(view([]), { scale }, GOODS);
  await page.locator('.pane-key').nth(1).click();
  await page.locator('.product').first().click();
  const shows = (text: RegExp) =>
    page.locator('.deck-amount').filter({ hasText: text }).first().waitFor();
  await shows(/0[.,]312/);
  await look('goods-weight-moving');
  // The longest sentence of all faults must leave the keys in sight too.
  const { scaleFaults } = CASHIER_WORDS[language];
  const [longest = 'not_allowed'] = SCALE_FAULTS.toSorted(
    (a, b) => scaleFaults[b].length - scaleFaults[a].length,
  );
  await says({ kind: 'fault', why: longest });
  await page.locator('.deck-hint', { hasText: scaleFaults[longest] }).waitFor();
  await look('goods-weight-fault');
  // Goods in a box of their own.
  await page.locator('.key-back').click();
  await page.locator('.product').nth(1).click();
  await says({ kind: 'stable', grams: 315, tare: 'set' });
  await shows(/0[.,]315/);
  await look('goods-weight-tared');
  await says({ kind: 'stable', grams: 225, tare: 'unknown' });
  await shows(/0[.,]225/);
  await look('goods-weight-tare-unknown');
  await says({ kind: 'stable', grams: 335 });
  await shows(/0[.,]335/);
  await look('goods-weight');
  await page.locator('.entry-yellow').click();
  await page.locator('.basket-line').first().waitFor();
  await look('goods-weighed', 1_572);
}

async function codePictures(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  await withLazyScreens(page, () => page.reload());
  await page.waitForFunction(() => window.script.snapshots.length > 0);
  const settings = { deviceCode: 'own' } as const;
  const shown = { id: 'c1', uri: 'https://pay.test/s/abcde/c1', opened: NOW };
  await cashier.show(view([], { codes: [{ ...shown, state: 'shown' }] }), settings);
  await look('code-first');
  const codes = [{ ...shown, state: 'scanned' }] as const;
  const scans = [{ token: 'token:12345678', argstring: 'x', at: NOW }];
  await cashier.show(view([], { codes, scans }), settings);
  await look('code-scanned');
}

async function tablePictures(cashier: CashierPage, look: Look): Promise<void> {
  const { page } = cashier;
  const host = tablesHost();
  const discount = { kind: 'amount', amount: money(2_000), reason: 'offer' } as const;
  host.act('t4', { act: 'discount_bill', discount });
  cashier.hostBills(host);
  await cashier.show(view([]), {}, GOODS);
  await page.locator('.strip-key').nth(0).click();
  await look('tables');
  await page.locator('.list-row').first().click();
  await page.locator('.basket-line').first().waitFor();
  await look('table-picked', 21_900);
  await page.locator('.basket-line').last().click();
  await look('table-split', 21_900);
  await page.locator('.table-move .key').first().click();
  await page.locator('.move-totals .amount').first().waitFor();
  await look('table-move', 21_900);
  await page.locator('.move-window .ghost').click();
  await page.locator('.table-move .key').nth(1).click();
  await look('table-name', 21_900);
  await page.locator('.name-window .pane-key').click();
  await look('table-name-letters', 21_900);
  await page.keyboard.press('Escape');
  await page.locator('.table-clear').click();
  await look('table-clear', 21_900);
}

const WRONG =
  'catalogue.json is not valid: products.3.price must be a whole number of minor units.';

testEveryPicture('every picture of the goods', {
  app: 'goods',
  draw: everyPicture,
  keepsSizes: true,
});
