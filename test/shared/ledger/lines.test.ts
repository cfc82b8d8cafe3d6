import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guarded } from '../../../shared/csv/guard.ts';
import { TRANSACTION_COLUMNS, transactionRow } from '../../../shared/ledger/csv.ts';
import type { LedgerRecord } from '../../../shared/ledger/lines.ts';
import { recordsOfMove, recordsOfRequest } from '../../../shared/ledger/records.ts';
import { salesLines } from '../../../shared/ledger/sales.ts';
import { money, ZERO } from '../../../shared/money/money.ts';
import type { Command } from '../../../shared/payment/commands.ts';
import { createPayment } from '../../../shared/payment/create.ts';
import { decide } from '../../../shared/payment/decide.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { draft, ids, MERCHANT, TERMS } from '../../support/payments.ts';

const NOW = Date.UTC(2026, 0, 5, 12, 0, 0);

function created(change: Parameters<typeof draft>[0] = {}): Payment {
  const parts = { tid: ids.tid(), rid: ids.rid(), merchantId: MERCHANT.id, now: NOW };
  const request = draft({ customer: '4798765432', allow_credit: true, ...change });
  return createPayment({ ...parts, request, customer: { kind: 'known', customerId: 'c1' } });
}

/** Runs commands one after the other and returns the ledger records of all of them. */
function run(first: Payment, commands: readonly Command[], terms = TERMS) {
  const records: LedgerRecord[] = recordsOfRequest(first);
  let payment = first;
  for (const command of commands) {
    const decided = decide(payment, command, NOW, terms);
    if (!decided.ok || !decided.value.changed) throw new Error(`${command.kind} was refused`);
    const { next, move } = decided.value;
    records.push(...recordsOfMove(payment, next, move.log, NOW, 'NO:2013'));
    payment = next;
  }
  return records.map((record) => {
    if (record.kind !== 'transaction') throw new Error('not a transaction');
    return record;
  });
}

const confirm: Command = { kind: 'confirm', additionalAmount: null, credit: true };
const capture = (id: string, amount: number, additional = 0): Command => ({
  kind: 'capture',
  part: { id, amount: money(amount), additionalAmount: money(additional), currency: 'NOK' },
});
const all: Command = { kind: 'capture', part: null };
const refund = (id: string, amount: number): Command => ({
  kind: 'refund',
  part: { id, amount: money(amount), additionalAmount: ZERO, currency: 'NOK' },
  text: null,
});

describe('the ledger lines of a payment', () => {
  it('record every move in order (D-98 to D-102)', () => {
    const payment = created({ amount: 15_000, additional_amount: 1_500 });
    const steps = [confirm, capture('c1', 5_000, 1_000), { kind: 'reauth' }, capture('c2', 5_000)];
    const lines = run(payment, [...(steps as Command[]), { kind: 'release' }]).map(({ line }) => [
      line.action,
      line.type,
      line.subId,
      line.amount,
      line.additionalAmount,
      line.money?.gross,
    ]);
    expect(lines).toEqual([
      ['request', '', '', 15_000, 1_500, undefined],
      ['auth', 'credit', '', 15_000, 1_500, undefined],
      ['capture', 'credit', 'c1', 5_000, 1_000, 6_000],
      ['auth', 'credit', '', 10_000, 500, undefined],
      ['capture', 'credit', 'c2', 5_000, 0, 5_000],
      ['release', 'credit', '', 5_000, 500, undefined],
    ]);
  });

  it.each([
    [[{ kind: 'abort' }], 'abort'],
    [[confirm, { kind: 'abort' }], 'release'],
    [[{ kind: 'reject' }], 'fail'],
    [[{ kind: 'expire' }], 'fail'],
    [[confirm, { kind: 'expire' }], 'release'],
  ] as [Command[], string][])('%j ends with a line %s and moves no money', (commands, action) => {
    const records = run(created(), commands);
    expect(records.at(-1)?.line.action).toBe(action);
    for (const { line, posting } of records) expect([line.money, posting]).toEqual([null, null]);
  });

  it('of a request for an unknown customer are a request and a failure', () => {
    const parts = { tid: ids.tid(), rid: ids.rid(), merchantId: MERCHANT.id, now: NOW };
    const nobody = createPayment({ ...parts, request: draft(), customer: { kind: 'unknown' } });
    expect(recordsOfRequest(nobody).map(({ line }) => 'action' in line && line.action)).toEqual([
      'request',
      'fail',
    ]);
  });
});

describe('fees', () => {
  it('of all captures add up to the fee that was fixed at authorisation (D-89)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 900 }),
        (amounts, basisPoints) => {
          const amount = amounts.reduce((sum, part) => sum + part, 0);
          const terms = { ...TERMS, transactionFeeBasisPoints: basisPoints };
          const parts = amounts.map((part, index) => capture(`c${index}`, part));
          const records = run(created({ amount, allow_credit: true }), [confirm, ...parts], terms);
          const paid = records.flatMap(({ line }) => line.money ?? []);
          const sum = (pick: (one: (typeof paid)[number]) => number) =>
            paid.reduce((total, one) => total + pick(one), 0);
          const due = (points: number) => Math.floor((amount * points + 5_000) / 10_000);
          expect(sum(({ fee }) => fee)).toBe(due(basisPoints));
          expect(sum(({ interchange }) => interchange)).toBe(due(TERMS.interchangeBasisPoints));
          for (const { gross, fee, interchange, vat, net } of paid) {
            expect(fee).toBeGreaterThanOrEqual(0);
            expect(net).toBe(gross - fee - interchange - vat);
          }
        },
      ),
    );
  });
});

describe('the sales lines', () => {
  const item = (id: string, total: number, quantity: string, vatRate: string | null) => ({
    product_id: id,
    description: null,
    metadata: null,
    tags: null,
    vat_rate: vatRate,
    quantity,
    vat: null,
    item_cost: money(total),
    total: money(total),
  });
  const lineItems = [item('coffee', 7_000, '2', '0.25'), item('bun', 3_000, '1.5', '0.150')];
  const payment = created({ amount: 10_000, additional_amount: 500, line_items: lineItems });

  it('of a full capture are the line items and the additional amount', () => {
    const captured = run(payment, [confirm, all]).at(-1);
    expect(captured?.sales).toMatchObject([
      { productId: 'coffee', vatRate: 2_500, total: 7_000, vat: 1_400, quantity: 2 },
      { productId: 'bun', vatRate: 1_500, total: 3_000, vat: 391, quantity: 1.5 },
      { productId: 'additional_amount', vatRate: 0, total: 500, vat: 0 },
    ]);
  });

  it('of partial captures add up to the gross of each, and together to each line item', () => {
    const parts = [capture('a', 3_333), capture('b', 1, 499), capture('c', 6_666, 1)];
    const records = run(payment, [confirm, ...parts, refund('r', 5_001)]);
    for (const { line, sales } of records) {
      if (line.money === null) continue;
      const total = sales.reduce((sum, sale) => sum + sale.total, 0);
      expect(total).toBe(Math.abs(line.money.gross));
      for (const sale of sales) expect(sale.total).toBeGreaterThan(0);
    }
    const sold = records
      .filter(({ line }) => line.action === 'capture')
      .flatMap(({ sales }) => sales);
    const of = (id: string) =>
      sold.filter(({ productId }) => productId === id).reduce((sum, { total }) => sum + total, 0);
    expect([of('coffee'), of('bun'), of('additional_amount')]).toEqual([7_000, 3_000, 500]);
  });

  it('have the product id unspecified without line items', () => {
    const plain = salesLines(created({ amount: 100 }), 'capture', [
      { amount: money(100), additionalAmount: ZERO },
    ]);
    expect(plain).toMatchObject([{ productId: 'unspecified', total: 100 }]);
  });
});

describe('a CSV row of the transaction log', () => {
  const owner = { merchantId: 'm1', settlementId: 'ABCDEF-2026-01-05-1' };

  it('shows gross 200.00, fee 1.80, interchange 0.50 and net 197.70', () => {
    const record = run(created({ amount: 20_000 }), [confirm, all], {
      ...TERMS,
      transactionFeeBasisPoints: 90,
      interchangeBasisPoints: 25,
    }).at(-1);
    if (record === undefined) throw new Error('no line');
    const row = transactionRow(record.line, owner);
    expect(row).toHaveLength(TRANSACTION_COLUMNS.length);
    const cell = (name: string) => row[TRANSACTION_COLUMNS.indexOf(name)];
    expect(['gross', 'fee', 'interchange', 'vat', 'net'].map(cell)).toEqual([
      '200.00',
      '1.80',
      '0.50',
      '0.00',
      '197.70',
    ]);
    expect(cell('timestamp')).toBe('2026-01-05 12:00:00');
  });

  it.each([
    ['a;=1+1;b', "a;'=1+1;b"],
    ['a,+47', "a,'+47"],
    ['a\t@x', "a\t'@x"],
    ['a\n-1', "a\n'-1"],
    ['a\r\n=1', "a\r\n'=1"],
    ['a|\uff1d1', "a|'\uff1d1"],
    ['a;"=1"', 'a;\'"=1"'],
    ['="1"', '\'="1"'],
    ['"=1', '\'"=1'],
    ['\t=1', "'\t'=1"],
    ['a;;=1', "a;;'=1"],
    ['1;2,3', '1;2,3'],
    ['Coffee, large - 2', 'Coffee, large - 2'],
    ['a=b;c', 'a=b;c'],
  ])('escapes %j only where a spreadsheet would read a formula', (text, safe) => {
    expect(guarded(text, 1)).toBe(safe);
  });

  it('escapes formulas in text and leaves amounts unchanged', () => {
    for (const bad of ['=1+1', '+47', '-x', '@x', '\tx', '\rx'])
      expect(guarded(bad, 1)).toBe(`'${bad}`);
    for (const good of ['4798765432', 'token:123', '', 'a=b']) expect(guarded(good, 1)).toBe(good);
    const record = run(created({ amount: 100 }), [confirm, all, refund('=evil', 100)]).at(-1);
    if (record === undefined) throw new Error('no line');
    const line = { ...record.line, customer: '=HYPERLINK("x")' };
    const row = transactionRow(line, owner).map(guarded);
    expect(row[5]).toBe('\'=HYPERLINK("x")');
    expect(row[1]).toBe("'=evil");
    expect(row[9]).toBe('-1.00');
  });
});
