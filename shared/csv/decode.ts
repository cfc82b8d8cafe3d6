/** Marks at the beginning of a file that name its encoding. */
const MARKS = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const;

/**
 * The text of a file: UTF-8, UTF-16 (with a byte order mark, or with a zero in every second byte of its beginning),
 * and else Windows-1252, which spreadsheets on Windows write. The platform decodes; no byte is without a character.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const marked = MARKS.find(([, one, two]) => one === first && two === second);
  if (marked !== undefined) return new TextDecoder(marked[0]).decode(bytes);
  if (first !== 0 && second === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0 && second !== 0) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
