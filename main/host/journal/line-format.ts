import { crc32 } from 'node:zlib';
import { type JournalRecord, journalRecord } from '../../../shared/terminal/sale/records.ts';

/**
 * A record is one line: the length of the JSON in bytes and its CRC-32, both as eight hexadecimal
 * digits, then the JSON. Both show a line that a power cut shortened or that a disk changed.
 */
const HEAD = /^([0-9a-f]{8}) ([0-9a-f]{8}) $/;
const HEAD_BYTES = 18;
const NEWLINE = 0x0a;

/** The content of a journal file. */
export type Read = {
  readonly records: readonly JournalRecord[];
  /** Bytes up to the end of the last good record before anything bad. */
  readonly goodBytes: number;
  /** The first damaged line, except a last one that a power cut tore. */
  readonly damage: Damage | null;
  /** Bytes after the last good record. */
  readonly tornBytes: number;
};

export type Damage = { readonly offset: number; readonly line: number; readonly why: string };

/** The line of a record. */
export function encode(record: JournalRecord): Buffer {
  const json = Buffer.from(JSON.stringify(record), 'utf8');
  return Buffer.concat([Buffer.from(`${hex(json.length)} ${hex(crc32(json))} `), json, EOL]);
}

const EOL = Buffer.from('\n');

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/**
 * Reads every line. An incomplete record at the end is torn by a power cut. Every other invalid
 * line is damage, and so is a whole record that this version does not understand, wherever it is:
 * dropping the record of a newer version would lose sales.
 */
export function decode(bytes: Buffer): Read {
  const records: JournalRecord[] = [];
  let damage: Damage | null = null;
  let suspect: Damage | null = null;
  let goodBytes = 0;
  let lastGood = 0;
  let line = 0;
  for (let offset = 0; offset < bytes.length; ) {
    line += 1;
    const end = bytes.indexOf(NEWLINE, offset);
    const next = end < 0 ? bytes.length : end + 1;
    const parsed = end < 0 ? bad('the line has no end') : parseLine(bytes.subarray(offset, end));
    if (parsed.kind === 'record') {
      records.push(parsed.record);
      damage ??= suspect;
    } else {
      suspect ??= { offset, line, why: parsed.why };
      if (parsed.kind === 'unknown') damage ??= suspect;
    }
    if (parsed.kind !== 'bad') lastGood = next;
    if (damage === null && suspect === null) goodBytes = next;
    offset = next;
  }
  const tail = bytes.subarray(lastGood);
  if (suspect !== null && (records.length === 0 || !isTorn(tail))) damage ??= suspect;
  return { records, goodBytes, damage, tornBytes: tail.length };
}

/**
 * Whether the bytes after the last good record are what a power cut leaves of one write: its
 * beginning, or zeros where the file grew before its bytes reached the disk. A journal begins with
 * a synced record, so a file of zeros alone is damage.
 */
function isTorn(tail: Buffer): boolean {
  let end = tail.length;
  while (end > 0 && tail[end - 1] === 0) end -= 1;
  const written = tail.subarray(0, end);
  const head = written.subarray(0, HEAD_BYTES).toString('latin1');
  if (written.length < HEAD_BYTES) return HEAD.test(head + HEAD_REST.slice(head.length));
  const length = Number.parseInt(HEAD.exec(head)?.[1] ?? '', 16);
  // A line with its end was written completely and changed later.
  return written.length - HEAD_BYTES <= length;
}

/** A head that completes any beginning of a head. */
const HEAD_REST = '00000000 00000000 ';

type Parsed =
  | { readonly kind: 'record'; readonly record: JournalRecord }
  /** Complete, but of an unknown form. */
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'bad'; readonly why: string };

function bad(why: string): Parsed {
  return { kind: 'bad', why };
}

function parseLine(line: Buffer): Parsed {
  const head = HEAD.exec(line.subarray(0, HEAD_BYTES).toString('latin1'));
  if (head === null) return bad('the line does not begin with a length and a checksum');
  const json = line.subarray(HEAD_BYTES);
  if (json.length !== Number.parseInt(head[1] ?? '', 16)) return bad('the length is wrong');
  if (crc32(json) !== Number.parseInt(head[2] ?? '', 16)) return bad('the checksum is wrong');
  const parsed = journalRecord.safeParse(parseJson(json));
  if (parsed.success) return { kind: 'record', record: parsed.data };
  return { kind: 'unknown', why: 'the record has a form that this version does not know' };
}

function parseJson(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    // The schema refuses undefined.
    return undefined;
  }
}
