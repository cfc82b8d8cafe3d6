import type { Bill } from '../../basket/bill.ts';
import { billOfItems } from '../../basket/line-items.ts';
import { amountsOf } from '../../bill/amounts.ts';
import { type SlipOfBill, slipOf } from '../../bill/slip.ts';
import { cashSum } from '../../cash/cash-sum.ts';
import type { CashRounding } from '../../cash/rounding.ts';
import { roundingOf } from '../../cash/setting.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../../money/money.ts';
import { ownMember } from '../../objects/own-member.ts';
import { present } from '../../objects/present.ts';
import type { Statement } from '../../payment/statement.ts';
import { statedVat, type VatLine } from '../../payment/vat.ts';
import {
  type AuthorisedBecause,
  isFinal,
  type SaleView,
  type TerminalView,
} from '../../terminal/sale/state.ts';
import { type Instant, SECOND } from '../../time/clock.ts';
import type { AnyAnswer, CommandOf } from '../commands/table.ts';
import type { CustomerAnswer } from '../questions/question.ts';
import type { QuestionView } from '../questions/view.ts';
import type { BillsView } from './bills.ts';
import type { Snapshot, TillSettings } from './contract.ts';

/** Electron IPC channels of the customer's display: it receives views, and answers the open question. */
export const DISPLAY_IPC = {
  view: 'tillkit:customer-view',
  subscribe: 'tillkit:customer-subscribe',
  answer: 'tillkit:customer-answer',
} as const;

/** What a customer's display holds: it draws, and it can do one thing. */
export interface CustomerBridge {
  /** Calls `listener` with every view; the first comes as soon as there is one. */
  subscribe(listener: (view: CustomerView) => void): () => void;
  /** Answers the open question by its id. The host refuses everything else. */
  answer(question: string, answer: CustomerAnswer): Promise<AnyAnswer>;
}

/** The one command of a display. */
export type DisplayCommand = CommandOf<'answer_question'>;

/**
 * The state of the sale, as far as it concerns the customer. Everything that the cashier must clarify is
 * `ask_cashier`: the screen never shows a customer a doubt about money that only the till can settle.
 */
export type CustomerPhase =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'scan'; readonly uri: string; readonly expires: Instant }
  /** The printed code at the till is to be scanned; there is none on the display. */
  | { readonly kind: 'sticker'; readonly expires: Instant }
  | { readonly kind: 'approve' }
  | { readonly kind: 'taking' }
  /** Approved, and taken later as agreed: the customer has nothing more to do. */
  | { readonly kind: 'reserved' }
  | { readonly kind: 'paid' }
  | { readonly kind: 'ended'; readonly how: 'declined' | 'expired' | 'cancelled' }
  | { readonly kind: 'ask_cashier' };

export type CustomerSale = {
  readonly amount: MoneyInteger;
  readonly additionalAmount: MoneyInteger;
  /** What was asked for, captured and so on, additional amounts included. */
  readonly money: Statement;
  readonly currency: string;
  readonly text: string | null;
  /** The bill, where goods are bought. */
  readonly bill?: Bill;
  /** The VAT in the amount that is stated; left out with the bill. */
  readonly vat?: readonly VatLine[];
  readonly phase: CustomerPhase;
  /** Set when the sale has ended. */
  readonly ended: CustomerSaleEnd | null;
  /** Address of the receipt's page, once the sale is paid and its receipt has one. */
  readonly receipt?: string;
};

/**
 * The end of a sale. `at` is its time in the records and only distinguishes two ends. The display shows it for
 * `dwell` milliseconds of its own ticks and then returns to its idle picture, because the time of day may be
 * set meanwhile.
 */
export type CustomerSaleEnd = { readonly at: Instant; readonly dwell: number };

/** Everything a customer's display draws. No phone number, no other sale, no name of a person. */
export type CustomerView = {
  readonly shop: string;
  readonly locale: string;
  /** IANA time zone of the shop, which the greeting follows; the machine's own when left out. */
  readonly timeZone?: string;
  readonly language: TillSettings['language'];
  readonly payments: 'possible' | 'down';
  /** What an additional amount is called here; left out where it may be something else than a tip. */
  readonly additional?: 'tip';
  readonly sale: CustomerSale | null;
  /** The bill on the cashier's slip, before a payment is requested. */
  readonly bill?: CustomerBill;
  /** A payment at the till that the customer makes now, or has just made. */
  readonly tender?: CustomerTender;
  /** This till's own code, opened before the total is known; only while no sale is shown. */
  readonly code?: CustomerCode;
  /** The till waits for the customer's answer. */
  readonly question?: CustomerQuestion;
};

/** The open question, and the currency of its amounts. */
export type CustomerQuestion = { readonly question: QuestionView; readonly currency: string };

/** `scanned`: a customer has scanned it, and gets the request when there is a total. */
export type CustomerCode = { readonly uri: string; readonly state: 'shown' | 'scanned' };

/** A payment in cash, or with another tender of the shop. Amounts in minor units. */
export type CustomerTender = {
  /** With the rounding of cash. */
  readonly toPay: MoneyInteger;
  readonly rounding: MoneyInteger;
  /** Null until the cashier has taken it. */
  readonly paid: {
    readonly isCash: boolean;
    readonly received: MoneyInteger;
    readonly change: MoneyInteger;
    /** What is still due on the bill. */
    readonly left: MoneyInteger;
    readonly end: CustomerSaleEnd;
    /** Address of the receipt's page, if it has one. */
    readonly receipt?: string;
  } | null;
};

/**
 * How long the display says a payment at the till, and one with a receipt to scan, in milliseconds, if nobody takes it
 * off.
 */
const LONG_DWELL = 60 * SECOND;

export type CustomerBill = { readonly slip: SlipOfBill; readonly currency: string };

/** Reduces what the till knows to what its customer may see. */
export function customerView({
  settings,
  view,
  bills,
  questions,
  receiptLinks,
}: Snapshot): CustomerView {
  const { shop, locale, timeZone, language, paidDwellSeconds, currency, tips } = settings;
  const shown = bills?.shown ?? null;
  const sale = shownSale(view);
  const question = questions?.open ?? null;
  return {
    shop: shop.name,
    locale,
    ...present({ timeZone }),
    language,
    ...(tips === undefined ? {} : { additional: 'tip' as const }),
    payments: view.connection.kind === 'online' && view.notReady === null ? 'possible' : 'down',
    sale:
      sale === null
        ? null
        : customerSale(sale, paidDwellSeconds * SECOND, ownMember(receiptLinks, sale.id)),
    ...(sale === null ? openCode(view) : {}),
    ...(question === null ? {} : { question: { question, currency } }),
    ...(shown === null || shown.lines.length === 0
      ? {}
      : { bill: { slip: slipOf(shown, 'customer'), currency } }),
    ...present({ tender: shownTender(bills, roundingOf(settings), receiptLinks) ?? undefined }),
  };
}

/** The payment at the till that is shown with the bill; null if there is none. */
function shownTender(
  bills: BillsView | undefined,
  rule: CashRounding | null,
  links: Snapshot['receiptLinks'],
): CustomerTender | null {
  const { shown = null, pays = null } = bills ?? {};
  if (shown === null || pays === null) return null;
  const { due: left } = amountsOf(shown);
  if (pays.kind === 'cash') {
    const { toPay, rounding } = cashSum(money(Math.min(pays.amount, left)), left, rule, pays.tip);
    return { toPay, rounding, paid: null };
  }
  const tender = shown.tenders.find(({ id, state }) => id === pays.tender && state === 'paid');
  if (tender === undefined) return null;
  const { method, amount, tip, rounding, received, at } = tender;
  const toPay = add(amount, tip, rounding);
  const isCash = method.kind === 'cash';
  // Of a payout the customer reads what he gets.
  const isReceived = isCash && amount >= 0;
  const change = isCash ? subtract(received, toPay) : ZERO;
  const end = { at, dwell: LONG_DWELL };
  const receipt = present({ receipt: ownMember(links, tender.id) });
  return { toPay, rounding, paid: { isCash: isReceived, received, change, left, end, ...receipt } };
}

/** The newest code that no customer has scanned; otherwise the newest code. */
function openCode({ codes }: TerminalView): Pick<CustomerView, 'code'> {
  const code = codes.findLast(({ state }) => state === 'shown') ?? codes.at(-1);
  return present({ code: code && { uri: code.uri, state: code.state } });
}

/** The same sale that is on the cashier's screen: the oldest one that is not aside. */
function shownSale(view: TerminalView): SaleView | null {
  const [first, ...others] = view.sales.filter((sale) => !sale.aside);
  if (first === undefined) return null;
  return others.reduce((oldest, sale) => (sale.number < oldest.number ? sale : oldest), first);
}

function customerSale(sale: SaleView, paidDwell: number, link: string | undefined): CustomerSale {
  const { amount, additionalAmount, money, currency, text, state, lines } = sale;
  const bill = lines && { bill: billOfItems(lines), vat: statedVat(lines, money) };
  const phase = phaseOf(sale);
  const receipt = phase.kind === 'paid' ? link : undefined;
  // The till takes the sale off; the display alone must not do so while the customer scans.
  const dwell = receipt === undefined ? paidDwell : Math.max(paidDwell, LONG_DWELL);
  const ended = isFinal(state) ? { at: endOf(sale), dwell } : null;
  const parts = { amount, additionalAmount, money, currency, text, ...bill };
  return { ...parts, phase, ended, ...present({ receipt }) };
}

function endOf({ state, log, started }: SaleView): Instant {
  return state.kind === 'paid' ? state.at : (log.at(-1)?.at ?? started);
}

function reservedPhase(because: AuthorisedBecause): CustomerPhase {
  switch (because) {
    case 'approved':
      return { kind: 'taking' };
    case 'to_be_captured':
      return { kind: 'reserved' };
    default:
      return { kind: 'ask_cashier' };
  }
}

function phaseOf({ state, money }: SaleView): CustomerPhase {
  switch (state.kind) {
    case 'creating':
      return { kind: 'preparing' };
    case 'waiting_scan':
      return { kind: 'scan', uri: state.uri, expires: state.expires };
    case 'waiting_sticker':
      return { kind: 'sticker', expires: state.expires };
    case 'waiting_approval':
      return { kind: 'approve' };
    case 'authorised':
      return reservedPhase(state.because);
    case 'capturing':
      return { kind: 'taking' };
    case 'paid':
      return { kind: 'paid' };
    case 'declined':
      return { kind: 'ended', how: 'declined' };
    case 'expired':
      return { kind: 'ended', how: 'expired' };
    case 'releasing':
      // The rest of a payment is released; what was captured stays paid.
      return money.captured > 0 ? { kind: 'paid' } : { kind: 'ended', how: 'cancelled' };
    case 'aborting':
    case 'aborted':
    case 'released':
      return { kind: 'ended', how: 'cancelled' };
    default:
      // The cashier explains doubts, refusals and states of later terminals.
      return { kind: 'ask_cashier' };
  }
}
