/**
 * Code pages that receipt printers have and that hold the Norwegian letters. Each is the string of
 * its characters from byte 0x80 on; below that all of them are ASCII. A page with 96 characters
 * begins at 0xA0. NUL stands where a page has nothing to print.
 */
const LATIN_1 =
  '\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß' +
  'àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ';

const DOS_LETTERS = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø';

const PC858 =
  `${DOS_LETTERS}×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀` +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const PC865 =
  `${DOS_LETTERS}₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀` +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const WPC1252 = `€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ${LATIN_1}`;

const LATIN_9 = LATIN_1.replace('¤', '€')
  .replace('¦', 'Š')
  .replace('¨', 'š')
  .replace('´', 'Ž')
  .replace('¸', 'ž')
  .replace('¼', 'Œ')
  .replace('½', 'œ')
  .replace('¾', 'Ÿ');

/** Names of the pages, in the order in which they are worth trying. */
export const CODE_PAGES = ['pc858', 'wpc1252', 'pc865', 'latin9', 'ascii'] as const;
export type CodePageName = (typeof CODE_PAGES)[number];

export type CodePage = {
  /** What `ESC t` calls it at most makers; null where none has to be chosen. */
  readonly number: number | null;
  /** The bytes of its characters outside of ASCII. */
  readonly bytes: ReadonlyMap<string, number>;
};

export const CODE_PAGE: Readonly<Record<CodePageName, CodePage>> = {
  pc858: page(19, PC858),
  wpc1252: page(16, WPC1252),
  pc865: page(5, PC865),
  latin9: page(40, LATIN_9),
  ascii: { number: null, bytes: new Map() },
};

function page(number: number, upper: string): CodePage {
  const first = 0x100 - upper.length;
  const bytes = [...upper].map((character, at): [string, number] => [character, first + at]);
  return { number, bytes: new Map(bytes.filter(([character]) => isPrinted(character))) };
}

/** Blanks and invisible hyphens are spoken for by plain ones. */
function isPrinted(character: string): boolean {
  return !['\u0000', '\u00a0', '\u00ad'].includes(character);
}
