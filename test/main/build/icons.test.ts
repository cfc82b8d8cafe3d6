import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rasterise } from '../../../main/build/icons/raster.ts';
import { readSvg } from '../../../main/build/icons/read-svg.ts';
import { buildIcons } from '../../../main/build/icons.ts';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { readPng } from '../../support/png.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tillkit-icons-'));
  mkdirSync(join(root, 'main/build'), { recursive: true });
  cpSync(join(packageRoot(), 'main/build/icons'), join(root, 'main/build/icons'), {
    recursive: true,
  });
  buildIcons(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const file = (name: string) => readFileSync(join(root, 'dist/icons', name));
const SIDES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

test.each(SIDES)('the picture of %i pixels matches the source', (side) => {
  const { width, height, data } = readPng(file(`png/${side}x${side}.png`));
  expect([width, height]).toEqual([side, side]);
  const at = (x: number, y: number) => {
    const place = (Math.floor(y * side) * side + Math.floor(x * side)) * 4;
    return [...data.subarray(place, place + 4)];
  };
  // The corner is clear, the edge is ink, the paper white, the key yellow.
  expect(at(0, 0)[3]).toBe(0);
  expect(at(0.5, 0.1)).toEqual([0x17, 0x1d, 0x19, 255]);
  expect(at(0.3, 0.6)).toEqual([255, 255, 255, 255]);
  expect(at(0.58, 0.58)).toEqual([0xfd, 0xd2, 0x26, 255]);
});

test('the Windows icon lists each size up to 256 with its picture', () => {
  const ico = file('icon.ico');
  const count = ico.readUInt16LE(4);
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), count]).toEqual([0, 1, 7]);
  const sides = Array.from({ length: count }, (_, index) => {
    const entry = 6 + index * 16;
    const [length, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)];
    const { width } = readPng(ico.subarray(offset, offset + length));
    expect([ico[entry], ico[entry + 1]]).toEqual([width % 256, width % 256]);
    return width;
  });
  expect(sides).toEqual(SIDES.filter((side) => side <= 256));
});

test('the macOS icon is complete and names the sizes by type', () => {
  const icns = file('icon.icns');
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  const found: [string, number][] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const picture = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4));
    found.push([icns.toString('latin1', at, at + 4), readPng(picture).width]);
  }
  expect(found).toContainEqual(['ic10', 1024]);
  expect(found).toContainEqual(['ic07', 128]);
  expect(found).toHaveLength(11);
});

test('an unchanged source is not drawn again', () => {
  const before = statSync(join(root, 'dist/icons/icon.ico')).mtimeMs;
  buildIcons(root);
  expect(statSync(join(root, 'dist/icons/icon.ico')).mtimeMs).toBe(before);
  expect(readdirSync(join(root, 'dist/icons/png'))).toHaveLength(SIDES.length);
});

describe('a source', () => {
  const svg = (inner: string) => `<svg viewBox="0 0 4 4">${inner}</svg>`;

  test('is drawn with smooth edges, later shapes over earlier ones', () => {
    const picture = readSvg(
      svg(
        '<rect x="0" y="0" width="2.5" height="4" fill="#ff0000"/>' +
          '<path d="M0 0H1V1H0Z" fill="#0000ff"/>',
      ),
    );
    const { pixels } = rasterise(picture, 4);
    expect([...pixels.subarray(0, 4)]).toEqual([0, 0, 255, 255]);
    expect([...pixels.subarray(4, 8)]).toEqual([255, 0, 0, 255]);
    expect([...pixels.subarray(8, 12)]).toEqual([255, 0, 0, 128]);
    expect(pixels[15]).toBe(0);
  });

  test.each([
    ['<circle r="1" fill="#000000"/>', 'circle'],
    ['<path d="M0 0C1 1 2 2 3 3Z" fill="#000000"/>', 'path with C'],
    ['<rect width="1" height="1" fill="red"/>', 'colour red'],
    ['<g><rect width="1" height="1" fill="#000000"/></g>', 'neither'],
  ])('that contains %s is refused', (inner, words) => {
    expect(() => readSvg(svg(inner))).toThrow(words);
  });

  test('without a square view box is refused', () => {
    expect(() => readSvg('<svg viewBox="0 0 4 5"></svg>')).toThrow('square');
  });
});
