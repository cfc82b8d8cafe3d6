import type { Bills, Tender } from '../../../shared/bill/bill.ts';
import { endedBillsOf, openBillsOf } from '../../../shared/bill/bill-index.ts';
import { receiptIds, type SaleOfReceipt } from '../../../shared/books/follow.ts';
import { type EntryId, receiptOfTender } from '../../../shared/ids/host-ids.ts';
import { derivedOnce } from '../../../shared/objects/derived-once.ts';
import { receiptInMemory } from '../books/receipt-of-payment.ts';
import type { TillBooks } from '../books/till-books.ts';
import type { ReceiptHandOver } from './hand-over.ts';

/*
 * The links that screens show after a payment. A screen never makes one: a link has the code of its receipt, which only
 * the host can make, and the receipt is one of the books.
 */

/** Addresses of receipts' pages, by the id of the sale or of the bill's tender that the receipt is for. */
export type ShownLinks = Readonly<Record<string, string>>;

/** The links of the payments that a screen may still show. */
export interface ReceiptLinks {
  view(): ShownLinks;
  /** Calls `listener` after a change that no other view has. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export type ReceiptLinksOptions = {
  readonly links: Pick<ReceiptHandOver, 'linkOf' | 'subscribe'>;
  readonly books: Pick<TillBooks, 'receiptKnown'>;
  /** The sales that the terminal shows. */
  readonly sales: () => readonly SaleOfReceipt[];
  /** The bills that the till remembers. */
  readonly bills: () => Bills;
};

/** As many screens as a till may have can each show the payment that was its last. */
const TENDERS_SHOWN = 10;

/** Ended bills among which they are looked for. Others may have been paid by phone, or cleared. */
const ENDED_LOOKED_AT = 200;

/** The newest payments by other tenders. */
const newestTenders: (all: Bills) => readonly Tender[] = derivedOnce((all) =>
  [...openBillsOf(all), ...firstOf(endedBillsOf(all), ENDED_LOOKED_AT)]
    .flatMap((bill) => bill.tenders)
    .filter(({ state, method }) => state === 'paid' && method.kind !== 'phone')
    .sort((a, b) => b.at - a.at)
    .slice(0, TENDERS_SHOWN),
);

function firstOf<T>(all: Iterable<T>, most: number): readonly T[] {
  const first: T[] = [];
  for (const one of all) {
    if (first.length === most) break;
    first.push(one);
  }
  return first;
}

/** The links of the sales on the screens, and of the newest payments by other tenders. */
export function createReceiptLinks(options: ReceiptLinksOptions): ReceiptLinks {
  const { links, books, sales, bills } = options;
  const linkOf = (ids: readonly EntryId[]): string | null => {
    const receipt = receiptInMemory(books, ids);
    return receipt === null ? null : links.linkOf(receipt);
  };
  return {
    view() {
      const all = [
        ...sales().map((sale) => [sale.id, linkOf(receiptIds(sale))] as const),
        ...newestTenders(bills()).map(({ id }) => [id, linkOf([receiptOfTender(id)])] as const),
      ];
      return Object.fromEntries(all.flatMap(([id, link]) => (link === null ? [] : [[id, link]])));
    },
    subscribe: links.subscribe,
  };
}
