import { type Amount, decimal, percentRate, type Rates, ratesOf, sum } from './exact.ts';
import { type Element, every, own, readXml, word } from './xml.ts';

/* SAF-T Cash Register 1.00 as its receiver reads it. Amounts of refunds are negative there. */

export type FileReceipt = {
  readonly number: number;
  /** With the tip, without the rounding. */
  readonly inAll: Amount;
  readonly paid: Amount;
  readonly rounding: Amount;
  /** The sum of the lines, the tip's among them. */
  readonly lines: Amount;
  readonly lineRates: Rates;
  readonly rates: Rates;
};

export type FileReport = {
  readonly number: string;
  readonly net: Amount;
  readonly tips: Amount;
  readonly paid: Amount;
  readonly refunds: Amount;
  readonly discounts: Amount;
  readonly rates: Rates;
  readonly grand: readonly [sales: Amount, refunds: Amount, net: Amount];
};

const money = (of: Element, name: string): Amount => decimal(word(of, name), 2);

const vatOf = (of: Element): Rates =>
  ratesOf(
    own(of, 'vat').map((vat) => {
      const tax = money(vat, 'vatAmnt');
      return [
        percentRate(word(vat, 'vatPerc')),
        { total: money(vat, 'vatBasAmnt') + tax, vat: tax },
      ] as const;
    }),
  );

export function readCashRegisterFile(text: string): {
  readonly receipts: readonly FileReceipt[];
  readonly reports: readonly FileReport[];
} {
  const root = readXml(text);
  const receipts = every(root, 'cashtransaction').map((one): FileReceipt => {
    const lines = own(one, 'ctLine');
    const [rounding] = own(one, 'rounding');
    return {
      number: Number(word(one, 'transID')),
      inAll: money(one, 'transAmntIn'),
      paid: sum(own(one, 'payment').map((payment) => money(payment, 'paidAmnt'))),
      rounding: rounding === undefined ? 0n : money(rounding, 'roundingAmnt'),
      lines: sum(lines.map((line) => money(line, 'lineAmntIn'))),
      lineRates: ratesOf(lines.flatMap((line) => [...vatOf(line)])),
      rates: vatOf(one),
    };
  });
  const reports = every(root, 'eventReport')
    .filter((one) => word(one, 'reportType') === 'Z report')
    .map(
      (one): FileReport => ({
        number: word(one, 'reportID'),
        net: sum(every(one, 'totalCashSaleAmnt').map(({ text: net }) => decimal(net, 2))),
        tips: sum(every(one, 'tipAmnt').map(({ text: tip }) => decimal(tip, 2))),
        paid: sum(every(one, 'paymentAmnt').map(({ text: paid }) => decimal(paid, 2))),
        refunds: money(one, 'reportReturnAmnt'),
        discounts: money(one, 'reportDiscountAmnt'),
        rates: ratesOf(
          every(one, 'reportCashSaleVat').map((row) => {
            const vat = money(row, 'vatAmnt');
            return [
              percentRate(word(row, 'vatPerc')),
              { total: money(row, 'cashSaleAmnt') + vat, vat },
            ] as const;
          }),
        ),
        grand: [
          money(one, 'reportGrandTotalSales'),
          money(one, 'reportGrandTotalReturn'),
          money(one, 'reportGrandTotalSalesNet'),
        ],
      }),
    );
  return { receipts, reports };
}
