import type { Bill } from '../../../shared/bill/bill.ts';
import { endedBillsOf, openBillsOf } from '../../../shared/bill/bill-index.ts';
import { receiptIds } from '../../../shared/books/follow.ts';
import { billSummaryOnWire, openSaleOf } from '../../../shared/device/till-api/bill-wire.ts';
import type { BillSummaryOutput } from '../../../shared/device/till-api/bills.ts';
import type { TillEvent } from '../../../shared/device/till-api/frames.ts';
import type { SaleOutput, StatusOutput } from '../../../shared/device/till-api/sale.ts';
import {
  codeOnWire,
  refundOnWire,
  saleOnWire,
  scanOnWire,
  statusOnWire,
  unclaimedOnWire,
} from '../../../shared/device/till-api/wire.ts';
import type { TenderId } from '../../../shared/ids/host-ids.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { SaleView, TerminalView } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { HostBills } from '../bills/bills.ts';
import { receiptInMemory } from '../books/receipt-of-payment.ts';
import type { TillBooks } from '../books/till-books.ts';

/** The till API's view of the terminal with numbered changes. */
export type Changes = Pick<EventLog, 'seq' | 'after' | 'subscribe' | 'stop'> & {
  readonly run: string;
  status(): StatusOutput;
  /** Open sales first, then the last ended ones. */
  sales(): SaleOutput[];
  sale(id: string): SaleOutput | null;
  named(reference: string): SaleOutput | null;
  /** Open bills, the one that was opened first at the beginning. */
  bills(): BillSummaryOutput[];
  lists(): Lists;
};

/** The last published form of a sale, and its event's number. */
type Published = { readonly seq: number; readonly print: string };

/** The version of a bill and the sale that pays it now. */
type PublishedBill = { readonly version: number; readonly sale: string | null };

type ChangesDeps = {
  readonly terminal: Terminal;
  readonly bills: Pick<HostBills, 'subscribe'>;
  readonly books: Pick<TillBooks, 'books' | 'receiptKnown' | 'state' | 'subscribe'>;
  readonly till: { readonly posId: string; readonly currency: string };
  readonly ids: Ids;
};

/**
 * Numbers the terminal's changes, so that a register can wait for the next one and can catch up
 * after a lost connection. Numbers restart with each run of the till.
 */
export function createChanges({ terminal, bills, books, till, ids }: ChangesDeps): Changes {
  const run = ids.short();
  const published = new Map<string, Published>();
  const log = createEventLog(run);
  /** What was said last of each open bill. */
  const publishedBills = new Map<string, PublishedBill>();
  for (const bill of openBillsOf(terminal.bills.bills())) publishedBills.set(bill.id, saidOf(bill));
  /** The bill that ended last and was said. */
  let publishedEnd: Bill | undefined = newestEnd();
  let publishedStatus = '';
  // Every snapshot contains the initial lists.
  const publishedLists = LIST_EVENTS.map((eventOf) =>
    JSON.stringify(eventOf(listsOf(terminal.view()), 0)),
  );

  const wireOf = (sale: SaleView, version: string) =>
    saleOnWire(sale, version, receiptInMemory(books, receiptIds(sale))?.receipt ?? null);
  const onWire = (sale: SaleView) => wireOf(sale, `${run}.${published.get(sale.id)?.seq ?? 0}`);
  const statusAt = (view: TerminalView, seq: number) =>
    statusOnWire(view, { ...till, canBook: canBook(books) }, { run, seq });
  const statusOf = (view: TerminalView) => statusAt(view, log.seq());

  function heldBills(): ReadonlyMap<string, Bill> {
    return terminal.bills.bills().bills;
  }

  function saleOfTender(tender: TenderId): string | null {
    return terminal.saleOfTender(tender)?.id ?? null;
  }

  function saidOf(bill: Bill): PublishedBill {
    return { version: bill.version, sale: openSaleOf(bill, saleOfTender) };
  }

  function newestEnd(): Bill | undefined {
    for (const bill of endedBillsOf(terminal.bills.bills())) return bill;
    return undefined;
  }

  /** Bills that have ended since the last one that was said, the oldest first. */
  function endedSince(): readonly Bill[] {
    const ended: Bill[] = [];
    for (const bill of endedBillsOf(terminal.bills.bills())) {
      if (bill === publishedEnd) break;
      ended.unshift(bill);
    }
    publishedEnd = ended.at(-1) ?? publishedEnd;
    return ended.filter((bill) => heldBills().get(bill.id) === bill);
  }

  function publishBill(bill: Bill): void {
    const summary = billSummaryOnWire(bill, saleOfTender);
    log.publish((number) => ({ type: 'bill', seq: number, bill: summary }));
  }

  function publishBills(): void {
    for (const bill of endedSince()) {
      publishedBills.delete(bill.id);
      publishBill(bill);
    }
    for (const bill of openBillsOf(terminal.bills.bills())) {
      const before = publishedBills.get(bill.id);
      const now = saidOf(bill);
      if (before?.version === now.version && before.sale === now.sale) continue;
      publishedBills.set(bill.id, now);
      publishBill(bill);
    }
  }

  function publishSale(sale: SaleView): void {
    const print = JSON.stringify(wireOf(sale, ''));
    if (published.get(sale.id)?.print === print) return;
    published.set(sale.id, { seq: log.seq() + 1, print });
    log.publish((number) => ({ type: 'sale', seq: number, sale: onWire(sale) }));
  }

  function update(view: TerminalView): void {
    for (const sale of view.sales) publishSale(sale);
    forgetAllBut(view.sales);
    publishBills();
    const lists = listsOf(view);
    LIST_EVENTS.forEach((eventOf, index) => {
      const print = JSON.stringify(eventOf(lists, 0));
      if (publishedLists[index] === print) return;
      publishedLists[index] = print;
      log.publish((number) => eventOf(lists, number));
    });
    const statusNow = JSON.stringify(statusAt(view, 0));
    if (statusNow !== publishedStatus) {
      publishedStatus = statusNow;
      log.publish((number) => ({ type: 'status', seq: number, status: statusOf(view) }));
    }
  }

  /** Ended sales leave the view in time, and an absent sale no longer changes. */
  function forgetAllBut(sales: readonly SaleView[]): void {
    if (published.size <= sales.length + LIMITS.tillApiEventsKept) return;
    const visible = new Set(sales.map((sale) => sale.id));
    for (const id of published.keys()) if (!visible.has(id)) published.delete(id);
  }

  const wireOrNull = (sale: SaleView | null) => (sale === null ? null : onWire(sale));
  update(terminal.view());
  const unsubscribes = [
    terminal.subscribe(update),
    bills.subscribe(publishBills),
    books.subscribe(() => update(terminal.view())),
  ];
  return {
    run,
    seq: log.seq,
    after: log.after,
    subscribe: log.subscribe,
    status: () => statusOf(terminal.view()),
    sales: () => terminal.view().sales.map(onWire),
    sale: (id) => wireOrNull(terminal.sale(id)),
    named: (reference) => wireOrNull(terminal.saleByReference(reference)),
    bills: () =>
      openBillsOf(terminal.bills.bills())
        .toSorted((a, b) => a.openedAt - b.openedAt)
        .map((bill) => billSummaryOnWire(bill, saleOfTender)),
    lists: () => listsOf(terminal.view()),
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      log.stop();
    },
  };
}

/** False while the first entry cannot be written: then the till takes no money (D-484). */
const canBook = (books: Pick<TillBooks, 'books' | 'state'>) =>
  books.books().entry > 0 || books.state() !== 'unwritable';

/** The till's lists besides its sales. */
export function listsOf(view: TerminalView) {
  return {
    unclaimed: view.unclaimed.map(unclaimedOnWire),
    refunds: view.refunds.map(refundOnWire),
    codes: view.codes.map(codeOnWire),
    scans: view.scans.map(scanOnWire),
  };
}
export type Lists = ReturnType<typeof listsOf>;

/** An event for each list without its number; it contains the complete list, which is short. */
export const LIST_EVENTS: readonly ((lists: Lists, seq: number) => TillEvent)[] = [
  ({ unclaimed }, seq) => ({ type: 'unclaimed', seq, unclaimed }),
  ({ refunds }, seq) => ({ type: 'refunds', seq, refunds }),
  ({ codes, scans }, seq) => ({ type: 'codes', seq, codes, scans }),
];

/** The last events of one run of the till, by their numbers. */
export interface EventLog {
  /** Number of the last event. */
  seq(): number;
  /** Numbers an event and sends it to every listener. */
  publish(make: (seq: number) => TillEvent): void;
  /** Events after this number; null when some are no longer kept. */
  after(run: string, seq: number): readonly TillEvent[] | null;
  /** Calls `listener` with every event. Returns how to stop. */
  subscribe(listener: (event: TillEvent) => void): () => void;
  stop(): void;
}

export function createEventLog(run: string): EventLog {
  const events: TillEvent[] = [];
  const listeners = createListeners<[event: TillEvent]>();
  let seq = 0;
  return {
    seq: () => seq,
    publish(make) {
      seq += 1;
      const event = make(seq);
      events.push(event);
      if (events.length > LIMITS.tillApiEventsKept) events.shift();
      listeners.tell(event);
    },
    after(ofRun, number) {
      if (ofRun !== run || number > seq) return null;
      const missed = seq - number;
      return missed > events.length ? null : events.slice(events.length - missed);
    },
    subscribe: listeners.subscribe,
    stop: () => listeners.clear(),
  };
}
