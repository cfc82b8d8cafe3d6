import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WALLET_HEADER, WALLET_PATH } from '../../../shared/wallet/contract.ts';
import { startWallet } from '../wallet/start-wallet.ts';

type Pages = Awaited<ReturnType<typeof startWallet>>;
let pages: Pages;
beforeEach(async () => {
  pages = await startWallet();
});
afterEach(() => pages.stopPortal());

/** As `fetch`, which does not let a caller choose the Host. */
function raw(
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
  method = 'POST',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(pages.origin + path, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

const JSON_HEADERS = { 'content-type': 'application/json', [WALLET_HEADER]: '1' };

test('a write from another site is refused', async () => {
  const phone = pages.wallet();
  const evil = { origin: 'https://evil.example' };
  expect((await phone.post('/demo-session', {}, evil)).status).toBe(400);
  expect((await phone.post('/demo-session', {}, { origin: 'null' })).status).toBe(400);
  const marked = await raw(`${WALLET_PATH}/demo-session`, {
    ...JSON_HEADERS,
    'sec-fetch-site': 'cross-site',
  });
  expect(marked.status).toBe(400);
});

test('a write without the wallet’s header is refused, as is a form', async () => {
  const bare = await raw(`${WALLET_PATH}/demo-session`, { 'content-type': 'application/json' });
  expect(bare.status).toBe(400);
  const form = await raw(
    `${WALLET_PATH}/demo-session`,
    { [WALLET_HEADER]: '1', 'content-type': 'application/x-www-form-urlencoded' },
    'a=b',
  );
  expect(form.status).toBe(415);
});

test('a request with a foreign Host is refused', async () => {
  const host = `evil.example:${new URL(pages.origin).port}`;
  const headers = { ...JSON_HEADERS, host, origin: `http://${host}` };
  expect((await raw(`${WALLET_PATH}/demo-session`, headers)).status).toBe(400);
  expect((await raw(`${WALLET_PATH}/me`, { host }, '', 'GET')).status).toBe(400);
});

test.each([
  ['broken JSON', '{"msisdn":', 400],
  ['a list', '[]', 400],
  ['a number', '5', 400],
  ['a __proto__ key', '{"__proto__":{"msisdn":"4798765432"}}', 400],
  ['a body above the size limit', JSON.stringify({ msisdn: '4'.repeat(10_000) }), 413],
])('%s is refused with an error without a stack trace', async (_name, body, status) => {
  const reply = await raw(`${WALLET_PATH}/code`, JSON_HEADERS, body);
  expect(reply.status).toBe(status);
  const error = JSON.parse(reply.text);
  expect(Object.keys(error).sort()).toEqual(['error_description', 'error_details', 'error_type']);
  expect(reply.text).not.toMatch(/\bat .*\.ts/);
});

test('every wrong field is named', async () => {
  const reply = await pages.wallet().post('/session', { msisdn: '+47', code: 'abc' });
  expect(reply.body).toMatchObject({
    error_type: 'validation_error',
    error_details: { msisdn: [expect.any(String)], code: [expect.any(String)] },
  });
});

test('unknown paths of the API are not found', async () => {
  expect((await pages.wallet().get('/nothing')).status).toBe(404);
  expect((await pages.wallet().get('/requests/%E0%A4%A')).status).toBe(400);
});
