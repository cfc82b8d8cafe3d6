/** A filled outline: corners in the picture's own units, in order. */
export type Shape = {
  readonly corners: readonly (readonly [x: number, y: number])[];
  /** Red, green and blue, 0 to 255. */
  readonly colour: readonly [number, number, number];
};
export type Picture = { readonly side: number; readonly shapes: readonly Shape[] };

/** Corners that a quarter of a circle is drawn with; more than a screen of 1024 pixels shows. */
const STEPS = 32;

/**
 * Reads the little of SVG that the product's icon is drawn in: a square view, rectangles with
 * round corners, and paths of straight lines with absolute places. Throws on anything else, so
 * that a picture is never built half.
 */
export function readSvg(text: string): Picture {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(text)?.[1]);
  if (!(side > 0)) throw new Error('the icon has no square view');
  const inner = text.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  const shapes = [...inner.matchAll(/<(\w+)([^>]*?)\/>/g)].map((match) =>
    shapeOf(match[1] ?? '', match[2] ?? ''),
  );
  if (inner.replaceAll(/<\w+[^>]*?\/>/g, '').trim() !== '') {
    throw new Error('the icon has something in it that is neither a rectangle nor a path');
  }
  return { side, shapes };
}

function shapeOf(name: string, attributes: string): Shape {
  const text = (key: string) => new RegExp(`(?:^|\\s)${key}="([^"]*)"`).exec(attributes)?.[1];
  const number = (key: string) => Number(text(key) ?? 0);
  const colour = colourOf(text('fill') ?? '');
  switch (name) {
    case 'rect':
      return {
        colour,
        corners: roundRectangle(
          [number('x'), number('y')],
          [number('width'), number('height')],
          number('rx'),
        ),
      };
    case 'path':
      return { colour, corners: straightPath(text('d') ?? '') };
    default:
      throw new Error(`the icon has a ${name} in it`);
  }
}

function colourOf(text: string): Shape['colour'] {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(text);
  if (!match) throw new Error(`the icon has the colour ${text} in it`);
  const part = (index: number) => Number.parseInt(match[index] ?? '', 16);
  return [part(1), part(2), part(3)];
}

type Pair = readonly [number, number];

function roundRectangle([x, y]: Pair, [width, height]: Pair, radius: number): Shape['corners'] {
  const r = Math.min(radius, width / 2, height / 2);
  const centres: readonly Pair[] = [
    [x + width - r, y + r],
    [x + width - r, y + height - r],
    [x + r, y + height - r],
    [x + r, y + r],
  ];
  return centres.flatMap(([cx, cy], quarter) =>
    Array.from({ length: STEPS + 1 }, (_, step): Pair => {
      const angle = (Math.PI / 2) * (quarter - 1 + step / STEPS);
      return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
    }),
  );
}

function straightPath(d: string): Shape['corners'] {
  let at: Pair = [0, 0];
  const corners: Pair[] = [];
  for (const [, letter = '', values = ''] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = values
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const [first = 0, second = 0] = numbers;
    switch (letter) {
      case 'M':
      case 'L':
        at = [first, second];
        break;
      case 'H':
        at = [first, at[1]];
        break;
      case 'V':
        at = [at[0], first];
        break;
      case 'Z':
        continue;
      default:
        throw new Error(`the icon has a path with ${letter} in it`);
    }
    corners.push(at);
  }
  return corners;
}
