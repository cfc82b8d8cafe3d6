import { readBookLine } from '../../../main/host/books/book-files.ts';
import { verifyBooks } from '../../../main/host/books/verify-books.ts';
import { decode } from '../../../main/host/journal/line-format.ts';
import type { Bill } from '../../../shared/bill/bill.ts';
import { isPaid } from '../../../shared/bill/paid.ts';
import type { BookEntry } from '../../../shared/books/entry.ts';
import {
  entryOfCommand,
  entryOfRefund,
  receiptOfPayment,
  receiptOfSale,
  receiptOfTender,
} from '../../../shared/ids/host-ids.ts';

import { isFinal } from '../../../shared/terminal/sale/state.ts';
import { recoverState } from '../../../shared/terminal/start/recover.ts';
import type { Till } from '../till.ts';

type Money = { readonly total: number; readonly tip: number };

/**
 * Compares at the end the books of a till with its bills, its sales and its refunds: each of them once, with the amount
 * that the service has, and each command of the person at the drawer. The chain, the numbers and the signatures must be whole.
 */
export function auditBooks(
  till: Till,
  commands: ReadonlySet<string>,
  find: (finding: string) => void,
): void {
  const terminal = till.terminal();
  if (terminal === null) return;
  const lines = till.bookLines();
  const { fault } = verifyBooks(lines, { from: 'whole', copy: [] });
  if (fault !== null) find(`${till.name}, books: ${fault}`);
  const entries = lines.flatMap(({ text }): readonly BookEntry[] => {
    const read = readBookLine(text);
    return read.ok ? [read.entry] : [];
  });
  const facts = entries.map(({ fact }) => fact);
  const ids = facts.map(({ id }) => id);
  for (const id of new Set(ids)) {
    const times = ids.filter((one) => one === id).length;
    if (times > 1) find(`${till.name}, books: ${id} is booked ${times} times`);
  }
  for (const id of commands) {
    if (!ids.includes(entryOfCommand(id)))
      find(`${till.name}, books: ${id} took effect and is not booked`);
  }
  const receipts = new Map<string, Money>(
    facts.flatMap((fact) => (fact.kind === 'receipt' ? [[fact.id, fact] as const] : [])),
  );
  const expected = new Map<string, Money>();
  for (const bill of terminal.bills.bills().bills.values()) {
    for (const { id, state, amount, tip } of bill.tenders) {
      if (state === 'paid') expected.set(receiptOfTender(id), { total: amount, tip });
    }
  }
  for (const { id, bill, state, money } of terminal.view().sales) {
    if (bill !== undefined || !isFinal(state) || money.captured === 0) continue;
    const tip = money.additional.captured;
    const name = receipts.has(receiptOfSale(`_second.${id}`)) ? `_second.${id}` : id;
    expected.set(receiptOfSale(name), { total: money.captured - tip, tip });
  }
  for (const [id, { total, tip }] of expected) {
    const found = receipts.get(id);
    if (found === undefined) find(`${till.name}, books: ${id} of ${total} is not booked`);
    else if (found.total !== total || found.tip !== tip) {
      find(
        `${till.name}, books: ${id} has ${found.total} and ${found.tip}, not ${total} and ${tip}`,
      );
    }
  }
  const bills = terminal.bills.bills().bills;
  for (const fact of facts) {
    if (fact.kind !== 'receipt' || expected.has(fact.id)) continue;
    // A bill or a sale that the till has dropped is not compared; what it still has is.
    const isKept = fact.bill !== null && bills.has(fact.bill.id);
    const isNoted = fact.id.startsWith(receiptOfPayment(''));
    if (isKept && !isNoted) find(`${till.name}, books: ${fact.id} is booked, and nobody paid it`);
  }
  for (const bill of bills.values()) auditReturns(till, bill, facts, find);
  auditRefunds(till, facts, find);
  auditTips(till, facts, find);
}

/** What the shop of a world takes back on one bill: no till without the rule of a shop takes more. */
const MOST = { pieces: 100, piece: 500, bill: 20_000 };

/** A bill takes back what the shop allows, and its receipts have every returned piece once it is paid. */
function auditReturns(
  { name }: Till,
  bill: Bill,
  facts: readonly BookEntry['fact'][],
  find: (finding: string) => void,
): void {
  const returns = bill.lines.filter(({ kind }) => kind === 'deposit_return');
  let [pieces, worth] = [0, 0];
  for (const { price, options, quantity } of returns) {
    const unit = options.reduce((sum, { surcharge }) => sum + surcharge, price as number);
    if (unit > MOST.piece) find(`${name}: bill ${bill.id} takes a deposit of ${unit} back`);
    pieces += Math.ceil(quantity / 1_000);
    worth += (unit * quantity) / 1_000;
  }
  if (pieces > MOST.pieces) find(`${name}: bill ${bill.id} takes ${pieces} pieces back`);
  if (worth > MOST.bill + returns.length) find(`${name}: bill ${bill.id} takes ${worth} back`);
  const receipts = facts.filter((fact) => fact.kind === 'receipt' && fact.bill?.id === bill.id);
  if (!isPaid(bill) || receipts.length === 0) return;
  const stated = receipts
    .flatMap((fact) => (fact.kind === 'receipt' ? (fact.returned ?? []) : []))
    .reduce((sum, one) => sum + one.pieces, 0);
  if (stated !== pieces) {
    find(`${name}, books: bill ${bill.id} has ${pieces} returned pieces, and ${stated} are stated`);
  }
}

/** The tips of each closed period are those of its receipts, less those of its refunds. */
function auditTips(
  till: Till,
  facts: readonly BookEntry['fact'][],
  find: (finding: string) => void,
): void {
  let tips = 0;
  for (const fact of facts) {
    if (fact.kind === 'receipt') tips += fact.tip;
    if (fact.kind === 'refund') tips -= fact.tip;
    if (fact.kind !== 'close') continue;
    const { number, report } = fact;
    if (report.tips !== tips) {
      find(`${till.name}, books: close ${number} has tips of ${report.tips}, not ${tips}`);
    }
    tips = 0;
  }
}

/** Each refund that the service has made for this till is booked. */
function auditRefunds(
  till: Till,
  facts: readonly BookEntry['fact'][],
  find: (finding: string) => void,
): void {
  const booked = new Map(
    facts.flatMap((fact) => (fact.kind === 'refund' ? [[fact.id, fact] as const] : [])),
  );
  const { refunds } = recoverState(decode(till.journal()).records);
  for (const { id, part, end } of refunds.values()) {
    if (end?.how !== 'done') continue;
    const found = booked.get(entryOfRefund(id));
    if (found === undefined) find(`${till.name}, books: refund ${id} is not booked`);
    else if (found.total !== part.amount || found.tip !== part.additional) {
      find(`${till.name}, books: refund ${id} has another amount`);
    }
  }
}
