import { describe, expect, it } from 'vitest';
import type { Posting } from '../../../shared/ledger/accounts.ts';
import {
  capturePosting,
  posting,
  refundPosting,
  scopePosting,
} from '../../../shared/ledger/postings.ts';
import { taxOn } from '../../../shared/ledger/sales.ts';
import {
  fixedFees,
  settle,
  settlementPostings,
  variableFees,
} from '../../../shared/ledger/settle.ts';
import { NO_TOTALS, type Totals } from '../../../shared/ledger/totals.ts';
import { money, ZERO } from '../../../shared/money/money.ts';

const TERMS = { settlementFee: { basisPoints: 0, fixed: money(1_500) }, taxCode: 'NO:2013' };

/** The sample of the decisions, in minor units (D-170). */
const SAMPLE: Totals = {
  ...NO_TOTALS,
  amount: money(1_200_000),
  captures: money(1_200_000),
  captureCount: 12,
  transactionFee: money(12_000),
  interchange: money(15_000),
  scopeFee: money(3_200),
  scopeFeeVat: money(800),
  scopeCount: 4,
};

const sum = ({ entries }: Posting) => entries.reduce((total, { amount }) => total + amount, 0);
const on = (postings: readonly Posting[], account: string) =>
  postings
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.account === account)
    .reduce((total, { amount }) => total + amount, 0);

describe('the worked example of a settlement', () => {
  it('pays out 11675.00 of 12000.00 after fees of 15 + 0 + 120 + 150 + 32 + 8', () => {
    const sums = settle(SAMPLE, ZERO, TERMS);
    expect(sums).toMatchObject({
      gross: 1_200_000,
      settlementFee: 1_500,
      settlementFeeVat: 0,
      net: 1_167_500,
      payout: 1_167_500,
      after: 0,
    });
    expect([fixedFees(sums), variableFees(sums)]).toEqual([5_500, 27_000]);
  });
});

describe('unsettled fees', () => {
  const costs: Totals = {
    ...NO_TOTALS,
    scopeFee: money(100),
    scopeFeeVat: money(25),
    scopeCount: 1,
  };

  it('are carried forward without captures, and deducted from the next captures (D-169)', () => {
    const free = { ...TERMS, settlementFee: { basisPoints: 0, fixed: ZERO } };
    const first = settle(costs, ZERO, free);
    expect(first).toMatchObject({ net: -125, payout: 0, before: 0, after: -125 });
    const second = settle(NO_TOTALS, first.after, free);
    expect(second).toMatchObject({ net: 0, payout: 0, before: -125, after: -125 });
    const sale = { ...NO_TOTALS, captures: money(1_000), amount: money(1_000), captureCount: 1 };
    const third = settle(sale, second.after, free);
    expect(third).toMatchObject({ net: 1_000, payout: 875, before: -125, after: 0 });
  });

  it('a settlement without transactions has no fee, and one of refunds only its fixed fee', () => {
    const terms = { ...TERMS, settlementFee: { basisPoints: 100, fixed: money(1_500) } };
    expect(settle(NO_TOTALS, ZERO, terms).settlementFee).toBe(0);
    const back = { ...NO_TOTALS, refunds: money(5_000), refundCount: 1 };
    expect(settle(back, ZERO, terms)).toMatchObject({ settlementFee: 1_500, after: -6_500 });
    const sale = { ...NO_TOTALS, captures: money(10_000), captureCount: 1 };
    expect(settle(sale, ZERO, terms).settlementFee).toBe(1_600);
  });

  it.each([
    [0, 0],
    [-300, 0],
    [-300, 10_000],
    [-300, 200],
    [0, 10_000],
  ])('debt %i and captures of %i leave no balance on the payable account', (before, captures) => {
    const totals = { ...NO_TOTALS, captures: money(captures), captureCount: captures > 0 ? 1 : 0 };
    const sums = settle(totals, money(before), TERMS);
    const made = settlementPostings('NOK', sums);
    for (const one of made) expect(sum(one)).toBe(0);
    // What the lines made payable, and what the settlement did with it.
    expect(captures + on(made, 'payable')).toBe(0);
    expect(before + on(made, 'carried')).toBe(sums.after);
    expect(on(made, 'payout')).toBe(sums.payout);
  });
});

describe('postings', () => {
  it('add up to zero and omit entries of zero', () => {
    const capture = capturePosting('NOK', {
      gross: money(6_000),
      fee: money(180),
      vat: ZERO,
      interchange: money(60),
    });
    expect(capture.entries).toEqual([
      { account: 'customers', amount: -6_000 },
      { account: 'payable', amount: 5_760 },
      { account: 'fee_transaction', amount: 180 },
      { account: 'interchange', amount: 60 },
    ]);
    for (const one of [
      capture,
      refundPosting('NOK', money(5)),
      scopePosting('NOK', money(4), money(1)),
    ]) {
      expect(sum(one)).toBe(0);
    }
  });

  it('that do not add up to zero throw an error', () => {
    expect(() => posting('payout', 'NOK', { payable: -5, payout: 4 })).toThrow(
      /-1 minor units off/,
    );
  });
});

describe('tax on fees', () => {
  it('is 25 % on permission fees and nothing on the others (D-171)', () => {
    expect(taxOn(money(200), 'scope', 'NO:2013')).toBe(50);
    expect(taxOn(money(200), 'transaction', 'NO:2013')).toBe(0);
    expect(taxOn(money(200), 'scope', 'XX:1900')).toBe(0);
  });
});
