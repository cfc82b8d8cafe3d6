import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildScreens, inProduction } from '../../../main/build/screens.ts';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { CASHIER_WORDS } from '../../../renderer/i18n/cashier.ts';
import { LANGUAGES, type Language } from '../../../renderer/i18n/language.ts';
import { PORTAL_WORDS } from '../../../renderer/i18n/portal.ts';
import { WALLET_WORDS } from '../../../renderer/i18n/wallet.ts';

const SCREENS = join(packageRoot(), 'dist/screens');
beforeAll(buildScreens);

/** The scripts that a screen begins with: those that its page names. */
function firstScripts(screen: string): Buffer {
  const page = readFileSync(join(SCREENS, screen, 'index.html'), 'utf8');
  const names = [...page.matchAll(/assets\/([\w-]+\.js)/g)].map(([, name = '']) => name);
  expect(names.some((name) => name.startsWith('index-'))).toBe(true);
  return Buffer.concat(names.map((name) => readFileSync(join(SCREENS, screen, 'assets', name))));
}

/**
 * Kilobytes over the wire, compressed; a phone in a queue has the tightest bound. The cashier's, the
 * kiosk's and the portal's are what they measure now and 2 %, with no module in them twice: half of each is the
 * library that draws the page, and a quarter of the portal is the validator of what it sends.
 */
test.each([
  ['cashier', 146],
  ['kiosk', 122],
  ['wallet', 138],
  ['portal', 163],
])('the first scripts of the %s are at most %i kB over the wire', (screen, most) => {
  expect(Math.round(gzipSync(firstScripts(screen)).length / 1_000)).toBeLessThanOrEqual(most);
});

test.each([
  ['cashier', CASHIER_WORDS, 'connecting'],
  ['wallet', WALLET_WORDS, 'receipts'],
  ['portal', PORTAL_WORDS, 'starting'],
] as const)(
  'the first scripts of the %s have the texts of one language',
  async (screen, words, key) => {
    const first = String(firstScripts(screen));
    const of = async (language: Language) => {
      await words.load(language);
      return String(Object.entries(words.of(language) ?? {}).find(([name]) => name === key)?.[1]);
    };
    const has = await Promise.all(
      LANGUAGES.map(async (language) => [language, first.includes(await of(language))]),
    );
    expect(has).toEqual(LANGUAGES.map((language) => [language, language === 'en']));
  },
);

test('the first load of the customer’s display transfers at most 120 kB', () => {
  expect(Math.round(gzipSync(firstScripts('customer-display')).length / 1_000)).toBeLessThanOrEqual(
    120,
  );
});

// What they measure now and 2 %: a fifth is the three languages that a till loads when a person reads them, and 20 kB is the
// validator, by whose rules the editor of items says what is wrong before it sends. The reader of
// GS1 codes, 6 kB, loads with the first such code.
test('all scripts of the cashier are at most 326 kB, and the first contains no QR encoder', () => {
  const assets = join(SCREENS, 'cashier/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const sizes = scripts.map((name) => gzipSync(readFileSync(join(assets, name))).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  expect(Math.round(all / 1_000)).toBeLessThanOrEqual(326);
  const lazy = scripts.filter((name) => name.startsWith('lazy-bundle-'));
  expect(lazy).toHaveLength(1);
  // A word of the minifier's own errors, which the bundler does not change.
  const maker = 'The amount of data is too big to be stored in a QR Code';
  expect(String(firstScripts('cashier'))).not.toContain(maker);
  expect(readFileSync(join(assets, lazy[0] ?? ''), 'utf8')).toContain(maker);
});

test('the first style of the cashier is at most 12 kB, and has nothing of the screens that load later', () => {
  const page = readFileSync(join(SCREENS, 'cashier/index.html'), 'utf8');
  const names = [...page.matchAll(/assets\/([\w-]+\.css)/g)].map(([, name = '']) => name);
  const style = Buffer.concat(
    names.map((name) => readFileSync(join(SCREENS, 'cashier/assets', name))),
  );
  expect(Math.round(gzipSync(style).length / 1_000)).toBeLessThanOrEqual(12);
  expect(String(style)).toContain('.keypad');
  expect(String(style).match(/\.(refund|setup|list|drawer)-[\w-]+/g) ?? []).toEqual([]);
});

test.each(['cashier', 'customer-display', 'kiosk', 'wallet', 'portal'])(
  'the text of the %s names no family for which the browser asks the machine in every size',
  (screen) => {
    const assets = join(SCREENS, screen, 'assets');
    const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'));
    const style = sheets.map((name) => readFileSync(join(assets, name), 'utf8')).join();
    expect(style.match(/--font-text:[^;]*,\s*system-ui;/g)).toHaveLength(1);
    expect(style.match(/sans-serif/g)).toBeNull();
  },
);

test('the till’s screen does not contain the host’s validator', () => {
  expect(String(firstScripts('cashier')).includes('ZodError')).toBe(false);
  expect(String(firstScripts('portal')).includes('ZodError')).toBe(true);
});

test('the QR code reader is a separate script that the wallet’s page does not name', () => {
  const files = readdirSync(join(SCREENS, 'wallet/assets'));
  expect(files.filter((name) => name.startsWith('jsQR-'))).toHaveLength(1);
  const page = readFileSync(join(SCREENS, 'wallet/index.html'), 'utf8');
  expect(page).not.toContain('jsQR');
});

test('the wallet’s shell worker is one file with a fixed name', () => {
  const worker = readFileSync(join(SCREENS, 'wallet/shell-worker.js'), 'utf8');
  expect(worker).not.toMatch(/\bimport\b|wallet\/v1/);
  expect(readdirSync(join(SCREENS, 'cashier'))).not.toContain('shell-worker.js');
});

test('NODE_ENV has its earlier value after two builds at the same time', async () => {
  const before = process.env.NODE_ENV;
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>();
  const { promise: second, resolve: endSecond } = Promise.withResolvers<void>();
  const builds = [inProduction(() => first), inProduction(() => second)];
  endFirst();
  await builds[0];
  expect(process.env.NODE_ENV).toBe('production');
  endSecond();
  await builds[1];
  expect(process.env.NODE_ENV).toBe(before);
});
