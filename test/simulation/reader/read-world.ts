import { NO_BILLS } from '../../../shared/bill/bill.ts';
import type { BillRecord } from '../../../shared/bill/commands.ts';
import { reduceBill } from '../../../shared/bill/reduce.ts';
import { SCREEN } from '../../support/host-commands.ts';
import type { BookAudit } from '../bills/book-audit.ts';
import { askService } from '../final-audit.ts';
import type { SimService } from '../service.ts';
import { SETTINGS } from '../sold-till.ts';
import type { Till } from '../till.ts';
import type { RawBill } from './bill.ts';
import { compareBooks } from './compare-books.ts';
import { type BillChange, compareCorrections } from './compare-corrections.ts';
import { type BooksOfTill, compareService } from './compare-service.ts';
import { readService } from './service-papers.ts';

/**
 * Reads at the end of a world everything that has left its tills and its service, and compares each figure of a payment and
 * of a receipt with what was written of it elsewhere. All tills of the world have books.
 */
export async function readWorld(
  service: SimService,
  tills: readonly Till[],
  audits: ReadonlyMap<Till, Pick<BookAudit, 'records'>>,
  now: number,
  find: (finding: string) => void,
): Promise<void> {
  const read = new Map<string, BooksOfTill[]>();
  for (const till of tills) {
    const [terminal, host] = [till.terminal(), till.hostBooks()];
    // A till whose journal is damaged was found already.
    if (terminal === null || host === null) return;
    const answered = await host.commands.read_report({ period: null }, SCREEN);
    const page = answered.ok ? answered.value.report.report : null;
    const bills: RawBill[] = JSON.parse(JSON.stringify([...terminal.bills.bills().bills.values()]));
    const lines = till.bookLines().map(({ text }) => text);
    // An entry whose write was refused can be on the disk; the next one takes its place.
    const open = till.lastEntry() === lines.length ? page : null;
    compareCorrections(till.name, lines, changesOf(audits.get(till)?.records() ?? []), find);
    const { name } = till;
    const receipts = compareBooks({ name, settings: SETTINGS, lines, bills, open, now }, find);
    read.set(till.merchant, [...(read.get(till.merchant) ?? []), { name, receipts }]);
  }
  await service.core.deps.settlements.settleAll();
  for (const [merchant, books] of read) {
    const records = await readService(service, merchant, (path) =>
      askService(service, merchant, path),
    );
    compareService(records, books, find);
  }
}

/** The bills before and after each command that took effect. */
function changesOf(records: readonly BillRecord[]): readonly BillChange[] {
  let state = NO_BILLS;
  return records.flatMap((record): readonly BillChange[] => {
    const before = state.bills.get(record.bill);
    try {
      state = reduceBill(state, record);
    } catch {
      // The audit of the bills names a record that does not fit.
      return [];
    }
    const after = state.bills.get(record.bill);
    if (before === undefined || after === undefined) return [];
    const line = 'line' in record && typeof record.line === 'string' ? record.line : null;
    return [JSON.parse(JSON.stringify({ act: record.act, line, before, after }))];
  });
}
