import * as csv from 'csv-parse/sync';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readCsv } from '../../../shared/csv/read.ts';
import { finishedAtOnce } from '../../../shared/time/in-pieces.ts';

vi.mock('csv-parse/sync', { spy: true });
beforeEach(() => void vi.mocked(csv.parse).mockClear());

const FILE_MAX = 400_000;
const filled = (text: string) => text.repeat(Math.ceil(FILE_MAX / text.length)).slice(0, FILE_MAX);
const header = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join();
const said = (text: string) => {
  const read = finishedAtOnce(readCsv(text));
  return read.ok ? null : read.refusal.description;
};

describe('a CSV file', () => {
  it.each([
    ['a first row of many columns', filled('c,'), 'Row 1 has more than 200 cells'],
    ['201 columns', header(201), 'Row 1 has more than 200 cells'],
    ['a wide row', `id,price\n${filled('1,')}`, 'Row 2 has more than 200 cells'],
    ['a wide row of tabs', `id\tprice\n\n${filled('\t')}`, 'Row 3 has more than 200 cells'],
    ['many rows', `id,price\n${filled('x\n')}`, 'more than 5000 rows'],
    ['many empty rows', `id,price\n${filled('\n')}`, 'more than 5000 rows'],
    ['many cells', `${header(100)}\n${filled(`${'1,'.repeat(99)}1\n`)}`, 'more than 100000 cells'],
    ['a long cell', `id,name\na,${filled('x')}`, 'Row 2: cell 2 has more than 32767 characters'],
    ['a long quoted cell', `id,name\na,"${filled('"",\n')}"`, 'Row 2: cell 2 has more than 32767'],
    ['a quote that never ends', `id\n"${filled(',')}`, 'Row 2: cell 1 has more than 32767'],
  ])('of %s is refused before a cell of it is made', (_what, text, sentence) => {
    expect(said(text)).toContain(sentence);
    expect(csv.parse).not.toHaveBeenCalled();
  });

  it('is read up to its bounds', () => {
    expect(said(`${header(200)}\n${','.repeat(199)}`)).toBeNull();
    expect(said(`id\n${'x\n'.repeat(4_999)}`)).toBeNull();
    expect(said(`id\n${'x'.repeat(32_767)}`)).toBeNull();
    const rows = `${'1,'.repeat(99)}1\n`.repeat(999);
    expect(said(`${header(100)}\n${rows}`)).toBeNull();
    // However many carriage returns a spreadsheet writes, they are one end of a line.
    expect(said(`id\n${filled('\r')}x`)).toBeNull();
  });

  it('is counted as the parser reads it, whatever its quotes, ends and delimiters', () => {
    const cell = fc.constantFrom('', 'a', '"a"', '"a,b"', '"a\nb"', '"a""b"', '"\n,;\t"');
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 7 }), {
      minLength: 1,
      maxLength: 7,
    });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(',', ';', '\t'),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 40 }),
        (rows, delimiter, rowsMax, cellsMax) => {
          const names = ['id', 'x', 'y', 'z', 'u', 'v', 'w'].join(delimiter);
          const text = [names, ...rows.map((row) => row.join(delimiter))].join('\n');
          const read = finishedAtOnce(readCsv(text, { rows: rowsMax, cells: cellsMax }));
          const isBeyond =
            !read.ok && /^The file has more than/.test(read.refusal.description ?? '');
          const parsed: string[][] = csv.parse(text, {
            delimiter,
            relax_column_count: true,
            skip_empty_lines: false,
          });
          const cells = parsed.flat().length;
          expect(isBeyond).toBe(parsed.length > rowsMax || cells > cellsMax);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('has its own words in a refusal only as far as they fit into a sentence', () => {
    const long = 'x'.repeat(30_000);
    for (const text of [`id,${long},${long}\n`, `id,name\na,b,${long}`, `id,${long},y\na\n`]) {
      expect(said(text)?.length).toBeLessThan(300);
    }
    expect(said(`id,${long},y\na\n`)).toContain('Row 2 ends before the column xxx');
  });

  it('is read in pieces, which give what one piece gives', () => {
    const cells = ['a', '"a\nb"', '"a,b"', '"x""y"', ' å ', `"${'z\n'.repeat(9_000)}"`];
    const rows = Array.from({ length: 3_000 }, (_, at) => `${at},${cells[at % cells.length]}`);
    const text = ['id,name', ...rows.slice(0, 5), '', ...rows.slice(6, 300)].join('\n');
    const work = readCsv(text);
    let pieces = 1;
    let step = work.next();
    for (; step.done !== true; step = work.next()) pieces += 1;
    expect(pieces).toBeGreaterThan(text.length / 20_000);
    expect(
      Math.max(...vi.mocked(csv.parse).mock.calls.map(([piece]) => piece.length)),
    ).toBeLessThan(16_384 + 20_000);
    const whole: string[][] = csv.parse(text, {
      relax_column_count: true,
      skip_empty_lines: false,
    });
    const expected = whole.flatMap(([id = '', name = ''], at) =>
      at === 0 || id === ''
        ? []
        : [
            {
              row: at + 1,
              cells: new Map([
                ['id', id],
                ['name', name.trim()],
              ]),
            },
          ],
    );
    expect(step.value).toEqual({ ok: true, value: { columns: ['id', 'name'], rows: expected } });
  });

  it('with the row in which a spreadsheet names its delimiter keeps the numbers of its rows', () => {
    const read = finishedAtOnce(readCsv('sep=;\r\nid;name\r\na;1,5\r\n'));
    const cells = new Map([
      ['id', 'a'],
      ['name', '1,5'],
    ]);
    expect(read).toEqual({
      ok: true,
      value: { columns: ['id', 'name'], rows: [{ row: 3, cells }] },
    });
  });
});
