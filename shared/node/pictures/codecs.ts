import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The machine code of each codec, by the path of its file in `node_modules`. */
export const CODECS = {
  jpegDecoder: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  jpegEncoder: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  png: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
} as const;

export type Codec = keyof typeof CODECS;

/** Reads the file of a codec. A bundle has the files inside, so it has another version of this module. */
export function codecFile(codec: Codec): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(CODECS[codec]))));
}
