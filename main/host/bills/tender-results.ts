import { openBillsOf } from '../../../shared/bill/bill-index.ts';
import type { BillResult } from '../../../shared/bill/commands.ts';
import type { TenderId } from '../../../shared/ids/host-ids.ts';
import { failedTender, tenderResult } from '../../../shared/terminal/bills/tender-result.ts';
import { isFinal } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';

export type TenderResultsDeps = {
  readonly terminal: Pick<Terminal, 'bills' | 'saleOfTender' | 'subscribe'>;
  /** Called after a result has changed a bill. */
  readonly notify: () => void;
};

/** Tells the bills what became of their phone payments. */
export interface TenderResults {
  /** A tender whose sale is being started: no sale names it yet. Returns how to end this. */
  hold(tender: TenderId): () => void;
  /** The sale of a tender was not started. */
  fail(bill: string, tender: TenderId): Promise<void>;
  stop(): void;
}

/**
 * Looks at the open tenders now and after every change of the sales. At the start it also ends the tenders whose sale
 * was never started: the till stopped between the record of the tender and that of the sale.
 */
export function createTenderResults({ terminal, notify }: TenderResultsDeps): TenderResults {
  const held = new Set<string>();

  async function record(result: BillResult): Promise<void> {
    const booked = await terminal.bills.result(result);
    if (booked.ok && booked.record !== null) notify();
  }

  function look(): void {
    for (const bill of openBillsOf(terminal.bills.bills())) {
      for (const { id, state } of bill.tenders) {
        if (state === 'open' && !held.has(id)) settle(bill.id, id);
      }
    }
  }

  function settle(bill: string, tender: TenderId): void {
    const sale = terminal.saleOfTender(tender);
    if (sale !== null && !isFinal(sale.state)) return;
    void record(sale === null ? failedTender(bill, tender) : tenderResult(bill, tender, sale));
  }

  look();
  const stop = terminal.subscribe(look);
  return {
    hold(tender) {
      held.add(tender);
      return () => {
        held.delete(tender);
        look();
      };
    },
    fail: (bill, tender) => record(failedTender(bill, tender)),
    stop,
  };
}
