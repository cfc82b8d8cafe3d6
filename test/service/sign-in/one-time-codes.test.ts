import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCodes } from '../../../service/sign-in/one-time-codes.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { startWallet } from '../wallet/start-wallet.ts';

const HOLDER = { id: 'portal kari@kaffebar.no' };
const HERE = '192.0.2.1';
let pages: Awaited<ReturnType<typeof startWallet>>;
beforeEach(async () => {
  pages = await startWallet();
});
afterEach(() => pages.stopPortal());

const key = (purpose: string, text: string) =>
  createHmac('sha256', 'of all processes').update(`${purpose}\n${text}`).digest('base64url');
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

it('a code is accepted once by another process that has the same key', async () => {
  const [one, other] = [createCodes(pages.context, key), createCodes(pages.context, key)];
  const code = await one.issue(HOLDER, HERE);
  expect(await other.take({ id: 'portal ola@kaffebar.no' }, code, HERE)).toBe(false);
  expect(await other.take(HOLDER, code, HERE)).toBe(true);
  expect(await one.take(HOLDER, code, HERE)).toBe(false);
});

it('wrong tries in another process invalidate the code', async () => {
  const [one, other] = [createCodes(pages.context, key), createCodes(pages.context, key)];
  const code = await one.issue(HOLDER, HERE);
  for (let tries = 0; tries < LIMITS.walletCodeTriesMax; tries += 1) {
    expect(await other.take(HOLDER, wrongFor(code), HERE)).toBe(false);
  }
  expect(await other.take(HOLDER, code, HERE)).toBe(false);
});

it('a code is not accepted by a service with another key', async () => {
  const [one, other] = [
    createCodes(pages.context, key),
    createCodes(pages.context, (...of) => `x${key(...of)}`),
  ];
  const code = await one.issue(HOLDER, HERE);
  expect(await other.take(HOLDER, code, HERE)).toBe(false);
  expect(await one.take(HOLDER, code, HERE)).toBe(true);
});
