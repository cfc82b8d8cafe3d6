import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import {
  isRefunded,
  statedOf,
  statementOf,
  statementOfPayment,
} from '../../../shared/payment/statement.ts';
import { vatOf } from '../../../shared/payment/vat.ts';
import type { LineItem } from '../../../shared/protocol/line-items.ts';
import { anyLife, LIVES, type LifeStep } from '../../support/payment-lives.ts';

/** Sums of the ledger, which the statement must agree with. */
function ledgerOf({ records }: LifeStep) {
  const sum = (action: string) =>
    records
      .filter(({ line }) => line.action === action)
      .reduce(
        (all, { line }) => all + (line.money?.gross ?? line.amount + line.additionalAmount),
        0,
      );
  const tax = (action: string, rate: number) =>
    records
      .filter(({ line }) => line.action === action)
      .flatMap(({ sales }) => sales)
      .filter((sale) => sale.vatRate === rate && sale.productId !== 'additional_amount')
      .reduce((all, { total, vat }) => ({ amount: all.amount + total, vat: all.vat + vat }), {
        amount: 0,
        vat: 0,
      });
  return {
    approved: records.some(({ line }) => line.action === 'auth'),
    captured: sum('capture'),
    // The ledger has refunds below zero.
    refunded: sum('refund') === 0 ? 0 : -sum('refund'),
    released: sum('release'),
    tax,
  };
}

const everyStep = (check: (step: LifeStep) => void) =>
  fc.assert(
    fc.property(anyLife, (steps) => steps.forEach(check)),
    { numRuns: LIVES },
  );

describe('the statement of a payment', () => {
  it('agrees with the ledger at every step of a random life', { timeout: 0 }, () => {
    everyStep((step) => {
      const { captured, refunded, released, approved } = ledgerOf(step);
      const statement = statementOfPayment(step.payment);
      expect(statement).toMatchObject({ captured, refunded, released, net: captured - refunded });
      const { asked, authorised, held } = statement;
      expect(authorised + captured + held + released).toBe(approved ? asked : 0);
    });
  });

  it('has the VAT of the ledger for each rate', { timeout: 0 }, () => {
    everyStep((step) => {
      const { tax } = ledgerOf(step);
      const statement = statementOfPayment(step.payment);
      const lines = step.payment.lineItems ?? [];
      const rates = vatOf(lines, statement);
      for (const { rate, captured, refunded, net } of rates) {
        expect([captured, refunded]).toEqual([tax('capture', rate), tax('refund', rate)]);
        expect(Math.min(net.amount, net.vat)).toBeGreaterThanOrEqual(0);
        expect(net).toEqual({
          amount: captured.amount - refunded.amount,
          vat: captured.vat - refunded.vat,
        });
      }
      if (lines.length === 0) return;
      const { captured, refunded, additional } = statement;
      const all = (of: 'captured' | 'refunded') =>
        rates.reduce((sum, one) => sum + one[of].amount, 0);
      expect([all('captured'), all('refunded')]).toEqual([
        captured - additional.captured,
        refunded - additional.refunded,
      ]);
    });
  });

  const sums = (amount: number, additional = 0) => ({
    amount: money(amount),
    additionalAmount: money(additional),
  });

  it('states what is reserved, then what was captured or released', () => {
    const approved = { asked: sums(100, 25), approved: true, refunded: sums(0) };
    const reserved = statementOf({ ...approved, authorised: sums(100, 25), captured: sums(0) });
    const part = statementOf({ ...approved, authorised: sums(60, 25), captured: sums(40) });
    const waiting = statementOf({
      ...approved,
      approved: false,
      authorised: sums(0),
      captured: sums(0),
    });
    const [captured, released] = [sums(40), sums(0)].map((one) =>
      statementOf({ ...approved, authorised: sums(0), captured: one }),
    );
    const said = [waiting, reserved, part, captured, released].map((one) => one && statedOf(one));
    expect(said).toEqual([
      { what: 'asked', amount: 125 },
      { what: 'authorised', amount: 125 },
      { what: 'authorised', amount: 85 },
      { what: 'captured', amount: 40 },
      { what: 'released', amount: 125 },
    ]);
    expect(waiting.released).toBe(0);
  });

  it('is refunded when nothing of the payment is left with the shop', () => {
    const facts = { asked: sums(100), approved: true, captured: sums(40) };
    const of = (refunded: number, authorised: number) =>
      isRefunded(statementOf({ ...facts, refunded: sums(refunded), authorised: sums(authorised) }));
    expect([of(0, 0), of(39, 0), of(40, 60), of(40, 0)]).toEqual([false, false, false, true]);
  });

  it('has the VAT of 400.00 captured of 1,000.00, not of the whole', () => {
    const line: LineItem = {
      product_id: 'sofa',
      description: null,
      metadata: null,
      tags: null,
      vat_rate: '0.25',
      quantity: '1',
      vat: money(20_000),
      item_cost: money(100_000),
      total: money(100_000),
    };
    const statement = statementOf({
      asked: sums(100_000),
      approved: true,
      authorised: sums(0),
      captured: sums(40_000),
      refunded: sums(10_000),
    });
    expect(vatOf([line], statement)).toEqual([
      {
        rate: 2_500,
        asked: { amount: 100_000, vat: 20_000 },
        captured: { amount: 40_000, vat: 8_000 },
        refunded: { amount: 10_000, vat: 2_000 },
        net: { amount: 30_000, vat: 6_000 },
      },
    ]);
    expect(vatOf([], statement)).toEqual([]);
  });
});
