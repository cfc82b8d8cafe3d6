import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CATALOGUE_FILE, readCatalogue } from '../../../../main/host/goods/catalogue-file.ts';
import { withPictures } from '../../../../main/host/goods/pictures.ts';
import { seedGoods } from '../../../../main/host/goods/seed.ts';
import { findAsset } from '../../../../shared/node/http/static-assets.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tillkit-catalogue-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (name: string, content: string | Buffer) =>
  writeFileSync(join(directory, name), content);

function problem(): string {
  const read = readCatalogue(directory);
  return read.kind === 'wrong' ? read.problem : read.kind;
}

describe('the catalogue of a till', () => {
  it('is absent without a file', () => {
    expect(readCatalogue(directory)).toEqual({ kind: 'none' });
  });

  it('that is invalid is reported with the invalid field', () => {
    write(CATALOGUE_FILE, '{"categories": [}');
    expect(problem()).toBe('catalogue.json is not readable as JSON.');
    write(CATALOGUE_FILE, '{"products": []}');
    expect(problem()).toBe('catalogue.json is not valid: categories is required.');
    write(CATALOGUE_FILE, `"${'x'.repeat(LIMITS.catalogueBytesMax)}"`);
    expect(problem()).toBe('catalogue.json is larger than 512 kB.');
    rmSync(join(directory, CATALOGUE_FILE));
    mkdirSync(join(directory, CATALOGUE_FILE));
    expect(problem()).toBe('catalogue.json cannot be read from the disk.');
  });

  it('that is invalid names at most three fields and counts the others', () => {
    const products = Array.from({ length: 5 }, (_, at) => ({ id: `p${at}`, name: 'A', price: -1 }));
    write(CATALOGUE_FILE, JSON.stringify({ categories: [], products }));
    expect(problem()).toMatch(/^catalogue\.json is not valid: products\.0.*; and 2 more\.$/);
  });

  it('changes its version with its content', () => {
    const versions = ['a', 'b'].map((id) => {
      const products = [{ id, name: 'A', price: 1 }];
      write(CATALOGUE_FILE, JSON.stringify({ categories: [], products }));
      const read = readCatalogue(directory);
      return read.kind === 'read' ? read.version : null;
    });
    expect(new Set(versions).size).toBe(2);
    expect(versions).not.toContain(null);
  });
});

describe('the guide', () => {
  it('shows a valid catalogue', () => {
    const guide = readFileSync(
      new URL('../../../../docs/guides/goods.md', import.meta.url),
      'utf8',
    );
    const [, example = ''] = /^```json\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    write(CATALOGUE_FILE, example);
    expect(problem()).toBe('read');
  });
});

describe('the demo shop', () => {
  it('has goods with pictures from its first start', () => {
    seedGoods(directory);
    const read = readCatalogue(directory);
    if (read.kind !== 'read') throw new Error(JSON.stringify(read));
    expect(read.catalogue.products.length).toBeGreaterThan(10);
    const pictures = withPictures(new Map(), directory);
    for (const { picture } of read.catalogue.products) {
      if (picture === null) continue;
      const asset = findAsset(pictures, `/pictures/${picture}`);
      expect(asset?.type, picture).toBe('image/svg+xml');
      expect(String(asset?.body)).toMatch(/^<svg [^>]+>.*<\/svg>\n$/s);
      expect(String(asset?.body)).not.toMatch(/script|href|NaN|undefined/);
    }
  });

  it('does not overwrite a catalogue, and does not write it again after its removal', () => {
    write(CATALOGUE_FILE, '{"categories": [], "products": []}');
    seedGoods(directory);
    expect(readdirSync(directory)).toEqual([CATALOGUE_FILE]);
    rmSync(join(directory, CATALOGUE_FILE));
    seedGoods(directory);
    rmSync(join(directory, CATALOGUE_FILE));
    seedGoods(directory);
    expect(readdirSync(directory)).toEqual(['pictures']);
  });
});

describe('pictures', () => {
  const names = () => [...withPictures(new Map(), directory).keys()];

  it('are only picture files in their folder', () => {
    expect(names()).toEqual([]);
    mkdirSync(join(directory, 'pictures', 'deeper.svg'), { recursive: true });
    write('secret.svg', '<svg/>');
    symlinkSync(join(directory, 'secret.svg'), join(directory, 'pictures', 'link.svg'));
    for (const name of ['a.svg', 'b.png', 'page.html', '.hidden.svg', 'c.SVG', 'ø.svg']) {
      write(`pictures/${name}`, 'x');
    }
    write('pictures/large.png', Buffer.alloc(LIMITS.pictureBytesMax + 1));
    expect(names()).toEqual(['pictures/a.svg', 'pictures/b.png']);
    const served = withPictures(new Map(), directory);
    expect(findAsset(served, '/pictures/..%2Fsecret.svg')).toBeNull();
    expect(findAsset(served, '/pictures/../secret.svg')).toBeNull();
  });

  it('have a limit on their total size', () => {
    mkdirSync(join(directory, 'pictures'));
    const count = LIMITS.picturesBytesMax / LIMITS.pictureBytesMax + 3;
    for (let at = 0; at < count; at += 1) {
      write(`pictures/p${at}.png`, Buffer.alloc(LIMITS.pictureBytesMax));
    }
    expect(names()).toHaveLength(LIMITS.picturesBytesMax / LIMITS.pictureBytesMax);
  });
});
