/*
 * A receipt printer of the tests. It parses bytes by the manufacturer's command reference and uses no
 * code of the product. Its tables come from other software (Python's codecs, the platform's decoders). An
 * unknown command is an error, because a printer would print it as text.
 */
export type PaperLine = {
  readonly text: string;
  readonly size: 'normal' | 'large';
  readonly align: 'left' | 'centre';
};
export type Paper = {
  readonly lines: readonly PaperLine[];
  readonly codes: readonly string[];
  readonly cuts: number;
  readonly drawer: number;
  readonly page: number;
};

const UPPER: Readonly<Record<number, string>> = {
  19:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  5:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
};
const LABELS: Readonly<Record<number, string>> = { 16: 'windows-1252', 40: 'iso-8859-15' };

function letter(byte: number, page: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  const label = LABELS[page];
  if (label !== undefined) return new TextDecoder(label).decode(Uint8Array.of(byte));
  const found = UPPER[page]?.[byte - 0x80];
  if (found === undefined) throw new Error(`byte ${byte} means nothing on page ${page}`);
  return found;
}

/** The text on the paper after these bytes. */
export function print(bytes: Uint8Array): Paper {
  const lines: PaperLine[] = [];
  const codes: string[] = [];
  let [text, page, cuts, drawer, stored] = ['', 0, 0, 0, ''];
  let size: PaperLine['size'] = 'normal';
  let align: PaperLine['align'] = 'left';
  let at = 0;
  const next = () => {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('the bytes end inside a command');
    at += 1;
    return byte;
  };
  const unknown = (...command: number[]) => {
    throw new Error(`unknown command ${command.map((one) => one.toString(16)).join(' ')}`);
  };
  const escaped = () => {
    const what = next();
    if (what === 0x40) [size, align, page] = ['normal', 'left', 0];
    else if (what === 0x74) page = next();
    else if (what === 0x52) next();
    else if (what === 0x61) align = next() === 1 ? 'centre' : 'left';
    else if (what === 0x64) next();
    else if (what === 0x70) {
      for (let more = 0; more < 3; more += 1) next();
      drawer += 1;
    } else unknown(0x1b, what);
  };
  const symbol = () => {
    if (next() !== 0x6b) unknown(0x1d, 0x28);
    const length = next() + next() * 256;
    const body = Array.from({ length }, next);
    if (body[0] !== 0x31) unknown(0x1d, 0x28, 0x6b);
    if (body[1] === 0x50) stored = String.fromCharCode(...body.slice(3));
    if (body[1] === 0x51) codes.push(stored);
  };
  const group = () => {
    const what = next();
    if (what === 0x21) size = next() === 0x11 ? 'large' : 'normal';
    else if (what === 0x56) cuts += next() <= 1 ? 1 : 0;
    else if (what === 0x28) symbol();
    else unknown(0x1d, what);
  };
  while (at < bytes.length) {
    const byte = next();
    if (byte === 0x1b) escaped();
    else if (byte === 0x1d) group();
    else if (byte === 0x1c) next();
    else if (byte === 0x0a) {
      lines.push({ text, size, align });
      text = '';
    } else if (byte < 0x20 || byte === 0x7f) unknown(byte);
    else text += letter(byte, page);
  }
  if (text !== '') throw new Error('the last line was never printed');
  return { lines, codes, cuts, drawer, page };
}
