import type { ScannerRules } from './profile.ts';
import { isCharacter, isUnreadable, type ScannerKey } from './scanner-key.ts';

/**
 * What a scanner has read. A scanner presses the keys of its own layout, and the system may have another
 * one; so a scan can have several readings, the likeliest first. None: it could not be read.
 */
export type Scan = { readonly readings: readonly string[] };

/** Characters of a US keyboard by the place of the key, without and with shift. */
const US_KEYS: ReadonlyMap<string, string> = new Map([
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter): [string, string] => [
    `Key${letter.toUpperCase()}`,
    letter + letter.toUpperCase(),
  ]),
  ...[...'0)1!2@3#4$5%6^7&8*9('].flatMap((digit, index, all): [string, string][] =>
    index % 2 === 0 ? [[`Digit${digit}`, digit + (all[index + 1] ?? '')]] : [],
  ),
  ...[...'0123456789'].map((digit): [string, string] => [`Numpad${digit}`, digit + digit]),
  ['Minus', '-_'],
  ['Equal', '=+'],
  ['BracketLeft', '[{'],
  ['BracketRight', ']}'],
  ['Backslash', '\\|'],
  ['Semicolon', ';:'],
  ['Quote', '\'"'],
  ['Backquote', '`~'],
  ['Comma', ',<'],
  ['Period', '.>'],
  ['Slash', '/?'],
  ['Space', '  '],
  ['NumpadAdd', '++'],
  ['NumpadSubtract', '--'],
  ['NumpadMultiply', '**'],
  ['NumpadDivide', '//'],
  ['NumpadDecimal', '..'],
]);

/** The AIM identifier of a code's kind, which some scanners send before the code: `]E0`, `]C1`, `]Q3`. */
export const AIM = /^\][A-Za-z][0-9A-Za-z]/;

/** How GS1 codes of goods begin: their first element is the item's number. Only there separators mean anything. */
export const ELEMENT_STRING = /^(?:\(01\)|01)\d{14}/;

/** The text of a scan, without prefix, suffix and AIM identifier. */
export function readScan(keys: readonly ScannerKey[], rules: ScannerRules): Scan {
  if (keys.length > rules.lengthMax) return { readings: [] };
  const readings = rawReadings(keys)
    .map((text) => stripped(text, rules).trim())
    .map((text) => (ELEMENT_STRING.test(text) ? text : text.replaceAll(GS, '')));
  return { readings: [...new Set(readings)].filter((text) => text !== '') };
}

/** The readings as they were sent. */
export function rawReadings(keys: readonly ScannerKey[]): readonly string[] {
  const written = keys.filter((key) => isCharacter(key) || isUnreadable(key) || isSeparator(key));
  const byLayout = written.some(isUnreadable)
    ? null
    : written.map((key) => (isSeparator(key) ? GS : key.key)).join('');
  const places = written.map(characterOfPlace);
  const byPlace = places.includes(null) ? null : places.join('');
  const capsLock = written.some((key) => key.capsLock === 'on');
  // The lock turns the case of what a scanner sends. Some scanners turn it back, so both readings count.
  const turned = capsLock && byLayout !== null ? otherCase(byLayout) : null;
  return [turned, byLayout, byPlace].filter((text) => text !== null);
}

/** Ends an element of a GS1 code. Scanners send it as Ctrl and the bracket of a US keyboard, or as its control character. */
const GS = '\u001d';

const isSeparator = ({ key, code, chord }: ScannerKey) =>
  key === GS || (chord === 'control' && (key === ']' || code === 'BracketRight'));

/** The character that a US keyboard writes with this key; null for another key. */
export function characterOfPlace(pressed: ScannerKey): string | null {
  if (isSeparator(pressed)) return GS;
  const { code, shift } = pressed;
  return US_KEYS.get(code)?.[shift === 'down' ? 1 : 0] ?? null;
}

function stripped(text: string, { prefix, suffix }: ScannerRules): string {
  const before = charactersOf(prefix);
  const after = charactersOf(suffix);
  // Scanners send the identifier before or after their own prefix.
  const began = withoutStart(withoutStart(text.replace(AIM, ''), before).replace(AIM, ''), before);
  return after !== '' && began.endsWith(after) ? began.slice(0, -after.length) : began;
}

function withoutStart(text: string, start: string): string {
  return start !== '' && text.startsWith(start) ? text.slice(start.length) : text;
}

/** The part of a prefix or suffix that is written into the code. */
function charactersOf(names: readonly string[]): string {
  return names.filter((name) => [...name].length === 1).join('');
}

function otherCase(text: string): string {
  return [...text]
    .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
    .join('');
}
