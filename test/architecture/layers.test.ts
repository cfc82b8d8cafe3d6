import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagram } from './diagram.ts';
import { cyclesOf, foldersOf, type Graph } from './graph.ts';
import { AUDIENCE_LAYERS, BETWEEN_COLUMNS, COLUMNS, type Layer, layerOf } from './layers.ts';
import { exists, importsOf, PRODUCT_FILES, textOf } from './sources.ts';

const known = new Set(PRODUCT_FILES);
const graph: Graph = new Map(
  PRODUCT_FILES.map((file) => [file, new Set(importsOf(file).filter((name) => known.has(name)))]),
);

/** Whether `from` may import `to`: the same layer, a lower one of a column, or a listed exception. */
function isAllowed(from: Layer, to: Layer, fromFile: string, toFile: string): boolean {
  if (from === to) return true;
  const below = COLUMNS.some((column) => {
    const place = column.indexOf(from);
    return place >= 0 && column.indexOf(to) > place;
  });
  const listed = BETWEEN_COLUMNS.some(
    (rule) => fromFile.startsWith(`${rule.from}/`) && toFile === rule.to,
  );
  return below || listed;
}

describe('the layers', () => {
  it('include every file of the product', () => {
    expect(PRODUCT_FILES.length).toBeGreaterThan(500);
    expect(PRODUCT_FILES.filter((file) => layerOf(file) === null)).toEqual([]);
  });

  it('name only folders and files that exist', () => {
    const places = COLUMNS.flat().flatMap((layer) => layer.places);
    const empty = places.filter(
      (place) => !PRODUCT_FILES.some((file) => file === place || file.startsWith(`${place}/`)),
    );
    expect(empty).toEqual([]);
  });

  it('import downwards only', () => {
    const upwards = [...graph].flatMap(([file, imported]) =>
      [...imported].flatMap((name) => {
        const [from, to] = [layerOf(file), layerOf(name)];
        const allowed = from !== null && to !== null && isAllowed(from, to, file, name);
        return allowed ? [] : [`${file} imports ${name}`];
      }),
    );
    expect(upwards).toEqual([]);
  });
});

describe('the rooms of the audiences', () => {
  it('are layers, and do not import each other', () => {
    const named = COLUMNS.flat().map((layer) => layer.name);
    expect(AUDIENCE_LAYERS.filter((name) => !named.includes(name))).toEqual([]);
    const across = [...graph].flatMap(([file, imported]) => {
      const from = layerOf(file)?.name ?? '';
      if (!AUDIENCE_LAYERS.includes(from)) return [];
      const others = AUDIENCE_LAYERS.filter((name) => name !== from);
      return [...imported]
        .filter((name) => others.includes(layerOf(name)?.name ?? ''))
        .map((name) => `${file} imports ${name}`);
    });
    expect(across).toEqual([]);
  });
});

describe("the service's pages", () => {
  it('import nothing of the device', () => {
    const pages = PRODUCT_FILES.filter((file) => /^renderer\/(portal|wallet)\//.test(file));
    expect(pages.length).toBeGreaterThan(50);
    const imported = pages.flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('shared/device/'))
        .map((name) => `${file} imports ${name}`),
    );
    expect(imported).toEqual([]);
  });
});

describe('import cycles', () => {
  it('do not exist between files', () => {
    expect(cyclesOf(graph)).toEqual([]);
  });

  it('do not exist between folders', () => {
    expect(cyclesOf(foldersOf(graph, posix.dirname))).toEqual([]);
  });

  it('are found in an example with a cycle of three files and one of two folders', () => {
    const circle: Graph = new Map([
      ['a/1.ts', new Set(['a/2.ts'])],
      ['a/2.ts', new Set(['b/3.ts'])],
      ['b/3.ts', new Set(['a/1.ts'])],
      ['b/4.ts', new Set(['a/1.ts'])],
    ]);
    expect(cyclesOf(circle)).toEqual([['a/1.ts', 'a/2.ts', 'b/3.ts']]);
    expect(cyclesOf(foldersOf(circle, posix.dirname))).toEqual([['a', 'b']]);
  });
});

describe('docs/architecture.md', () => {
  const page = textOf('docs/architecture.md');

  it('has the diagram of these layers', () => {
    const [, shown] = /<!-- layers -->\n\n```\n([\s\S]*?)\n```/.exec(page) ?? [];
    expect(shown).toBe(diagram());
  });

  it('names only files that exist', () => {
    const named = [...page.matchAll(/`((?:shared|service|main|renderer|test)\/[\w./-]*\w)`/g)];
    const missing = named.map(([, name = '']) => name).filter((name) => !exists(name));
    expect(named.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });
});
