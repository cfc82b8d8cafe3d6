import type { Picture, Shape } from './read-svg.ts';

/** Sample lines per pixel, and samples per line. */
const SAMPLES = 4;

/** A square picture, four bytes a pixel: red, green, blue and opacity, not multiplied. */
export type Raster = { readonly side: number; readonly pixels: Uint8Array };

/** Draws a picture at `side` pixels, with smooth edges. */
export function rasterise(picture: Picture, side: number): Raster {
  const pixels = new Uint8Array(side * side * 4);
  const scale = side / picture.side;
  for (const shape of picture.shapes) paint(shape, scale, side, pixels);
  return { side, pixels };
}

function paint(shape: Shape, scale: number, side: number, pixels: Uint8Array): void {
  const corners = shape.corners.map(([x, y]) => [x * scale, y * scale] as const);
  const cover = new Float64Array(side);
  for (let row = 0; row < side; row += 1) {
    cover.fill(0);
    for (let line = 0; line < SAMPLES; line += 1) {
      const y = row + (line + 0.5) / SAMPLES;
      const crossings = crossingsAt(corners, y);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        addSpan(cover, crossings[pair] ?? 0, crossings[pair + 1] ?? 0);
      }
    }
    for (let column = 0; column < side; column += 1) {
      const opacity = (cover[column] ?? 0) / SAMPLES;
      if (opacity > 0) blend(pixels, (row * side + column) * 4, shape.colour, opacity);
    }
  }
}

/** Where the outline crosses a line, from left to right. */
function crossingsAt(corners: readonly (readonly [number, number])[], y: number): number[] {
  const crossings: number[] = [];
  corners.forEach(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length] ?? [x1, y1];
    if (y1 <= y === y2 <= y) return;
    crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  });
  return crossings.sort((a, b) => a - b);
}

/** Adds to each pixel how much of it lies between two places of one line. */
function addSpan(cover: Float64Array, from: number, to: number): void {
  const last = Math.min(cover.length - 1, Math.ceil(to) - 1);
  for (let column = Math.max(0, Math.floor(from)); column <= last; column += 1) {
    const part = Math.min(to, column + 1) - Math.max(from, column);
    cover[column] = (cover[column] ?? 0) + Math.max(0, part);
  }
}

/** Blends a colour over the existing pixel. */
function blend(pixels: Uint8Array, at: number, colour: Shape['colour'], opacity: number): void {
  const below = (pixels[at + 3] ?? 0) / 255;
  const result = opacity + below * (1 - opacity);
  for (const channel of [0, 1, 2] as const) {
    const mixed = colour[channel] * opacity + (pixels[at + channel] ?? 0) * below * (1 - opacity);
    pixels[at + channel] = Math.round(mixed / result);
  }
  pixels[at + 3] = Math.round(result * 255);
}
