import { csvFile, csvRows } from '../../shared/csv/write.ts';
import { formatLocal } from '../../shared/ledger/calendar.ts';
import { add, money, toDecimalString, ZERO } from '../../shared/money/money.ts';
import { ownTurn } from '../../shared/node/own-turn.ts';
import { deductedFees } from '../../shared/payment/amounts.ts';
import { type Payment, refundedRates } from '../../shared/payment/payment.ts';
import { statementOfPayment } from '../../shared/payment/statement.ts';
import { vatOf } from '../../shared/payment/vat.ts';
import type { PortalPayment } from '../../shared/portal/contract.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import { refundedLinesOf } from '../payments/bill-lines.ts';
import { paymentView, posNames } from './payment-view.ts';
import { foundPages, type Search, type SearchDeps } from './search.ts';

/**
 * Header of the file. `created` is the shop's local time, as in the portal. `receipt` is the number on the till's
 * receipt, `fee` what the settlement deducts of the payment without its tax, and `vat` the tax in what was captured less
 * what was refunded. Columns are only ever added at the end.
 */
export const PAYMENT_COLUMNS: readonly string[] = [
  'created',
  'created_utc',
  'modified_utc',
  'tid',
  'reference',
  'pos',
  'what',
  'status',
  'status_code',
  'currency',
  'amount',
  'captured',
  'refunded',
  'refunded_lines',
  'receipt',
  'fee',
  'vat',
];

/**
 * The payments of a search as a CSV file, newest first, one page of the store at a time, so that
 * the memory use does not depend on the period. An empty text is a page without matches.
 */
export async function* paymentsCsv(
  deps: SearchDeps,
  search: Omit<Search, 'after'>,
  timeZone: string,
): AsyncGenerator<string> {
  yield csvFile([PAYMENT_COLUMNS]);
  for await (const page of foundPages(deps, search)) {
    // New for each page, so that the memory use does not grow with the length of the file.
    const names = posNames(deps, search.merchantId);
    const rows = page.map(async (payment) => {
      return rowOf(await paymentView(payment, names), payment, timeZone);
    });
    yield csvRows(await Promise.all(rows));
    // Reading and writing rows blocks the process; other requests run in between.
    await ownTurn();
  }
}

/** Amounts are in major units. */
function rowOf(payment: PortalPayment, stored: Payment, timeZone: string): string[] {
  const { currency } = payment;
  const decimal = (amount: number) => toDecimalString(money(amount), currency);
  return [
    formatLocal(payment.created, timeZone),
    formatDateTime(payment.created),
    formatDateTime(payment.modified),
    payment.tid,
    payment.reference,
    payment.pos,
    payment.what ?? '',
    payment.status,
    String(payment.status_code),
    currency,
    decimal(payment.amount),
    decimal(payment.captured),
    decimal(payment.refunded),
    refundedText(stored, decimal),
    payment.receipt ?? '',
    decimal(feeOf(stored)),
    decimal(vatIn(stored)),
  ];
}

function feeOf(payment: Payment): number {
  const { transactionFee, interchangeFee } = deductedFees(payment);
  return add(transactionFee, interchangeFee);
}

function vatIn(payment: Payment): number {
  const lines = payment.lineItems ?? [];
  const returned = payment.refunds.flatMap(({ lines: own = [] }) => own);
  const rates = vatOf(lines, statementOfPayment(payment), returned, refundedRates(payment));
  return add(ZERO, ...rates.map(({ net }) => net.vat));
}

/** The sold lines that refunds returned, such as "1 Coffee 33.00, 2 Bun 68.00" (D-250). */
function refundedText(payment: Payment, decimal: (amount: number) => string): string {
  return refundedLinesOf(payment)
    .flat()
    .map(({ quantity, description, total }) => `${quantity} ${description} ${decimal(total)}`)
    .join(', ');
}
