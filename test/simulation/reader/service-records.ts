import { type Amount, decimal, type Rates, rateOf, ratesOf, taxIn } from './exact.ts';

/*
 * A payment as the service states it: the JSON of the API, the movements of the ledger by tax rate, and the transaction log
 * of its settlement.
 */

type Step = { readonly amount: number; readonly additional_amount: number };
type Item = {
  readonly vat_rate: string | null;
  readonly total: number;
  readonly vat: number | null;
};

export type ReadPayment = {
  readonly captured: Amount;
  readonly refunded: Amount;
  readonly tips: Amount;
  readonly refundedTips: Amount;
  /** The rates of everything that was asked for. */
  readonly asked: Rates;
};

/** The bodies of the payment and of its outcome. */
export function readPayment(payment: unknown, outcome: unknown): ReadPayment {
  const { line_items: items } = payment as { readonly line_items?: readonly Item[] | null };
  const { captures, refunds } = outcome as {
    readonly captures: readonly Step[];
    readonly refunds: readonly Step[];
  };
  const sums = (steps: readonly Step[], name: keyof Step) =>
    steps.reduce((all, one) => all + BigInt(one[name]), 0n);
  return {
    captured: sums(captures, 'amount'),
    refunded: sums(refunds, 'amount'),
    tips: sums(captures, 'additional_amount'),
    refundedTips: sums(refunds, 'additional_amount'),
    asked: ratesOf(
      (items ?? []).map((item) => {
        const [rate, total] = [rateOf(item.vat_rate), BigInt(item.total)];
        const vat = item.vat === null ? taxIn(total, rate) : BigInt(item.vat);
        return [rate, { total, vat }] as const;
      }),
    ),
  };
}

export type Sold = {
  readonly kind: string;
  readonly productId: string;
  /** Hundredths of a per cent. */
  readonly vatRate: number;
  readonly total: number;
  readonly vat: number;
};

/** What ledger records of a kind say by rate, without tips. */
export const soldRates = (sold: readonly Sold[], kind: 'capture' | 'refund'): Rates =>
  ratesOf(
    sold
      .filter((one) => one.kind === kind && one.productId !== 'additional_amount')
      .map(
        ({ vatRate, total, vat }) =>
          [BigInt(vatRate) * 100n, { total: BigInt(total), vat: BigInt(vat) }] as const,
      ),
  );

/** The gross of each capture and refund in the transaction log, by payment. */
export function readTransactionLog(
  rows: readonly Readonly<Record<string, string>>[],
): ReadonlyMap<string, Readonly<Record<'capture' | 'refund', Amount>>> {
  const sums = new Map<string, Record<'capture' | 'refund', Amount>>();
  for (const { tid = '', action, gross = '' } of rows) {
    if (action !== 'capture' && action !== 'refund') continue;
    const one = sums.get(tid) ?? { capture: 0n, refund: 0n };
    one[action] += decimal(gross, 2);
    sums.set(tid, one);
  }
  return sums;
}

type Sums = readonly {
  readonly vat_rate: number;
  readonly entry: { total: number; vat: number };
}[];

/** The table of tax rates of a settlement report: captures and refunds. */
export function readReport(report: unknown): Readonly<Record<'capture' | 'refund', Rates>> {
  const { report_context: context } = report as {
    readonly report_context: { readonly vat_sales_table: Record<'capture' | 'refund', Sums> };
  };
  const rates = (sums: Sums) =>
    ratesOf(
      sums.map(({ vat_rate: rate, entry: { total, vat } }) => [
        BigInt(rate) * 100n,
        { total: BigInt(total), vat: BigInt(vat) },
      ]),
    );
  const { capture, refund } = context.vat_sales_table;
  return { capture: rates(capture), refund: rates(refund) };
}
