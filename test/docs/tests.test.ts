import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* The pages about the tests name files and folders; each of them must exist. */

const TESTS = new URL('../', import.meta.url);

describe('the pages about the tests', () => {
  it.each([
    ['README.md', 'support/'],
    ['bench/README.md', 'bench/'],
  ])('%s names only files that exist', (page, folder) => {
    const text = readFileSync(new URL(page, TESTS), 'utf8');
    const first = [...text.matchAll(/^\| (`[^|]*`) \|/gm)].map(([, cell = '']) => cell);
    const names = first.flatMap((cell) => [...cell.matchAll(/`([\w-]+\.ts|[\w-]+\/)`/g)]);
    expect(names.length).toBeGreaterThan(4);
    for (const [, name = ''] of names) {
      const places = [new URL(name, TESTS), new URL(folder + name, TESTS)];
      expect(places.some(existsSync), name).toBe(true);
    }
  });

  it('list every test folder that has no product folder of the same name', () => {
    const text = readFileSync(new URL('README.md', TESTS), 'utf8');
    const folders = readdirSync(TESTS, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .filter((name) => !existsSync(new URL(`../${name}`, TESTS)) || name === 'docs');
    expect(folders.length).toBeGreaterThan(4);
    for (const name of folders) expect(text, name).toContain(`| \`${name}/\` |`);
  });
});
