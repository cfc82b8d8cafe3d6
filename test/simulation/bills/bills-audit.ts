import { decode } from '../../../main/host/journal/line-format.ts';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { Bill, Tender } from '../../../shared/bill/bill.ts';
import { isPaid } from '../../../shared/bill/paid.ts';
import type { Terminal } from '../../../shared/terminal/index.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { recoverState } from '../../../shared/terminal/start/recover.ts';
import type { Till } from '../till.ts';
import type { BookAudit } from './book-audit.ts';

/** Compares at the end the bills of a till with its journal, its sales and the payments that these asked for. */
export function auditBills(till: Till, audit: BookAudit, find: (finding: string) => void): void {
  const terminal = till.terminal();
  if (terminal === null) return;
  const state = terminal.bills.bills();
  audit.finish(state, recoverState(decode(till.journal()).records).bills);
  const bills = [...state.bills.values()];
  for (const bill of bills) {
    const { due, total } = amountsOf(bill);
    // A bill whose returned deposits are more than its goods is paid out, and nobody pays it before that.
    if (due < 0 && due !== total) find(`bill ${bill.id} is paid ${-due} more than its total`);
    for (const tender of bill.tenders) auditTender(bill, tender, terminal, find);
  }
  const tenders = new Map(bills.flatMap((bill) => bill.tenders.map((one) => [one.id, bill])));
  const names = new Map<string, string>();
  for (const sale of terminal.view().sales) {
    if (sale.bill === undefined) continue;
    const { tender, bill } = sale.bill;
    const other = names.get(tender);
    if (other !== undefined) find(`tender ${tender} has the sales ${other} and ${sale.id}`);
    names.set(tender, sale.id);
    const payer = tenders.get(tender);
    if (payer?.id !== bill) find(`sale ${sale.id} pays tender ${tender}, which no bill has`);
    else auditLines(sale, payer, find);
  }
}

function auditTender(
  bill: Bill,
  { id, method, state, amount, tip }: Tender,
  terminal: Terminal,
  find: (finding: string) => void,
): void {
  const sale = method.kind === 'phone' ? terminal.saleOfTender(id) : null;
  if (state === 'open') find(`tender ${id} of bill ${bill.id} is open for ever`);
  if (method.kind !== 'phone') {
    if (state !== 'paid') find(`tender ${id}, by ${method.kind}, is ${state}`);
    return;
  }
  const captured = sale?.money.captured ?? 0;
  const counted = state === 'paid' ? amount + tip : 0;
  if (captured !== counted) {
    find(`tender ${id} of bill ${bill.id} is ${state} with ${counted}, ${captured} was captured`);
  }
  const tipOfSale = sale?.money.additional.captured ?? 0;
  if (state === 'paid' && tipOfSale !== tip) {
    find(`tender ${id} of bill ${bill.id} has a tip of ${tip}, its sale one of ${tipOfSale}`);
  }
}

/** The line items of a payment add up to it, and those of a whole bill have the bill's VAT. */
function auditLines(
  { id, lines = [], amount, state: { kind } }: SaleView,
  bill: Bill,
  find: (finding: string) => void,
): void {
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  if (total !== amount) find(`the lines of sale ${id} are ${total}, it asked for ${amount}`);
  const paid = bill.tenders.filter(({ state }) => state === 'paid');
  if (kind !== 'paid' || paid.length !== 1 || !isPaid(bill)) return;
  const { vat, total: all } = amountsOf(bill);
  if (all !== amount) return;
  const tax = lines.reduce((sum, line) => sum + (line.vat ?? 0), 0);
  const due = vat.reduce((sum, one) => sum + (one.vatRate === null ? 0 : one.vat), 0);
  if (tax !== due) find(`the lines of sale ${id} have a VAT of ${tax}, the bill has ${due}`);
}
