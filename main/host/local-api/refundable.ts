import type { Tender } from '../../../shared/bill/bill.ts';
import { quantity, quantityText } from '../../../shared/bill/quantity.ts';
import { planBillRefund } from '../../../shared/books/bill-refund.ts';
import { linesLeft } from '../../../shared/books/refunds.ts';
import type { ReceiptPage } from '../../../shared/device/commands/books.ts';
import { type TillAnswer, tillRefuse } from '../../../shared/device/till-api/errors.ts';
import type { ProductLeft, TenderLeft } from '../../../shared/device/till-api/more.ts';
import { add } from '../../../shared/money/money.ts';
import { present } from '../../../shared/objects/present.ts';
import { refundableLines } from '../../../shared/payment/refund-lines.ts';
import { done } from './act.ts';
import { NO_BILL } from './bills.ts';
import type { HandlerDeps, TillHandler } from './handler.ts';
import { receiptByCode } from './receipt-by-code.ts';
import { NO_TID, REFUND_ERRORS } from './start-refund.ts';

type Left = TillAnswer<TenderLeft>;

/**
 * `GET /refunds/left/`: what of a sale, a payment or each tender of a bill can still be refunded. The screens read it
 * from the same places: a payment by phone from the service, every other one from the books (D-280).
 */
export const readRefundable: TillHandler<'refundable'> = async ({ deps, query }) => {
  if (query.bill !== null) return ofBill(deps, query.bill);
  const left = await (query.receipt_code === null
    ? ofSale(deps, query.tid ?? saleTid(deps, query.sale), query.sale)
    : ofCode(deps, query.receipt_code));
  return left.ok ? done(200, { currency: deps.currency, tenders: [left.value] }) : left;
};

const saleTid = ({ terminal }: HandlerDeps, sale: string | null) =>
  sale === null ? null : (terminal.sale(sale)?.tid ?? null);

const BY_PHONE = { tender: null, method: { kind: 'phone' } } as const;

async function ofSale(deps: HandlerDeps, tid: string | null, sale: string | null): Promise<Left> {
  if (tid === null) return tillRefuse('not_found', NO_TID);
  const receipt = deps.changes.sale(sale ?? '')?.receipt ?? null;
  return ofPayment(deps, tid, { ...BY_PHONE, receipt, sale });
}

async function ofCode(deps: HandlerDeps, code: string): Promise<Left> {
  const opened = await receiptByCode(deps, code);
  if (!opened.ok) return opened;
  if (opened.value.kind === 'other_till') return ofSale(deps, opened.value.receipt.tid, null);
  const { page } = opened.value;
  const { number: receipt, receipt: fact } = page;
  if (fact.method.kind === 'phone') {
    return ofPayment(deps, fact.method.tid, { ...BY_PHONE, receipt, sale: null });
  }
  const { kind } = fact.method;
  const method = kind === 'other' ? { kind, name: fact.method.name } : { kind };
  return ofReceipt(page, { tender: null, method, receipt });
}

async function ofBill(deps: HandlerDeps, id: string): ReturnType<typeof readRefundable> {
  const bill = deps.terminal.bills.bills().bills.get(id);
  if (bill === undefined) return tillRefuse('not_found', NO_BILL);
  const tenders: TenderLeft[] = [];
  for (const tender of bill.tenders.filter(({ state }) => state === 'paid')) {
    const left = await ofTender(deps, tender);
    if (!left.ok) return left;
    tenders.push(left.value);
  }
  const products = await productsOf(deps, id);
  return done(200, { currency: deps.currency, tenders, ...present({ products }) });
}

/** What can be refunded of the lines of a bill that was paid in shares; undefined for any other bill (D-572). */
async function productsOf({ hostBooks }: HandlerDeps, bill: string) {
  const read = await hostBooks.find_bill({ bill }, { at: 'register', person: null });
  if (!read.ok) return undefined;
  const { sharedBill: page } = read.value;
  return page.lines.flatMap(({ product, name, total }, index): readonly ProductLeft[] => {
    const units = page.left[index] ?? 0;
    if (units === 0) return [];
    const plan = planBillRefund(page, [{ line: index, quantity: units }]);
    const left = { index, quantity: quantityText(quantity(units)), product_id: product };
    return [{ ...left, description: name, total: plan.ok ? plan.total : total }];
  });
}

async function ofTender(deps: HandlerDeps, { id, method }: Tender): Promise<Left> {
  const page = await deps.receiptOf(id);
  const named = { tender: id, receipt: page?.number ?? null, method: { ...method } };
  if (method.kind !== 'phone') {
    return page === null ? tillRefuse('not_found', NO_RECEIPT) : ofReceipt(page, named);
  }
  const sale = deps.terminal.saleOfTender(id);
  const booked = page?.receipt.method;
  // The till forgets old sales; its books do not.
  const tid = sale?.tid ?? (booked?.kind === 'phone' ? booked.tid : null);
  if (tid === null) return tillRefuse('not_found', NO_TID);
  return ofPayment(deps, tid, { ...named, sale: sale?.id ?? null });
}

const NO_RECEIPT = 'The books of this till have no receipt of a part of this bill.';

/** The members that say which payment it is. */
type Named = Pick<TenderLeft, 'tender' | 'method' | 'receipt'>;

async function ofPayment(
  { terminal }: HandlerDeps,
  tid: string,
  named: Named & Pick<TenderLeft, 'sale'>,
): Promise<Left> {
  const read = await terminal.refundable(tid);
  if (!read.ok) {
    const details = { reason: read.because };
    return tillRefuse(REFUND_ERRORS[read.because], read.refusal.description, details);
  }
  const { left, items, refunded } = read.value;
  const lines = refundableLines(items, refunded, left.amount).map(
    ({ index, quantity, total, vat, item: { product_id, description } }) => {
      return { index, quantity, product_id, description: description ?? product_id, total, vat };
    },
  );
  const amount = add(left.amount, left.additional);
  return { ok: true, value: { ...named, tid, amount, tip: left.additional, lines } };
}

function ofReceipt({ receipt, refunds, left }: ReceiptPage, named: Named): Left {
  const lines = linesLeft(receipt, refunds).map(
    ({ of: index = 0, quantity, product, name, total, vat }) => {
      return { index, quantity, product_id: product, description: name, total, vat };
    },
  );
  const amounts = { amount: add(left.total, left.tip), tip: left.tip, lines };
  return { ok: true, value: { ...named, sale: null, tid: null, ...amounts } };
}
