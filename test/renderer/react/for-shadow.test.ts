import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { forShadow, withOverrides } from '../../../renderer/react/for-shadow.ts';

it.each([
  [':root {', ':host {'],
  [':root[data-theme="dark"] .bed {', ':host([data-theme="dark"]) .bed {'],
  [':root:not([data-theme="light"]) {', ':host(:not([data-theme="light"])) {'],
  ['@media (width < 900px) {', '@container (width < 900px) {'],
  ['@media (max-width: 899px) {', '@container (max-width: 899px) {'],
  ['@media (prefers-color-scheme: dark) {', '@media (prefers-color-scheme: dark) {'],
  ['font-size: 1.125rem;', 'font-size: calc(1.125 * var(--rem));'],
  [
    'clamp(2rem, 5vw - .9rem, 6rem)',
    'clamp(calc(2 * var(--rem)), 5cqw - calc(.9 * var(--rem)), calc(6 * var(--rem)))',
  ],
])('%s becomes %s', (from, to) => {
  expect(forShadow(from)).toBe(to);
});

it('lets the page override every token and keeps its value as the default', () => {
  expect(
    withOverrides(':host { --ink: #131915;\n --lift: 0 1px 0 rgb(0 0 0 / 0.35), 0 2px 3px red }'),
  ).toBe(
    ':host { --ink: var(--tillkit-ink, #131915);\n' +
      ' --lift: var(--tillkit-lift, 0 1px 0 rgb(0 0 0 / 0.35), 0 2px 3px red)}',
  );
  const tokens = readFileSync(new URL('../../../renderer/ui/tokens.css', import.meta.url), 'utf8');
  const bare = tokens.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const names = [...bare.matchAll(/[\s{;]--([\w-]+):/g)].map(([, name]) => name);
  const made = withOverrides(forShadow(bare));
  expect(names.length).toBeGreaterThan(150);
  expect([...made.matchAll(/--([\w-]+): var\(--tillkit-\1, /g)].map(([, name]) => name)).toEqual(
    names,
  );
  expect(made).not.toMatch(/:root|\drem\b|\dvw\b/);
});
