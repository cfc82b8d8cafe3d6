import fc from 'fast-check';

const POINT_MAX = 0x10_ffff;

function pointOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== text) throw new Error('not one point');
  return point;
}

/**
 * Any code point, also half of a pair. `pointOf` lets the library add texts that it knows to be dangerous.
 */
const point = fc.nat(POINT_MAX).map((code) => String.fromCodePoint(code), pointOf);

/**
 * Any text of at most so many code points: what `fc.string({ unit: 'binary' })` draws. That keeps a map
 * of all 1.1 million code points, which costs each worker 0.8 s of processor time.
 */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: point, maxLength });
