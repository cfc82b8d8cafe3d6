import type { CodePage } from './code-pages.ts';

/** What a page without the character prints in its place; each is a word or sign of plain ASCII. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['−', '-'],
  ['–', '-'],
  ['—', '-'],
  ['‐', '-'],
  ['‑', '-'],
  ['‘', "'"],
  ['’', "'"],
  ['‚', ','],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['«', '"'],
  ['»', '"'],
  ['…', '...'],
  ['•', '*'],
  ['·', '*'],
  ['×', 'x'],
  ['Æ', 'AE'],
  ['æ', 'ae'],
  ['Ø', 'O'],
  ['ø', 'o'],
  ['Å', 'AA'],
  ['å', 'aa'],
  ['Ð', 'D'],
  ['ð', 'd'],
  ['Þ', 'Th'],
  ['þ', 'th'],
  ['ß', 'ss'],
  ['Œ', 'OE'],
  ['œ', 'oe'],
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Đ', 'D'],
  ['đ', 'd'],
]);

const UNKNOWN = '?';

/**
 * The text as this page can print it: every character of the answer is one byte and one column, and
 * none of them is a control. What the page lacks is replaced by what it stands for, or by `?`; it
 * is never garbage. Layout comes after this, because a replacement may be longer.
 */
export function printable(text: string, page: CodePage): string {
  let printed = '';
  for (const character of text.normalize('NFC')) printed += printedAs(character, page);
  return printed;
}

function printedAs(character: string, page: CodePage): string {
  if (character >= ' ' && character <= '~') return character;
  if (page.bytes.has(character)) return character;
  // Spaces of every width, line breaks and other controls; a printer obeys the latter.
  if (/[\s\p{Cc}]/u.test(character)) return ' ';
  if (/[\p{Mn}\p{Cf}]/u.test(character)) return '';
  const instead = INSTEAD.get(character);
  if (instead !== undefined) return instead;
  const [bare = UNKNOWN] = character.normalize('NFD');
  return bare !== character && (page.bytes.has(bare) || isAscii(bare)) ? bare : UNKNOWN;
}

/** The bytes of a text that `printable` has answered. */
export function bytesOf(text: string, page: CodePage): number[] {
  return [...text].map((character) =>
    isAscii(character) ? character.charCodeAt(0) : (page.bytes.get(character) ?? 0x3f),
  );
}

function isAscii(character: string): boolean {
  return character.length === 1 && character >= ' ' && character <= '~';
}
