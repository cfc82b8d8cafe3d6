import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const PARTS = ['shared', 'service', 'main', 'renderer', 'test'];
const decisions = readFileSync(new URL('docs/decisions.md', ROOT), 'utf8');

function filesBelow(part: string): readonly URL[] {
  const folder = new URL(`${part}/`, ROOT);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => new URL(name, folder));
}

describe('docs/decisions.md', () => {
  it('has every decision that the sources quote', () => {
    const quoted = new Set(
      PARTS.flatMap(filesBelow).flatMap(
        (file) => readFileSync(file, 'utf8').match(/\bD-\d+/g) ?? [],
      ),
    );
    expect(quoted.size).toBeGreaterThan(100);
    expect([...quoted].filter((name) => !decisions.includes(`**${name}**`))).toEqual([]);
  });

  it('has each number once', () => {
    const numbers = [...decisions.matchAll(/\*\*D-(\d+)\*\*/g)].map((match) => Number(match[1]));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.length).toBeGreaterThan(150);
  });
});
