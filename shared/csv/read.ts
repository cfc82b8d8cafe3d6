import { CsvError, parse } from 'csv-parse/sync';
import { type Answer, answer, refuse } from '../protocol/errors.ts';
import type { InPieces } from '../time/in-pieces.ts';
import { unguarded } from './guard.ts';

/** A row that has something in it. `row` counts as a spreadsheet does: the names of the columns are row 1. */
export type CsvRow = { readonly row: number; readonly cells: ReadonlyMap<string, string> };
export type ReadCsv = { readonly columns: readonly string[]; readonly rows: readonly CsvRow[] };

const DELIMITERS: readonly string[] = [',', ';', '\t'];

/** What a file may have at most, empty rows and empty cells too. */
export type CsvBounds = { readonly rows: number; readonly cells: number };

/** The bounds of a file of a shop. A hundred thousand cells are read in less than a tenth of a second (D-544). */
const OF_A_SHOP: CsvBounds = { rows: 5_000, cells: 100_000 };
/** Cells of a row, and characters of a cell, which is what spreadsheets take. */
const CELLS_OF_ROW_MAX = 200;
const CELL_TEXT_MAX = 32_767;

/** How many names a sentence shows, and how much of each. */
const NAMES_SHOWN = 5;
const NAME_SHOWN_MAX = 40;

/** Characters of a piece, and rows of one: a millisecond or two of work. */
const PIECE = 16_384;
const PIECE_ROWS = 500;

/**
 * Reads a CSV file whose first row names the columns. The delimiter is the one that stands most often between the
 * names. Empty rows and empty cells after the last column are left out. What `guarded` wrote is read as what it was.
 * Refuses with the row and the column: a column without a name that has cells, one that comes twice, a row with fewer
 * cells than the first one, a file beyond its bounds, and a text in which characters were lost. It yields after each
 * piece, so that whoever reads can let others run (D-504).
 */
export function* readCsv(text: string, bounds = OF_A_SHOP): InPieces<Answer<ReadCsv>> {
  if (text.includes('\ufffd')) {
    return refuseFile('The file has characters that were lost. Save it as CSV in UTF-8.');
  }
  const plain = withoutSeparatorRow(text.replace(/^\ufeff/, '').replace(/\r+\n?/g, '\n'));
  const delimiter = delimiterOf(plain);
  const counted = yield* countedPieces(plain, delimiter, bounds);
  if (!counted.ok) return counted;
  const records: Record[] = [];
  for (const piece of counted.value) {
    const all = recordsOf(piece, delimiter);
    if (!all.ok) return all;
    for (const record of all.value) records.push(record);
    yield;
  }
  const filled = records.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [header, ...rest] = filled;
  const columns = withoutEmptyEnd(header?.cells ?? []);
  const twice = columns.find((name, at) => name !== '' && columns.indexOf(name) !== at);
  if (twice !== undefined) {
    return refuseFile(`Row ${header?.row}: the column ${namesShown([twice])} is there twice.`);
  }
  const rows: CsvRow[] = [];
  for (const [at, { row, cells }] of rest.entries()) {
    if (at % PIECE_ROWS === PIECE_ROWS - 1) yield;
    if (cells.length < columns.length) {
      const names = namesShown(columns.slice(cells.length));
      return refuseFile(`Row ${row} ends before the column ${names}.`);
    }
    const alien = cells.findIndex((cell, at) => cell !== '' && (columns[at] ?? '') === '');
    if (alien >= 0) {
      const shown = namesShown([cells[alien] ?? '']);
      return refuseFile(`Row ${row}: cell ${alien + 1}, “${shown}”, is in no named column.`);
    }
    const named = columns.map((name, at) => [name, cells[at] ?? ''] as const);
    rows.push({ row, cells: new Map(named.filter(([name]) => name !== '')) });
  }
  return answer({ columns: columns.filter((name) => name !== ''), rows });
}

/** Names that come from a file, cut to what fits into a sentence. */
export function namesShown(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map((name) => {
    return name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX)}…` : name;
  });
  return shown.join(', ') + (names.length > NAMES_SHOWN ? ', …' : '');
}

const refuseFile = (sentence: string) => refuse('validation_error', sentence, { csv: [sentence] });

const clean = (cell: string) => (cell === '' ? cell : unguarded(cell.trim()));

type Record = { readonly row: number; readonly cells: readonly string[] };
/** Whole rows of a file. */
type Piece = { readonly row: number; readonly text: string };

function recordsOf({ row, text }: Piece, delimiter: string): Answer<readonly Record[]> {
  try {
    const records: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
    });
    return answer(records.map((cells, at) => ({ row: row + at, cells: cells.map(clean) })));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const wrong = row + Number(error['records'] ?? 0);
    return refuseFile(
      `Row ${wrong} has a quote that does not belong there. A cell with a quote stands between quotes, and the quote in it is written twice.`,
    );
  }
}

const [QUOTE, LINE_END] = ['"', '\n'].map((sign) => sign.charCodeAt(0));

/**
 * The pieces of a file, or the sentence about what it has too much of. It walks once over the signs, because a row of a
 * hundred thousand cells costs a second as cells. A quote that stands where none may stand is refused by the parser
 * when it comes to it, so it does not matter how the signs behind it are counted.
 */
function* countedPieces(
  text: string,
  delimiter: string,
  bounds: CsvBounds,
): InPieces<Answer<readonly Piece[]>> {
  const separator = delimiter.charCodeAt(0);
  const pieces: Piece[] = [];
  let [row, cells, before, start, isQuoted] = [1, 1, 0, 0, false];
  let piece = { row: 1, at: 0 };
  const longCell = () =>
    refuseFile(`Row ${row}: cell ${cells} has more than ${CELL_TEXT_MAX} characters.`);
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) isQuoted = !isQuoted;
    if (isQuoted || (sign !== separator && sign !== LINE_END)) continue;
    if (at - start > CELL_TEXT_MAX) return longCell();
    start = at + 1;
    if (sign === separator) cells += 1;
    else if (start === text.length) break;
    else {
      [row, cells, before] = [row + 1, 1, before + cells];
      if (start - piece.at >= PIECE) {
        pieces.push({ row: piece.row, text: text.slice(piece.at, start) });
        piece = { row, at: start };
        yield;
      }
    }
    if (cells > CELLS_OF_ROW_MAX) {
      return refuseFile(
        `Row ${row} has more than ${CELLS_OF_ROW_MAX} cells; remove the columns that are not needed.`,
      );
    }
    if (row > bounds.rows) {
      return refuseFile(`The file has more than ${bounds.rows} rows; split it.`);
    }
    if (before + cells > bounds.cells) {
      return refuseFile(
        `The file has more than ${bounds.cells} cells; remove columns that are not needed, or split it.`,
      );
    }
  }
  if (text.length - start > CELL_TEXT_MAX) return longCell();
  pieces.push({ row: piece.row, text: text.slice(piece.at) });
  return answer(pieces);
}

/** A spreadsheet writes `sep=;` above the names of the columns, for its own kind. */
const withoutSeparatorRow = (text: string) => text.replace(/^"?sep=[,;\t]"?\n/i, '\n');

/** The delimiter of the names of the columns, which is that of the whole file. */
function delimiterOf(text: string): string {
  const counts = DELIMITERS.map(() => 0);
  let isQuoted = false;
  const from = text.search(/\S/);
  for (let at = Math.max(from, 0); at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === '\n') break;
    const which = DELIMITERS.indexOf(sign);
    if (which >= 0) counts[which] = (counts[which] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  return DELIMITERS[counts.indexOf(most)] ?? ',';
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}
