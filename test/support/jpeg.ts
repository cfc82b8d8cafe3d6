import { readFileSync } from 'node:fs';
import decode, { init as startDecoder } from '@jsquash/jpeg/decode.js';
import encode, { init as startEncoder } from '@jsquash/jpeg/encode.js';
import type { Pixels } from './png.ts';

const moduleOf = (file: string) =>
  new WebAssembly.Module(readFileSync(new URL(import.meta.resolve(`@jsquash/jpeg/codec/${file}`))));

/** The loader wants the instance, whatever its types say. */
const startedBy = (file: string) => ({
  instantiateWasm(
    imports: WebAssembly.Imports,
    started: (instance: WebAssembly.Module) => void,
  ): WebAssembly.Exports {
    const instance = new WebAssembly.Instance(moduleOf(file), imports);
    started(instance as unknown as WebAssembly.Module);
    return instance.exports;
  },
});

/** Reads a JPEG file. */
export async function readJpeg(file: Uint8Array): Promise<Pixels> {
  await startDecoder(startedBy('dec/mozjpeg_dec.wasm'));
  const { width, height, data } = await decode(new Uint8Array(file).buffer);
  return { width, height, data: new Uint8ClampedArray(data) };
}

/** Writes a JPEG file; in order, or `progressive`. */
export async function jpegOf(
  { width, height, data }: Pixels,
  { progressive = false } = {},
): Promise<Buffer> {
  await startEncoder(startedBy('enc/mozjpeg_enc.wasm'));
  const image = { width, height, data: new Uint8ClampedArray(data), colorSpace: 'srgb' as const };
  return Buffer.from(await encode(image, { quality: 90, progressive, baseline: !progressive }));
}

/** A picture of one colour. */
export function plain(width: number, height: number, colour: readonly number[]): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([...colour, 255].slice(0, 4), at);
  return { width, height, data };
}
