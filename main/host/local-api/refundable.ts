import { linesLeft } from '../../../shared/books/refunds.ts';
import type { ReceiptPage } from '../../../shared/device/commands/book-answers.ts';
import { type TillAnswer, tillRefuse } from '../../../shared/device/till-api/errors.ts';
import type { TenderLeft } from '../../../shared/device/till-api/more.ts';
import { receiptOfTender, tenderOfReceipt } from '../../../shared/ids/host-ids.ts';
import { add } from '../../../shared/money/money.ts';
import { refundableLines } from '../../../shared/payment/refund-lines.ts';
import { done } from './act.ts';
import type { HandlerDeps, TillHandler } from './handler.ts';
import { receiptByCode } from './receipt-by-code.ts';
import { refusalOf } from './refusals.ts';
import { NO_TID } from './start-refund.ts';

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
  return ofPage(deps, opened.value.page);
}

/** The books have the receipts of a bill also after the till has forgotten it. */
async function ofBill(deps: HandlerDeps, id: string): ReturnType<typeof readRefundable> {
  const pages = await deps.receiptsOf(id);
  const bill = deps.terminal.bills.bills().bills.get(id);
  if (bill === undefined && pages.length === 0) return tillRefuse('not_found', NO_BILL_LEFT);
  const booked = new Set(pages.map(({ receipt }) => receipt.id));
  const paid = (bill?.tenders ?? []).filter(({ state }) => state === 'paid');
  if (!paid.every((tender) => booked.has(receiptOfTender(tender.id)))) {
    return tillRefuse('not_found', NO_RECEIPT);
  }
  const tenders: TenderLeft[] = [];
  for (const page of pages) {
    const left = await ofPage(deps, page);
    if (!left.ok) return left;
    tenders.push(left.value);
  }
  return done(200, { currency: deps.currency, tenders });
}

/** The payment of a receipt of a bill. */
async function ofPage(deps: HandlerDeps, page: ReceiptPage): Promise<Left> {
  const { id, method } = page.receipt;
  const tender = tenderOfReceipt(id);
  const { number: receipt } = page;
  if (method.kind === 'phone') {
    const sale = tender === null ? null : deps.terminal.saleOfTender(tender);
    const named = { tender, receipt, method: { kind: 'phone' }, sale: sale?.id ?? null } as const;
    return ofPayment(deps, method.tid, named);
  }
  const { kind } = method;
  const named = kind === 'other' ? { kind, name: method.name } : { kind };
  return ofReceipt(page, { tender, receipt, method: named });
}

const NO_RECEIPT = 'The books of this till have no receipt of a part of this bill.';

const NO_BILL_LEFT =
  'Neither the bills of this till nor its books have a bill by this id. Read a payment of it by `tid`, or its receipt by `receipt_code`.';

/** The members that say which payment it is. */
type Named = Pick<TenderLeft, 'tender' | 'method' | 'receipt'>;

async function ofPayment(
  { terminal }: HandlerDeps,
  tid: string,
  named: Named & Pick<TenderLeft, 'sale'>,
): Promise<Left> {
  const read = await terminal.refundable(tid);
  if (!read.ok) return refusalOf(read);
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
