import type { BillAct, Discount, NewLine } from '../../shared/bill/acts.ts';
import { amountsOf, linesOf } from '../../shared/bill/amounts.ts';
import { type Bill, type BillLine, type Bills, NO_BILLS } from '../../shared/bill/bill.ts';
import type { BillRecord } from '../../shared/bill/commands.ts';
import { decideBill, decideResult } from '../../shared/bill/decide.ts';
import { isPaid } from '../../shared/bill/paid.ts';
import { quantity } from '../../shared/bill/quantity.ts';
import { reduceBill } from '../../shared/bill/reduce.ts';
import {
  type Books,
  booksAfter,
  NO_BOOKS,
  reduceBooks,
  reportOf,
} from '../../shared/books/books.ts';
import {
  closeFact,
  decideBeforeClose,
  decideCount,
  restOfClose,
  unendedClose,
} from '../../shared/books/drawer.ts';
import type { BookEntry, BookFact, PeriodReport } from '../../shared/books/entry.ts';
import { foldClose } from '../../shared/books/fold.ts';
import { type BookEvent, createFollower } from '../../shared/books/follow.ts';
import { entryOf } from '../../shared/books/next-entry.ts';
import {
  decideRefund,
  leftOf,
  phoneRefundFact,
  type ReceiptFact,
  type RefundFact,
  saleOfReceipt,
  shareRefundFact,
} from '../../shared/books/refunds.ts';
import { inCash } from '../../shared/cash/rounding.ts';
import {
  BEGIN,
  entryOfCommand,
  receiptOfPayment,
  receiptOfSale,
  receiptOfTender,
  resultId,
  type TenderId,
  tenderId,
  xReport,
} from '../../shared/ids/host-ids.ts';
import { businessDate } from '../../shared/ledger/calendar.ts';
import { apportion } from '../../shared/money/apportion.ts';
import { add, type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import { rateOf, vatIn } from '../../shared/money/vat.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { JournalRecord, RefundOpenedRecord } from '../../shared/terminal/sale/records.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { BookReader, differences, figuresOf } from '../simulation/reader/period.ts';
import { createFiscalDays } from './book-days-fiscal.ts';
import { faultsOfLastPart, type Rate } from './last-part.ts';
import { ANYTHING } from './permits.ts';

/*
 * Random days of the pure books, and two readers of their own, which use nothing of `shared/books`. The first one counts
 * what the records of the journal, the drawer's orders and the fiscal device say, and takes VAT and discounts from the
 * bills. The second one adds up the entries (`BookReader`). Reports, also those in the middle of a day, must say what both
 * say.
 */

/** Where a test puts a defect. */
export type BookRules = {
  readonly fact: (fact: BookFact) => readonly BookFact[];
  readonly reduce: typeof reduceBooks;
  /** What the books hear of a record of the journal. */
  readonly heard: (record: JournalRecord) => JournalRecord;
  /** The business day of a time. */
  readonly day: (at: number) => string;
  /** The report in the middle of a period. */
  readonly report: typeof reportOf;
  /** The books of a till that starts after a close. */
  readonly after: typeof booksAfter;
  /** What is left of a close that a power cut has stopped. */
  readonly rest: typeof restOfClose;
  /** A close with fewer rows, as the service takes it. */
  readonly fold: typeof foldClose;
};
const RIGHT: BookRules = {
  fact: (fact) => [fact],
  reduce: reduceBooks,
  heard: (record) => record,
  day: (at) => businessDate(at, { timeZone: 'Europe/Oslo', startOfDay: '04:00:00' }),
  report: reportOf,
  after: booksAfter,
  rest: restOfClose,
  fold: foldClose,
};

const ROUNDING = { step: 100, half: 'up' } as const;
const PEOPLE = ['Ada', 'Kari', ''];
const RATES = ['0.25', '0.15', '0', null];
/** From one moment on, food has another rate. */
const LATER_RATES = ['0.25', '0.12', '0', null];
const MEMBERS = ['M-1', 'M-2', null];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The first day of a till: also before the nights in which the clocks of Oslo change. */
const FIRST_DAYS = [
  Date.UTC(2026, 2, 28),
  Date.UTC(2026, 9, 24),
  Date.UTC(2026, 6, 1),
  Date.UTC(2026, 11, 31),
];
/** Summer time of Oslo. */
const [SUMMER, WINTER] = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)];

/** The business day by the reader's own arithmetic. */
function dayRead(at: number): string {
  const ahead = at >= SUMMER && at < WINTER ? 2 : 1;
  return new Date(at + (ahead - 4) * HOUR).toISOString().slice(0, 10);
}

/** A day begins at a quarter of an hour, so all times of one have the same. Few days are played. */
function perQuarter(dayOf: (at: number) => string): (at: number) => string {
  const known = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(at / (15 * MINUTE));
    const day = known.get(quarter) ?? dayOf(at);
    known.set(quarter, day);
    return day;
  };
}
const rightDay = perQuarter(RIGHT.day);
const readDay = perQuarter(dayRead);

/** What the reader counts, by words that name it. Zero sums are left out. */
class Account {
  readonly sums = new Map<string, number>();
  note(name: string, by: number): void {
    this.sums.set(name, (this.sums.get(name) ?? 0) + by);
  }
  of = (name: string) => this.sums.get(name) ?? 0;
}

/** Plays days of one till; returns what its reports say that the reader does not, or the other way round. */
export function playDays(
  seed: number,
  days = 2,
  rules: Partial<BookRules> = {},
): readonly string[] {
  const till = createTill(createPrng(seed), { ...RIGHT, day: rightDay, ...rules });
  const findings: string[] = [];
  for (let day = 1; day <= days; day += 1) findings.push(...till.day(day));
  return findings;
}

function createTill(prng: Prng, rules: BookRules) {
  const follower = createFollower({
    part: (name) => `Part of ${name ?? '-'}`,
    discount: 'Discount',
    other: 'Other',
  });
  let books: Books = NO_BOOKS;
  let bills: Bills = NO_BILLS;
  const entries: BookEntry[] = [];
  const grand = { sales: 0, refunds: 0 };
  let account = new Account();
  let drawer = 0;
  let at = prng.pick(FIRST_DAYS) + prng.between(5, 20) * HOUR;
  let ids = 0;
  let openBills: string[] = [];
  let rates = RATES;
  const reader = new BookReader();
  const findings: string[] = [];
  /** Payments by phone whose customer has not decided yet. */
  let undecided: (() => void)[] = [];
  /** What the drawer held, and how many entries there were, when the period began. */
  let opening = 0;
  let firstEntry = 0;
  const days = new Set<string>();
  /** The returned deposits of a bill that a payment has said, by person. */
  const returned = new Map<string, ReadonlyMap<string, Returned>>();
  const newId = () => {
    ids += 1;
    return `id-${ids}`;
  };
  /** What the reader knows of each receipt, to refund it. */
  const sold: { fact: ReceiptFact; refunds: RefundFact[] }[] = [];

  function write(fact: BookFact): void {
    if (!['fiscal', 'x_report', 'close'].includes(fact.kind)) days.add(readDay(fact.at));
    for (const one of rules.fact(fact)) {
      const entry = entryOf(books, one, rules.day(one.at), (text) => String(text.length));
      entries.push(entry);
      books = rules.reduce(books, entry);
      reader.read(entry);
      if (one.kind === 'receipt') sold.push({ fact: one, refunds: [] });
      if (one.kind === 'refund') {
        sold.find(({ fact: receipt }) => receipt.id === one.of)?.refunds.push(one);
      }
    }
    if (fact.kind === 'receipt' || fact.kind === 'refund') device.booked(fact.id);
    if (fact.kind !== 'receipt' || fact.bill === null) return;
    const member = billOf(fact.bill.id)?.member ?? null;
    const said = sold.at(-1)?.fact.member ?? null;
    if (said !== member) findings.push(`member ${said} and not ${member}`);
  }

  write({ kind: 'begin', id: BEGIN, at, by: '', till: 'till1', currency: 'NOK' });
  const device = createFiscalDays(prng, { write, now: () => at });

  function hear(record: JournalRecord): void {
    for (const event of follower.next(rules.heard(record))) write(factOf(event));
  }

  function factOf(event: BookEvent): BookFact {
    if (event.kind === 'fact') return event.fact;
    if (event.kind === 'share_refund') {
      const paid = sold.find(({ fact: { id } }) => id === event.receipt);
      return shareRefundFact(event, paid?.fact ?? null, paid?.refunds ?? []);
    }
    const isIt = ({ fact: { method } }: { fact: ReceiptFact }) =>
      method.kind === 'phone' && method.tid === event.tid;
    const receipt = sold.find(isIt);
    const sale = receipt === undefined ? (event.sale ?? null) : saleOfReceipt(receipt.fact);
    return phoneRefundFact(event, sale, receipt?.refunds ?? []);
  }

  function record(one: BillRecord): void {
    bills = reduceBill(bills, one);
    hear({ v: 1, at: one.at, kind: 'bill', record: one });
  }

  /** Gives a command, if the bill allows it. */
  function give(bill: string, act: BillAct, id = newId()): BillRecord | null {
    at += 1;
    const version = bills.bills.get(bill)?.version ?? 0;
    const by = prng.pick(PEOPLE);
    const command = { ...act, id, bill, version, by, approvedBy: null };
    const permit = by === 'Kari' ? { ...ANYTHING, discountMax: 1_000, memberMax: 3_000 } : ANYTHING;
    const decided = decideBill(bills, command, at, permit);
    if (!decided.ok || decided.record === null) return null;
    record(decided.record);
    return decided.record;
  }

  const billOf = (id: string) => bills.bills.get(id);

  function order(): void {
    const bill = newId();
    const lines = Array.from({ length: prng.between(1, 4) }, () => randomLine(prng, rates));
    if (give(bill, { act: 'open', name: prng.chance(0.5) ? bill : null, lines }) !== null) {
      openBills.push(bill);
    }
  }

  function change(id: string): void {
    const bill = billOf(id);
    const line = bill?.lines[prng.between(0, Math.max(0, bill.lines.length - 1))];
    if (bill === undefined || line === undefined) return;
    const before = amountsOf(bill).total + worthOf(returnedIn(bill));
    const kind = prng.between(0, 8);
    if (kind === 7) {
      move(bill, line);
      return;
    }
    const act: BillAct =
      kind === 0
        ? { act: 'remove', line: line.id }
        : kind === 1
          ? { act: 'set_quantity', line: line.id, quantity: quantity(prng.between(1, 3_000)) }
          : kind === 2
            ? { act: 'discount_line', line: line.id, discount: randomDiscount(prng) }
            : kind === 3
              ? { act: 'discount_bill', discount: randomDiscount(prng) }
              : kind === 4
                ? { act: 'clear', reason: 'left' }
                : kind === 5
                  ? { act: 'member', number: prng.pick(MEMBERS) }
                  : kind === 8
                    ? { act: 'options', line: line.id, options: randomOptions(prng) }
                    : { act: 'add', line: randomLine(prng, rates) };
    const done = give(id, act);
    if (done === null || !('by' in done)) return;
    const after = billOf(id);
    // Money off the whole bill stays with the other lines.
    const priceOf = (one: Bill | undefined) =>
      linesOf({ lines: one?.lines ?? [], discounts: [] }).reduce(
        (all, { total }) => all + total,
        0,
      );
    const less = priceOf(bill) - priceOf(after);
    const isReturn = line.kind === 'deposit_return';
    if (act.act === 'remove' && !isReturn) correct('removed', done.by, less);
    const isFewer = act.act === 'set_quantity' && act.quantity < line.quantity && !isReturn;
    const isCheaper = act.act === 'options' && less > 0 && !isReturn;
    if (isFewer || isCheaper) correct('reduced', done.by, less);
    if (act.act === 'clear') correct('cleared', done.by, before);
  }

  /** Some units of a line go to a bill of their own, with a part of the money off. */
  function move(bill: Bill, { id: line, quantity: all }: BillLine): void {
    const to = newId();
    const off = bill.discounts.reduce((sum, one) => sum + one.amount, 0);
    const moved = give(bill.id, {
      act: 'move',
      lines: [{ line, quantity: quantity(prng.between(1, all)) }],
      to: { kind: 'new', bill: to, name: null },
      discount: off === 0 ? null : money(prng.between(0, off)),
    });
    if (moved !== null) openBills.push(to);
  }

  function correct(act: string, by: string, amount: number): void {
    account.note(`${act} ${by} count`, 1);
    account.note(`${act} ${by} amount`, amount);
  }

  function pay(id: string): void {
    const bill = billOf(id);
    if (bill === undefined || bill.closed || isPaid(bill) || bill.lines.length === 0) return;
    const { due } = amountsOf(bill);
    const amount = money(due < 0 || prng.chance(0.6) ? due : Math.ceil(due / 2));
    const tip = money(due > 0 && prng.chance(0.2) ? prng.between(1, 2_000) : 0);
    const kind = prng.between(0, 2);
    const tender = tenderId(newId());
    if (!device.permits(receiptOfTender(tender))) return;
    if (kind === 0 && amount > 0) {
      payByPhone(id, tender, amount, tip);
      return;
    }
    const isCash = kind === 1 || due < 0;
    const exact = add(amount, tip);
    const rounding = isCash && amount === due ? money(inCash(exact, ROUNDING) - exact) : ZERO;
    const method = isCash
      ? ({ kind: 'cash' } as const)
      : ({ kind: 'other', name: prng.pick(['Card', 'Gift']) } as const);
    const cash = isCash
      ? { rounding, received: due < 0 ? ZERO : money(exact + rounding + prng.between(0, 5_000)) }
      : {};
    const done = give(id, { act: 'pay', tender, method, amount, tip, ...cash });
    if (done === null || !('by' in done)) {
      device.ended(receiptOfTender(tender));
      return;
    }
    const name = method.kind === 'other' ? `other ${method.name}` : 'cash';
    moneyIn(name, done.by, amount, tip, rounding);
    takeBack(bill);
    if (amount < 0) {
      account.note('payouts', 1);
      account.note('paid out', -amount - rounding);
    }
    if (isCash) drawer += amount + tip + rounding;
    finish(id);
  }

  function payByPhone(id: string, tender: TenderId, amount: MoneyInteger, tip: MoneyInteger): void {
    const done = give(id, { act: 'pay', tender, method: { kind: 'phone' }, amount, tip });
    if (done === null || !('by' in done)) {
      device.ended(receiptOfTender(tender));
      return;
    }
    const { by } = done;
    const sale = newId();
    hear(openedRecord(sale, amount, at, { bill: id, tender }));
    hear({ v: 1, at, sale, kind: 'created', tid: `p-${sale}`, uri: null, expires: at });
    undecided.push(() => {
      const fails = prng.chance(0.2);
      const result = { id: resultId(tender), bill: id };
      const heard = fails
        ? ({ ...result, act: 'tender_failed', tender } as const)
        : ({ ...result, act: 'tender_paid', tender, amount, tip } as const);
      const decided = decideResult(bills, heard, at);
      if (decided.ok && decided.record !== null) record(decided.record);
      if (fails) {
        device.ended(receiptOfTender(tender));
        return;
      }
      moneyIn('phone', by, amount, tip, 0);
      const paid = billOf(id);
      if (paid !== undefined) takeBack(paid);
      finish(id);
    });
    if (prng.chance(0.8)) customersDecide();
  }

  /** Each customer who was asked pays, or does not. */
  function customersDecide(): void {
    const all = undecided;
    undecided = [];
    for (const decide of all) decide();
  }

  /** What the reader takes from a bill once all of it is paid, also if it changed between its payments. */
  function finish(id: string): void {
    const bill = billOf(id);
    if (bill === undefined || !isPaid(bill)) return;
    openBills = openBills.filter((one) => one !== id);
    const parts = sold.flatMap(({ fact }) => (fact.bill?.id === id ? [fact] : []));
    const earlier = parts.slice(0, -1);
    const last = parts.slice(-1);
    const { vat, discounts } = amountsOf(bill);
    const off = (some: typeof parts) => sumOf(some.flatMap((part) => part.discounts));
    if (off(last) !== discounts - off(earlier)) findings.push(`discounts of bill ${id}`);
    const rates = (some: typeof parts) => some.flatMap((part) => part.vat);
    const faults = faultsOfLastPart(vat, rates(earlier), rates(last));
    findings.push(...faults.map((fault) => `bill ${id}: ${fault}`));
  }

  /** The first payment after deposits were taken back says them. */
  function takeBack(bill: Bill): void {
    const now = returnedIn(bill);
    const said = returned.get(bill.id) ?? new Map();
    for (const who of new Set([...now.keys(), ...said.keys()])) {
      const [one, other] = [now.get(who) ?? NONE, said.get(who) ?? NONE];
      account.note(`returned to ${who} pieces`, one.pieces - other.pieces);
      account.note(`returned to ${who} amount`, one.amount - other.amount);
    }
    returned.set(bill.id, now);
  }

  function moneyIn(name: string, by: string, amount: number, tip: number, rounding: number): void {
    account.note(`in ${name} count`, 1);
    account.note(`in ${name} amount`, amount + tip + rounding);
    account.note('receipts', 1);
    account.note('net', amount);
    account.note('tips', tip);
    account.note('rounding', rounding);
    account.note(`by ${by}`, amount);
    grand.sales += amount;
  }

  function moneyOut(name: string, total: number, tip: number, rounding: number): void {
    account.note(`out ${name} count`, 1);
    account.note(`out ${name} amount`, total + tip + rounding);
    account.note('receipts', 1);
    account.note('refunds', total);
    account.note('refund count', 1);
    account.note('tips', -tip);
    account.note('rounding', -rounding);
    grand.refunds += total;
  }

  function saleWithoutBill(): void {
    at += 1;
    const amount = money(prng.between(1, 40_000));
    const id = newId();
    if (prng.chance(0.4)) {
      const method = prng.pick(['cash', 'Card', 'Other'] as const);
      const given = method === 'Other' ? {} : { method };
      if (!device.permits(receiptOfPayment(id))) return;
      hear({ v: 1, at, kind: 'tendered', id, amount, ...given });
      moneyIn(method === 'cash' ? 'cash' : `other ${method}`, '', amount, 0, 0);
      if (method === 'cash') drawer += amount;
      return;
    }
    if (!device.permits(receiptOfSale(id))) return;
    hear(openedRecord(id, amount, at, null));
    hear({ v: 1, at, sale: id, kind: 'created', tid: `p-${id}`, uri: null, expires: at });
    undecided.push(() => endSale(id, amount));
    if (prng.chance(0.8)) customersDecide();
  }

  function endSale(sale: string, amount: MoneyInteger): void {
    const isPaidNow = prng.chance(0.7);
    const additional = money(prng.chance(0.3) ? prng.between(1, 900) : 0);
    hear({
      ...{ v: 1, at, sale, kind: 'seen', expires: null, refunded: false },
      code: isPaidNow ? CODE.ok : CODE.requestExpired,
      additional,
      ...(isPaidNow ? { captured: { amount, additional } } : {}),
    });
    if (!isPaidNow) {
      device.ended(receiptOfSale(sale));
      return;
    }
    moneyIn('phone', '', amount, additional, 0);
    const rates = itemsOf(amount).map((item) => ({ ...item, vatRate: item.vat_rate }));
    if (!areSameRates(sold.at(-1)?.fact.vat ?? [], rates)) findings.push(`VAT of sale ${sale}`);
  }

  function refund(): void {
    const one = sold[prng.between(0, Math.max(0, sold.length - 1))];
    if (one === undefined || prng.chance(0.1)) {
      // A payment of another till, or of before the books began.
      refundOfOthers(money(prng.between(1, 20_000)));
      return;
    }
    const { fact, refunds } = one;
    const left = leftOf(fact, refunds);
    const tip = prng.chance(0.2) ? left.tip : ZERO;
    const amount = money(prng.chance(0.5) ? left.total : prng.between(0, left.total));
    if (fact.method.kind === 'phone') {
      refundByPhone(fact.method.tid, amount, tip);
      return;
    }
    const byLine = prng.chance(0.5) && left.lines.some((units) => units > 0);
    const lines = left.lines.flatMap((units, line) =>
      units > 0 ? [{ line, quantity: prng.chance(0.5) ? units : prng.between(1, units) }] : [],
    );
    const who = {
      id: entryOfCommand(newId()),
      at,
      by: prng.pick(PEOPLE),
      approvedBy: 'Ada',
      reason: null,
      amount,
      tip,
    };
    const order = { ...who, lines: byLine ? lines : null };
    const decided = decideRefund(fact, refunds, order, ROUNDING);
    if (!decided.ok) return;
    write(decided.fact);
    const { total, method } = decided.fact;
    const rounding = method.kind === 'cash' ? method.rounding : 0;
    moneyOut(method.kind === 'other' ? `other ${method.name}` : 'cash', total, tip, rounding);
    if (method.kind === 'cash') drawer -= total + tip + rounding;
  }

  /** A refund of a sale that another till has in its books: of an amount, or of a line. */
  function refundOfOthers(amount: MoneyInteger): void {
    const vat = vatIn(amount, 1_500);
    const line = { index: 0, product: 'bun', name: 'Bun', quantity: '1', total: amount, vat };
    const lines = prng.chance(0.5) ? { lines: [{ ...line, rate: 1_500 }] } : {};
    const other = prng.chance(0.5) ? { otherReceipt: 'till2-R12' } : {};
    const isDone = refundByPhone(`foreign-${newId()}`, amount, ZERO, { ...lines, ...other });
    if (!isDone || other.otherReceipt === undefined) return;
    account.note('other tills count', 1);
    account.note('other tills amount', amount);
  }

  /** True if the service has refunded it. */
  function refundByPhone(
    tid: string,
    amount: MoneyInteger,
    additional: MoneyInteger,
    more: Pick<RefundOpenedRecord, 'lines' | 'otherReceipt'> = {},
  ): boolean {
    if (amount + additional === 0) return false;
    const id = newId();
    hear({
      ...{ v: 1, at, kind: 'refund_opened', refund: id, tid, amount, additional, currency: 'NOK' },
      ...{ text: null, approval: { id: 'a', approver: 'Ada' } },
      ...more,
    });
    const isDone = prng.chance(0.8);
    const how = isDone ? 'done' : 'refused';
    hear({ v: 1, at, kind: 'refund_ended', refund: id, how, sentence: '' });
    if (isDone) moneyOut('phone', amount, additional, 0);
    return isDone;
  }

  function drawerAct(): void {
    const act = prng.pick(['float', 'pay_in', 'pay_out', 'no_sale'] as const);
    const amount = money(act === 'no_sale' ? 0 : prng.between(0, 50_000));
    const by = prng.pick(PEOPLE);
    write({ kind: 'drawer', id: entryOfCommand(newId()), at, by, act, amount, reason: 'reason' });
    account.note(`${act} count`, 1);
    account.note(`${act} amount`, amount);
    if (act !== 'no_sale') drawer += act === 'pay_out' ? -amount : amount;
  }

  /** Somebody counts: mostly it is what the till expects. */
  function countedNow() {
    const sum = Math.max(0, drawer + (prng.chance(0.5) ? 0 : prng.between(-500, 500)));
    return { sum, counted: sum === 0 ? [] : [{ value: money(1), count: sum }] };
  }

  function noteCount(sum: number): void {
    account.note('counts', 1);
    account.note('difference', sum - drawer);
    drawer = sum;
  }

  function count(): void {
    const { sum, counted } = countedNow();
    const order = {
      id: entryOfCommand(newId()),
      at,
      by: prng.pick(PEOPLE),
      counted,
      reason: 'found',
    };
    const decided = decideCount(books, order);
    if (decided.kind !== 'facts') throw new Error('no count');
    for (const fact of decided.facts) write(fact);
    noteCount(sum);
  }

  /** The till was off. It knows the last close and the entries after it. */
  function restart(): void {
    const start = entries[firstEntry - 1];
    const numbers = entries.slice(0, firstEntry).flatMap(({ receipt }) => receipt ?? []);
    const base = start === undefined ? NO_BOOKS : rules.after(start, numbers.at(-1) ?? 0);
    books = entries.slice(firstEntry).reduce(rules.reduce, base);
  }

  function check(report: PeriodReport, now: number): void {
    findings.push(...compare(report, account, { opening, drawer, grand }));
    findings.push(...differences(figuresOf(report), reader.figures(now)));
    if (report.days.join(' ') !== [...days].sort().join(' ')) findings.push('the business days');
    const { rule, started, unsigned } = device.waiting();
    const said = report.fiscal ?? { without: null, started: [], unsigned: [] };
    if (said.without !== rule) findings.push('the rule of the fiscal device');
    if ([...said.started].sort().join(' ') !== started) findings.push('transactions under way');
    if ([...said.unsigned].sort().join(' ') !== unsigned) findings.push('unsigned transactions');
  }

  function close(number: number): void {
    const id = entryOfCommand(newId());
    const by = prng.pick(PEOPLE);
    const { sum, counted } = countedNow();
    const keep = money(prng.between(0, sum));
    const who = { id, at, by, approvedBy: by === 'Ada' ? null : 'Ada' };
    const order = { ...who, counted, reason: 'found', keep, bank: 'Bank' };
    const before = decideBeforeClose(books, order, () => false);
    const facts = before.kind === 'facts' ? before.facts : [];
    const isCut = prng.chance(0.2);
    for (const fact of isCut ? facts.slice(0, prng.between(1, facts.length)) : facts) write(fact);
    noteCount(sum);
    if (isCut) endCutClose(id);
    if (sum > keep) {
      account.note('pay_out count', 1);
      account.note('pay_out amount', sum - keep);
    }
    drawer = keep;
    const last = closeFact(books, { ...who, key: 'key' });
    if (last.kind !== 'close' || last.number !== number) throw new Error('no close');
    check(last.report, at);
    findings.push(...balance(last.report));
    const rows = prng.between(1, 3);
    const folded = rules.fold(last, rows, { hash: 'hash', payments: 0 });
    findings.push(...foldFaults(last.report, folded.report, rows));
    write(last);
  }

  /** A power cut has stopped a close after some entries. The till starts, hears of payments, and ends it. */
  function endCutClose(id: string): void {
    restart();
    customersDecide();
    const begun = unendedClose(entries.slice(firstEntry));
    if (begun?.close !== id) throw new Error('no begun close');
    const booked = new Set(entries.map(({ fact }) => fact.id));
    const rest = rules.rest(books, begun, { at, bank: 'Bank' }, (one) => booked.has(one));
    for (const fact of rest) write(fact);
  }

  function step(): void {
    at += prng.chance(0.2) ? prng.between(1, 5) * HOUR : prng.between(1, 20) * MINUTE;
    const bill = openBills[prng.between(0, Math.max(0, openBills.length - 1))];
    const kind = prng.between(0, 15);
    if (kind < 3 || bill === undefined) order();
    else if (kind < 6) pay(bill);
    else if (kind < 8) change(bill);
    else if (kind === 8) saleWithoutBill();
    else if (kind === 9) refund();
    else if (kind < 12) drawerAct();
    else if (kind === 12) count();
    else if (kind === 13) customersDecide();
    else if (kind === 14) device.change();
    else if (prng.chance(0.5)) restart();
    else {
      write({ kind: 'x_report', id: xReport(books.entry + 1), at, by: prng.pick(PEOPLE) });
      check(rules.report(books, at), at);
    }
    if (prng.chance(0.7)) device.look();
    if (prng.chance(0.03)) rates = LATER_RATES;
  }

  return {
    day(number: number): readonly string[] {
      account = new Account();
      days.clear();
      opening = drawer;
      firstEntry = entries.length;
      // The first entry of the books belongs to the first period.
      if (number === 1) {
        firstEntry = 0;
        for (const { fact } of entries) if (fact.kind === 'begin') days.add(readDay(fact.at));
      }
      for (let steps = prng.between(3, 18); steps > 0; steps -= 1) step();
      close(number);
      findings.push(...gaps(entries.slice(firstEntry), firstEntry, entries));
      return findings.splice(0).map((finding) => `day ${number}: ${finding}`);
    },
  };
}

type Returned = { readonly pieces: number; readonly amount: number };
const NONE: Returned = { pieces: 0, amount: 0 };

/** The returned deposits of a bill by the person who took them. */
function returnedIn(bill: Bill): ReadonlyMap<string, Returned> {
  const all = new Map<string, Returned>();
  for (const line of bill.lines) {
    if (line.kind !== 'deposit_return') continue;
    const by = line.returned?.by ?? 'nobody';
    const { pieces, amount } = all.get(by) ?? NONE;
    const surcharges = line.options.map(({ surcharge }) => surcharge);
    const price = [line.price, ...surcharges].reduce((sum, one) => sum + one, 0);
    // A part of a line has the difference of two rounded prices.
    const upTo = (units: number) => Math.floor((2 * price * units + 1_000) / 2_000);
    const worth = upTo(line.from + line.quantity) - upTo(line.from);
    all.set(by, { pieces: pieces + Math.ceil(line.quantity / 1_000), amount: amount + worth });
  }
  return all;
}

const worthOf = (all: ReadonlyMap<string, Returned>) => sumOf([...all.values()]);

const sumOf = (all: readonly { readonly amount: number }[]) =>
  all.reduce((sum, { amount }) => sum + amount, 0);

/** True if both have the same total and VAT of each rate. */
function areSameRates(some: readonly Rate[], others: readonly Rate[]): boolean {
  const left = new Account();
  for (const [sign, rates] of [
    [1, some],
    [-1, others],
  ] as const) {
    for (const { vatRate, total, vat } of rates) {
      left.note(`${vatRate} total`, sign * total);
      left.note(`${vatRate} VAT`, sign * vat);
    }
  }
  return [...left.sums.values()].every((sum) => sum === 0);
}

/** A close with fewer rows has the same totals. */
function foldFaults(whole: PeriodReport, folded: PeriodReport, rows: number): readonly string[] {
  const totals = (report: PeriodReport) => {
    const all = new Account();
    for (const [name, sum] of figuresOf({ ...report, days: [] })) {
      // Rows of one list become one row, so a figure without its row's name.
      const list = /^(discount|person|VAT|refunded VAT|in other|out other|returned) /.exec(
        name,
      )?.[1];
      const kind = /(count|amount|total)$/.exec(name)?.[1] ?? '';
      const act = /^(removed|reduced|cleared) by /.exec(name)?.[1];
      if (typeof sum === 'number') all.note(`${list ?? act ?? name} ${kind}`, sum);
    }
    return all.sums;
  };
  const faults = differences(totals(folded), totals(whole)).map((one) => `folded: ${one}`);
  const { discounts, people, vat } = folded;
  const isLong = [discounts, people, vat].some(({ length }) => length > rows + 1);
  return isLong ? [...faults, 'a list is too long'] : faults;
}

/** Compares a report with what the reader counted. */
function compare(
  report: PeriodReport,
  account: Account,
  {
    opening,
    drawer,
    grand,
  }: {
    readonly opening: number;
    readonly drawer: number;
    readonly grand: { readonly sales: number; readonly refunds: number };
  },
): readonly string[] {
  const findings: string[] = [];
  const same = (name: string, said: number, counted: number) => {
    if (said !== counted) findings.push(`${name} is ${said} and not ${counted}`);
  };
  same('net', report.net, account.of('net'));
  same('sales', report.sales.amount, account.of('net'));
  same('sales and refunds', report.sales.count + report.refunds.count, account.of('receipts'));
  same('tips', report.tips, account.of('tips'));
  same('rounding', report.rounding, account.of('rounding'));
  same('refunds', report.refunds.amount, account.of('refunds'));
  same('count of refunds', report.refunds.count, account.of('refund count'));
  const { count = 0, amount = 0 } = report.otherTills ?? {};
  same('count of refunds of other tills', count, account.of('other tills count'));
  same('refunds of other tills', amount, account.of('other tills amount'));
  for (const { kind, name, sales, refunds } of report.tenders) {
    const of = name === null ? kind : `${kind} ${name}`;
    same(`count in ${of}`, sales.count, account.of(`in ${of} count`));
    same(`in ${of}`, sales.amount, account.of(`in ${of} amount`));
    same(`count out ${of}`, refunds.count, account.of(`out ${of} count`));
    same(`out ${of}`, refunds.amount, account.of(`out ${of} amount`));
  }
  for (const one of report.people) same(`by ${one.by}`, one.amount, account.of(`by ${one.by}`));
  for (const { act, by, count, amount } of report.corrections) {
    same(`count of ${act} by ${by}`, count, account.of(`${act} ${by} count`));
    same(`${act} by ${by}`, amount, account.of(`${act} ${by} amount`));
  }
  const people = new Set([...report.returned.map(({ by }) => by), ...PEOPLE]);
  for (const by of people) {
    const own = report.returned.filter((one) => one.by === by);
    const pieces = own.reduce((sum, { count }) => sum + count, 0);
    same(`deposits returned to ${by}`, pieces, account.of(`returned to ${by} pieces`));
    same(`their value`, sumOf(own), account.of(`returned to ${by} amount`));
  }
  same('payouts', report.payouts.count, account.of('payouts'));
  same('what they paid out', report.payouts.amount, account.of('paid out'));
  same('float', report.drawer.opening, opening + account.of('float amount'));
  same('pay in', report.drawer.payIn.amount, account.of('pay_in amount'));
  same('pay out', report.drawer.payOut.amount, account.of('pay_out amount'));
  same('count of pay out', report.drawer.payOut.count, account.of('pay_out count'));
  same('no sale', report.drawer.noSale, account.of('no_sale count'));
  same('counts', report.drawer.counts, account.of('counts'));
  same('difference', report.drawer.difference, account.of('difference'));
  same('drawer', report.drawer.expected, drawer);
  same('grand sales', report.grand.sales, grand.sales);
  same('grand refunds', report.grand.refunds, grand.refunds);
  same('grand net', report.grand.net, grand.sales - grand.refunds);
  return findings;
}

/** What holds inside every report. */
function balance(report: PeriodReport): readonly string[] {
  const findings: string[] = [];
  const total = (of: readonly { readonly total: number }[]) =>
    of.reduce((sum, one) => sum + one.total, 0);
  const sum = (of: readonly { readonly amount: number }[]) =>
    of.reduce((all, one) => all + one.amount, 0);
  const { tenders, drawer } = report;
  if (total(report.vat) !== report.net) findings.push('the rates are not the net');
  if (total(report.refundedVat) !== report.refunds.amount) findings.push('refunded rates');
  if (sum(report.people) !== report.net) findings.push('the people are not the net');
  if (report.gross - sum(report.discounts) !== report.net) findings.push('gross less discounts');
  const moved = sum(tenders.map(({ sales }) => sales)) - sum(tenders.map(({ refunds }) => refunds));
  const expected = report.net - report.refunds.amount + report.tips + report.rounding;
  if (moved !== expected) findings.push('the tenders are not net, refunds, tips and rounding');
  const cash = tenders.find(({ kind }) => kind === 'cash');
  const held =
    drawer.opening +
    (cash?.sales.amount ?? 0) -
    (cash?.refunds.amount ?? 0) +
    drawer.payIn.amount -
    drawer.payOut.amount +
    drawer.difference;
  if (held !== drawer.expected) findings.push('the drawer does not add up');
  return findings;
}

/** Numbers without gaps, and each refund within its receipt. */
function gaps(
  own: readonly BookEntry[],
  before: number,
  all: readonly BookEntry[],
): readonly string[] {
  const findings: string[] = [];
  for (const [place, { entry }] of own.entries()) {
    if (entry !== before + place + 1) findings.push(`entry ${entry} is not the next one`);
  }
  const numbers = all.flatMap(({ receipt }) => receipt ?? []);
  if (numbers.some((number, place) => number !== place + 1)) findings.push('a receipt number');
  const ids = own.map(({ fact }) => fact.id);
  if (new Set(ids).size < ids.length) findings.push('an event is booked twice');
  const receipts = new Map(
    all.flatMap(({ fact }) => (fact.kind === 'receipt' ? [[fact.id, fact] as const] : [])),
  );
  for (const receipt of own.flatMap(({ fact }) => (fact.kind === 'receipt' ? [fact] : []))) {
    findings.push(...receiptFaults(receipt));
  }
  for (const { fact } of own) {
    if (fact.kind !== 'refund' || fact.of === null) continue;
    const receipt = receipts.get(fact.of);
    if (receipt === undefined) findings.push('a refund of nothing');
    else findings.push(...refundFaults(receipt, all));
  }
  return findings;
}

function receiptFaults({ lines, total, gross, discounts, vat }: ReceiptFact): readonly string[] {
  const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
  const findings: string[] = [];
  if (sum(lines.map((line) => line.total)) !== total) findings.push('lines are not the total');
  if (sum(lines.map((line) => line.gross)) !== gross) findings.push('lines are not the gross');
  if (gross - sum(discounts.map(({ amount }) => amount)) !== total) findings.push('discounts');
  if (sum(lines.map((line) => line.vat)) !== sum(vat.map((rate) => rate.vat))) {
    findings.push('VAT of the lines');
  }
  return findings;
}

/** All refunds of a receipt give back no more than it, and its VAT exactly once all is given back. */
function refundFaults(receipt: ReceiptFact, all: readonly BookEntry[]): readonly string[] {
  const refunds = all.flatMap(({ fact }) =>
    fact.kind === 'refund' && fact.of === receipt.id ? [fact] : [],
  );
  const sum = (of: readonly number[]) => of.reduce((left, one) => left + one, 0);
  const total = sum(refunds.map((one) => one.total));
  const vat = sum(refunds.flatMap((one) => one.vat.map((rate) => rate.vat)));
  const whole = sum(receipt.vat.map((rate) => rate.vat));
  const findings: string[] = [];
  if (total > receipt.total) findings.push('more is refunded than was paid');
  const tips = sum(refunds.map((one) => one.tip));
  const movedBy = (one: ReceiptFact | RefundFact) =>
    one.total + one.tip + (one.method.kind === 'cash' ? one.method.rounding : 0);
  const [moved, paid] = [sum(refunds.map(movedBy)), movedBy(receipt)];
  const isAll = total === receipt.total && tips === receipt.tip;
  if (moved > paid || (isAll && moved !== paid)) findings.push(`${moved} of ${paid} is given back`);
  if (total === receipt.total && vat !== whole) findings.push(`VAT ${vat} of ${whole} is refunded`);
  // The VAT of goods can be more than that of goods and returned deposits together.
  const hasReturns = receipt.lines.some((line) => line.total < 0);
  if (vat > whole && !hasReturns) findings.push('more VAT is refunded than was paid');
  if (
    total === receipt.total &&
    !areSameRates(
      refunds.flatMap((one) => one.vat),
      receipt.vat,
    )
  ) {
    findings.push('the rates of all refunds are not those of the receipt');
  }
  return findings;
}

function randomLine(prng: Prng, rates: readonly (string | null)[]): NewLine {
  const kind = prng.chance(0.1) ? 'deposit' : prng.chance(0.15) ? 'deposit_return' : 'goods';
  return {
    kind,
    product: prng.pick(['bun', 'tea', null]),
    name: 'Thing',
    unit: 'piece',
    quantity: quantity(prng.chance(0.7) ? prng.between(1, 4) * 1_000 : prng.between(1, 3_000)),
    price: money(prng.between(0, 20_000)),
    vatRate: prng.pick(rates),
    options: randomOptions(prng),
    note: null,
  };
}

function randomOptions(prng: Prng): NewLine['options'] {
  const surcharge = money(prng.between(1, 2_000));
  return prng.chance(0.5) ? [] : [{ group: 'milk', option: 'oat', name: 'Oat milk', surcharge }];
}

function randomDiscount(prng: Prng): Discount {
  const reason = prng.pick(['Regular', 'Stale']);
  return prng.chance(0.5)
    ? { kind: 'percent', basisPoints: prng.between(1, 10_000), reason }
    : { kind: 'amount', amount: money(prng.between(1, 3_000)), reason };
}

function itemsOf(amount: MoneyInteger) {
  const totals = apportion(amount, [money(2), money(1)]);
  return totals.map((total, place) => ({
    ...{ product_id: 'open-price', description: 'Thing', metadata: null, tags: null },
    vat_rate: place === 0 ? '0.25' : '0.15',
    quantity: '1',
    vat: vatIn(total, rateOf(place === 0 ? '0.25' : '0.15') ?? 0),
    item_cost: total,
    total,
  }));
}

/** A sale's first record, with lines whose VAT is right. */
function openedRecord(
  sale: string,
  amount: MoneyInteger,
  at: number,
  bill: { readonly bill: string; readonly tender: TenderId } | null,
): JournalRecord {
  return {
    ...{ v: 1, at, sale, kind: 'opened', number: 1, method: { kind: 'qr' } },
    ...(bill === null ? {} : { bill }),
    body: {
      ...{ action: 'sale', currency: 'NOK', amount, allow_credit: false, pos_id: 'till1' },
      ...{ pos_tid: sale, customer: null, text: null, line_items: itemsOf(amount) },
      ...{ display_message_uri: '', callback_uri: '', expires_in: 300 },
      ...{ success_return_uri: null, failure_return_uri: null },
    },
  };
}
