import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guarded, unguarded } from '../../shared/csv/guard.ts';
import { csvRows } from '../../shared/csv/write.ts';
import { scopeRow, transactionRow } from '../../shared/ledger/csv.ts';
import type { ScopeLine, TransactionLine } from '../../shared/ledger/lines.ts';
import { MONEY_MAX, money } from '../../shared/money/money.ts';
import { merchantBrowser } from '../support/merchant-pages.ts';
import { startTestService } from '../support/service.ts';

/*
 * Goal: no cell of a CSV file begins as a formula does, whatever a spreadsheet program takes for the end
 * of a cell (each language has its own separator).
 * Method: rows with random texts, written as the product writes them, are read with each separator, by a
 * reader that knows quotes and by one that does not. `CSV_ROWS=100000` writes as many rows.
 */

const ROWS = Number(process.env.CSV_ROWS ?? 300);
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Texts in which separators, quotes, ends of lines and the beginnings of formulas are common. */
const piece = fc.constantFrom(
  ...[',', ';', '\t', '|', '\n', '\r\n', '"', "'", ' ', 'a', '1', 'SUM(A1)', 'æ'],
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠'],
);
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { maxLength: 10 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
);

/** Cells of a file as a reader with this separator sees them; without `quotes` these are plain signs. */
function cellsOf(file: string, separator: string, quotes: boolean): readonly string[] {
  const cells: string[] = [''];
  let quoted = false;
  for (const sign of file.replaceAll('""', quotes ? '”' : '""')) {
    if (quotes && sign === '"' && (quoted || cells.at(-1) === '')) quoted = !quoted;
    else if (!quoted && (sign === separator || sign === '\n' || sign === '\r')) cells.push('');
    else cells.push(`${cells.pop()}${sign}`);
  }
  return cells;
}

const FORMULA = /^["'”]*[=+\-@＝＋－＠]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A cell that a spreadsheet would execute; an apostrophe before it makes it a text. */
const isFormula = (cell: string) =>
  FORMULA.test(cell) && !/^["”]*'/.test(cell) && !NUMBER.test(cell);

function formulasOf(file: string): readonly string[] {
  return SEPARATORS.flatMap((separator) =>
    [true, false].flatMap((quotes) => cellsOf(file, separator, quotes).filter(isFormula)),
  );
}

const amount = fc.integer({ min: -MONEY_MAX, max: MONEY_MAX }).map((value) => money(value));
const sums = fc.record({
  ...{ gross: amount, fee: amount, interchange: amount, vat: amount, net: amount },
  taxCode: fc.constant('NO:2013'),
});
const line: fc.Arbitrary<TransactionLine> = fc.record({
  ...{ tid: text, subId: text, customer: text, at: fc.constant(0) },
  ...{ action: fc.constantFrom('capture', 'refund'), type: fc.constantFrom('credit', '') },
  ...{ currency: fc.constant('NOK'), amount, additionalAmount: amount, money: sums },
});
const scopeLine: fc.Arbitrary<ScopeLine> = fc.record({
  ...{ rid: text, customer: text, at: fc.constant(0), status: fc.constant('ok') },
  ...{ currency: fc.constant('NOK'), fee: amount, vat: amount, taxCode: fc.constant('') },
});
const owner = fc.record({ merchantId: text, settlementId: text });

it('settlement logs have no formula, whichever separator they are read with', () => {
  fc.assert(
    fc.property(line, scopeLine, owner, (one, scope, whose) => {
      expect(formulasOf(csvRows([transactionRow(one, whose), scopeRow(scope, whose)]))).toEqual([]);
    }),
    { numRuns: ROWS },
  );
});

it('a guarded cell is read back as what it was', () => {
  fc.assert(
    fc.property(text, fc.nat(1), (one, place) => {
      expect(unguarded(guarded(one, place))).toBe(one);
    }),
    { numRuns: ROWS },
  );
});

it('the file of payments has no formula, whichever separator it is read with', async () => {
  const test = await startTestService();
  try {
    const browser = merchantBrowser(test);
    await browser.signIn(test.users.pos);
    for (const what of fc.sample(text, Math.min(40, ROWS))) {
      const made = await test.payment({ text: what }).catch(() => null);
      // Control characters are refused before they are in any file.
      if (made === null) expect(what).toMatch(/\p{Cc}/u);
    }
    const reply = await fetch(`${browser.origin}/portal/v1/payments.csv`, {
      headers: { cookie: browser.cookie() },
    });
    const file = (await reply.text()).replace('\ufeff', '');
    expect(file.split('\n').length).toBeGreaterThan(20);
    expect(formulasOf(file)).toEqual([]);
  } finally {
    await test.stop();
  }
});
