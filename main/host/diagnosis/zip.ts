import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = { readonly name: string; readonly text: string };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;
/** Names are UTF-8. */
const FLAGS = 0x0800;

type Packed = {
  readonly name: Buffer;
  readonly data: Buffer;
  /** The members that the local and the central header share. */
  readonly shared: Buffer;
  readonly offset: number;
};

/**
 * A zip archive of texts, all with the date `at` in UTC, so that the same content gives the same
 * bytes in every time zone. The library fflate writes local time, and its compression would be
 * packed into every till although Node.js has one.
 */
export function zip(entries: readonly ZipEntry[], at: number): Buffer {
  const packed: Packed[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const bytes = Buffer.from(text);
    const data = deflateRawSync(bytes);
    const title = Buffer.from(name);
    packed.push({ name: title, data, shared: sharedHeader(title, bytes, data, at), offset });
    offset += 4 + 26 + title.length + data.length;
  }
  const local = packed.flatMap(({ name, data, shared }) => [word32(LOCAL), shared, name, data]);
  const central = packed.map(centralHeader);
  const size = central.reduce((sum, { length }) => sum + length, 0);
  const count = word16(packed.length);
  const end = [word32(END), word16(0), word16(0), count, count, word32(size), word32(offset)];
  return Buffer.concat([...local, ...central, ...end, word16(0)]);
}

function sharedHeader(name: Buffer, bytes: Buffer, data: Buffer, at: number): Buffer {
  const { time, date } = dosTime(at);
  return Buffer.concat([
    ...[VERSION, FLAGS, DEFLATED, time, date].map(word16),
    ...[crc32(bytes), data.length, bytes.length].map(word32),
    ...[name.length, 0].map(word16),
  ]);
}

function centralHeader({ name, shared, offset }: Packed): Buffer {
  const [noComment, disk, internal, external] = [word16(0), word16(0), word16(0), word32(0)];
  const head = [word32(CENTRAL), word16(VERSION), shared, noComment, disk, internal, external];
  return Buffer.concat([...head, word32(offset), name]);
}

function dosTime(at: number): { readonly time: number; readonly date: number } {
  const when = new Date(at);
  const time =
    (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1);
  const year = Math.max(0, when.getUTCFullYear() - 1980);
  return { time, date: (year << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate() };
}

function word16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value & 0xffff);
  return buffer;
}

function word32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value >>> 0);
  return buffer;
}
