import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import decodeJpeg, { init as startJpegDecoder } from '@jsquash/jpeg/decode.js';
import encodeJpeg, { init as startJpegEncoder } from '@jsquash/jpeg/encode.js';
import {
  decode as decodePng,
  encode as encodePng,
  initSync as startPng,
} from '@jsquash/png/codec/pkg/squoosh_png.js';
import { LIMITS } from '../../protocol/limits.ts';
import { boundedModule, PAGE } from './bounded-module.ts';
import { type Codec, codecFile } from './codecs.ts';
import type { PictureFile } from './picture-file.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import { type Pixels, scaledTo, upright } from './pixels.ts';
import { packedRows } from './png-file.ts';

/** A picture that was written anew, by a name that is made from its bytes. */
export type WrittenPicture = {
  readonly name: string;
  readonly type: string;
  readonly image: Uint8Array;
};

const QUALITY = 82;

/**
 * Decodes a picture, turns it upright, scales it down and writes it again, so that no byte of a sender reaches a till
 * (D-268). The result is a JPEG file if no pixel is transparent, and a PNG file otherwise. Null if the
 * file is damaged. It runs in a thread of its own, and holds pixels in memory that V8 does not manage: a heap that
 * is full can end the whole process (D-440).
 */
export async function rewritePicture(file: PictureFile): Promise<WrittenPicture | null> {
  const pixels = await decoded(file);
  if (pixels === null || pixels.width !== file.width || pixels.height !== file.height) return null;
  const seen = upright(scaledTo(pixels, LIMITS.cataloguePictureSide), file.orientation);
  return written(seen);
}

async function decoded({ kind, bytes, rowBytes }: PictureFile): Promise<Pixels | null> {
  try {
    if (rowBytes !== null && !isUnpacked(bytes, rowBytes)) return null;
    const read = kind === 'png' ? readPng(bytes) : await readJpeg(bytes);
    const { buffer, byteOffset, length } = read.data;
    // The codecs return new bytes, which are never shared.
    const data = new Uint8Array(buffer as ArrayBuffer, byteOffset, length);
    return { width: read.width, height: read.height, data };
  } catch {
    // The message of a decoder names bytes of the file and helps nobody.
    return null;
  }
}

/** True if the data of a PNG file come to its rows, and to nothing more. */
function isUnpacked({ buffer, byteOffset, length }: Uint8Array, rowBytes: number): boolean {
  const packed = packedRows(Buffer.from(buffer, byteOffset, length));
  return inflateSync(packed, { maxOutputLength: rowBytes }).length === rowBytes;
}

function readPng(bytes: Uint8Array): ImageData {
  startPng(moduleOf('png'));
  return decodePng(bytes);
}

async function readJpeg(bytes: Uint8Array<ArrayBuffer>): Promise<ImageData> {
  await startJpegDecoder(startedBy('jpegDecoder'));
  return decodeJpeg(bytes.buffer);
}

async function written({ width, height, data }: Pixels): Promise<WrittenPicture> {
  const isOpaque = data.every((value, at) => at % 4 !== 3 || value === 255);
  const image = isOpaque ? await asJpeg({ width, height, data }) : asPng({ width, height, data });
  const hash = createHash('sha256').update(image).digest('hex').slice(0, 32);
  return isOpaque
    ? { name: `${hash}.jpg`, type: 'image/jpeg', image }
    : { name: `${hash}.png`, type: 'image/png', image };
}

async function asJpeg({ width, height, data }: Pixels): Promise<Uint8Array> {
  await startJpegEncoder(startedBy('jpegEncoder'));
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const image = { width, height, data: pixels, colorSpace: 'srgb' as const };
  return new Uint8Array(await encodeJpeg(image, { quality: QUALITY }));
}

function asPng({ width, height, data }: Pixels): Uint8Array {
  startPng(moduleOf('png'));
  return encodePng(data, width, height, 8);
}

const moduleOf = (codec: Codec) => boundedModule(codecFile(codec), PICTURE_LIMITS.memoryMax / PAGE);

/** What the loader of a codec gets in place of an address: the bounded module, and silence for its warnings. */
function startedBy(codec: Codec) {
  return {
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(
      imports: WebAssembly.Imports,
      started: (instance: WebAssembly.Module) => void,
    ): WebAssembly.Exports {
      const instance = new WebAssembly.Instance(moduleOf(codec), imports);
      // The loader wants the instance, whatever its types say.
      started(instance as unknown as WebAssembly.Module);
      return instance.exports;
    },
  };
}
