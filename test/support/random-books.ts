import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { CloseEntry } from '../../shared/books/close.ts';
import type {
  BookEntry,
  BookedMethod,
  BookFact,
  BookLine,
  PeriodReport,
} from '../../shared/books/entry.ts';
import type { RatedAmount } from '../../shared/lines/divide.ts';
import { type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import { rateOf, vatIn } from '../../shared/money/vat.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';

/*
 * Books of random days for tests of what is made from books: every kind of entry, amounts that add up, and a report for
 * each close that this file adds up on its own.
 */

export const BOOKS_BEGIN = Date.UTC(2026, 2, 2, 6);

const RATES = ['0.25', '0.15', '0.12', '0', null];
const NAMES = ['Bun', 'Coffee <small> & "hot"', 'Kaffe \u{1f382}', 'x'.repeat(90), '=1+1'];
const PEOPLE = ['Ada', 'Grace', 'A name that is longer than what an identifier of a file may have'];
const OTHERS = ['Bank card', 'Gift card', 'CASH'];

const zeroHash = '0'.repeat(64);

/** What an entry is hashed as: everything but its own hash and signature. */
export function hashOf(entry: Omit<BookEntry, 'hash' | 'signature'>): string {
  return createHash('sha256').update(JSON.stringify(entry)).digest('hex');
}

/** A key with which a till signs its closes. */
export function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    sign: (hash: string) => sign(null, Buffer.from(hash), privateKey).toString('base64'),
  };
}
const KEY = newKey();

/** The entry of a fact after those of `before`. */
export function nextEntry(
  before: readonly BookEntry[],
  fact: BookFact,
  day: string,
  key = KEY,
): BookEntry {
  const isReceipt = fact.kind === 'receipt' || fact.kind === 'refund';
  const receipts = before.filter(({ receipt }) => receipt !== null).length;
  const core = {
    v: 1 as const,
    entry: before.length + 1,
    receipt: isReceipt ? receipts + 1 : null,
    day,
    fact: fact.kind === 'close' ? { ...fact, key: key.publicKey } : fact,
    previous: before.at(-1)?.hash ?? zeroHash,
  };
  const hash = hashOf(core);
  return { ...core, hash, signature: fact.kind === 'close' ? key.sign(hash) : null };
}

/** A close with its own hash and signature, as a till signs one that it has folded. */
export function sealed({ hash: _, signature: __, ...close }: CloseEntry): CloseEntry {
  const core = { ...close, fact: { ...close.fact, key: KEY.publicKey } };
  const hash = hashOf(core);
  return { ...core, hash, signature: KEY.sign(hash) };
}

/** Entries of `periods` closed periods and of an open one. */
export function randomBooks(seed: number, periods = 2, begin = BOOKS_BEGIN): readonly BookEntry[] {
  const prng = createPrng(seed);
  const entries: BookEntry[] = [];
  let at = begin;
  const sold: Extract<BookFact, { kind: 'receipt' }>[] = [];

  function add(draft: Draft): void {
    at += 1 + below(prng, 900_000);
    const id = `fact-${entries.length + 1}`;
    const fact = { id, at, by: prng.pick(PEOPLE), ...draft } as BookFact;
    if (fact.kind === 'receipt') sold.push(fact);
    entries.push(nextEntry(entries, fact, new Date(at).toISOString().slice(0, 10)));
  }

  add({ kind: 'begin', till: 'Till 1', currency: 'NOK' });
  for (let number = 1; number <= periods + 1; number += 1) {
    const first = entries.length;
    for (let step = below(prng, 25); step > 0; step -= 1) add(randomFact(prng, sold, entries));
    if (number > periods) break;
    const report = addUp(entries.slice(first), entries);
    add({ kind: 'close', number, approvedBy: null, key: 'a2V5', report });
    at += 24 * 3_600_000;
  }
  return entries;
}

type Draft = BookFact extends infer F
  ? F extends BookFact
    ? Omit<F, 'id' | 'at' | 'by'>
    : never
  : never;

function randomFact(
  prng: Prng,
  sold: readonly Extract<BookFact, { kind: 'receipt' }>[],
  entries: readonly BookEntry[],
): Draft {
  const kind = below(prng, 10);
  if (kind < 5) return randomReceipt(prng);
  const receipt = sold.length === 0 ? null : prng.pick(sold);
  if (kind === 5 && receipt !== null) return refundOf(prng, receipt);
  if (kind === 6) {
    const act = prng.pick(['removed', 'reduced', 'cleared'] as const);
    const amount = money(below(prng, 50_000));
    return { kind: 'correction', act, bill: 'b1', name: 'Bun', amount, reason: null };
  }
  if (kind === 7) {
    const expected = drawerOf(entries);
    const sum = money(Math.max(0, expected + below(prng, 2_000) - 1_000));
    return { kind: 'count', counted: [], sum, expected, reason: 'Counted twice' };
  }
  const act = prng.pick(['float', 'pay_in', 'pay_out', 'no_sale'] as const);
  const amount = act === 'no_sale' ? ZERO : money(below(prng, 100_000));
  const reason = prng.pick(['bank', 'Milk', 'Change']);
  if (kind === 8 && act === 'no_sale') return { kind: 'x_report' };
  return { kind: 'drawer', act, amount, reason };
}

function randomReceipt(prng: Prng): Draft {
  const goods = Array.from({ length: below(prng, 4) }, () => randomLine(prng));
  const lines = [...goods, ...returnedDeposit(prng, sum(goods, 'total'))];
  const amounts = { gross: sum(lines, 'gross'), total: sum(lines, 'total') };
  const off = money(amounts.gross - amounts.total);
  const tip = money(below(prng, 4) === 0 ? below(prng, 5_000) : 0);
  const paid = money(amounts.total + tip);
  return {
    kind: 'receipt',
    bill: null,
    lines,
    discounts:
      off === 0 ? [] : [{ reason: 'Regular', by: 'Ada', approvedBy: 'Grace', amount: off }],
    ...amounts,
    vat: byRate(lines),
    tip,
    method: randomMethod(prng, paid),
  };
}

function randomMethod(prng: Prng, paid: MoneyInteger): BookedMethod {
  const kind = below(prng, 3);
  if (kind === 0) return { kind: 'phone', tid: `tid-${below(prng, 1_000_000)}` };
  if (kind === 1) return { kind: 'other', name: prng.pick(OTHERS) };
  const rounding = money(Math.round(paid / 100) * 100 - paid);
  return { kind: 'cash', rounding, received: money(paid + rounding + 100 * below(prng, 50)) };
}

function randomLine(prng: Prng): BookLine {
  const vatRate = prng.pick(RATES);
  const gross = money(below(prng, 50_000));
  const discount = money(below(prng, 3) === 0 ? below(prng, gross + 1) : 0);
  const total = money(gross - discount);
  const place = below(prng, NAMES.length);
  return {
    product: below(prng, 4) === 0 ? null : `product-${place}`.padEnd(20 + place * 10, 'p'),
    name: NAMES[place] ?? '',
    quantity: prng.pick(['1', '2', '0.335']),
    vatRate,
    gross,
    discount,
    total,
    vat: vatRate === null ? ZERO : vatIn(total, rateOf(vatRate) ?? 0),
  };
}

/** Bottles that the customer has brought back, for at most what the goods cost. */
function returnedDeposit(prng: Prng, most: MoneyInteger): readonly BookLine[] {
  if (most === 0 || below(prng, 4) > 0) return [];
  const total = money(-1 - below(prng, most));
  const line = { product: 'bottle', name: 'Empty bottle', quantity: '3', vatRate: null };
  return [{ ...line, gross: total, discount: ZERO, total, vat: ZERO }];
}

function refundOf(prng: Prng, receipt: Extract<BookFact, { kind: 'receipt' }>): Draft {
  const lines = receipt.lines.filter(({ total }) => total >= 0 && below(prng, 2) === 0);
  const { method } = receipt;
  const reason = prng.pick([null, 'Cold']);
  return {
    kind: 'refund',
    of: receipt.id,
    approvedBy: 'Grace',
    reason,
    // A refund of an amount belongs to no line.
    lines: reason === null ? [] : lines,
    total: sum(lines, 'total'),
    vat: byRate(lines),
    tip: ZERO,
    method:
      method.kind === 'cash' ? { kind: 'cash', rounding: ZERO, received: ZERO } : { ...method },
  };
}

function byRate(lines: readonly BookLine[]): readonly RatedAmount[] {
  const rates = [...new Set(lines.map(({ vatRate }) => vatRate))];
  return rates.map((vatRate) => {
    const own = lines.filter((line) => line.vatRate === vatRate);
    return { vatRate, total: sum(own, 'total'), vat: sum(own, 'vat') };
  });
}

function sum<K extends string>(rows: readonly Record<K, MoneyInteger>[], key: K): MoneyInteger {
  return money(rows.reduce((all, row) => all + row[key], 0));
}

/** What a tender moved: positive for a receipt. */
function movedBy(fact: BookFact): number {
  if (fact.kind !== 'receipt' && fact.kind !== 'refund') return 0;
  const rounding = fact.method.kind === 'cash' ? fact.method.rounding : 0;
  const moved = fact.total + fact.tip + rounding;
  return fact.kind === 'receipt' ? moved : -moved;
}

/** What the drawer holds after these entries: the last count, and what moved since. */
export function drawerOf(entries: readonly BookEntry[]): MoneyInteger {
  let held = 0;
  for (const { fact } of entries) {
    if (fact.kind === 'count') held = fact.sum;
    else if (fact.kind === 'drawer') held += fact.act === 'pay_out' ? -fact.amount : fact.amount;
    else if ('method' in fact && fact.method.kind === 'cash') held += movedBy(fact);
  }
  return money(held);
}

/** The report of a period; `all` are the entries since the beginning. */
export function addUp(period: readonly BookEntry[], all: readonly BookEntry[]): PeriodReport {
  const entries = period.filter(({ fact }) => fact.kind !== 'x_report');
  const facts = entries.map(({ fact }) => fact);
  const receipts = facts.filter((fact) => fact.kind === 'receipt');
  const refunds = facts.filter((fact) => fact.kind === 'refund');
  const drawer = facts.filter((fact) => fact.kind === 'drawer');
  const counts = facts.filter((fact) => fact.kind === 'count');
  const numbers = entries.flatMap(({ receipt }) => receipt ?? []);
  const acts = (act: 'pay_in' | 'pay_out') => {
    const own = drawer.filter((fact) => fact.act === act);
    return { count: own.length, amount: sum(own, 'amount') };
  };
  const tenderKeys = [...receipts, ...refunds].map(({ method }) =>
    JSON.stringify([method.kind, method.kind === 'other' ? method.name : null]),
  );
  const since = (kind: 'receipt' | 'refund') =>
    money(
      all.reduce((held, { fact }) => held + (fact.kind === kind ? fact.total + fact.tip : 0), 0),
    );
  const first = facts[0]?.at ?? all.at(-1)?.fact.at ?? BOOKS_BEGIN;
  return {
    till: 'Till 1',
    currency: 'NOK',
    from: first,
    to: facts.at(-1)?.at ?? first,
    days: [...new Set(entries.map(({ day }) => day))],
    receipts: numbers.length === 0 ? null : { first: numbers[0] ?? 0, last: numbers.at(-1) ?? 0 },
    sales: { count: receipts.length, amount: sum(receipts, 'total') },
    gross: sum(receipts, 'gross'),
    discounts: receipts.flatMap(({ discounts }) => discounts).map((one) => ({ ...one, count: 1 })),
    returned: [],
    payouts: { count: 0, amount: ZERO },
    net: sum(receipts, 'total'),
    vat: merged(receipts.flatMap(({ vat }) => vat)),
    refundedVat: merged(refunds.flatMap(({ vat }) => vat)),
    tips: sum(receipts, 'tip'),
    rounding: money(
      receipts.reduce((all, { method }) => all + (method.kind === 'cash' ? method.rounding : 0), 0),
    ),
    refunds: { count: refunds.length, amount: sum(refunds, 'total') },
    tenders: [...new Set(tenderKeys)].map((key) => {
      const [kind, name] = JSON.parse(key) as [BookedMethod['kind'], string | null];
      const own = (fact: { readonly method: BookedMethod }) =>
        fact.method.kind === kind && (fact.method.kind !== 'other' || fact.method.name === name);
      const of = (rows: readonly Extract<BookFact, { method: BookedMethod }>[]) => ({
        count: rows.filter(own).length,
        amount: money(rows.filter(own).reduce((all, fact) => all + Math.abs(movedBy(fact)), 0)),
      });
      return { kind, name, sales: of(receipts), refunds: of(refunds) };
    }),
    corrections: facts.flatMap((fact) =>
      fact.kind === 'correction'
        ? [{ act: fact.act, by: fact.by, count: 1, amount: fact.amount }]
        : [],
    ),
    people: [...new Set(receipts.map(({ by }) => by))].map((by) => {
      const own = receipts.filter((fact) => fact.by === by);
      return { by, count: own.length, amount: sum(own, 'total') };
    }),
    drawer: {
      opening: ZERO,
      payIn: acts('pay_in'),
      payOut: acts('pay_out'),
      noSale: drawer.filter(({ act }) => act === 'no_sale').length,
      expected: drawerOf(all),
      counts: counts.length,
      difference: money(counts.reduce((all, { sum, expected }) => all + sum - expected, 0)),
    },
    grand: {
      sales: since('receipt'),
      refunds: since('refund'),
      net: money(since('receipt') - since('refund')),
    },
  };
}

function merged(rows: readonly RatedAmount[]): readonly RatedAmount[] {
  return [...new Set(rows.map(({ vatRate }) => vatRate))].map((vatRate) => {
    const own = rows.filter((row) => row.vatRate === vatRate);
    return { vatRate, total: sum(own, 'total'), vat: sum(own, 'vat') };
  });
}

const below = (prng: Prng, limit: number) => prng.between(0, limit - 1);
