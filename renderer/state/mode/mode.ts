import type { Bill, NoteReader, TenderMethod } from '../../../shared/bill/bill.ts';
import type { Order } from '../../../shared/catalogue/order.ts';
import type { Weighing } from '../../../shared/device/scale/reading.ts';
import type { LineId, TenderId } from '../../../shared/ids/host-ids.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { PaymentMethod } from '../../../shared/terminal/sale/state.ts';
import type { NeedsApproval } from '../bills/bill-copies.ts';

/*
 * What the cashier is doing at the counter. It is one value, so that one part of the screen has the keys: what two
 * parts can own cannot be written.
 */

/** What the keypad types into while no window of the deck is open: the amount, the phone number, or nothing. */
export type Stage = 'amount' | 'phone' | 'scan';

/** What a discount is typed as: money, or whole per cent. */
export type DiscountKind = 'percent' | 'amount';

/** Why a discount is given, in the order in which the screen offers it. */
export const DISCOUNT_REASONS = ['regular', 'offer', 'quality', 'staff', 'other'] as const;
export type DiscountReason = (typeof DISCOUNT_REASONS)[number];

/** What the keypad types for while goods are sold. `typed` is in minor units, whole per cent, or grams. */
export type GoodsStep = {
  readonly typed: number;
} /** The price of a product without a fixed price. */ & (
  | { readonly kind: 'price'; readonly order: Order }
  /** The weight of a product that is sold by the kilogram. */
  | { readonly kind: 'weight'; readonly order: Order; readonly shown: Weighing }
  /** A discount on one line or on the whole bill, typed in whole per cent or in money. `reason` is null until one is chosen. */
  | {
      readonly kind: 'discount';
      readonly of: 'line' | 'all';
      readonly by: DiscountKind;
      readonly reason: DiscountReason | null;
    }
  /** A part of the bill that is paid now. */
  | { readonly kind: 'part' }
);

/** What the deck asks about a line or a bill in place of the keypad. */
export type LineQuestion =
  /** The options of an order, or other options of a line that is on the bill. */
  | { readonly kind: 'options'; readonly order: Order; readonly line: LineId | null }
  | {
      readonly kind: 'note';
      readonly line: LineId;
      readonly to: NoteReader;
      readonly text: string;
    }
  /** The membership number of a bill, as it is typed so far. */
  | {
      readonly kind: 'member';
      readonly bill: string;
      readonly text: string;
      /** `not_possible`: the till could not ask; `no_answer`: the customer gave none. */
      readonly customer: 'not_asked' | 'asked' | 'not_possible' | 'no_answer';
    };

/** A payment at the till beside the phone. */
export type TenderKind = 'cash' | 'other';

/** What the deck takes in cash or otherwise. */
export type TenderWindow = {
  readonly kind: 'tender';
  readonly taking: TenderKind;
  /** What the customer handed over, or the part that another tender pays. */
  readonly typed: number;
  /** The last key would have made the amount too large. */
  readonly full: boolean;
  /** The chosen tender of the shop; null: its first one. */
  readonly name: string | null;
};

/** What the deck shows in place of the entry. */
export type DeckWindow =
  | GoodsStep
  | LineQuestion
  | TenderWindow
  /** A table's name, to park the bill on the slip or to move lines there. */
  | { readonly kind: 'table_name'; readonly to: 'park' | 'move'; readonly name: string };

/** What the cashier pays, as it was seen on the screen. Amounts in minor units. */
export type PayOrder = {
  /** The part of the bill that was asked for, with its tip; a payment of another one is not begun. */
  readonly seen: { readonly part: MoneyInteger; readonly tip: MoneyInteger };
  readonly amount: MoneyInteger;
  /** The tip of a payment at the till. That of a payment by phone is found out when it begins. */
  readonly tip: MoneyInteger;
  readonly by:
    | { readonly kind: 'phone'; readonly method: PaymentMethod }
    /** Nothing is due. */
    | { readonly kind: 'free' }
    /** The returned deposits are more than the goods: cash goes to the customer (D-531). */
    | { readonly kind: 'payout' }
    | { readonly kind: 'cash'; readonly received: MoneyInteger }
    | { readonly kind: 'other'; readonly name: string };
};

/** A part of a bill that was paid, as the host has answered it. Amounts in minor units. */
export type TenderDone = {
  /** The bill after the payment. */
  readonly bill: Bill;
  /** The tender's id. */
  readonly tender: TenderId;
  readonly method: TenderMethod;
  /** The part of the bill that it paid. */
  readonly amount: MoneyInteger;
  readonly tip: MoneyInteger;
  readonly rounding: MoneyInteger;
  readonly received: MoneyInteger;
  readonly change: MoneyInteger;
  /** What is still due on the bill. */
  readonly left: MoneyInteger;
};

/** What the cashier answers before anything else is done at the counter. */
export type Question =
  /** Whether to clear the sale on the slip, or the table that is picked. */
  | { readonly kind: 'clear'; readonly of: 'sale' | 'table' }
  /** Whether an unusually large amount is right. */
  | { readonly kind: 'large_amount'; readonly amount: MoneyInteger; readonly order: PayOrder }
  /** A supervisor's PIN. */
  | { readonly kind: 'approval'; readonly asked: NeedsApproval };

/** What the deck shows. The id tells a window from every other one that was opened before. */
export type Deck =
  | { readonly kind: 'entry'; readonly stage: Stage }
  | {
      readonly kind: 'window';
      readonly id: number;
      readonly window: DeckWindow;
      readonly stage: Stage;
    };

/**
 * Whether somebody still waits for the customer. `over`: the host says that the question is over; the next snapshot says
 * how it ended, because an answer may be on its way.
 */
export type Waiting = 'yes' | 'over' | 'no';

/** What the cashier is doing. */
export type Mode =
  | Deck
  | { readonly kind: 'question'; readonly question: Question; readonly over: Deck }
  /** The host has not answered a payment. Nothing else begins, and nothing covers it. */
  | {
      readonly kind: 'paying';
      readonly id: number;
      readonly order: PayOrder;
      /** The customer chooses a tip on this price; `question` is null until the host has asked. */
      readonly tip: {
        readonly price: MoneyInteger;
        readonly question: string | null;
        readonly waiting: Waiting;
      } | null;
      readonly over: Deck;
      /** What a supervisor is asked afterwards. */
      readonly later: NeedsApproval | null;
    }
  /** A payment at the till is shown, with its change, until the next sale. */
  | { readonly kind: 'paid'; readonly done: TenderDone; readonly later: NeedsApproval | null };

export const ENTRY = { kind: 'entry', stage: 'amount' } as const satisfies Deck;

/** What the deck shows, also below a question or a payment. */
export function deckOf(mode: Mode): Deck {
  if (mode.kind === 'entry' || mode.kind === 'window') return mode;
  return mode.kind === 'paid' ? ENTRY : mode.over;
}

/** The open window of the deck; null if there is none. */
export function windowOf(mode: Mode): DeckWindow | null {
  const deck = deckOf(mode);
  return deck.kind === 'window' ? deck.window : null;
}

/** The open window of this kind; null if there is none. */
export function windowIn<K extends DeckWindow['kind']>(
  mode: Mode,
  kind: K,
): Extract<DeckWindow, { readonly kind: K }> | null {
  const window = windowOf(mode);
  return window !== null && isKind(window, kind) ? window : null;
}

const isKind = <K extends DeckWindow['kind']>(
  window: DeckWindow,
  kind: K,
): window is Extract<DeckWindow, { readonly kind: K }> => window.kind === kind;

/** What the keypad types for while goods are sold; null for another window or none. */
export function stepOf(mode: Mode): GoodsStep | null {
  const window = windowOf(mode);
  switch (window?.kind) {
    case 'price':
    case 'weight':
    case 'discount':
    case 'part':
      return window;
    default:
      return null;
  }
}

/** What the deck asks about a line or a bill; null for another window or none. */
export function lineQuestionOf(mode: Mode): LineQuestion | null {
  const window = windowOf(mode);
  return window !== null && isLineQuestion(window) ? window : null;
}

const isLineQuestion = (window: DeckWindow): window is LineQuestion =>
  Object.hasOwn(LINE_QUESTIONS, window.kind);

/** Every kind, so that a new one is shown and closed. */
const LINE_QUESTIONS: Readonly<Record<LineQuestion['kind'], true>> = {
  options: true,
  note: true,
  member: true,
};

/** The payment at the till that is shown; null if there is none. */
export const doneIn = (mode: Mode): TenderDone | null => (mode.kind === 'paid' ? mode.done : null);

/** What a supervisor is asked to approve now; null if nothing is. */
export const approvalIn = (mode: Mode): NeedsApproval | null =>
  mode.kind === 'question' && mode.question.kind === 'approval' ? mode.question.asked : null;

/** The part of the counter that owns the keys of the keyboard and of the keypad. */
export type KeyOwner =
  | Stage
  | DeckWindow['kind']
  | 'paid'
  /** A dialog, or the pad of a PIN, has its own keys. */
  | 'question'
  /** A payment is under way. */
  | 'nobody';

/** The one owner of the keys in this mode. */
export function keyOwner(mode: Mode): KeyOwner {
  switch (mode.kind) {
    case 'entry':
      return mode.stage;
    case 'window':
      return mode.window.kind;
    case 'question':
      return 'question';
    case 'paying':
      return mode.tip?.question == null ? 'nobody' : 'question';
    case 'paid':
      return 'paid';
  }
}
