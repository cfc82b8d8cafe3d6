/** A number as the product writes it. A refund starts with a minus sign and must stay a number. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Where a spreadsheet may begin a cell in a text, by its language's separator; then what it runs. */
const FORMULA = /(^|[;,|\t\r\n])(?=["']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const GUARDED = /(^|[;,|\t\r\n])'(?=["']*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * An apostrophe is put where a spreadsheet would read a formula: at the start of a text, and after everything that a
 * spreadsheet may read as the end of a cell (a separator of another language, a tab, the end of a line). The
 * full-width forms count too, because some spreadsheets read them as the plain ones. A number stays a number, except at
 * the start of a row: a spreadsheet of another language takes the whole row for one cell, which is no number.
 */
export function guarded(cell: string, place: number): string {
  if (place > 0 && NUMBER.test(cell)) return cell;
  const safe = cell.replace(FORMULA, "$1'");
  return /^'*[\t\r\n]/.test(safe) ? `'${safe}` : safe;
}

/** The text of a cell that `guarded` wrote, for every text. */
export function unguarded(cell: string): string {
  return cell.replace(/^'(?='*[\t\r\n])/, '').replace(GUARDED, '$1');
}
