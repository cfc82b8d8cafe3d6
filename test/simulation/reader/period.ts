import type { BookEntry, BookFact, ShownReport, Sum } from '../../../shared/books/entry.ts';

/*
 * A reader of the books that uses nothing of `shared/books`. It adds up the entries as an accountant would, and says each
 * figure of a report by a name.
 */

/** Figures by their names; those that are zero or empty are left out. */
export type Figures = ReadonlyMap<string, number | string>;

type Fact<K extends BookFact['kind']> = Extract<BookFact, { kind: K }>;

class Sums {
  readonly map = new Map<string, number | string>();
  add(name: string, by: number): void {
    const sum = Number(this.map.get(name) ?? 0) + by;
    if (sum === 0) this.map.delete(name);
    else this.map.set(name, sum);
  }
  say(name: string, what: number | string | null): void {
    if (what !== null && what !== '' && what !== 0) this.map.set(name, what);
  }
}

const listOf = (of: Iterable<string>) => [...of].sort().join(' ');

/** Reads the entries from the first one on. */
export class BookReader {
  #sums = new Sums();
  #days = new Set<string>();
  #first: number | null = null;
  #last = 0;
  /** What the drawer held when the period began, and what it holds now. */
  #opening = 0;
  #drawer = 0;
  #grandSales = 0;
  #grandRefunds = 0;
  #isFirst = true;
  #till = '';
  #currency = '';
  #rule: string | null = null;
  readonly #open = new Set<string>();
  readonly #unsigned = new Set<string>();

  read({ fact, receipt, day }: BookEntry): void {
    if (fact.kind === 'close') {
      this.#beginPeriod();
      return;
    }
    if (fact.kind === 'fiscal') {
      this.#readFiscal(fact);
      return;
    }
    if (fact.kind === 'x_report') return;
    this.#days.add(day);
    this.#first ??= fact.at;
    this.#last = fact.at;
    if (receipt !== null) {
      if (this.#isFirst) this.#sums.say('first receipt', receipt);
      this.#isFirst = false;
      this.#sums.say('last receipt', receipt);
    }
    switch (fact.kind) {
      case 'begin':
        this.#till = fact.till;
        this.#currency = fact.currency;
        return;
      case 'receipt':
        this.#readReceipt(fact);
        return;
      case 'refund':
        this.#readRefund(fact);
        return;
      case 'correction':
        this.#count(`${fact.act} by ${fact.by}`, fact.amount);
        return;
      case 'drawer':
        this.#readDrawer(fact);
        return;
      case 'count':
        this.#readCount(fact);
    }
  }

  /** The figures of the open period at `now`. */
  figures(now: number): Figures {
    const all = new Sums();
    for (const [name, sum] of this.#sums.map) all.say(name, sum);
    all.say('till', this.#till);
    all.say('currency', this.#currency);
    all.say('from', this.#first ?? now);
    all.say('to', this.#first === null ? now : this.#last);
    all.say('days', listOf(this.#days));
    all.add('opening', this.#opening);
    all.say('expected', this.#drawer);
    all.say('grand sales', this.#grandSales);
    all.say('grand refunds', this.#grandRefunds);
    all.say('grand net', this.#grandSales - this.#grandRefunds);
    all.say('fiscal rule', this.#rule);
    all.say('fiscal unsigned', listOf(this.#unsigned));
    all.say('fiscal started', listOf(this.#open));
    return all.map;
  }

  #beginPeriod(): void {
    this.#sums = new Sums();
    this.#days = new Set();
    this.#first = null;
    this.#isFirst = true;
    this.#opening = this.#drawer;
  }

  #count(name: string, amount: number): void {
    this.#sums.add(`${name} count`, 1);
    this.#sums.add(`${name} amount`, amount);
  }

  #readReceipt(fact: Fact<'receipt'>): void {
    const { id, total, gross, tip, discounts, returned = [], vat, method, by } = fact;
    this.#count('sales', total);
    this.#sums.add('net', total);
    this.#sums.add('gross', gross);
    this.#count(`person ${by}`, total);
    for (const { reason, by: giver, approvedBy, amount } of discounts) {
      this.#count(`discount ${reason} by ${giver} approved by ${approvedBy}`, amount);
    }
    for (const { by: taker, approvedBy, pieces, amount } of returned) {
      this.#sums.add(`returned to ${taker} approved by ${approvedBy} count`, pieces);
      this.#sums.add(`returned to ${taker} approved by ${approvedBy} amount`, amount);
    }
    if (total < 0 && method.kind === 'cash') this.#count('payouts', -total - method.rounding);
    for (const rate of vat) this.#addRate('VAT', rate);
    this.#move('in', method, total, tip, 1);
    this.#grandSales += total;
    this.#wait(id);
  }

  #readRefund({ id, total, tip, vat, method, otherReceipt }: Fact<'refund'>): void {
    this.#count('refunds', total);
    if (otherReceipt !== undefined) this.#count('refunds of other tills', total);
    for (const rate of vat) this.#addRate('refunded VAT', rate);
    this.#move('out', method, total, tip, -1);
    this.#grandRefunds += total;
    this.#wait(id);
  }

  #addRate(name: string, { vatRate, total, vat }: Fact<'receipt'>['vat'][number]): void {
    this.#sums.add(`${name} ${vatRate} total`, total);
    this.#sums.add(`${name} ${vatRate}`, vat);
  }

  #move(
    way: string,
    method: Fact<'receipt'>['method'],
    total: number,
    tip: number,
    sign: 1 | -1,
  ): void {
    const rounding = method.kind === 'cash' ? method.rounding : 0;
    const moved = total + tip + rounding;
    this.#count(`${way} ${method.kind === 'other' ? `other ${method.name}` : method.kind}`, moved);
    this.#sums.add('tips', sign * tip);
    this.#sums.add('rounding', sign * rounding);
    if (method.kind === 'cash') this.#drawer += sign * moved;
  }

  #readDrawer({ act, amount }: Fact<'drawer'>): void {
    if (act === 'no_sale') {
      this.#sums.add('no sale', 1);
      return;
    }
    if (act === 'float') this.#sums.add('opening', amount);
    else this.#count(act, amount);
    this.#drawer += act === 'pay_out' ? -amount : amount;
  }

  #readCount({ counted }: Fact<'count'>): void {
    const sum = counted.reduce((all, { value, count }) => all + value * count, 0);
    this.#sums.add('counts', 1);
    this.#sums.add('difference', sum - this.#drawer);
    this.#drawer = sum;
  }

  #readFiscal(fact: Fact<'fiscal'>): void {
    switch (fact.act) {
      case 'on':
        this.#rule = fact.without;
        return;
      case 'off':
        this.#rule = null;
        this.#open.clear();
        this.#unsigned.clear();
        return;
      case 'start':
        this.#open.add(fact.of);
        return;
      case 'cancelled':
        this.#open.delete(fact.of);
        return;
      case 'signed':
      case 'failed':
        this.#sums.add(`fiscal ${fact.act}`, 1);
        this.#unsigned.delete(fact.of);
    }
  }

  /** The transaction of what was booked waits for its signature. */
  #wait(id: string): void {
    if (this.#rule === null) return;
    const started = [...this.#open].find((one) => one.endsWith(`:${id}`));
    this.#open.delete(started ?? '');
    this.#unsigned.add(started ?? `1:${id}`);
  }
}

/** The figures of a report by the same names. */
export function figuresOf(report: ShownReport): Figures {
  const all = new Sums();
  const count = (name: string, sum: Sum) => {
    all.say(`${name} count`, sum.count);
    all.say(`${name} amount`, sum.amount);
  };
  const { till, currency, from, to, days, receipts, sales, gross, net, tips, rounding } = report;
  for (const [name, what] of Object.entries({ till, currency, from, to, gross, net, tips })) {
    all.say(name, what);
  }
  all.say('rounding', rounding);
  all.say('days', days.join(' '));
  all.say('first receipt', receipts?.first ?? null);
  all.say('last receipt', receipts?.last ?? null);
  count('sales', sales);
  count('refunds', report.refunds);
  if (report.otherTills !== undefined) count('refunds of other tills', report.otherTills);
  for (const { reason, by, approvedBy, ...sum } of report.discounts) {
    count(`discount ${reason} by ${by} approved by ${approvedBy}`, sum);
  }
  for (const { by, approvedBy, ...sum } of report.returned) {
    count(`returned to ${by} approved by ${approvedBy}`, sum);
  }
  count('payouts', report.payouts);
  for (const { vatRate, total, vat } of report.vat) {
    all.say(`VAT ${vatRate} total`, total);
    all.say(`VAT ${vatRate}`, vat);
  }
  for (const { vatRate, total, vat } of report.refundedVat) {
    all.say(`refunded VAT ${vatRate} total`, total);
    all.say(`refunded VAT ${vatRate}`, vat);
  }
  for (const { kind, name, sales: into, refunds: out } of report.tenders) {
    const of = kind === 'other' ? `other ${name}` : kind;
    count(`in ${of}`, into);
    count(`out ${of}`, out);
  }
  for (const { act, by, ...sum } of report.corrections) count(`${act} by ${by}`, sum);
  for (const { by, ...sum } of report.people) count(`person ${by}`, sum);
  const { opening, payIn, payOut, noSale, expected, counts, difference } = report.drawer;
  count('pay_in', payIn);
  count('pay_out', payOut);
  const drawer = { opening, expected, counts, difference, 'no sale': noSale };
  for (const [name, what] of Object.entries(drawer)) all.say(name, what);
  for (const [name, what] of Object.entries(report.grand)) all.say(`grand ${name}`, what);
  if (report.fiscal !== undefined) {
    const { without, signed, failed, unsigned, started } = report.fiscal;
    all.say('fiscal rule', without);
    all.say('fiscal signed', signed);
    all.say('fiscal failed', failed);
    all.say('fiscal unsigned', listOf(unsigned));
    all.say('fiscal started', listOf(started));
  }
  return all.map;
}

/** The names of the figures that differ, with both. */
export function differences(said: Figures, read: Figures): readonly string[] {
  const names = new Set([...said.keys(), ...read.keys()]);
  return [...names].flatMap((name) => {
    const [one, other] = [said.get(name) ?? 0, read.get(name) ?? 0];
    return one === other ? [] : [`${name} is ${one} and not ${other}`];
  });
}
