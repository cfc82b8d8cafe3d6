import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { BookEntry } from '../../../shared/books/entry.ts';
import { cashRegisterFile } from '../../../shared/books/export/cash-register-file.ts';
import { exponentOf, isCurrency } from '../../../shared/money/currency.ts';
import { inWords } from '../../simulation/reader/exact.ts';
import { readCashRegisterFile } from '../../simulation/reader/saft.ts';
import { cashRegisterSchema } from '../../support/cash-register-schema.ts';
import { addUp, BOOKS_BEGIN, randomBooks } from '../../support/random-books.ts';

const OPTIONS = {
  company: { organisation: '999888777', name: 'Bakeri & Sønn AS' },
  from: '2026-03-01',
  to: '2026-12-31',
  timeZone: 'Europe/Oslo',
  created: BOOKS_BEGIN + 1_000_000_000,
  software: { name: 'Tillkit', version: '1.2.3' },
};

const published = process.env.SAFT_SCHEMA;
const schema = published === undefined ? cashRegisterSchema() : readFileSync(published, 'utf8');

async function problems(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml, schema });
  return errors.map(({ message }) => message);
}

function fileOf(entries: readonly BookEntry[], range = {}): string {
  const made = cashRegisterFile(entries, { ...OPTIONS, ...range });
  if (!made.ok) throw new Error(made.refusal.description);
  return [...made.value].join('');
}

/** The texts of all elements of a name. */
const texts = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text);
const sum = (xml: string, name: string) =>
  texts(xml, name).reduce((all, text) => all + Math.round(Number(text) * 100), 0);

test('the file of random days follows the schema of SAF-T Cash Register', async () => {
  const xml = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => fileOf(randomBooks(seed)));
  const found = await Promise.all(xml.map(problems));
  expect(found.flat()).toEqual([]);
});

test('the schema of the test refuses a file with a wrong order, a long text, an unknown person or currency', async () => {
  const xml = fileOf(randomBooks(3));
  const planted = [
    xml.replace(/(\s*<fiscalYear>.*<\/fiscalYear>)(\s*<startDate>.*<\/startDate>)/, '$2$1'),
    xml.replace('<auditfileVersion>1.00', `<auditfileVersion>${'1'.repeat(40)}`),
    xml.replace(/<empID>Ada</, '<empID>Somebody<'),
    xml.replace(/<eventType>RECEIPT</, '<eventType>UNKNOWN<'),
    xml.replace('<curCode>NOK<', '<curCode>TRY<'),
  ];
  expect(planted.every((one) => one !== xml)).toBe(true);
  const found = await Promise.all(planted.map(problems));
  expect(found.map((one) => one.length > 0)).toEqual([true, true, true, true, true]);
});

test('receipts and refunds of the range are there once, and their amounts are those of the books', () => {
  let returned = 0;
  for (const seed of [1, 2, 3, 4, 5]) {
    const entries = randomBooks(seed, 3);
    const xml = fileOf(entries);
    const sales = entries.flatMap(({ fact }) =>
      fact.kind === 'receipt' || fact.kind === 'refund' ? [fact] : [],
    );
    const signed = sales.map((fact) => (fact.kind === 'receipt' ? 1 : -1));
    const all = (of: (fact: (typeof sales)[number]) => number) =>
      sales.reduce((held, fact, at) => held + (signed[at] ?? 0) * of(fact), 0);
    expect(texts(xml, 'transID').length).toBe(2 * sales.length);
    expect(sum(xml, 'transAmntIn')).toBe(all(({ total, tip }) => total + tip));
    expect(sum(xml, 'transAmntIn') - sum(xml, 'transAmntEx')).toBe(
      all(({ vat }) => vat.reduce((held, row) => held + row.vat, 0)),
    );
    expect(sum(xml, 'paidAmnt') - sum(xml, 'roundingAmnt')).toBe(sum(xml, 'transAmntIn'));
    expect(sum(xml, 'lineAmntIn')).toBe(all(({ total, tip }) => total + tip));
    expect(texts(xml, 'reportType').filter((type) => type === 'Z report').length).toBe(3);
    // A returned deposit is negative on a sale, in its amount, quantity and side.
    const isMinus = (text: string | undefined) => text?.startsWith('-') === true;
    for (const line of xml.split('<ctLine>').slice(1)) {
      const [amount, side, quantity] = ['lineAmntIn', 'amntTp', 'qnt'].map(
        (name) => texts(line, name)[0],
      );
      if (Number(amount) === 0) continue;
      expect(side).toBe(isMinus(amount) ? 'D' : 'C');
      if (quantity !== undefined) expect(isMinus(quantity)).toBe(isMinus(amount));
    }
    returned += texts(xml, 'cashTransLineDescr').filter((name) => name === 'Empty bottle').length;
  }
  expect(returned).toBeGreaterThan(0);
});

test('a refund of an amount has a line for each of its rates, so the lines of every transaction have its rates', async () => {
  const entries = randomBooks(6, 3).map(
    (entry): BookEntry =>
      entry.fact.kind === 'refund' ? { ...entry, fact: { ...entry.fact, lines: [] } } : entry,
  );
  const refunds = entries.filter(({ fact }) => fact.kind === 'refund');
  expect(refunds.length).toBeGreaterThan(1);
  const xml = fileOf(entries);
  expect(await problems(xml)).toEqual([]);
  const file = readCashRegisterFile(xml);
  for (const { receipt } of refunds) {
    const found = file.receipts.find(({ number }) => number === receipt);
    expect(found?.lines).toBe(found?.inAll);
    expect(inWords(found?.lineRates ?? new Map())).toBe(inWords(found?.rates ?? new Map()));
  }
});

test('a range has only its business days, and the counts of its first close are of its whole period', () => {
  const entries = randomBooks(11, 2);
  const [first, second] = entries.filter(({ fact }) => fact.kind === 'close');
  const day = second?.day ?? '';
  expect(first?.day).not.toBe(day);
  const xml = fileOf(entries, { from: day, to: day });
  const own = entries.filter((entry) => entry.day === day);
  expect(texts(xml, 'eventID')).toEqual(own.map(({ entry }) => String(entry)));
  const before = entries.filter(({ entry }) => entry < (second?.entry ?? 0));
  const period = before.filter(({ entry }) => entry > (first?.entry ?? 0));
  const tips = period.filter(({ fact }) => fact.kind === 'receipt' && fact.tip > 0).length;
  expect(texts(xml, 'tipNum').at(-1)).toBe(String(tips));
});

test('a change of the clocks is in the local time of the shop', () => {
  const [begin] = randomBooks(1, 0);
  if (begin === undefined) throw new Error('no entry');
  const at = Date.UTC(2026, 2, 29, 1, 30);
  const entry = { ...begin, day: '2026-03-29', fact: { ...begin.fact, at } };
  expect(texts(fileOf([entry]), 'eventTime')).toEqual(['03:30:00']);
});

test('a tip is a raise of code 10001, and each reason of a discount has a code of its own', () => {
  const entries = randomBooks(4, 3);
  const xml = fileOf(entries);
  const facts = entries.map(({ fact }) => fact);
  const receipts = facts.flatMap((fact) => (fact.kind === 'receipt' ? [fact] : []));
  const tips = receipts.filter(({ tip }) => tip > 0);
  expect(tips.length).toBeGreaterThan(0);
  expect(codesOf(xml, texts(xml, 'raiseType'))).toEqual(tips.map(() => ['10', '10001', 'Tip']));
  const back = facts.reduce((all, fact) => all + (fact.kind === 'refund' ? fact.tip : 0), 0);
  const given = receipts.reduce((all, { tip }) => all + tip, 0);
  expect(sum(xml, 'raiseAmnt')).toBe(given - back);
  const discounts = receipts.flatMap((fact) => fact.discounts);
  expect(discounts.length).toBeGreaterThan(0);
  expect(codesOf(xml, texts(xml, 'dscTp'))).toEqual(
    discounts.map(({ reason }) => ['08', undefined, reason]),
  );
});

/** What the file says of these codes: their list, the published code and the name. */
function codesOf(xml: string, ids: readonly (string | undefined)[]) {
  const basics = xml.split('<basic>').slice(1);
  return ids.map((id) => {
    const basic = basics.find((one) => texts(one, 'basicID')[0] === id) ?? '';
    return ['basicType', 'predefinedBasicID', 'basicDesc'].map((name) => texts(basic, name)[0]);
  });
}

test('an X report is an event of code 13008 with the sums of its period up to then', () => {
  let found = 0;
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const entries = randomBooks(seed, 3);
    const xml = fileOf(entries);
    const events = xml.split('<event>').slice(1);
    for (const [place, { fact, entry }] of entries.entries()) {
      if (fact.kind !== 'x_report') continue;
      found += 1;
      const event = events[place] ?? '';
      const before = entries.slice(0, place);
      const begin = before.findLastIndex((one) => one.fact.kind === 'close') + 1;
      const { net, sales, refunds } = addUp(before.slice(begin), before);
      expect(texts(event, 'eventID')).toEqual([String(entry)]);
      expect(codesOf(xml, texts(event, 'eventType'))).toEqual([['13', '13008', 'X report']]);
      expect(texts(event, 'reportType')).toEqual(['X report']);
      expect(sum(event, 'totalCashSaleAmnt')).toBe(net - refunds.amount);
      expect(texts(event, 'reportReceiptNum')).toEqual([String(sales.count)]);
      expect(sum(event, 'reportReturnAmnt')).toBe(refunds.amount);
    }
    expect(new Set(texts(xml, 'reportID')).size).toBe(texts(xml, 'reportID').length);
  }
  expect(found).toBeGreaterThan(3);
});

test('the number of payments of a report is that of sales less refunds, and is never negative', () => {
  const entries = Array.from({ length: 20 }, (_, seed) => randomBooks(seed + 1, 3));
  for (const one of entries) {
    const rows = one.flatMap(({ fact }) => (fact.kind === 'close' ? [fact.report.tenders] : []));
    const counts = rows.flatMap((tenders) =>
      tenders.length === 0
        ? [0]
        : tenders.map(({ sales, refunds }) => Math.max(0, sales.count - refunds.count)),
    );
    const events = fileOf(one).split('<event>');
    const closes = events.filter((event) => event.includes('<reportType>Z report<')).join('');
    expect(texts(closes, 'paymentNum').map(Number)).toEqual(counts);
  }
});

test('each currency has a file that follows the schema, or is refused with what to do', () => {
  const [entry] = randomBooks(1, 0);
  if (entry?.fact.kind !== 'begin') throw new Error('no beginning');
  const { fact } = entry;
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  const files = codes.filter(isCurrency).map((currency) => {
    const made = cashRegisterFile([{ ...entry, fact: { ...fact, currency } }], OPTIONS);
    return { currency, made };
  });
  const refused = files.flatMap(({ currency, made }) => (made.ok ? [] : [currency]));
  expect(refused).toContain('TRY');
  expect(refused).toContain('KWD');
  const known = new Set(
    /name="Currencycode">[\s\S]*?<\/xsd:simpleType>/.exec(schema)?.[0].match(/[A-Z]{3}(?=")/g),
  );
  expect(known.size).toBe(168);
  for (const { currency, made } of files)
    expect([currency, made.ok]).toEqual([
      currency,
      known.has(currency) && exponentOf(currency) <= 2,
    ]);
});

test('books without their beginning, and a currency of three decimals, are refused with what to do', () => {
  const entries = randomBooks(1);
  const [begin, ...later] = entries;
  expect(cashRegisterFile(later, OPTIONS)).toMatchObject({ ok: false });
  if (begin?.fact.kind !== 'begin') throw new Error('no beginning');
  const dinar = { ...begin, fact: { ...begin.fact, currency: 'KWD' } };
  expect(cashRegisterFile([dinar], OPTIONS)).toMatchObject({ ok: false });
});

test('is written in pieces of an event or a transaction, and reads each entry a few times however many closes there are', () => {
  const reads = (periods: number) => {
    let count = 0;
    const entries = new Proxy(randomBooks(5, periods), {
      get(target, name, receiver) {
        if (typeof name === 'string' && /^\d+$/.test(name)) count += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const made = cashRegisterFile(entries, OPTIONS);
    if (!made.ok) throw new Error(made.refusal.description);
    let longest = 0;
    for (const piece of made.value) longest = Math.max(longest, piece.length);
    expect(longest).toBeLessThan(20_000);
    return count / entries.length;
  };
  expect(reads(40)).toBeLessThanOrEqual(reads(2));
});

test('the tips of a report are those of its period', () => {
  const entries = randomBooks(9, 4);
  const xml = fileOf(entries);
  const own: number[] = [];
  let count = 0;
  for (const { fact } of entries) {
    if (fact.kind === 'receipt' && fact.tip > 0) count += 1;
    if (fact.kind === 'close' || fact.kind === 'x_report') own.push(count);
    if (fact.kind === 'close') count = 0;
  }
  expect(own.some((tips) => tips > 0)).toBe(true);
  expect(texts(xml, 'tipNum').map(Number)).toEqual(own);
});
