import { amountsOf, isPaid } from '../../shared/bill/amounts.ts';
import { type Bills, NO_BILLS } from '../../shared/bill/bill.ts';
import type { BillAct, BillRecord, Discount, NewLine } from '../../shared/bill/commands.ts';
import { decideBill, decideResult } from '../../shared/bill/decide.ts';
import { quantity } from '../../shared/bill/quantity.ts';
import { reduceBill } from '../../shared/bill/reduce.ts';
import { type Books, NO_BOOKS, reduceBooks } from '../../shared/books/books.ts';
import { closeFact, decideBeforeClose } from '../../shared/books/drawer.ts';
import type { BookEntry, BookFact, PeriodReport } from '../../shared/books/entry.ts';
import { type BookEvent, createFollower } from '../../shared/books/follow.ts';
import { entryOf } from '../../shared/books/next-entry.ts';
import {
  decideRefund,
  leftOf,
  phoneRefundFact,
  type ReceiptFact,
  type RefundFact,
} from '../../shared/books/refunds.ts';
import { inCash } from '../../shared/cash/rounding.ts';
import { apportion } from '../../shared/money/apportion.ts';
import { add, type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import { rateOf, vatIn } from '../../shared/money/vat.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { JournalRecord } from '../../shared/terminal/sale/records.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';

/*
 * Random days of the pure books, and a reader of its own. The reader counts what the records of the journal and the
 * drawer's orders say, and takes VAT and discounts from the bills; it uses nothing of `shared/books`.
 */

/** Where a test puts a defect. */
export type BookRules = {
  readonly fact: (fact: BookFact) => readonly BookFact[];
  readonly reduce: typeof reduceBooks;
};
const RIGHT: BookRules = { fact: (fact) => [fact], reduce: reduceBooks };

const ROUNDING = { step: 100, half: 'up' } as const;
const PEOPLE = ['Ada', 'Kari', ''];
const RATES = ['0.25', '0.15', '0', null];

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
  const till = createTill(createPrng(seed), { ...RIGHT, ...rules });
  const findings: string[] = [];
  for (let day = 1; day <= days; day += 1) findings.push(...till.day(day));
  return findings;
}

function createTill(prng: Prng, rules: BookRules) {
  const follower = createFollower({ part: (name) => `Part of ${name ?? '-'}`, other: 'Other' });
  let books: Books = NO_BOOKS;
  let bills: Bills = NO_BILLS;
  const entries: BookEntry[] = [];
  const grand = { sales: 0, refunds: 0 };
  let account = new Account();
  let drawer = 0;
  let at = 1_000_000;
  let ids = 0;
  let openBills: string[] = [];
  const newId = () => {
    ids += 1;
    return `id-${ids}`;
  };
  /** What the reader knows of each receipt, to refund it. */
  const sold: { fact: ReceiptFact; refunds: RefundFact[] }[] = [];

  function write(fact: BookFact): void {
    for (const one of rules.fact(fact)) {
      const entry = entryOf(books, one, `day-${account.of('day')}`, (text) => String(text.length));
      entries.push(entry);
      books = rules.reduce(books, entry);
      if (one.kind === 'receipt') sold.push({ fact: one, refunds: [] });
      if (one.kind === 'refund') {
        sold.find(({ fact: receipt }) => receipt.id === one.of)?.refunds.push(one);
      }
    }
  }

  function hear(record: JournalRecord): void {
    for (const event of follower.next(record)) write(factOf(event));
  }

  function factOf(event: BookEvent): BookFact {
    if (event.kind === 'fact') return event.fact;
    const isIt = ({ fact: { means } }: { fact: ReceiptFact }) =>
      means.kind === 'phone' && means.tid === event.tid;
    const receipt = sold.find(isIt);
    return phoneRefundFact(event, receipt?.fact ?? null, receipt?.refunds ?? []);
  }

  function record(one: BillRecord): void {
    bills = reduceBill(bills, one);
    hear({ v: 1, at: one.at, kind: 'bill', record: one });
  }

  /** Gives a command, if the bill allows it. */
  function give(bill: string, act: BillAct, id = newId()): BillRecord | null {
    at += 1;
    const version = bills.bills.get(bill)?.version ?? 0;
    const command = { ...act, id, bill, version, by: prng.pick(PEOPLE), approvedBy: null };
    const decided = decideBill(bills, command, at, { discountMax: 10_000 });
    if (!decided.ok || decided.record === null) return null;
    record(decided.record);
    return decided.record;
  }

  const billOf = (id: string) => bills.bills.get(id);

  function order(): void {
    const bill = newId();
    const lines = Array.from({ length: prng.between(1, 4) }, () => randomLine(prng));
    if (give(bill, { act: 'open', name: prng.chance(0.5) ? bill : null, lines }) !== null) {
      openBills.push(bill);
    }
  }

  function change(id: string): void {
    const bill = billOf(id);
    const line = bill?.lines[prng.between(0, Math.max(0, bill.lines.length - 1))];
    if (bill === undefined || line === undefined) return;
    const before = amountsOf(bill).total;
    const kind = prng.between(0, 5);
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
                : { act: 'add', line: randomLine(prng) };
    const done = give(id, act);
    if (done === null || !('by' in done)) return;
    const after = billOf(id);
    const less = before - (after === undefined ? 0 : amountsOf(after).total);
    // Money off the whole bill moves to the other lines, so the bill does not cost less by what a line cost.
    const isExact = bill.discounts.length === 0;
    if (act.act === 'remove') correct('removed', done.by, isExact ? less : null);
    const isLess = act.act === 'set_quantity' && act.quantity < line.quantity;
    if (isLess) correct('reduced', done.by, isExact ? less : null);
    if (act.act === 'clear') correct('cleared', done.by, before);
  }

  function correct(act: string, by: string, amount: number | null): void {
    account.note(`${act} ${by} count`, 1);
    if (amount === null) account.note('correction unknown', 1);
    else account.note(`${act} ${by} amount`, amount);
  }

  function pay(id: string): void {
    const bill = billOf(id);
    if (bill === undefined || bill.closed || isPaid(bill) || bill.lines.length === 0) return;
    const { due, paid } = amountsOf(bill);
    const amount = money(prng.chance(0.6) ? due : Math.ceil(due / 2));
    const tip = money(prng.chance(0.2) ? prng.between(1, 2_000) : 0);
    const kind = prng.between(0, 2);
    const tender = `t-${newId()}`;
    if (kind === 0 && amount > 0) {
      payByPhone(id, tender, amount, tip);
      return;
    }
    const isCash = kind === 1;
    const exact = add(amount, tip);
    const rounding = isCash && amount === due ? money(inCash(exact, ROUNDING) - exact) : ZERO;
    const method = isCash
      ? ({ kind: 'cash' } as const)
      : ({ kind: 'other', name: prng.pick(['Card', 'Gift']) } as const);
    const cash = isCash
      ? { rounding, received: money(exact + rounding + prng.between(0, 5_000)) }
      : {};
    const done = give(id, { act: 'pay', tender, method, amount, tip, ...cash });
    if (done === null || !('by' in done)) return;
    const name = method.kind === 'other' ? `other ${method.name}` : 'cash';
    moneyIn(name, done.by, amount, tip, rounding);
    if (isCash) drawer += amount + tip + rounding;
    finish(id, paid === 0);
  }

  function payByPhone(id: string, tender: string, amount: MoneyInteger, tip: MoneyInteger): void {
    const bill = billOf(id);
    const isFirst = bill !== undefined && amountsOf(bill).paid === 0;
    const done = give(id, { act: 'pay', tender, method: { kind: 'phone' }, amount, tip });
    if (done === null || !('by' in done)) return;
    const sale = newId();
    hear(openedRecord(sale, amount, at, { bill: id, tender }));
    hear({ v: 1, at, sale, kind: 'created', tid: `p-${sale}`, uri: null, expires: at });
    const fails = prng.chance(0.2);
    const result = { id: `${tender}.result`, bill: id };
    const heard = fails
      ? ({ ...result, act: 'tender_failed', tender } as const)
      : ({ ...result, act: 'tender_paid', tender, amount, tip } as const);
    const decided = decideResult(bills, heard, at);
    if (decided.ok && decided.record !== null) record(decided.record);
    if (fails) return;
    moneyIn('phone', done.by, amount, tip, 0);
    finish(id, isFirst);
  }

  /** What the reader takes from a bill once it is paid by one tender or by parts between which nothing changed. */
  function finish(id: string, isFirst: boolean): void {
    const bill = billOf(id);
    if (bill === undefined) return;
    const version = () => JSON.stringify([account.of('day'), bill.lines, bill.discounts]);
    if (isFirst) firstVersion.set(id, version());
    if (!isPaid(bill)) {
      account.note('open parts', 1);
      return;
    }
    openBills = openBills.filter((one) => one !== id);
    if (firstVersion.get(id) !== version()) account.note('changed between parts', 1);
    const { vat, discounts } = amountsOf(bill);
    for (const rate of vat) account.note('vat', rate.vat);
    // A returned deposit beyond its own rate is taken off the others, and its VAT is not.
    if (bill.lines.some(({ kind }) => kind === 'deposit_return')) account.note('deposits', 1);
    account.note('discounts', discounts);
  }

  const firstVersion = new Map<string, string>();

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
    if (prng.chance(0.4)) {
      const amount = money(prng.between(1, 40_000));
      const method = prng.pick(['cash', 'Card', 'Other'] as const);
      const given = method === 'Other' ? {} : { method };
      hear({ v: 1, at, kind: 'tendered', id: newId(), amount, ...given });
      moneyIn(method === 'cash' ? 'cash' : `other ${method}`, '', amount, 0, 0);
      if (method === 'cash') drawer += amount;
      return;
    }
    const sale = newId();
    const amount = money(prng.between(1, 40_000));
    hear(openedRecord(sale, amount, at, null));
    hear({ v: 1, at, sale, kind: 'created', tid: `p-${sale}`, uri: null, expires: at });
    const isPaidNow = prng.chance(0.7);
    const additional = money(prng.chance(0.3) ? prng.between(1, 900) : 0);
    hear({
      ...{ v: 1, at, sale, kind: 'seen', expires: null, refunded: false },
      code: isPaidNow ? CODE.ok : CODE.requestExpired,
      additional,
      ...(isPaidNow ? { taken: { amount, additional } } : {}),
    });
    if (!isPaidNow) return;
    moneyIn('phone', '', amount, additional, 0);
    for (const { vat } of itemsOf(amount)) account.note('vat', vat);
  }

  function refund(): void {
    const one = sold[prng.between(0, Math.max(0, sold.length - 1))];
    if (one === undefined) return;
    const { fact, refunds } = one;
    const left = leftOf(fact, refunds);
    const tip = prng.chance(0.2) ? left.tip : ZERO;
    const amount = money(prng.chance(0.5) ? left.total : prng.between(0, left.total));
    if (fact.means.kind === 'phone') {
      refundByPhone(fact.means.tid, amount, tip);
      return;
    }
    const byLine = prng.chance(0.5) && left.lines.some((units) => units > 0);
    const lines = left.lines.flatMap((units, line) =>
      units > 0 ? [{ line, quantity: prng.chance(0.5) ? units : prng.between(1, units) }] : [],
    );
    const who = { id: newId(), at, by: 'Kari', approvedBy: 'Ada', reason: null, amount, tip };
    const order = { ...who, lines: byLine ? lines : null };
    const decided = decideRefund(fact, refunds, order, ROUNDING);
    if (!decided.ok) return;
    write(decided.fact);
    const { total, means } = decided.fact;
    const rounding = means.kind === 'cash' ? means.rounding : 0;
    moneyOut(means.kind === 'other' ? `other ${means.name}` : 'cash', total, tip, rounding);
    if (means.kind === 'cash') drawer -= total + tip + rounding;
  }

  function refundByPhone(tid: string, amount: MoneyInteger, additional: MoneyInteger): void {
    if (amount + additional === 0) return;
    const id = newId();
    hear({
      ...{ v: 1, at, kind: 'refund_opened', refund: id, tid, amount, additional, currency: 'NOK' },
      ...{ text: null, approval: { id: 'a', approver: 'Ada' } },
    });
    const isDone = prng.chance(0.8);
    const how = isDone ? 'done' : 'refused';
    hear({ v: 1, at, kind: 'refund_ended', refund: id, how, sentence: '' });
    if (isDone) moneyOut('phone', amount, additional, 0);
  }

  function drawerAct(): void {
    const act = prng.pick(['float', 'pay_in', 'pay_out', 'no_sale'] as const);
    const amount = money(act === 'no_sale' ? 0 : prng.between(0, 50_000));
    const kind = 'drawer' as const;
    write({ kind, id: newId(), at, by: 'Kari', act, amount, reason: 'reason' });
    account.note(`${act} count`, 1);
    account.note(`${act} amount`, amount);
    if (act !== 'no_sale') drawer += act === 'pay_out' ? -amount : amount;
  }

  function close(number: number): PeriodReport {
    const id = newId();
    const sum = Math.max(0, drawer + (prng.chance(0.5) ? 0 : prng.between(-500, 500)));
    const counted = sum === 0 ? [] : [{ value: money(1), count: sum }];
    const keep = money(prng.between(0, sum));
    const who = { id, at, by: 'Ada', approvedBy: null };
    const order = { ...who, counted, reason: 'found', keep, bank: 'Bank' };
    const before = decideBeforeClose(books, order, () => false);
    for (const fact of before.kind === 'facts' ? before.facts : []) write(fact);
    account.note('difference', sum - drawer);
    if (sum > keep) {
      account.note('pay_out count', 1);
      account.note('pay_out amount', sum - keep);
    }
    drawer = keep;
    const last = closeFact(books, { id, at, by: 'Ada', approvedBy: null, key: 'key' });
    write(last);
    if (last.kind !== 'close' || last.number !== number) throw new Error('no close');
    return last.report;
  }

  return {
    day(number: number): readonly string[] {
      account = new Account();
      account.note('day', number);
      const opening = drawer;
      const firstEntry = entries.length;
      for (let step = prng.between(3, 18); step > 0; step -= 1) {
        at += 1_000;
        const bill = openBills[prng.between(0, Math.max(0, openBills.length - 1))];
        const kind = prng.between(0, 11);
        if (kind < 3 || bill === undefined) order();
        else if (kind < 6) pay(bill);
        else if (kind < 8) change(bill);
        else if (kind === 8) saleWithoutBill();
        else if (kind === 9) refund();
        else drawerAct();
      }
      const report = close(number);
      return [
        ...compare(report, account, { opening, drawer, grand }),
        ...balance(report),
        ...gaps(entries.slice(firstEntry), firstEntry, entries),
      ].map((finding) => `day ${number}: ${finding}`);
    },
  };
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
  for (const { kind, name, sales, refunds } of report.tenders) {
    const of = name === null ? kind : `${kind} ${name}`;
    same(`count in ${of}`, sales.count, account.of(`in ${of} count`));
    same(`in ${of}`, sales.amount, account.of(`in ${of} amount`));
    same(`count out ${of}`, refunds.count, account.of(`out ${of} count`));
    same(`out ${of}`, refunds.amount, account.of(`out ${of} amount`));
  }
  for (const one of report.people) same(`by ${one.by}`, one.amount, account.of(`by ${one.by}`));
  const isExact = account.of('correction unknown') === 0;
  for (const { act, by, count, amount } of report.corrections) {
    same(`count of ${act} by ${by}`, count, account.of(`${act} ${by} count`));
    if (isExact) same(`${act} by ${by}`, amount, account.of(`${act} ${by} amount`));
  }
  // Of bills that were paid completely in this period and did not change between their parts.
  const isWhole = account.of('open parts') === 0 && account.of('changed between parts') === 0;
  if (isWhole) same('discounts', report.gross - report.net, account.of('discounts'));
  const vat = report.vat.reduce((sum, rate) => sum + rate.vat, 0);
  if (isWhole && account.of('deposits') === 0) same('VAT', vat, account.of('vat'));
  same('float', report.drawer.opening, opening + account.of('float amount'));
  same('pay in', report.drawer.payIn.amount, account.of('pay_in amount'));
  same('pay out', report.drawer.payOut.amount, account.of('pay_out amount'));
  same('count of pay out', report.drawer.payOut.count, account.of('pay_out count'));
  same('no sale', report.drawer.noSale, account.of('no_sale count'));
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
    one.total + one.tip + (one.means.kind === 'cash' ? one.means.rounding : 0);
  const [moved, paid] = [sum(refunds.map(movedBy)), movedBy(receipt)];
  const isAll = total === receipt.total && tips === receipt.tip;
  if (moved > paid || (isAll && moved !== paid)) findings.push(`${moved} of ${paid} is given back`);
  if (total === receipt.total && vat !== whole) findings.push(`VAT ${vat} of ${whole} is refunded`);
  if (vat > whole) findings.push('more VAT is refunded than was paid');
  return findings;
}

function randomLine(prng: Prng): NewLine {
  const kind = prng.chance(0.1) ? 'deposit' : prng.chance(0.05) ? 'deposit_return' : 'goods';
  return {
    kind,
    product: prng.pick(['bun', 'tea', null]),
    name: 'Thing',
    unit: 'piece',
    quantity: quantity(prng.chance(0.7) ? prng.between(1, 4) * 1_000 : prng.between(1, 3_000)),
    price: money(prng.between(0, 20_000)),
    vatRate: prng.pick(RATES),
    options: [],
    note: null,
  };
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
  bill: { readonly bill: string; readonly tender: string } | null,
): JournalRecord {
  return {
    ...{ v: 1, at, sale, kind: 'opened', number: 1, way: { kind: 'qr' } },
    ...(bill === null ? {} : { bill }),
    body: {
      ...{ action: 'sale', currency: 'NOK', amount, allow_credit: false, pos_id: 'till1' },
      ...{ pos_tid: sale, customer: null, text: null, line_items: itemsOf(amount) },
      ...{ display_message_uri: '', callback_uri: '', expires_in: 300 },
      ...{ success_return_uri: null, failure_return_uri: null },
    },
  };
}
