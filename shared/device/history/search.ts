import { readAmount } from '../../money/amount-text.ts';
import type { PaymentMethod, SaleStateKind } from '../../terminal/sale/state.ts';
import type { HistorySale } from './history.ts';

/** What a person looks for among sales; empty members look for nothing in particular. */
export type Wanted = {
  readonly text: string;
  readonly states: StateGroup | null;
  readonly method: Method | null;
};
export type StateGroup = 'open' | 'paid' | 'refunded' | 'not_paid';
export type Method = 'screen_code' | 'phone' | 'customer_code' | 'sticker';

/** The group that a sale belongs to, as people at the counter think of it. */
export function groupOf(sale: Pick<HistorySale, 'state' | 'captured' | 'refunded'>): StateGroup {
  // A sale with refunded money counts as refunded, whatever its last state was.
  if (sale.refunded > 0) return 'refunded';
  return GROUPS[sale.state];
}

const GROUPS: Readonly<Record<SaleStateKind, StateGroup>> = {
  creating: 'open',
  waiting_scan: 'open',
  waiting_sticker: 'open',
  waiting_approval: 'open',
  authorised: 'open',
  capturing: 'open',
  aborting: 'open',
  releasing: 'open',
  vending: 'open',
  undelivered: 'open',
  unclear: 'open',
  paid: 'paid',
  refunded: 'refunded',
  declined: 'not_paid',
  expired: 'not_paid',
  aborted: 'not_paid',
  released: 'not_paid',
  refused: 'not_paid',
  failed: 'not_paid',
};

/** How the customer was reached, in four words. */
export function methodOf(kind: PaymentMethod['kind']): Method {
  switch (kind) {
    case 'qr':
    case 'qr_and_sticker':
    case 'device_code':
      return 'screen_code';
    case 'phone':
      return 'phone';
    case 'scan_token':
      return 'customer_code';
    case 'sticker':
      return 'sticker';
  }
}

/** True if a sale fits the search. Every word of the text must be in it. */
export function isWanted(sale: HistorySale, { text, states, method }: Wanted): boolean {
  if (states !== null && groupOf(sale) !== states) return false;
  if (method !== null && methodOf(sale.method) !== method) return false;
  return foundIn(sale, text);
}

function foundIn(sale: HistorySale, text: string): boolean {
  const typed = text.trim().toLocaleLowerCase();
  if (typed === '') return true;
  // An amount may be typed in groups, `1 250,00`, and is one thing all the same.
  if (isAmountOf(sale, typed)) return true;
  return typed.split(/\s+/).every((word) => isAmountOf(sale, word) || hasWord(sale, word));
}

function isAmountOf(sale: HistorySale, typed: string): boolean {
  const amount = readAmount(typed, sale.currency);
  if (amount === null) return false;
  const total = sale.amount + sale.additional;
  return amount === sale.amount || amount === total || (amount > 0 && amount === sale.captured);
}

/**
 * The least number of characters of an id that finds it. Ids are random: a shorter text is part of the
 * ids of many other sales, and a cashier who types an amount would get those as well.
 */
const ID_PART_LEAST = 6;

const RECEIPT_NUMBER = /^.+-(\d{4,9})$/;

function hasWord(sale: HistorySale, word: string): boolean {
  if (String(sale.number) === word.replace(/^#/, '')) return true;
  // The number on a receipt has the till before it: `till1-0187`.
  const ofReceipt = RECEIPT_NUMBER.exec(word)?.[1];
  if (ofReceipt !== undefined && Number(ofReceipt) === sale.number) return true;
  const ids = word.length < ID_PART_LEAST ? [] : [sale.tid, sale.id];
  const texts = [sale.label, sale.text, sale.reference, ...ids];
  return texts.some((text) => text?.toLocaleLowerCase().includes(word) === true);
}
