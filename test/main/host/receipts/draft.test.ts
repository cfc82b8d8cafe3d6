import { expect, it } from 'vitest';
import { documentOf } from '../../../../main/host/receipts/draft.ts';
import { everyLetter, receiptContent } from '../../../../shared/documents/receipt.ts';
import { receiptOfTender, tenderId } from '../../../../shared/ids/host-ids.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
import { SETTINGS } from '../../../screens/cashier/sales.ts';

/* Receipts and refunds of the books as documents. */

const LOCALES = { en: 'en-GB', nb: 'nb-NO', de: 'de-DE' } as const;
const NONE = { mark: null, refunds: null };

const part = (name: string, vatRate: string | null, total: number, vat: number) => ({
  ...{ product: null, name, quantity: '1', vatRate, discount: ZERO },
  ...{ gross: money(total), total: money(total), vat: money(vat) },
});

function itemsOf(lines: readonly ReturnType<typeof part>[], language: 'en' | 'nb' | 'de') {
  const fact = {
    kind: 'receipt' as const,
    ...{ id: receiptOfTender(tenderId('1')), at: 0, by: 'Ingrid' },
    ...{ bill: { id: 'b9', name: 'Table 9' }, lines, discounts: [], gross: money(10_000) },
    ...{ total: money(10_000), vat: [], tip: ZERO },
    method: { kind: 'phone' as const, tid: 'p1' },
  };
  const settings = { ...SETTINGS, language, locale: LOCALES[language] };
  const document = documentOf(fact, 'till1-R1', settings, NONE);
  return receiptContent(document, everyLetter(document)).items.map(({ label }) =>
    label.replace(/\s/gu, ' '),
  );
}

it('each line of a part of a bill states its rate, as many as it has', () => {
  const name = 'Part of Table 9';
  const both = [part(name, '0.25', 6_000, 1_200), part(name, '0.15', 4_000, 522)];
  expect(itemsOf(both, 'en')).toEqual([`${name}, 25%`, `${name}, 15%`]);
  expect(itemsOf(both, 'nb')).toEqual([`${name}, 25 %`, `${name}, 15 %`]);
  const deposit = [part(name, '0.25', 12_000, 2_400), part(name, null, -2_000, 0)];
  expect(itemsOf(deposit, 'de')).toEqual([`${name}, 25 %`, name]);
  // One rate is that of the receipt's only row of VAT.
  expect(itemsOf([part(name, '0.25', 10_000, 2_000)], 'en')).toEqual([name]);
});
