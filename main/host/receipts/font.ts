/**
 * A small font for receipts: five dots wide, seven above the base line and two below. A glyph is
 * its rows from the top, each a base-32 digit whose highest bit is the left dot; omitted rows are
 * empty.
 */
export const GLYPH_WIDTH = 5;
export const GLYPH_HEIGHT = 9;

const GLYPHS: Readonly<Record<string, string>> = {
  ' ': '',
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhf',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hha4444',
  Z: 'v1248gv',
  a: '00e1fhf',
  b: 'ggmphhu',
  c: '00egghe',
  d: '11djhhf',
  e: '00ehvge',
  f: '698s888',
  g: '00fhhhf1e',
  h: 'ggmphhh',
  i: '40c444e',
  j: '2062222ic',
  k: 'ggikoki',
  l: 'c44444e',
  m: '00qllhh',
  n: '00mphhh',
  o: '00ehhhe',
  p: '00uhhhugg',
  q: '00fhhhf11',
  r: '00mpggg',
  s: '00fge1u',
  t: '88s8896',
  u: '00hhhjd',
  v: '00hhha4',
  w: '00hhlla',
  x: '00ha4ah',
  y: '00hhhhf1e',
  z: '00v248v',
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  '.': '00000cc',
  ',': '00000c48',
  ':': '0cc0cc',
  ';': '0cc0c48',
  '-': '000v',
  '–': '000v',
  _: '0000000v',
  '/': '01248g',
  '(': '2488842',
  ')': '8422248',
  '+': '044v44',
  '=': '00v0v',
  "'": 'c48',
  '’': 'c48',
  '"': 'aaa',
  '!': '4444004',
  '?': 'eh12404',
  '%': 'op248j3',
  '&': 'cik8lid',
  '#': 'aavavaa',
  '*': '04lel4',
  '@': 'ehnlnge',
  $: '4fke5u4',
  '€': '78u8u87',
  '£': '698s88v',
  '·': '0004',
  Æ: 'fkkvkkn',
  Ø: 'ejjlppe',
  Å: '4a4ehvh',
  Ä: 'aehhvhh',
  Ö: 'aehhhhe',
  Ü: 'ahhhhhe',
  É: '24vgugv',
  æ: '00q5fkf',
  ø: '00djlpm',
  å: '4ae1fhf',
  ä: 'a0e1fhf',
  ö: 'a0ehhhe',
  ü: 'a0hhhjd',
  é: '24ehvge',
  è: '84ehvge',
};

/** Drawn for a character without a glyph, so that it is not left out silently. */
const UNKNOWN = 'vhhhhhv';

/** True where the glyph of a character has a dot; `x` and `y` count from its upper left corner. */
export function hasDot(character: string, x: number, y: number): boolean {
  const rows = Object.hasOwn(GLYPHS, character) ? (GLYPHS[character] ?? '') : UNKNOWN;
  const row = Number.parseInt(rows[y] ?? '0', 32);
  return ((row >> (GLYPH_WIDTH - 1 - x)) & 1) === 1;
}

/** Replaces spaces of any width by a normal one and removes control characters. */
export function printable(text: string): string {
  return text.replaceAll(/\s/gu, ' ').replaceAll(/\p{C}/gu, '').replaceAll('\u2212', '-');
}
