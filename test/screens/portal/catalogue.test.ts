import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { portalEn } from '../../../renderer/i18n/en/portal.ts';
import { RIGHTS_OF } from '../../../shared/portal/sign-in.ts';
import { leavePages } from '../../support/reused-page.ts';
import { screenOf } from '../../support/screen-of.ts';
import { CATALOGUE, MARTE } from './answers.ts';
import { openPortal, type PortalPage, type PortalPageOptions } from './page.ts';

const served = screenOf('portal');
const words = portalEn.catalogue;

afterEach(() => leavePages(served.browser()));

const open = (path = '/m/catalogue/', options: PortalPageOptions = {}) =>
  openPortal(served.browser(), served.origin(), path, options);

/** Counts each press of a pointer; typing is not counted. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.taps = '0';
    addEventListener(
      'pointerdown',
      () => {
        const { dataset } = document.documentElement;
        dataset.taps = String(Number(dataset.taps) + 1);
      },
      { capture: true },
    );
  });
  return async () => Number(await page.locator('html').getAttribute('data-taps'));
}

const itemOf = ({ office }: PortalPage, id: string) =>
  office.catalogue.catalogue.products.find((one) => one.id === id);
const pressed = (page: Page, name: string) => page.getByRole('button', { name }).click();
const ids = ({ office }: PortalPage) => office.catalogue.catalogue.products.map(({ id }) => id);

describe('from the first page of the portal', () => {
  it('an item is sold out in two taps', async () => {
    const portal = await open('/m/');
    const { page } = portal;
    await page.getByRole('link', { name: 'Items' }).waitFor();
    const taps = await countTaps(page);
    await page.getByRole('link', { name: 'Items' }).click();
    await pressed(page, 'Espresso: sold out');
    await expect.poll(() => itemOf(portal, 'espresso')?.sold_out).toBe(true);
    expect(await taps()).toBe(2);
  });

  it('a price is changed in five taps at most, and its tax is shown', async () => {
    const portal = await open('/m/');
    const { page } = portal;
    await page.getByRole('link', { name: 'Items' }).waitFor();
    const taps = await countTaps(page);
    await page.getByRole('link', { name: 'Items' }).click();
    await page.getByRole('link', { name: 'Espresso' }).click();
    await page.getByLabel('Price with VAT').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('37,50');
    await page.getByText('Without VAT: kr 30.00').waitFor();
    await pressed(page, 'Save');
    await page.getByText(words.saved).waitFor();
    expect(itemOf(portal, 'espresso')?.price).toBe(3_750);
    expect(await taps()).toBeLessThanOrEqual(5);
  });

  it('an item with category and options is made in eight taps at most', async () => {
    const portal = await open('/m/');
    const { page, errors } = portal;
    await page.getByRole('link', { name: 'Items' }).waitFor();
    const taps = await countTaps(page);
    await page.getByRole('link', { name: 'Items' }).click();
    await pressed(page, 'New item');
    await page.locator('input[name="name"]:focus').waitFor();
    await page.keyboard.type('Caffè latte');
    await page.getByLabel('Price with VAT').click();
    await page.keyboard.type('54');
    // The list opens in the browser itself: one tap, and one on its line.
    await page.locator('select[name="category"]').selectOption('hot');
    await page.getByRole('checkbox', { name: 'Milk' }).click();
    await pressed(page, 'Create');
    await page.getByText(words.saved).or(page.getByText(words.markSoldOut)).first().waitFor();
    const made = portal.office.catalogue.catalogue.products.find(
      ({ name }) => name === 'Caffè latte',
    );
    expect(made).toEqual({
      id: expect.stringMatching(/^\d{4}-\d{4}$/),
      name: 'Caffè latte',
      price: 5_400,
      vat_rate: '0.25',
      category: 'hot',
      options: ['milk'],
    });
    expect(await taps()).toBeLessThanOrEqual(8 - 2);
    expect(errors).toEqual([]);
  });
});

describe('an item whose creation was not answered', () => {
  it('is the same item when it is created again, also after the page has read it', async () => {
    const portal = await open('/m/catalogue/items~');
    const { page } = portal;
    await page.locator('input[name="name"]').fill('Kransekake');
    await page.locator('input[name="price"]').fill('54');
    const before = ids(portal).length;
    portal.office.loses = true;
    await pressed(page, 'Create');
    await page.locator('.portal-problem').waitFor();
    expect(ids(portal)).toHaveLength(before + 1);
    portal.office.loses = false;
    await page.locator('input[name="price"]').fill('56');
    // Another price is another change, so the page reads what became of the first one.
    await pressed(page, 'Create');
    await page.getByRole('link', { name: 'Kransekake' }).waitFor();
    await pressed(page, 'Create');
    await expect
      .poll(() => portal.office.catalogue.catalogue.products.slice(before))
      .toMatchObject([{ name: 'Kransekake', price: 5_600 }]);
  });
});

describe('a wrong field of an item', () => {
  it('has the focus with its sentence, also where it is folded away', async () => {
    const { page, errors } = await open('/m/catalogue/items~espresso');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    await page.locator('input[name="price"]').fill('much');
    await pressed(page, 'Save');
    await page.getByText(words.wrong.price).waitFor();
    await expect.poll(focused).toBe('price');
    await page.locator('input[name="price"]').fill('30');
    await page.locator('summary').click();
    await page.locator('input[name="barcodes"]').fill('1');
    await page.locator('summary').click();
    await pressed(page, 'Save');
    await page.getByText(words.wrong.barcode).waitFor();
    await page.locator('input[name="barcodes"]:focus').waitFor();
    expect(errors).toEqual([]);
  });
});

describe('the order of the keys', () => {
  it('is changed by the arrow keys, one after another, and the focus stays', async () => {
    const portal = await open();
    const { page } = portal;
    const handle = page.getByRole('button', { name: words.reorder('Flat white') });
    await handle.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => ids(portal))
      .toEqual(['espresso', 'bun', 'flat-white', 'salad', 'cake']);
    expect(await handle.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    await expect.poll(() => ids(portal).at(-1)).toBe('flat-white');
    await page.getByText(words.moved('Flat white', 5, 5)).waitFor({ state: 'attached' });
  });

  it('is changed by dragging', async () => {
    const portal = await open();
    const { page } = portal;
    const handle = page.getByRole('button', { name: words.reorder('Cake of the day') });
    const first = page.getByRole('row').nth(1);
    await handle.hover();
    await page.mouse.down();
    const box = await first.boundingBox();
    if (box === null) throw new Error('the first row is not drawn');
    await page.mouse.move(box.x + 30, box.y + 4, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => ids(portal)[0]).toBe('cake');
  });
});

describe('two people', () => {
  it('who change one item: a sentence and the new state are shown, and nothing typed is lost', async () => {
    const portal = await open('/m/catalogue/items~espresso');
    const { page, office } = portal;
    const price = page.getByLabel('Price with VAT');
    await price.fill('31');
    await page.getByLabel('Name', { exact: true }).fill('Espresso doppio');
    const { version, catalogue } = office.catalogue;
    const products = catalogue.products.map((one) =>
      one.id === 'espresso' ? { ...one, price: 'open' as const, vat_rate: '0.15' } : one,
    );
    office.catalogue = {
      ...office.catalogue,
      version: version + 1,
      catalogue: { ...catalogue, products },
    };
    await pressed(page, 'Save');
    await page.getByText(words.conflict).waitFor();
    expect(await price.count()).toBe(0);
    expect(await page.getByLabel('VAT, %').inputValue()).toBe('15');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Espresso doppio');
    await page.getByRole('checkbox', { name: words.priceOpen }).click();
    expect(await price.inputValue()).toBe('31.00');
    await pressed(page, 'Save');
    await page.getByText(words.saved).waitFor();
    expect(itemOf(portal, 'espresso')).toMatchObject({
      name: 'Espresso doppio',
      price: 3_100,
      vat_rate: '0.15',
    });
  });

  it('of whom one removes the item: what the other typed stays', async () => {
    const portal = await open('/m/catalogue/items~espresso');
    const { page, office } = portal;
    await page.getByLabel('Price with VAT').fill('31');
    const { version, catalogue } = office.catalogue;
    const products = catalogue.products.filter(({ id }) => id !== 'espresso');
    office.catalogue = {
      ...office.catalogue,
      version: version + 1,
      catalogue: { ...catalogue, products },
    };
    await pressed(page, 'Save');
    await page.getByText(words.gone).waitFor();
    await pressed(page, 'Save');
    await page.getByText(words.saved).waitFor();
    expect(itemOf(portal, 'espresso')?.price).toBe(3_100);
  });
});

describe('an import', () => {
  it('is shown before it is made', async () => {
    const portal = await open('/m/catalogue/files');
    const { page, office } = portal;
    const catalogue = {
      ...CATALOGUE.catalogue,
      products: CATALOGUE.catalogue.products.map((one) =>
        one.id === 'bun' ? { ...one, price: 4_900 } : one,
      ),
    };
    await page.locator('input[name="import"]').setInputFiles({
      name: 'catalogue.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(catalogue)),
    });
    await page.getByText('“Cinnamon bun”\u2069, price: kr 45.00 → kr 49.00').waitFor();
    expect(office.catalogue).toEqual(CATALOGUE);
    await pressed(page, words.importDo);
    await page.getByText(words.importDone).waitFor();
    expect(itemOf(portal, 'bun')?.price).toBe(4_900);
  });

  it('of another file says so', async () => {
    const { page } = await open('/m/catalogue/files');
    await page.locator('input[name="import"]').setInputFiles({
      name: 'notes.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"a": 1}'),
    });
    await page.getByText(words.importWrong).waitFor();
  });
});

describe('the rules of the shop', () => {
  const rulesOf = ({ office }: PortalPage) => office.catalogue.catalogue.rules;
  const slip = (page: Page) => page.locator('.portal-slip', { hasText: words.rules.head });
  const field = (page: Page, name: string) => slip(page).locator(`[name="${name}"]`);
  const save = (page: Page) => slip(page).getByRole('button', { name: words.save }).click();

  it('are changed as people type them', async () => {
    const portal = await open('/m/catalogue/settings');
    const { page } = portal;
    await field(page, 'cashier').fill('7,5');
    await field(page, 'percents').fill('5 15');
    await field(page, 'amounts').fill('');
    await field(page, 'tenders').selectOption('none');
    await field(page, 'dayEnds').fill('');
    await save(page);
    await page.getByText(words.saved).waitFor();
    expect(rulesOf(portal)).toEqual({
      discounts: { cashier: 7.5, supervisor: 50 },
      tips: { ask: 'display', percents: [5, 15] },
      cash_rounding: { step: 100, half: 'up' },
      other_tenders: [],
      receipt_texts: { foot: { en: 'Thank you', nb: 'Takk for besøket' } },
    });
  });

  it('are not sent while one is not right, and the page names it', async () => {
    const portal = await open('/m/catalogue/settings');
    const { page } = portal;
    await field(page, 'percents').fill('5 150');
    await save(page);
    const wrong = words.rules.wrong(words.rules.fields['tips.percents']);
    await page.getByRole('alert').getByText(wrong).waitFor();
    expect(portal.office.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    expect(rulesOf(portal)).toEqual(CATALOGUE.catalogue.rules);
  });

  it('are named one by one in the history, with their sums', async () => {
    const { page } = await open('/m/catalogue/history');
    const { fields } = words.rules;
    await page.getByText(new RegExp(`${fields['tips.amounts']}: .*10.00 → .*20.00`)).waitFor();
    await page.getByText(`${fields.cash_rounding}: never → nothing`).waitFor();
  });
});

describe('the opening hours', () => {
  const slip = (page: Page) => page.locator('.portal-slip', { hasText: words.rules.hours.text });
  const field = (page: Page, name: string) => slip(page).locator(`[name="${name}"]`);
  const rulesOf = ({ office }: PortalPage) => office.catalogue.catalogue.rules;

  it('are written as people type them, beside the other rules, and named in the history', async () => {
    const portal = await open('/m/catalogue/settings');
    const { page } = portal;
    await field(page, 'hours').selectOption('own');
    await field(page, 'monday').fill('8-12, 13-17');
    await field(page, 'saturday').fill('18:00-02:00');
    await slip(page).locator('textarea').fill('2026-12-24 08:00-13:00\n2026-12-25');
    await slip(page).getByRole('button', { name: words.save }).click();
    await page.getByText(words.saved).waitFor();
    const hours = {
      week: { monday: ['08:00-12:00', '13:00-17:00'], saturday: ['18:00-02:00'] },
      exceptions: [
        { date: '2026-12-24', open: ['08:00-13:00'] },
        { date: '2026-12-25', open: [] },
      ],
    };
    expect(rulesOf(portal)).toEqual({ ...CATALOGUE.catalogue.rules, opening_hours: hours });
    // The other slip keeps them.
    const rules = page.locator('.portal-slip', { hasText: words.rules.head }).first();
    await rules.locator('[name="cashier"]').fill('9');
    await rules.getByRole('button', { name: words.save }).click();
    await expect.poll(() => rulesOf(portal)?.discounts?.cashier).toBe(9);
    expect(rulesOf(portal)?.opening_hours).toEqual(hours);
  });

  it('are not sent while a day is not right, and the page names the day', async () => {
    const portal = await open('/m/catalogue/settings');
    const { page } = portal;
    await field(page, 'hours').selectOption('own');
    await field(page, 'tuesday').fill('8 to 12');
    await slip(page).getByRole('button', { name: words.save }).click();
    const wrong = words.rules.wrong(words.rules.fields['opening_hours.week.tuesday']);
    await page.getByRole('alert').getByText(wrong).waitFor();
    expect(portal.office.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });
});

describe('roles', () => {
  it('a bookkeeper looks at the items and changes nothing', async () => {
    const { user } = MARTE;
    if (user === null) throw new Error('somebody is signed in');
    const me = { ...MARTE, user: { ...user, rights: [...RIGHTS_OF.bookkeeper] } };
    const { page } = await open('/m/catalogue/items~espresso', { office: { me } });
    await page.getByText(words.onlyRead).waitFor();
    expect(await page.getByLabel('Price with VAT').isDisabled()).toBe(true);
    for (const name of ['New item', 'Save', 'Remove', 'Espresso: sold out']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
  });

  it('a catalogue editor sees the items at once, and no payments', async () => {
    const { user } = MARTE;
    if (user === null) throw new Error('somebody is signed in');
    const me = { ...MARTE, user: { ...user, rights: [...RIGHTS_OF.catalogue_editor] } };
    const portal = await open('/m/', { office: { me } });
    await portal.page.getByRole('heading', { name: '5 items' }).waitFor();
    expect(portal.office.calls.filter((call) => call.includes('/payments'))).toEqual([]);
  });

  it('a catalogue editor reads the rules of the shop, and imports no file that changes them', async () => {
    const { user } = MARTE;
    if (user === null) throw new Error('somebody is signed in');
    const me = { ...MARTE, user: { ...user, rights: [...RIGHTS_OF.catalogue_editor] } };
    const portal = await open('/m/catalogue/settings', { office: { me } });
    const { page, office } = portal;
    await page.getByText(words.rules.onlyRead).waitFor();
    expect(await page.locator('[name="cashier"]').isDisabled()).toBe(true);
    expect(await page.locator('[name="openRate"]').isDisabled()).toBe(false);
    await page.getByRole('button', { name: words.sections.files }).click();
    const file = (rules: object) => ({
      name: 'catalogue.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...CATALOGUE.catalogue, rules })),
    });
    const input = page.locator('input[name="import"]');
    await input.setInputFiles(file({}));
    await page.getByText(words.rules.notPermitted).waitFor();
    expect(office.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    await input.setInputFiles(file(CATALOGUE.catalogue.rules ?? {}));
    await page.getByText(words.importNothing).waitFor();
  });
});
