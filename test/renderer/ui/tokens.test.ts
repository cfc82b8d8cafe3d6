import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SHEET = readFileSync(new URL('../../../renderer/ui/tokens.css', import.meta.url), 'utf8');
const [PLAIN = '', THEMED = ''] = SHEET.split('@supports');

/** The names of the colours that a part of the sheet sets. */
function coloursOf(css: string): readonly string[] {
  const all = css.matchAll(/--([\w-]+):\s*(?:#|oklch|light-dark)/g);
  return [...all].map(([, name = '']) => name).toSorted();
}

it('each colour is written once for both themes, and once for an engine without light-dark()', () => {
  const plain = coloursOf(PLAIN);
  expect(plain.length).toBeGreaterThan(70);
  expect(new Set(plain).size).toBe(plain.length);
  // The code of a payment is black on white in every theme.
  const same = plain.filter((name) => !name.startsWith('qr-'));
  expect(coloursOf(THEMED)).toEqual(same);
  expect(SHEET).not.toContain('prefers-color-scheme');
});
