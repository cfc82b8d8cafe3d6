import { productOfCode } from '../../shared/catalogue/catalogue.ts';
import { receiptCodeIn } from '../../shared/device/receipts/receipt-code.ts';
import { readCode } from '../../shared/device/scanner/read-code.ts';
import type { Scan } from '../../shared/device/scanner/read-scan.ts';
import { isFinal, type PaymentMethod, type SaleView } from '../../shared/terminal/sale/state.ts';
import type { BillDesk } from './bills/bills.ts';
import type { Goods } from './goods.ts';
import { amountToAsk } from './goods-state.ts';
import { blocked, currentSale } from './sales.ts';
import type { Tables } from './tables.ts';
import type { ScanProblem, TillState } from './till-state.ts';

/** What a scan leads to. Each scan leads to something that the cashier sees. */
export type ScanResult =
  | { readonly kind: 'problem'; readonly problem: ScanProblem }
  /** `after`: an ended sale is on the screen, and the scan begins the next one. */
  | { readonly kind: 'product'; readonly add: () => void; readonly after: SaleView | null }
  | { readonly kind: 'payment'; readonly method: PaymentMethod }
  /** The deck asks for a membership number. */
  | { readonly kind: 'member'; readonly number: string }
  /** The code of a receipt: its refund opens. */
  | { readonly kind: 'receipt'; readonly code: string }
  /** The list of sales is open: the code of a receipt finds its sale. */
  | { readonly kind: 'search'; readonly text: string };

type ScanPlace = {
  readonly state: TillState;
  readonly bills: BillDesk;
  readonly goods: Goods;
  readonly tables: Tables;
};

/** Decides what a scan leads to: a product, a sale with the customer's code, or a word about it. */
export function scanResult(scan: Scan, place: ScanPlace): ScanResult {
  const { state, goods } = place;
  const [code] = scan.readings;
  const why = closedFor(place);
  const isForMember = goods.store.getState().question?.kind === 'member';
  if (why === 'open' && isForMember && state.screen === 'sale' && code !== undefined) {
    return { kind: 'member', number: code };
  }
  const receipt = scan.readings.map(receiptCodeIn).find((one) => one !== null) ?? null;
  if (receipt !== null && (why === null || (why === 'open' && isOfLists(state)))) {
    return { kind: 'receipt', code: receipt };
  }
  if (why === 'open' && state.screen === 'sales' && isOfReceipt(scan, goods)) {
    return { kind: 'search', text: code ?? '' };
  }
  if (why !== null) return { kind: 'problem', problem: { kind: 'not_now', why } };
  const { catalogue } = goods.store.getState();
  const sale = state.snapshot === null ? null : currentSale(state.snapshot.view);
  for (const text of scan.readings) {
    const found = catalogue === null ? null : productOfCode(catalogue, text);
    if (found !== null)
      return { kind: 'product', add: () => goods.add(found.product, found), after: sale };
  }
  if (sale !== null) return { kind: 'problem', problem: { kind: 'not_now', why: 'sale' } };
  if (code === undefined) return { kind: 'problem', problem: { kind: 'unreadable' } };
  const method = scan.readings.map((text) => readCode(text)).find(isMethod);
  if (method === undefined) return { kind: 'problem', problem: { kind: 'unknown', code } };
  return payment(method, place);
}

/** True while a list is on the screen that the code of a receipt may replace. */
const isOfLists = ({ screen }: TillState) => screen === 'sales' || screen === 'receipt';

/** The form of a payment's reference, which is the code of a receipt. Barcodes of goods are digits. */
const RECEIPT_CODE = /^(?=.*[a-z])[\w.-]{6,64}$/i;

/** True for the code of a receipt, and not for that of a product with letters. */
function isOfReceipt({ readings: [code = ''] }: Scan, goods: Goods): boolean {
  const { catalogue } = goods.store.getState();
  const isProduct = catalogue !== null && productOfCode(catalogue, code) !== null;
  return RECEIPT_CODE.test(code) && !isProduct;
}

function payment(method: PaymentMethod, { state, bills, goods }: ScanPlace): ScanResult {
  const { snapshot, link, entry } = state;
  if (snapshot === null || blocked(snapshot.view, link) !== null) {
    return { kind: 'problem', problem: { kind: 'not_now', why: 'no_payments' } };
  }
  if (amountToAsk(goods.store.getState(), bills.current(), entry.amount) === 0) {
    return { kind: 'problem', problem: { kind: 'no_amount' } };
  }
  return { kind: 'payment', method };
}

/** Why the till takes no scan now; null if it does. */
function closedFor({ state, bills, goods, tables }: ScanPlace): 'locked' | 'sale' | 'open' | null {
  const { snapshot, screen, entry, asked, tip, pending } = state;
  if (snapshot === null || snapshot.setup !== undefined) return 'open';
  if (snapshot.backOffice?.state === 'locked') return 'locked';
  const sale = currentSale(snapshot.view);
  const isOver = sale === null || (isFinal(sale.state) && sale.actions.includes('dismiss'));
  if (pending !== null || !isOver) return 'sale';
  const asks =
    entry.asking ||
    asked !== null ||
    tip !== null ||
    tables.store.getState().naming !== null ||
    bills.store.getState().approving !== null;
  const { step, question } = goods.store.getState();
  return screen !== 'sale' || asks || step !== null || question !== null ? 'open' : null;
}

function isMethod(code: ReturnType<typeof readCode>): code is Extract<typeof code, PaymentMethod> {
  return code.kind !== 'unknown';
}
