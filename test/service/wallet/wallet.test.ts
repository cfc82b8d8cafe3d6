import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWallet } from './start-wallet.ts';

type Pages = Awaited<ReturnType<typeof startWallet>>;
let pages: Pages;
beforeEach(async () => {
  pages = await startWallet();
});
afterEach(() => pages.stopPortal());

test.each(['/w/', '/w', '/p/pabcdefghijk/', '/p/pabcdefghijk'])(
  '%s serves the wallet page',
  async (path) => {
    const reply = await fetch(pages.origin + path);
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('the wallet');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(reply.headers.get('permissions-policy')).toMatch(/^camera=\(self\), microphone=\(\)/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test('hashed files are cached as immutable, and other files are revalidated', async () => {
  const hashed = await fetch(`${pages.origin}/wallet/assets/main-1a2b3c4d.js`);
  expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const plain = await fetch(`${pages.origin}/wallet/plain.txt`);
  expect(plain.headers.get('cache-control')).toBe('no-cache');
});

test.each([
  '/wallet/%2e%2e/secret.txt',
  '/wallet/..%2fsecret.txt',
  '/wallet/assets/..%2f..%2fsecret.txt',
  '/wallet/%00',
  '/wallet/%E0%A4%A',
  '/wallet//etc/passwd',
  '/wallet/index.html',
])('no file outside the folder is served: %s', async (path) => {
  const reply = await fetch(pages.origin + path);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(reply.status).toBeLessThan(500);
  expect(await reply.text()).not.toContain('outside');
});

test.each([
  ['fr-FR,fr;q=0.9', 'en', 'ltr', 'This code is not in use'],
  ['no', 'nb', 'ltr', 'Denne koden er ikke i bruk'],
  ['de-AT,en;q=0.5', 'de', 'ltr', 'Dieser Code ist nicht in Gebrauch'],
  ['fr, ar-EG;q=0.8', 'ar', 'rtl', 'هذا الرمز غير مستخدم'],
])(
  'an unknown shortlink gets a 404 page; for %s it is in %s',
  async (accept, language, direction, title) => {
    const headers = { 'accept-language': accept };
    const reply = await fetch(`${pages.origin}/s/abc123/table/7`, { headers });
    expect(reply.status).toBe(404);
    const page = await reply.text();
    expect(page).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).not.toContain('abc123');
  },
);
