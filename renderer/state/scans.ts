import { type FoundProduct, productOfCode } from '../../shared/catalogue/catalogue.ts';
import type { GoodsCode } from '../../shared/catalogue/goods-code.ts';
import { receiptCodeIn } from '../../shared/device/receipts/receipt-code.ts';
import { readCode } from '../../shared/device/scanner/read-code.ts';
import { ELEMENT_STRING, type Scan } from '../../shared/device/scanner/read-scan.ts';
import { isFinal, type PaymentMethod, type SaleView } from '../../shared/terminal/sale/state.ts';
import type { BillDesk } from './bills/bills.ts';
import type { Goods } from './goods.ts';
import { amountToAsk } from './goods-state.ts';
import { type KeyOwner, keyOwner, lineQuestionOf } from './mode/mode.ts';
import { blocked, currentSale } from './sales.ts';
import type { ScanProblem, TillState } from './till-state.ts';
import { isBusy } from './till-state.ts';

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
  /** The shop's day, `2026-11-29`. */
  readonly today: string;
  /** Null until it is loaded. */
  readonly gs1: Gs1Reader | null;
};

/** What a GS1 code says about goods; null for another text. */
export type Gs1Reader = (text: string) => GoodsCode | null;

/** Whether a text may be a GS1 code, which needs its reader: an element string or a Digital Link. */
export const looksLikeGs1 = (text: string): boolean =>
  ELEMENT_STRING.test(text) || /^https?:\/\/\S+\/01\/\d{8,14}/i.test(text);

/** Decides what a scan leads to: a product, a sale with the customer's code, or a word about it. */
export function scanResult(scan: Scan, place: ScanPlace): ScanResult {
  const { state, goods } = place;
  const [code] = scan.readings;
  const why = closedFor(place);
  const isForMember = lineQuestionOf(state.mode)?.kind === 'member';
  if (why === 'open' && isForMember && state.screen === 'sale' && code !== undefined) {
    return { kind: 'member', number: code };
  }
  const receipt = scan.readings.map(receiptCodeIn).find((one) => one !== null) ?? null;
  if (receipt !== null && (why === null || (why === 'open' && isOfLists(state)))) {
    return { kind: 'receipt', code: receipt };
  }
  if (why === 'open' && state.screen === 'sales' && isOfReceipt(scan, place)) {
    return { kind: 'search', text: code ?? '' };
  }
  if (why !== null) return { kind: 'problem', problem: { kind: 'not_now', why } };
  const sale = state.snapshot === null ? null : currentSale(state.snapshot.view);
  for (const text of scan.readings) {
    const found = productOf(text, place);
    if (found === null) continue;
    const problem = problemOf(found, place);
    if (problem !== null) return { kind: 'problem', problem };
    return { kind: 'product', add: () => goods.add(found.product, found), after: sale };
  }
  if (sale !== null) return { kind: 'problem', problem: { kind: 'not_now', why: 'sale' } };
  if (code === undefined) return { kind: 'problem', problem: { kind: 'unreadable' } };
  const method = scan.readings.map((text) => readCode(text)).find(isMethod);
  if (method === undefined) return { kind: 'problem', problem: { kind: 'unknown', code } };
  return payment(method, place);
}

function productOf(text: string, { state, goods, gs1 }: ScanPlace): FoundProduct | null {
  const { catalogue } = goods.store.getState();
  const currency = state.snapshot?.settings.currency;
  if (catalogue === null || currency === undefined) return null;
  return productOfCode(catalogue, text, currency, looksLikeGs1(text) ? gs1?.(text) : null);
}

/** What a label says that nobody may overlook: nothing is sold for it without a word. */
function problemOf(
  { product: { name }, quantity, price, until }: FoundProduct,
  { goods, today }: ScanPlace,
): ScanProblem | null {
  if (price === 0 || quantity === 0) return { kind: 'label', why: 'empty', name };
  const isTyped = goods.store.getState().quantity !== null;
  if (isTyped && (price ?? quantity) !== null) return { kind: 'label', why: 'typed', name };
  return until !== null && until < today ? { kind: 'label', why: 'too_old', name, until } : null;
}

/** True while a list is on the screen that the code of a receipt may replace. */
const isOfLists = ({ screen }: TillState) => screen === 'sales' || screen === 'receipt';

/** The form of a payment's reference, which is the code of a receipt. Barcodes of goods are digits. */
const RECEIPT_CODE = /^(?=.*[a-z])[\w.-]{6,64}$/i;

/** True for the code of a receipt, and not for that of a product with letters. */
function isOfReceipt({ readings: [code = ''] }: Scan, place: ScanPlace): boolean {
  return RECEIPT_CODE.test(code) && productOf(code, place) === null;
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
function closedFor({ state }: ScanPlace): 'locked' | 'sale' | 'open' | null {
  const { snapshot, screen, mode } = state;
  if (snapshot === null || snapshot.setup !== undefined) return 'open';
  if (snapshot.backOffice?.state === 'locked') return 'locked';
  const sale = currentSale(snapshot.view);
  const isOver = sale === null || (isFinal(sale.state) && sale.actions.includes('dismiss'));
  if (isBusy(state) || !isOver) return 'sale';
  return screen === 'sale' && TAKES_SCANS[keyOwner(mode)] ? null : 'open';
}

/** What may be on the deck while a code adds goods or begins a payment. */
const TAKES_SCANS: Readonly<Record<KeyOwner, boolean>> = {
  amount: true,
  phone: true,
  scan: true,
  tender: true,
  paid: true,
  price: false,
  weight: false,
  discount: false,
  part: false,
  options: false,
  note: false,
  member: false,
  table_name: false,
  question: false,
  nobody: false,
};

function isMethod(code: ReturnType<typeof readCode>): code is Extract<typeof code, PaymentMethod> {
  return code.kind !== 'unknown';
}
