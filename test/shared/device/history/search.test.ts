import { describe, expect, it } from 'vitest';
import type { HistorySale } from '../../../../shared/device/history/history.ts';
import { isWanted } from '../../../../shared/device/history/search.ts';
import { money } from '../../../../shared/money/money.ts';

const SALE: HistorySale = {
  id: '5c125a07-9d12-4c37-8a55-31250e6f7b12',
  number: 1250,
  tid: 'p3k125xw9qa7',
  amount: money(4_500),
  additional: money(500),
  currency: 'NOK',
  text: 'Two coffees',
  label: 'Table 12',
  reference: 'order-77/2',
  method: 'qr',
  state: 'paid',
  started: 0,
  ended: 1,
  captured: money(5_000),
  refunded: money(0),
};

const finds = (text: string) => isWanted(SALE, { text, states: null, method: null });

describe('the text of a search', () => {
  it.each([
    ...['', '45', '45,00', '50.00', '1250', '#1250', 'table', 'COFFEES', '77/2', 'table 45'],
    ...['till1-1250', 'p3k125', '125xw9qa7', '5c125a07-9d12', '31250e'],
  ])('finds the sale by %o', (text) => {
    expect(finds(text)).toBe(true);
  });

  it.each(['till1-0125', '44', '12500', '#125', 'tea', 'table 44', 'p3k125xw9qa8'])(
    'does not find the sale by %o',
    (text) => {
      expect(finds(text)).toBe(false);
    },
  );

  it('does not find a sale whose random ids contain an amount or a number', () => {
    expect(['125', '1250e', 'p3k12', '5c12'].filter(finds)).toEqual([]);
  });
});
