import { QUANTITY_MAX } from '../../../shared/bill/quantity.ts';
import type { TenderId } from '../../../shared/ids/host-ids.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { NeedsApproval } from '../bills/bill-copies.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey } from '../keypad.ts';
import { asksToClear, EMPTY_ENTRY, pressKey, type SaleEntry } from '../sale-entry.ts';
import {
  type Deck,
  type DeckWindow,
  deckOf,
  ENTRY,
  type Mode,
  type PayOrder,
  type Question,
  type Stage,
  type TenderDone,
} from './mode.ts';

/** A payment whose answer was lost, or that the host may have made all the same: its bill or its sale will say so. */
export type Unanswered = {
  readonly bill: string;
  readonly tender: TenderId;
};

/** What the cashier has typed, and what the cashier is doing. */
export type Counter = {
  readonly mode: Mode;
  readonly entry: SaleEntry;
  /** How many windows and payments have begun. Each has the number as its id, so that a late answer finds its own only. */
  readonly begun: number;
  readonly unanswered: Unanswered | null;
};

export const BLANK_COUNTER: Counter = {
  mode: ENTRY,
  entry: EMPTY_ENTRY,
  begun: 0,
  unanswered: null,
};

/** How a payment ended. */
export type PayEnd =
  /** `done`: it was paid at the till, and the till shows it. */
  | { readonly kind: 'taken'; readonly done: TenderDone | null }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unanswered'; readonly payment: Unanswered };

/** What happens at the counter. What does not fit the mode changes nothing. */
export type CounterEvent =
  /** A key of the keypad. `bare`: there is no bill on the slip. `typesWeight`: a weight may be typed. */
  | {
      readonly type: 'key';
      readonly key: KeypadKey;
      readonly bare: boolean;
      readonly typesWeight: boolean;
    }
  | { readonly type: 'typed'; readonly change: Partial<SaleEntry> }
  | { readonly type: 'stage'; readonly stage: Stage }
  /** Opens a window of the deck, in place of the one that is open. */
  | { readonly type: 'open'; readonly window: DeckWindow }
  /** Changes the window with this id; another one stays as it is. */
  | { readonly type: 'edit'; readonly id: number; readonly window: DeckWindow }
  /** Closes the window of one of these kinds; without kinds any. */
  | { readonly type: 'close'; readonly kinds: readonly DeckWindow['kind'][] }
  | { readonly type: 'ask'; readonly question: Question }
  /** The question of this kind is answered. */
  | { readonly type: 'answered'; readonly kind: Question['kind'] }
  | { readonly type: 'pay'; readonly order: PayOrder }
  | {
      readonly type: 'tip';
      readonly id: number;
      readonly tip: Extract<Mode, { readonly kind: 'paying' }>['tip'];
    }
  | { readonly type: 'pay_ended'; readonly id: number; readonly end: PayEnd }
  /** A payment without an answer is found: paid at the till (`done`), or its sale has started. */
  | { readonly type: 'found'; readonly tender: TenderId; readonly done: TenderDone | null }
  /** The payment at the till that is shown was seen. */
  | { readonly type: 'next' }
  | { readonly type: 'escape'; readonly bare: boolean }
  /** Leaves whatever is open, and keeps what was typed for the sale. */
  | { readonly type: 'home' }
  /** The sale is cleared: the next customer's begins. */
  | { readonly type: 'cleared' }
  /** The till is locked: the next person has not seen what is asked. */
  | { readonly type: 'locked' }
  /** Another bill is on the slip. */
  | { readonly type: 'shown' }
  /** The bill on the slip has ended at another screen: nothing more is asked about it or done to it. */
  | { readonly type: 'bill_ended' };

type EventOf<T extends CounterEvent['type']> = Extract<CounterEvent, { readonly type: T }>;

/** The counter after an event. */
export function stepCounter(counter: Counter, event: CounterEvent): Counter {
  const { mode } = counter;
  const become = (next: Mode): Counter => (next === mode ? counter : { ...counter, mode: next });
  switch (event.type) {
    case 'key':
      return pressed(counter, event);
    case 'typed':
      return {
        ...become(mode.kind === 'paid' ? leftPaid(mode) : mode),
        entry: { ...counter.entry, ...event.change },
      };
    case 'stage':
      return mode.kind === 'entry' || mode.kind === 'window'
        ? become({ kind: 'entry', stage: event.stage })
        : counter;
    case 'open':
      return opened(counter, event.window);
    case 'edit':
      return become(edited(mode, event));
    case 'close':
      return become(closed(mode, event.kinds));
    case 'ask':
      return become(asked(mode, event.question));
    case 'answered':
      return mode.kind === 'question' && mode.question.kind === event.kind
        ? become(mode.over)
        : counter;
    case 'pay':
      return begun(counter, event.order);
    case 'tip':
      return mode.kind === 'paying' && mode.id === event.id
        ? become({ ...mode, tip: event.tip })
        : counter;
    case 'pay_ended':
      return mode.kind === 'paying' && mode.id === event.id
        ? ended(counter, mode, event.end)
        : counter;
    case 'found':
      return found(counter, event);
    case 'next':
      return mode.kind === 'paid' ? become(leftPaid(mode)) : counter;
    case 'escape':
      return escaped(counter, event.bare);
    case 'home':
      return mode.kind === 'paying' ? counter : become(ENTRY);
    case 'cleared':
      return mode.kind === 'paying' ? counter : { ...become(ENTRY), entry: EMPTY_ENTRY };
    case 'locked':
      return mode.kind === 'question' ? become(mode.over) : become(withoutApproval(mode));
    case 'shown':
      return become(withoutApproval(mode));
    case 'bill_ended':
      return become(withoutBill(mode));
  }
}

/** The counter after the one event that a person makes with each key of the keypad. */
function pressed(counter: Counter, { key, bare, typesWeight }: EventOf<'key'>): Counter {
  const { mode } = counter;
  if (mode.kind === 'paid')
    return pressEntry({ ...counter, mode: leftPaid(mode) }, ENTRY, key, bare);
  if (mode.kind === 'entry') return pressEntry(counter, mode, key, bare);
  if (mode.kind !== 'window') return counter;
  const window = typedInto(mode.window, key, typesWeight);
  return window === mode.window ? counter : { ...counter, mode: { ...mode, window } };
}

function pressEntry(
  counter: Counter,
  deck: Extract<Deck, { readonly kind: 'entry' }>,
  key: KeypadKey,
  bare: boolean,
): Counter {
  const { stage } = deck;
  // A pad whose digits do nothing is not shown while the till waits for the customer's code.
  if (stage === 'scan' || counter.mode.kind === 'question') return counter;
  const entry = pressKey(stage, counter.entry, key);
  const asks = asksToClear(stage, counter.entry, key, bare);
  const mode: Mode = asks
    ? { kind: 'question', question: { kind: 'clear', of: 'sale' }, over: deck }
    : counter.mode;
  return { ...counter, entry, mode };
}

/** All of a price. */
const PERCENT_MAX = 100;

/** The window after a key of the keypad; a window without digits stays as it is. */
function typedInto(window: DeckWindow, key: KeypadKey, typesWeight: boolean): DeckWindow {
  switch (window.kind) {
    case 'weight':
    case 'price':
    case 'part':
    case 'discount': {
      const isWeight = window.kind === 'weight';
      if (isWeight && !typesWeight) return window;
      const typed = amountAfter(window.typed, key);
      const isPercent = window.kind === 'discount' && window.by === 'percent';
      const most = isWeight ? QUANTITY_MAX : isPercent ? PERCENT_MAX : AMOUNT_MAX;
      return typed <= most ? { ...window, typed } : window;
    }
    case 'tender': {
      const typed = amountAfter(window.typed, key);
      return typed > AMOUNT_MAX ? { ...window, full: true } : { ...window, typed, full: false };
    }
    case 'table_name':
      return { ...window, name: tableNameOf(named(window.name, key)) };
    case 'options':
    case 'note':
    case 'member':
      return window;
  }
}

/** A table's name as it can be typed: it does not start with a space. */
export const tableNameOf = (text: string): string => text.trimStart().slice(0, LIMITS.tableNameMax);

function named(name: string, key: KeypadKey): string {
  switch (key.kind) {
    case 'digit':
      return name + String(key.digit);
    case 'double_zero':
      return name === '' ? name : `${name}00`;
    case 'backspace':
      return name.slice(0, -1);
    case 'clear':
      return '';
  }
}

/** Nothing covers a payment. Everything else gives way to what the person opens. */
function opened(counter: Counter, window: DeckWindow): Counter {
  const { mode } = counter;
  if (mode.kind === 'paying') return counter;
  const id = counter.begun + 1;
  const deck: Deck = { kind: 'window', id, window, stage: deckOf(mode).stage };
  return {
    ...counter,
    begun: id,
    mode: askedLater(deck, mode.kind === 'paid' ? mode.later : null),
  };
}

function edited(mode: Mode, { id, window }: EventOf<'edit'>): Mode {
  const deck = deckOf(mode);
  if (deck.kind !== 'window' || deck.id !== id || deck.window.kind !== window.kind) return mode;
  return withDeck(mode, { ...deck, window });
}

function withDeck(mode: Mode, deck: Deck): Mode {
  return mode.kind === 'question' || mode.kind === 'paying' ? { ...mode, over: deck } : deck;
}

function closed(mode: Mode, kinds: readonly DeckWindow['kind'][]): Mode {
  const deck = deckOf(mode);
  if (deck.kind !== 'window') return mode;
  if (kinds.length > 0 && !kinds.includes(deck.window.kind)) return mode;
  return withDeck(mode, { kind: 'entry', stage: deck.stage });
}

/** The till asks at once, or after the payment that is under way or shown. */
function asked(mode: Mode, question: Question): Mode {
  const isLate = mode.kind === 'paying' || mode.kind === 'paid';
  if (!isLate) return { kind: 'question', question, over: deckOf(mode) };
  return question.kind === 'approval' ? { ...mode, later: question.asked } : mode;
}

function begun(counter: Counter, order: PayOrder): Counter {
  const { mode } = counter;
  const isAnswered = mode.kind === 'question' && mode.question.kind === 'large_amount';
  if (mode.kind === 'paying' || (mode.kind === 'question' && !isAnswered)) return counter;
  const id = counter.begun + 1;
  const paying: Mode = { kind: 'paying', id, order, tip: null, over: deckOf(mode), later: null };
  return { ...counter, begun: id, mode: paying };
}

function ended(
  counter: Counter,
  { over, later }: Extract<Mode, { readonly kind: 'paying' }>,
  end: PayEnd,
): Counter {
  switch (end.kind) {
    case 'refused':
      return { ...counter, mode: askedLater(over, later) };
    case 'unanswered':
      return { ...counter, mode: askedLater(over, later), unanswered: end.payment };
    case 'taken':
      return { ...taken(counter, end.done, later), unanswered: null };
  }
}

/** What the cashier sees of a payment that was made. */
function taken(counter: Counter, done: TenderDone | null, later: NeedsApproval | null): Counter {
  if (done === null) return { ...counter, entry: EMPTY_ENTRY, mode: askedLater(ENTRY, later) };
  // The tip was for this part: an equal one that follows has its own customer.
  const entry = done.left > 0 ? { ...counter.entry, tip: null } : EMPTY_ENTRY;
  return { ...counter, entry, mode: { kind: 'paid', done, later } };
}

function found(counter: Counter, { tender, done }: EventOf<'found'>): Counter {
  const { mode, unanswered } = counter;
  if (unanswered?.tender !== tender) return counter;
  const known = { ...counter, unanswered: null };
  // What the cashier is paying meanwhile is in sight.
  return mode.kind === 'paying' ? known : taken(known, done, null);
}

/** The question that waited for a payment. */
function askedLater(deck: Deck, later: NeedsApproval | null): Mode {
  return later === null
    ? deck
    : { kind: 'question', question: { kind: 'approval', asked: later }, over: deck };
}

const leftPaid = ({ later }: Extract<Mode, { readonly kind: 'paid' }>): Mode =>
  askedLater(ENTRY, later);

/** The mode without a supervisor's question. */
function withoutApproval(mode: Mode): Mode {
  if (mode.kind === 'question') return mode.question.kind === 'approval' ? mode.over : mode;
  const waits = (mode.kind === 'paying' || mode.kind === 'paid') && mode.later !== null;
  return waits ? { ...mode, later: null } : mode;
}

/** The mode without what is about a bill that has ended. The order of an item goes on: it begins the next bill. */
function withoutBill(mode: Mode): Mode {
  if (mode.kind === 'question') return withoutBill(mode.over);
  return mode.kind === 'window' && isAboutBill(mode.window)
    ? { kind: 'entry', stage: mode.stage }
    : mode;
}

function isAboutBill(window: DeckWindow): boolean {
  switch (window.kind) {
    case 'price':
    case 'weight':
      return false;
    case 'options':
      return window.line !== null;
    case 'discount':
    case 'part':
    case 'note':
    case 'member':
    case 'tender':
    case 'table_name':
      return true;
  }
}

/** Escape goes one step back. It ends no payment, and clears nothing without a question. */
function escaped(counter: Counter, bare: boolean): Counter {
  const { mode } = counter;
  switch (mode.kind) {
    case 'question':
      return { ...counter, mode: mode.over };
    case 'window':
      return { ...counter, mode: { kind: 'entry', stage: mode.stage } };
    case 'entry':
      return mode.stage === 'amount'
        ? pressEntry(counter, mode, { kind: 'clear' }, bare)
        : { ...counter, mode: ENTRY };
    case 'paying':
    case 'paid':
      return counter;
  }
}
