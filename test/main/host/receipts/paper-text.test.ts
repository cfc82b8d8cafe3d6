import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testPage } from '../../../../main/host/printing/test-page.ts';
import { hasDot } from '../../../../main/host/receipts/font.ts';
import {
  isOnPaper,
  type NamedProducts,
  paperFormat,
  paperName,
  paperShop,
  paperText,
} from '../../../../main/host/receipts/paper-text.ts';
import { dayPaper } from '../../../../main/host/receipts/report-paper.ts';
import { saleSlip } from '../../../../main/host/receipts/sale-slip.ts';
import { LANGUAGES, paperLanguage } from '../../../../shared/catalogue/language.ts';
import { depositName, ownWords, weightName } from '../../../../shared/catalogue/own-words.ts';
import type { TillSettings } from '../../../../shared/device/bridge/contract.ts';
import { CODE_PAGE, CODE_PAGES } from '../../../../shared/device/printing/code-pages.ts';
import { printable } from '../../../../shared/device/printing/printable.ts';
import type { WrittenContent } from '../../../../shared/documents/content.ts';
import { RECEIPT_COLUMNS, receiptLines } from '../../../../shared/documents/layout.ts';
import { DOCUMENT_WORDS } from '../../../../shared/documents/words.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
import { NOW, SETTINGS, sale } from '../../../screens/cashier/sales.ts';

/*
 * Paper shows no `?` in place of what the product writes: words, dates, amounts and the names of the
 * catalogue, in every language of the till, on every code page and in the picture of a receipt.
 */

const CURRENCIES = Intl.supportedValuesOf('currency');
/** Locales of all writings that `Intl` has, with digits that paper does not have. */
const LOCALES = [
  ...['nb-NO', 'en-GB', 'en-US', 'de-DE', 'de-CH', 'ar', 'ar-EG', 'ar-SA-u-nu-arab', 'fa-IR'],
  ...['nb-NO-u-nu-arab', 'en-IN-u-nu-deva', 'ru-RU', 'el-GR', 'zh-CN', 'ja-JP', 'hi-IN', 'pl-PL'],
  ...['en-x-u-foo', 'nb-x-u-a', 'de-t-en-u-nu-latn'],
];

const METHODS = ['screen_code', 'phone', 'customer_code', 'sticker'] as const;
const STATE_GROUPS = ['open', 'paid', 'refunded', 'not_paid'] as const;

const BURGER = { en: 'Cheeseburger', nb: 'Ostburger', de: 'Käseburger', ar: 'برغر بالجبن' };
const named: NamedProducts = (product) => (product === 'burger' ? BURGER : null);

const item = (product_id: string, description: string) => ({
  ...{ product_id, description, metadata: [{ key: 'discount', value: '100' }], tags: null },
  ...{ vat_rate: '0.25', quantity: '2', vat: money(1_000), item_cost: money(5_000) },
  total: money(9_900),
});

/** Everything that the product prints, of one till. */
function papersOf(settings: TillSettings, at: number, language: keyof typeof BURGER) {
  const { currency } = settings;
  const lines = [item('burger', BURGER[language]), item('open-price', 'مبلغ مفتوح')];
  const over = { currency, amount: money(19_800), additionalAmount: money(500), lines };
  const refund = { id: 'r', tid: 'p2ybyw4tq73n', amount: money(100), currency, at } as const;
  const receipt = saleSlip(sale({ kind: 'paid', at }, { ...over, tid: refund.tid }), settings, {
    refunds: [{ ...refund, text: null, approver: null, state: 'done', sentence: null }],
    kind: 'copy',
    named,
  });
  if (receipt === null) throw new Error('a paid sale has a receipt');
  const sums = {
    currency,
    captured: { count: 2, amount: money(99_900) },
    additional: money(100),
    refunded: { count: 1, amount: money(500) },
    net: money(99_400),
    byMethod: METHODS.map((method) => ({ method, count: 1, amount: money(99_900) })),
    tenders: [
      {
        ...{ kind: 'other' as const, name: null, count: 3, amount: money(700) },
        refunded: { count: 1, amount: money(100) },
      },
    ],
  };
  const sales = STATE_GROUPS.map((state) => ({ state, count: 1 }));
  const full = { day: '2026-03-09', at, sums: { currencies: [sums], sales }, days: [] };
  const none = { day: '2026-12-31', at, sums: { currencies: [], sales: [] }, days: [] };
  return [
    receipt,
    dayPaper(full, settings),
    dayPaper(none, settings),
    testPage(settings, at).content,
  ];
}

function textsOf(content: WrittenContent): string[] {
  return receiptLines(content, RECEIPT_COLUMNS).flatMap((line) => {
    if (line.kind === 'text') return [line.text];
    return line.kind === 'pair' ? [line.left, line.right] : [];
  });
}

describe('paper', () => {
  it('has no replacement for a text of the product, in any language, currency or code page', () => {
    const till = fc.record({
      language: fc.constantFrom(...LANGUAGES),
      locale: fc.constantFrom(...LOCALES),
      currency: fc.constantFrom(...CURRENCIES),
      page: fc.constantFrom(...CODE_PAGES),
      day: fc.integer({ min: 0, max: 364 }),
    });
    fc.assert(
      fc.property(till, ({ language, locale, currency, page, day }) => {
        const settings = { ...SETTINGS, language, locale, currency, timeZone: 'Europe/Oslo' };
        const papers = papersOf(settings, NOW + day * 86_400_000, language);
        for (const text of papers.flatMap(textsOf)) {
          expect(printable(text, CODE_PAGE[page]), text).not.toContain('?');
        }
      }),
      { numRuns: 400 },
    );
  });

  it('shows every month, and every name of an item, of an Arabic till in English', () => {
    const settings = { ...SETTINGS, language: 'ar', locale: 'ar-EG' } as const;
    for (let month = 0; month < 12; month += 1) {
      const at = Date.UTC(2026, month, 15, 12);
      const [receipt] = papersOf({ ...settings, timeZone: 'UTC' }, at, 'ar');
      const english = new Intl.DateTimeFormat('en-GB', { month: 'short' }).format(at);
      expect(JSON.stringify(receipt)).toContain(`15 ${english} 2026`);
    }
    const [receipt] = papersOf(settings, NOW, 'ar');
    expect(receipt?.items.map(({ label }) => label)).toEqual([
      ...['2 x Cheeseburger', '  Discount', '2 x Custom amount', '  Discount', 'Extra amount'],
    ]);
  });

  it('has the letters of its own words in the picture of a receipt', () => {
    for (const words of [DOCUMENT_WORDS.en, DOCUMENT_WORDS.nb, DOCUMENT_WORDS.de]) {
      for (const letter of JSON.stringify(words).replaceAll(/[\s’"{}[\],\\]/g, '')) {
        let dots = 0;
        for (let x = 0; x < 6; x += 1)
          for (let y = 0; y < 10; y += 1) dots += hasDot(letter, x, y) ? 1 : 0;
        expect(dots, letter).toBeGreaterThan(0);
      }
    }
  });
});

describe('the name of an item on paper', () => {
  const nameOf = (name: string, product: string | null, language = 'ar' as keyof typeof BURGER) =>
    paperName({ name, product }, paperLanguage(language), 'Custom amount', named);

  it('is the name under which it was sold, if paper can show it', () => {
    expect(nameOf('Crème brûlée', 'burger')).toBe('Crème brûlée');
    expect(nameOf('Why?', 'burger')).toBe('Why?');
  });

  it('is else the catalogue’s name in the language of paper', () => {
    expect(nameOf(BURGER.ar, 'burger', 'de')).toBe('Käseburger');
    expect(nameOf(BURGER.ar, 'burger')).toBe('Cheeseburger');
  });

  it('is else what paper can show of it, of its id, or the words for an amount', () => {
    expect(nameOf('Tea شاي', 'tea-7')).toBe('Tea');
    expect(nameOf('شاي', 'tea-7')).toBe('tea-7');
    expect(nameOf('Tea شاي', null)).toBe('Tea');
    expect(nameOf('شاي', null)).toBe('Custom amount');
    expect(nameOf('شاي', 'شاي')).toBe('Custom amount');
  });

  it.each(LANGUAGES)(
    'keeps what a deposit is and how goods were weighed, of a line in %s',
    (language) => {
      for (const line of [
        depositName(BURGER.ar, language),
        weightName(BURGER.ar, 'by_hand', language),
        weightName(BURGER.ar, 'not_verified', language),
      ]) {
        const { around } = ownWords(line);
        expect(nameOf(line, 'burger', 'de')).toBe(around('Käseburger', 'de'));
        expect(nameOf(line, 'burger', 'de')).not.toBe('Käseburger');
        expect(nameOf(line, 'tea-7', 'ar')).toBe(around('tea-7', 'en'));
        expect(nameOf(line, null, 'ar')).toBe(around('Custom amount', 'en'));
      }
    },
  );

  it('never needs a replacement, whatever the shop writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.option(fc.string()), (name, product) => {
        expect(isOnPaper(nameOf(name, product))).toBe(true);
        expect(isOnPaper(paperText(name) ?? '')).toBe(true);
      }),
    );
  });
});

it('a shop whose name paper cannot show is named by its till', () => {
  const shopOf = (name: string, address: string | null) =>
    paperShop({ shop: { name, address, organisationNumber: '123456785' }, posId: 'till-1' });
  expect(shopOf('Kafé Bølgen', 'Storgata 1')).toEqual({
    name: 'Kafé Bølgen',
    address: 'Storgata 1',
  });
  expect(shopOf('مقهى Bølgen', 'الرياض')).toEqual({ name: 'Bølgen', address: null });
  expect(shopOf('مقهى', null)).toEqual({ name: 'till-1', address: null });
});

it('an amount has the code of its currency if paper lacks its sign', () => {
  const format = paperFormat({ ...SETTINGS, language: 'en', locale: 'en-IN' });
  expect(format.amount(money(125_000), 'INR')).toMatch(/^INR 1,250\.00$/);
  expect(format.amount(ZERO, 'NOK')).toMatch(/kr/);
});
