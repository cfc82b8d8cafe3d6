import type { BookEntry, PeriodReport, ShownReport } from '../../../shared/books/entry.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { type RawBill, readBill } from './bill.ts';
import { movedBy, type ReadReceipt, readReceipts } from './books-file.ts';
import { readCsv } from './csv.ts';
import {
  type Amount,
  against,
  decimal,
  inWords,
  percentRate,
  type Rates,
  ratesOf,
  sum,
  taxIn,
  together,
} from './exact.ts';
import { exportsOf, type Papers, receiptPapers, reportPaper } from './papers.ts';
import { BookReader, differences, figuresOf } from './period.ts';
import { type Row, readRows } from './receipt-text.ts';
import { readCashRegisterFile } from './saft.ts';
import { shownAmount } from './shown-amount.ts';

/*
 * The books of one till against everything that is written from them: receipts on paper and in e-mails, reports, SAF-T, the
 * tables for accountants; and against the till's bills.
 */

type Find = (finding: string) => void;

export type ReadTill = {
  readonly name: string;
  readonly settings: TillSettings;
  /** The lines of the files of the books. */
  readonly lines: readonly string[];
  readonly bills: readonly RawBill[];
  /** The report of the open period, as a screen is answered. */
  readonly open: ShownReport | null;
  readonly now: number;
};

const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };
const decimalsOf = ({ currency }: TillSettings) => DECIMALS[currency] ?? 2;

/** Says each figure of these books that somebody reads differently somewhere. */
export function compareBooks(till: ReadTill, find: Find): readonly ReadReceipt[] {
  const say = (finding: string) => find(`${till.name}, reader: ${finding}`);
  const receipts = readReceipts(till.lines);
  for (const one of receipts) compareReceipt(one, say);
  comparePapers(till, receipts, say);
  compareExports(till, receipts, say);
  compareReports(till, say);
  compareBills(till, receipts, say);
  compareRefunds(receipts, say);
  return receipts;
}

/** `what` is said once with both values if they differ. */
function same(what: string, one: Amount | string, other: Amount | string, say: Find): void {
  if (one !== other) say(`${what} is ${one} and ${other}`);
}

const totalOf = (rates: Rates) => sum([...rates.values()].map(({ total }) => total));
const vatOf = (rates: Rates) => sum([...rates.values()].map(({ vat }) => vat));

/** A receipt agrees with itself: lines, rates and discounts add up, and the VAT is that of its rate. */
function compareReceipt(one: ReadReceipt, say: Find): void {
  const of = `${one.kind} ${one.number}`;
  same(`${of}: total of its rates`, totalOf(one.rates), one.total, say);
  const lines = ratesOf(one.lines.map((line) => [line.rate, line]));
  // A line of a refund after one of an amount: the rates state what of it was not stated before (D-250).
  if (one.kind === 'receipt') same(`${of}: its lines`, inWords(lines), inWords(one.rates), say);
  for (const line of one.lines) {
    same(`${of}: a line without its discount`, line.gross - line.discount, line.total, say);
  }
  if (one.gross !== null) same(`${of}: gross`, one.gross - one.discounts, one.total, say);
  // Each line and each step may have rounded once.
  const roundings = BigInt(one.lines.length + 2);
  for (const [rate, { total, vat }] of one.rates) {
    const off = vat - taxIn(total, rate);
    if (off > roundings || -off > roundings) say(`${of}: VAT of ${total} is ${vat}`);
  }
}

function comparePapers({ lines, settings }: ReadTill, all: readonly ReadReceipt[], say: Find) {
  const byNumber = new Map(all.map((one) => [one.number, one]));
  for (const line of lines) {
    const { receipt } = JSON.parse(line);
    const one = byNumber.get(receipt);
    if (one === undefined) continue;
    const papers = receiptPapers(line, settings);
    if (papers === null) say(`${one.kind} ${one.number} is on no paper`);
    else
      for (const on of ['paper', 'text', 'html'] as const)
        comparePaper(one, papers, on, settings, say);
  }
}

function comparePaper(
  one: ReadReceipt,
  papers: Papers,
  on: keyof Papers,
  settings: TillSettings,
  say: Find,
): void {
  const shown = readRows(papers[on], decimalsOf(settings));
  const of = `${one.kind} ${one.number}, ${on}`;
  const sign = one.kind === 'refund' ? -1n : 1n;
  same(`${of}: total`, shown.total, sign * movedBy(one), say);
  same(`${of}: rows above the total`, shown.items, shown.total, say);
  same(`${of}: tip`, shown.tip, sign * one.tip, say);
  same(`${of}: rounding`, shown.rounding, sign * one.rounding, say);
  for (const [rate, { vat }] of one.rates) {
    same(`${of}: VAT of rate ${rate}`, shown.taxes.get(rate) ?? 0n, sign * vat, say);
  }
  if (shown.received !== null && shown.change !== null) {
    same(`${of}: change`, shown.change, shown.received - shown.total, say);
  }
  if (!shown.number.endsWith(`R${one.number}`)) say(`${of}: has the number ${shown.number}`);
}

/** With the sign of the file: a refund is negative. */
const signed = (one: ReadReceipt, amount: Amount) => (one.kind === 'refund' ? -amount : amount);
const signedRates = (one: ReadReceipt) => (one.kind === 'refund' ? against(one.rates) : one.rates);

function compareExports(
  { lines, settings, now }: ReadTill,
  all: readonly ReadReceipt[],
  say: Find,
) {
  if (lines.length === 0) return;
  const { saft, accounts, receipts } = exportsOf(lines, settings, now);
  if (saft !== null) compareSaft(saft, lines, all, say);
  compareAccounts(accounts, all, settings, say);
  const rows = new Map(readCsv(receipts).map((row) => [Number(row.receipt), row]));
  const places = decimalsOf(settings);
  for (const one of all) {
    const row = rows.get(one.number) ?? {};
    const cell = (name: string) => decimal(row[name] ?? '', places);
    const of = `${one.kind} ${one.number}, receipts.csv`;
    same(`${of}: total`, cell('total'), signed(one, one.total), say);
    same(`${of}: VAT`, cell('vat'), signed(one, vatOf(one.rates)), say);
    same(`${of}: tip`, cell('tip'), signed(one, one.tip), say);
    same(`${of}: paid`, cell('paid'), signed(one, movedBy(one)), say);
    same(`${of}: gross`, cell('gross') - cell('discount'), signed(one, one.total), say);
  }
  same('receipts.csv: rows', BigInt(rows.size), BigInt(all.length), say);
}

function compareSaft(
  text: string,
  lines: readonly string[],
  all: readonly ReadReceipt[],
  say: Find,
) {
  const { receipts, reports } = readCashRegisterFile(text);
  const found = new Map(receipts.map((one) => [one.number, one]));
  same('SAF-T: receipts', BigInt(receipts.length), BigInt(all.length), say);
  for (const one of all) {
    const file = found.get(one.number);
    const of = `${one.kind} ${one.number}, SAF-T`;
    if (file === undefined) say(`${of}: is not there`);
    else {
      same(`${of}: total`, file.inAll, signed(one, one.total + one.tip), say);
      same(`${of}: paid`, file.paid, signed(one, movedBy(one)), say);
      same(`${of}: rounding`, file.rounding, signed(one, one.rounding), say);
      same(`${of}: lines`, file.lines, file.inAll, say);
      same(`${of}: rates`, inWords(file.rates), inWords(signedRates(one)), say);
      same(`${of}: rates of its lines`, inWords(file.lineRates), inWords(file.rates), say);
    }
  }
  const closes = periodsOf(lines, all).filter(({ number }) => number !== null);
  for (const { number, receipts: own } of closes) {
    const report = reports.find((one) => one.number === String(number));
    const of = `Z ${number}, SAF-T`;
    if (report === undefined) {
      say(`${of}: is not there`);
      continue;
    }
    const upTo = all.filter((one) => one.number <= Math.max(0, ...own.map((last) => last.number)));
    const [sales, refunds] = (['receipt', 'refund'] as const).map((kind) =>
      sum(own.flatMap((one) => (one.kind === kind ? [one.total] : []))),
    );
    same(`${of}: net`, report.net, (sales ?? 0n) - (refunds ?? 0n), say);
    same(`${of}: refunds`, report.refunds, refunds ?? 0n, say);
    same(`${of}: tips`, report.tips, sum(own.map((one) => signed(one, one.tip))), say);
    same(`${of}: paid`, report.paid, sum(own.map((one) => signed(one, movedBy(one)))), say);
    same(`${of}: discounts`, report.discounts, sum(own.map((one) => one.discounts)), say);
    same(`${of}: rates`, inWords(report.rates), inWords(together(...own.map(signedRates))), say);
    if (own.length > 0) {
      const net = sum(upTo.map((one) => signed(one, one.total)));
      same(`${of}: net since the beginning`, report.grand[2], net, say);
      same(`${of}: since the beginning`, report.grand[0] - report.grand[1], net, say);
    }
  }
}

type Period = { readonly number: number | null; readonly receipts: readonly ReadReceipt[] };

/** The receipts of each period; that of the open one has no number. */
function periodsOf(lines: readonly string[], all: readonly ReadReceipt[]): readonly Period[] {
  const byNumber = new Map(all.map((one) => [one.number, one]));
  const periods: Period[] = [];
  let receipts: ReadReceipt[] = [];
  for (const line of lines) {
    const { fact, receipt } = JSON.parse(line);
    const one = byNumber.get(receipt);
    if (one !== undefined) receipts.push(one);
    if (fact.kind !== 'close') continue;
    periods.push({ number: fact.number, receipts });
    receipts = [];
  }
  return [...periods, { number: null, receipts }];
}

/** Debit is credit on each day, and the sales of each rate and the movements of each tender are those of the receipts. */
function compareAccounts(
  csv: string,
  all: readonly ReadReceipt[],
  settings: TillSettings,
  say: Find,
) {
  const places = decimalsOf(settings);
  const rows = readCsv(csv).map(({ day = '', what, vat_rate: rate = '', tender, ...row }) => ({
    ...{ day, what, tender },
    rate: rate === '' ? 0n : percentRate(rate),
    amount: decimal(row.credit ?? '0', places) - decimal(row.debit ?? '0', places),
  }));
  for (const day of new Set(rows.map((row) => row.day))) {
    const own = rows.filter((row) => row.day === day);
    const receipts = all.filter((one) => one.day === day);
    const on = `accounts.csv of ${day}`;
    same(`${on}: credit less debit`, sum(own.map(({ amount }) => amount)), 0n, say);
    const of = (name: string) => own.filter(({ what }) => what === name);
    const sales = ratesOf(of('sales').map((row) => [row.rate, { total: row.amount, vat: 0n }]));
    const taxes = ratesOf(
      of('vat').map((row) => [row.rate, { total: row.amount, vat: row.amount }]),
    );
    const rates = together(...receipts.map(signedRates));
    same(`${on}: rates`, inWords(together(sales, taxes)), inWords(rates), say);
    same(
      `${on}: tips`,
      sum(of('tips').map(({ amount }) => amount)),
      sum(receipts.map((one) => signed(one, one.tip))),
      say,
    );
    const rounded = sum(receipts.map((one) => signed(one, one.rounding)));
    same(`${on}: rounding`, sum(of('rounding').map(({ amount }) => amount)), rounded, say);
    for (const tender of new Set(receipts.map((one) => one.tender))) {
      if (tender === 'cash') continue;
      const moved = receipts.filter((one) => one.tender === tender);
      const booked = of('tender').filter((row) => row.tender === tender);
      same(
        `${on}: ${tender}`,
        -sum(booked.map(({ amount }) => amount)),
        sum(moved.map((one) => signed(one, movedBy(one)))),
        say,
      );
    }
  }
}

/** Each Z report and the X report of the open period are what the entries add up to, also on paper. */
function compareReports({ lines, settings, open, now }: ReadTill, say: Find): void {
  const reader = new BookReader();
  for (const line of lines) {
    const entry: BookEntry = JSON.parse(line);
    const { fact } = entry;
    if (fact.kind === 'close') {
      const { number, report, by, approvedBy } = fact;
      const found = differences(figuresOf(report), reader.figures(fact.at));
      for (const difference of found) say(`Z ${number}: ${difference}`);
      const closed = { by, approvedBy, at: fact.at };
      comparePage({ report, number, closed }, settings, say);
    }
    reader.read(entry);
  }
  if (open === null) return;
  const own = new Map(reader.figures(now));
  // The time of a till's clock is no figure.
  const said = new Map(figuresOf(open));
  // Nor does it say what the drawer should hold.
  for (const name of ['from', 'to', 'expected']) {
    own.delete(name);
    said.delete(name);
  }
  for (const difference of differences(said, own)) say(`X: ${difference}`);
  comparePage({ report: open, number: null, at: now, closed: null }, settings, say);
}

function comparePage(
  page: Parameters<typeof reportPaper>[0],
  settings: TillSettings,
  say: Find,
): void {
  const { report, number } = page;
  const of = number === null ? 'X on paper' : `Z ${number} on paper`;
  const paper = reportPaper(page, settings);
  const { sections = [] } = paper;
  const money = (value: string) => shownAmount(value, decimalsOf(settings));
  const rows = (head: string): readonly Row[] =>
    sections.find((one) => one.head === head)?.rows ?? [];
  const amount = (label: string, among: readonly Row[] = sections.flatMap((one) => one.rows)) => {
    const found = among.find((row) => row.label === label || row.label.startsWith(`${label} x `));
    return found === undefined ? 0n : money(found.value);
  };
  same(`${of}: net`, money(paper.total.value), BigInt(report.net), say);
  same(`${of}: gross`, amount('Gross', paper.items), BigInt(report.gross), say);
  same(
    `${of}: discounts`,
    -amount('Discounts', paper.items),
    BigInt(report.gross - report.net),
    say,
  );
  const rates = (head: string) =>
    ratesOf(
      rows(head).flatMap((row, place) => {
        const next = rows(head)[place + 1];
        if (row.label === 'No VAT rate')
          return [[0n, { total: money(row.value), vat: 0n }] as const];
        const found = /^([\d.,]+)\s?%/.exec(row.label);
        if (found === null || next === undefined) return [];
        const rate = percentRate((found[1] ?? '').replace(',', '.'));
        return [[rate, { total: money(row.value), vat: money(next.value) }] as const];
      }),
    );
  const said = (all: PeriodReport['vat']) =>
    ratesOf(
      all.map(({ vatRate, total, vat }) => [
        vatRate === null ? 0n : decimal(vatRate, 6),
        { total: BigInt(total), vat: BigInt(vat) },
      ]),
    );
  same(`${of}: VAT`, inWords(rates('VAT')), inWords(said(report.vat)), say);
  same(
    `${of}: VAT of refunds`,
    inWords(rates('VAT of refunds')),
    inWords(said(report.refundedVat)),
    say,
  );
  const moved = report.tenders.reduce(
    (all, one) => all + BigInt(one.sales.amount - one.refunds.amount),
    0n,
  );
  const tenders = rows('Payment methods').filter(({ label }) => / x \d+$/.test(label));
  same(`${of}: tenders`, sum(tenders.map(({ value }) => money(value))), moved, say);
  same(`${of}: tips`, amount('Tips', rows('Payment methods')), BigInt(report.tips), say);
  same(
    `${of}: rounding`,
    amount('Cash rounding', rows('Payment methods')),
    BigInt(report.rounding),
    say,
  );
  same(`${of}: refunds`, -amount('Refunds', rows('Sales')), BigInt(report.refunds.amount), say);
  const holds = report.drawer.expected;
  same(`${of}: drawer`, amount('Cash at the end', rows('Cash drawer')), BigInt(holds ?? 0), say);
  same(
    `${of}: since the beginning`,
    amount('Net', rows('Since the beginning')),
    BigInt(report.grand.net),
    say,
  );
}

/** The receipts of a bill that is paid state the bill, in each rate; those of another one what was paid. */
function compareBills(
  { bills, settings: _ }: ReadTill,
  all: readonly ReadReceipt[],
  say: Find,
): void {
  for (const bill of bills) {
    const own = all.filter((one) => one.kind === 'receipt' && one.bill === bill.id);
    const paid = bill.tenders.filter(({ state }) => state === 'paid');
    const of = `bill ${bill.id}`;
    same(
      `${of}: paid and on receipts`,
      sum(paid.map(({ amount }) => BigInt(amount))),
      sum(own.map(({ total }) => total)),
      say,
    );
    same(
      `${of}: tips`,
      sum(paid.map(({ tip }) => BigInt(tip))),
      sum(own.map(({ tip }) => tip)),
      say,
    );
    same(
      `${of}: rounding`,
      sum(paid.map(({ rounding }) => BigInt(rounding))),
      sum(own.map(({ rounding }) => rounding)),
      say,
    );
    const { total, rates } = readBill(bill);
    const isOpen = bill.tenders.some(({ state }) => state === 'open');
    if (own.length === 0 || isOpen || total !== sum(own.map((one) => one.total))) continue;
    same(`${of}: rates`, inWords(rates), inWords(together(...own.map((one) => one.rates))), say);
  }
}

/** Refunds of a receipt never give back more than it, in all and of a rate; and all of it is all of each rate. */
function compareRefunds(all: readonly ReadReceipt[], say: Find): void {
  for (const receipt of all.filter(({ kind }) => kind === 'receipt')) {
    const refunds = all.filter(({ kind, of }) => kind === 'refund' && of === receipt.id);
    if (refunds.length === 0) continue;
    const of = `refunds of receipt ${receipt.number}`;
    const back = sum(refunds.map(({ total }) => total));
    const tips = sum(refunds.map(({ tip }) => tip));
    if (back > receipt.total) say(`${of}: ${back} of ${receipt.total}`);
    if (tips > receipt.tip) say(`${of}: tips of ${tips}, where ${receipt.tip} were given`);
    // Less was captured than asked: the service divides what it asked for.
    if (receipt.asked !== null) continue;
    const rates = together(...refunds.map((one) => one.rates));
    if (back === receipt.total) same(of, inWords(rates), inWords(receipt.rates), say);
  }
}
