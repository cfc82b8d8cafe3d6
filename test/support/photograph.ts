import type { Pixels } from './png.ts';

/** The picture at half its size, each pixel the mean of four: the picture of a distant camera. */
export function halved({ width, height, data }: Pixels): Pixels {
  const [across, down] = [Math.floor(width / 2), Math.floor(height / 2)];
  const small = new Uint8ClampedArray(across * down * 4);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      for (let channel = 0; channel < 4; channel += 1) {
        const at = (2 * y * width + 2 * x) * 4 + channel;
        const below = at + width * 4;
        const four = [data[at], data[at + 4], data[below], data[below + 4]];
        small[(y * across + x) * 4 + channel] =
          four.reduce((sum: number, one = 0) => sum + one, 0) / 4;
      }
    }
  }
  return { width: across, height: down, data: small };
}

/** The picture out of focus: each pixel the mean of those up to `reach` around it, both ways. */
export function blurred({ width, height, data }: Pixels, reach: number): Pixels {
  const rows = smear(data, width, height, 4, width * 4, reach);
  return { width, height, data: smear(rows, height, width, width * 4, 4, reach) };
}

/** Smears lines of `length` pixels, `step` bytes apart; there are `count`, `stride` bytes apart. */
function smear(
  from: Uint8ClampedArray,
  length: number,
  count: number,
  step: number,
  stride: number,
  reach: number,
): Uint8ClampedArray {
  const to = new Uint8ClampedArray(from.length);
  for (let line = 0; line < count; line += 1) {
    for (let channel = 0; channel < 4; channel += 1) {
      const start = line * stride + channel;
      const at = (pixel: number) =>
        from[start + Math.min(length - 1, Math.max(0, pixel)) * step] ?? 0;
      let sum = 0;
      for (let pixel = -reach; pixel <= reach; pixel += 1) sum += at(pixel);
      for (let pixel = 0; pixel < length; pixel += 1) {
        to[start + pixel * step] = sum / (2 * reach + 1);
        sum += at(pixel + reach + 1) - at(pixel - reach);
      }
    }
  }
  return to;
}
