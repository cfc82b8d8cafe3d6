import { PNG } from 'pngjs';

export type Pixels = {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel: red, green, blue, alpha. */
  readonly data: Uint8ClampedArray;
};

/** Reads a PNG file. */
export function readPng(file: Buffer): Pixels {
  const { width, height, data } = PNG.sync.read(file);
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) };
}
