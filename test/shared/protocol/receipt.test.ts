import { expect, it } from 'vitest';
import { documentOf } from '../../../main/host/receipts/document.ts';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { receiptInput } from '../../../shared/protocol/receipt.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { randomBooks } from '../../support/random-books.ts';
import { SETTINGS } from '../../till/books-world.ts';

const EXAMPLE = Object(exampleOf('receiptPut').body);
const problems = (change: object) => {
  const read = validate(receiptInput, { ...EXAMPLE, ...change });
  return read.ok ? null : read.refusal.details;
};

it.each([
  ['a rate in per cent', [{ rate: '25', amount: 2_200 }], 0],
  ['a rate of 100 %', [{ rate: '1', amount: 2_200 }], 0],
  ['more VAT than the lines have', [{ rate: '0.25', amount: 9_000 }], 0],
  ['VAT at a rate of zero', [{ rate: '0', amount: 1 }], 0],
  [
    'a rate twice',
    [
      { rate: '0.25', amount: 100 },
      { rate: '0.250', amount: 100 },
    ],
    1,
  ],
])('the VAT of a receipt that has %s is refused', (_, taxes, at) => {
  expect(Object.keys(problems({ taxes }) ?? {})).toEqual([`taxes.${at}.rate`]);
});

it('the VAT of each receipt and refund of random books is taken', () => {
  expect(problems({})).toBeNull();
  let taken = 0;
  for (let seed = 1; seed <= 6; seed += 1) {
    for (const entry of randomBooks(seed)) {
      const document = documentOf(entry, SETTINGS, { mark: null, refunds: null });
      if (document === null) continue;
      expect([seed, entry.entry, problems(document)]).toEqual([seed, entry.entry, null]);
      taken += document.taxes.length;
    }
  }
  expect(taken).toBeGreaterThan(50);
});
