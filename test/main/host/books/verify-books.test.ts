import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJournal } from '../../../../main/commands/journal/arguments.ts';
import { verifyAt } from '../../../../main/commands/journal/verify.ts';
import { hashOf } from '../../../../main/host/books/book-files.ts';
import { type PlacedLine, verifyBooks } from '../../../../main/host/books/verify-books.ts';
import type { BookEntry, BookFact } from '../../../../shared/books/entry.ts';
import { sealedText } from '../../../../shared/books/next-entry.ts';
import { receiptOfSale } from '../../../../shared/ids/host-ids.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
import { createMemoryFiles, openMemoryBooks } from '../../../support/books.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

/* Somebody with an editor: each entry that is changed, removed, put in or moved is named. */

const receipt = (place: number): BookFact => ({
  ...{
    kind: 'receipt',
    id: receiptOfSale(`r${place}`),
    at: place,
    by: 'Kari',
    bill: null,
    discounts: [],
  },
  ...{ lines: [], gross: money(100 + place), total: money(100 + place), vat: [], tip: ZERO },
  method: { kind: 'other', name: 'Card' },
});

/** Two closed periods and some entries of the third. */
async function someBooks() {
  const disk = createMemoryFiles();
  const clock = createManualClock(1_000_000_000_000);
  const books = await openMemoryBooks(disk, { clock, closes: 'daily' });
  await books.catchUp([]);
  const DAY = 24 * 3_600_000;
  for (let place = 0; place < 12; place += 1) {
    const fact = { ...receipt(place), at: clock.now() + Math.floor(place / 5) * DAY };
    await books.book(fact.id, () => ({ facts: [fact], value: null }));
  }
  await books.stop();
  return disk.entries();
}
const BOOKS = await someBooks();
const LAST_CLOSE = BOOKS.findLastIndex(({ fact }) => fact.kind === 'close');

const placed = (entries: readonly BookEntry[]): readonly PlacedLine[] =>
  entries.map((entry, place) => ({ file: 'f', line: place + 1, text: JSON.stringify(entry) }));
const WHOLE = { from: 'whole', copy: [] } as const;
const faultOf = (entries: readonly BookEntry[], copy: readonly BookEntry[] = []) =>
  verifyBooks(placed(entries), { ...WHOLE, copy }).fault;

/** An entry with another content, and with the hash of that content if somebody knows how to calculate it. */
function forged(entry: BookEntry, isHashed: boolean, previous = entry.previous): BookEntry {
  const content = { ...entry, previous, fact: { ...entry.fact, by: 'Ola' } };
  return isHashed ? { ...content, hash: hashOf(sealedText(content)) } : content;
}

const anyPlace = fc.integer({ min: 0, max: BOOKS.length - 1 });

describe('the books of a till', () => {
  it('are what was written', () => {
    expect(BOOKS.map(({ fact }) => fact.kind).filter((kind) => kind === 'close')).toHaveLength(2);
    expect(verifyBooks(placed(BOOKS), WHOLE)).toEqual({
      ...{ fault: null, entries: BOOKS.length, closes: 2, isTorn: false },
      unsigned: BOOKS.length - 1 - LAST_CLOSE,
    });
  });

  it('name the first entry that was changed, whatever was changed in its line', () => {
    fc.assert(
      fc.property(anyPlace, fc.nat(), fc.constantFrom('0', 'x', ' ', '"'), (place, where, to) => {
        const lines = placed(BOOKS).map((line, at) => {
          if (at !== place) return line;
          const cut = where % line.text.length;
          const text = line.text.slice(0, cut) + to + line.text.slice(cut + 1);
          return { ...line, text };
        });
        const isSame = lines[place]?.text === placed(BOOKS)[place]?.text;
        const { fault, isTorn } = verifyBooks(lines, WHOLE);
        if (isSame) expect(fault).toBeNull();
        else if (isTorn) expect(place).toBe(BOOKS.length - 1);
        else expect(fault).toContain(`f, line ${place + 1}`);
      }),
      { numRuns: 500 },
    );
  });

  it('name a close of whose signature any character was changed', () => {
    const place = BOOKS.findIndex(({ fact }) => fact.kind === 'close');
    const { signature } = BOOKS[place] ?? {};
    if (typeof signature !== 'string') throw new Error('no signature');
    for (let cut = 0; cut < signature.length; cut += 1) {
      for (const to of ['A', 'B', '0', '/', '=']) {
        if (signature[cut] === to) continue;
        const changed = signature.slice(0, cut) + to + signature.slice(cut + 1);
        const entries = BOOKS.map((entry, at) =>
          at === place ? { ...entry, signature: changed } : entry,
        );
        expect(faultOf(entries), changed).toContain('signature of close 1');
      }
    }
  });

  it('name the entry after one that was changed together with its hash', () => {
    for (let place = 0; place < BOOKS.length - 1; place += 1) {
      const entries = BOOKS.map((entry, at) => (at === place ? forged(entry, true) : entry));
      const expected =
        BOOKS[place]?.fact.kind === 'close' ? 'signature of close' : 'does not follow';
      expect(faultOf(entries), `place ${place}`).toContain(expected);
    }
  });

  it('name the close whose entries were all written again by somebody without the key', () => {
    for (let place = 0; place < LAST_CLOSE; place += 1) {
      let previous = BOOKS[place]?.previous ?? '';
      const entries = BOOKS.map((entry, at) => {
        if (at < place) return entry;
        const content = at === place ? forged(entry, true, previous) : { ...entry, previous };
        const sealed = { ...content, hash: hashOf(sealedText(content)) };
        previous = sealed.hash;
        return sealed;
      });
      expect(faultOf(entries), `place ${place}`).toContain('signature of close');
    }
  });

  it('name entries that were removed, put in or exchanged', () => {
    fc.assert(
      fc.property(anyPlace, anyPlace, (place, other) => {
        const removed = BOOKS.filter((_, at) => at !== place);
        if (place < BOOKS.length - 1) {
          expect(faultOf(removed)).toContain(`entry ${place + 1} was removed`);
        }
        const copy = BOOKS[other];
        if (copy === undefined) return;
        const putIn = [...BOOKS.slice(0, place), copy, ...BOOKS.slice(place)];
        // A second entry of this place is found only behind the first one.
        const line = other === place ? place + 2 : place + 1;
        expect(faultOf(putIn)).toContain(`line ${line}`);
      }),
    );
    const [first, second, ...rest] = BOOKS;
    if (first === undefined || second === undefined) throw new Error('no books');
    expect(faultOf([second, first, ...rest])).toContain('entry 1 was removed');
  });

  it('do not show alone that their end is missing or was written again; a copy shows it', () => {
    const cut = BOOKS.slice(0, LAST_CLOSE);
    expect(faultOf(cut)).toBeNull();
    const closes = BOOKS.filter(({ fact }) => fact.kind === 'close');
    expect(faultOf(cut, closes)).toContain(`Entry ${LAST_CLOSE + 1} is missing`);
    expect(faultOf(BOOKS, closes)).toBeNull();
    const last = BOOKS.at(-1);
    if (last === undefined) throw new Error('no books');
    const again = [...BOOKS.slice(0, -1), forged(last, true)];
    expect(faultOf(again)).toBeNull();
    expect(faultOf(again, [last])).toContain(`entry ${BOOKS.length} was changed`);
  });

  it('have in each close the figures of its entries', () => {
    const place = BOOKS.findIndex(({ fact }) => fact.kind === 'close');
    const one = BOOKS[place];
    if (one?.fact.kind !== 'close') throw new Error('no close');
    const { report } = one.fact;
    const fact = { ...one.fact, report: { ...report, net: money(report.net - 1) } };
    const content = { ...one, fact };
    const forgedClose = { ...content, hash: hashOf(sealedText(content)) };
    expect(faultOf([...BOOKS.slice(0, place), forgedClose])).toContain('signature of close 1');
  });
});

describe('tillkit journal verify', () => {
  const folder = () => {
    const directory = mkdtempSync(join(tmpdir(), 'tillkit-verify-'));
    mkdirSync(join(directory, 'books'));
    const text = (entries: readonly BookEntry[]) =>
      entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const first = BOOKS.findIndex(({ fact }) => fact.kind === 'close') + 1;
    const write = (name: string, entries: readonly BookEntry[]) =>
      writeFileSync(join(directory, 'books', name), text(entries));
    write('000001.jsonl', BOOKS.slice(0, first));
    write('000002.jsonl', BOOKS.slice(first, LAST_CLOSE + 1));
    write('000003.jsonl', BOOKS.slice(LAST_CLOSE + 1));
    return { directory, write, first };
  };

  it('reads a data folder, its books and one file', async () => {
    const { directory, write, first } = folder();
    expect(await verifyAt(directory, null)).toMatchObject({ ok: true });
    expect(await verifyAt(join(directory, 'books'), null)).toMatchObject({ ok: true });
    expect(await verifyAt(join(directory, 'books', '000002.jsonl'), null)).toMatchObject({
      ok: true,
    });
    write('000002.jsonl', BOOKS.slice(first + 1, LAST_CLOSE + 1));
    expect(await verifyAt(directory, null)).toEqual({
      ok: false,
      sentence: `000002.jsonl, line 1: entry ${first + 1} was removed.`,
    });
    expect((await verifyAt(join(directory, 'nothing'), null)).ok).toBe(false);
  });

  it('compares with a copy', async () => {
    const { directory, write } = folder();
    const copy = join(directory, 'copy.jsonl');
    writeFileSync(copy, `${JSON.stringify(BOOKS.at(-1))}\n`);
    expect((await verifyAt(directory, copy)).ok).toBe(true);
    write('000003.jsonl', BOOKS.slice(LAST_CLOSE + 1, -1));
    expect((await verifyAt(directory, copy)).sentence).toContain('is missing');
    writeFileSync(copy, 'no entry\n');
    expect((await verifyAt(directory, copy)).sentence).toContain('is no entry');
  });

  it('takes the place of the books, and refuses what it does not know', () => {
    expect(parseJournal(['verify', 'x', '--copy', 'y'])).toMatchObject({
      value: { kind: 'verify', path: 'x', copy: 'y' },
    });
    expect(parseJournal(['verify'])).toMatchObject({ value: { kind: 'verify', path: null } });
    expect(parseJournal(['verify', 'x', 'y']).ok).toBe(false);
    expect(parseJournal(['x', '--copy', 'y']).ok).toBe(false);
  });

  it('ends with 0 for the books as they were written, with 1 for others and with 2 for a wrong command', async () => {
    const { directory, write, first } = folder();
    const node = promisify(execFile);
    const run = (...args: readonly string[]) =>
      node('node', [
        '--import',
        './main/bin/needs-node.js',
        'main/bin/tillkit.js',
        'journal',
        ...args,
      ]).then(
        ({ stdout }) => [0, stdout],
        (error: { code: number; stderr: string }) => [error.code, error.stderr],
      );
    expect(await run('verify', directory)).toEqual([0, expect.stringContaining('2 closes')]);
    write('000001.jsonl', BOOKS.slice(1, first));
    expect(await run('verify', directory)).toEqual([
      1,
      expect.stringContaining('entry 1 was removed'),
    ]);
    expect((await run('verify', directory, 'x'))[0]).toBe(2);
  });
});
