import { orientationOf } from './exif.ts';
import { joined, type ReadFile } from './picture-file.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';

/** Blocks of one unit of an interleaved scan. */
const UNIT_BLOCKS_MAX = 10;
/** Coefficients of a block. */
const COEFFICIENTS = 64;
/** The highest bit that a scan may begin with. */
const BIT_MAX = 13;
const EXIF = Buffer.from('Exif\0\0', 'latin1');

const [START, END, SCAN, RESTART_FIRST, RESTART_LAST] = [0xd8, 0xd9, 0xda, 0xd0, 0xd7];
/** Tables of Huffman codes and of quanta, the restart interval, JFIF, and the colours of Adobe. */
const TABLES = new Set([0xc4, 0xdb, 0xdd, 0xe0, 0xee]);
const APP1 = 0xe1;
const isNote = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
/** Frames in order (baseline, extended) and progressive ones, all with Huffman codes. */
const PROGRESSIVE = 0xc2;
const isFrame = (marker: number) => marker >= 0xc0 && marker <= PROGRESSIVE;

type Component = { readonly across: number; readonly down: number; scans: number };
type Frame = {
  readonly width: number;
  readonly height: number;
  readonly isProgressive: boolean;
  readonly components: ReadonlyMap<number, Component>;
};

/**
 * Reads the segments of a JPEG file: one frame of one or three components with eight bits, and scans that name each of
 * its components once at most. Null for any other file. Notes of cameras and programs, and what follows the end, are
 * left out. `cost` says how often all scans together go over each coefficient.
 */
export function readJpeg(file: Buffer): ReadFile | null {
  if (file.length < 4 || file[0] !== 0xff || file[1] !== START) return null;
  const parts: Buffer[] = [file.subarray(0, 2)];
  let [at, scans, work, orientation] = [2, 0, 0, 1];
  let frame: Frame | null = null;
  for (;;) {
    const marker = file[at] === 0xff ? file[at + 1] : undefined;
    if (marker === 0xff) {
      // A fill byte before a marker.
      at += 1;
      continue;
    }
    if (marker === undefined) return null;
    if (marker === END) break;
    const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0;
    const next = at + 2 + length;
    if (length < 2 || next > file.length) return null;
    const data = file.subarray(at + 4, next);
    let end = next;
    if (isFrame(marker)) {
      if (frame !== null) return null;
      frame = frameOf(data, marker === PROGRESSIVE);
      if (frame === null) return null;
    } else if (marker === SCAN) {
      const found: number | null = frame === null ? null : workOf(data, frame);
      scans += 1;
      if (found === null || scans > PICTURE_LIMITS.scansMax) return null;
      work += found;
      end = endOfScan(file, next);
    } else if (!TABLES.has(marker) && !isNote(marker)) return null;
    if (isFrame(marker) || marker === SCAN || TABLES.has(marker))
      parts.push(file.subarray(at, end));
    if (marker === APP1 && data.subarray(0, EXIF.length).equals(EXIF)) {
      orientation = orientationOf(data.subarray(EXIF.length));
    }
    at = end;
    // A file that was cut inside of its data shows what it has.
    if (at === file.length) break;
  }
  if (frame === null || scans === 0) return null;
  const { width, height, components } = frame;
  const bytes = joined([...parts, Buffer.from([0xff, END])]);
  const all = blocksOf([...components.values()], frame) * COEFFICIENTS;
  return { kind: 'jpeg', width, height, orientation, bytes, rowBytes: null, cost: work / all };
}

function frameOf(data: Buffer, isProgressive: boolean): Frame | null {
  const [bits, , , , , count = 0] = data;
  if (bits !== 8 || (count !== 1 && count !== 3) || data.length !== 6 + 3 * count) return null;
  const [height, width] = [data.readUInt16BE(1), data.readUInt16BE(3)];
  const components = new Map<number, Component>();
  for (let at = 6; at < data.length; at += 3) {
    const [id = 0, sampling = 0] = data.subarray(at);
    const [across, down] = [sampling >> 4, sampling & 15];
    if (across < 1 || across > 4 || down < 1 || down > 4) return null;
    components.set(id, { across, down, scans: 0 });
  }
  if (components.size !== count || width < 1 || height < 1) return null;
  return { width, height, isProgressive, components };
}

/** Coefficients that a scan goes over; null if its header is not right. */
function workOf(data: Buffer, frame: Frame): number | null {
  const count = data[0] ?? 0;
  if (data.length !== 4 + 2 * count || count < 1) return null;
  const named = new Set<Component>();
  for (let at = 1; at < 1 + 2 * count; at += 2) {
    const component = frame.components.get(data[at] ?? -1);
    if (component === undefined || named.has(component)) return null;
    named.add(component);
    component.scans += 1;
  }
  const [first = 0, last = 0, bits = 0] = data.subarray(1 + 2 * count);
  const units = [...named].reduce((sum, { across, down }) => sum + across * down, 0);
  if (count > 1 && units > UNIT_BLOCKS_MAX) return null;
  if (frame.isProgressive) {
    if (first > last || last >= COEFFICIENTS || bits >> 4 > BIT_MAX || (bits & 15) > BIT_MAX)
      return null;
    // The means of the blocks have scans of their own, and details are of one component.
    if (first === 0 ? last !== 0 : count !== 1) return null;
  } else if (first !== 0 || last !== COEFFICIENTS - 1 || bits !== 0) return null;
  else if ([...named].some(({ scans }) => scans > 1)) return null;
  return blocksOf([...named], frame) * (last - first + 1);
}

/** Blocks of eight by eight samples that some components have. */
function blocksOf(some: readonly Component[], { width, height, components }: Frame): number {
  const all = [...components.values()];
  const across = Math.max(...all.map((one) => one.across));
  const down = Math.max(...all.map((one) => one.down));
  const units = Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
  return some.reduce((sum, one) => sum + units * one.across * one.down, 0);
}

/** Where the data of a scan end: at the next marker that is no restart. A byte 0xff of data has a zero after it. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) break;
    const isData = next === 0 || next === 0xff || (next >= RESTART_FIRST && next <= RESTART_LAST);
    if (!isData) return at;
  }
  return file.length;
}
