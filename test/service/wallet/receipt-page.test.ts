import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bookedSlip } from '../../../main/host/receipts/booked-slip.ts';
import { draftOf } from '../../../main/host/receipts/draft.ts';
import { receiptPage } from '../../../service/wallet/receipt-page.ts';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { RECEIPT_LANGUAGES, receiptDocument } from '../../../shared/protocol/receipt.ts';
import { MERCHANT } from '../../support/payments.ts';
import { goods } from '../../till/bills-world.ts';
import { booksWorld, SETTINGS } from '../../till/books-world.ts';
import { startWallet } from './start-wallet.ts';

const TILL = 'kasse-1';
const CODE = `${TILL}-R12.Zm9yIHRoZSBleGFtcGxlIQ`;
const DOCUMENT = receiptDocument.parse(exampleOf('receiptPut').body);

let pages: Awaited<ReturnType<typeof startWallet>>;
beforeEach(async () => {
  pages = await startWallet();
  await pages.store.receipts.put({
    ...{ merchantId: MERCHANT.id, code: CODE, posId: TILL, tid: null, received: pages.clock.now() },
    hash: createHash('sha256').update(CODE).digest('hex'),
    document: JSON.stringify(DOCUMENT),
  });
});
afterEach(() => pages.stopPortal());

const open = async (code: string) => {
  const reply = await fetch(`${pages.origin}/re/${code}`);
  const { date: _, ...headers } = Object.fromEntries(reply.headers);
  return { status: reply.status, headers, text: await reply.text() };
};

it('is shown to whoever has its code, and is neither kept nor indexed', async () => {
  const { status, headers, text } = await open(CODE);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'content-language': 'nb',
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(text).not.toContain('<script');
  for (const shown of ['Kafé Lade', '2 x Latte, havremelk', 'Kvittering kasse-1-R12', 'Ada'])
    expect(text).toContain(shown);
});

it('every text that is no code of a receipt gives the same page', async () => {
  const unknown = await open(CODE.replace('R12', 'R13'));
  expect(unknown.status).toBe(404);
  expect(unknown.headers['cache-control']).toBe('no-store');
  for (const text of [CODE.slice(0, -1), CODE.toLowerCase(), 'x', '%20', 'a'.repeat(2_000)])
    expect(await open(text), text).toEqual(unknown);
});

it('one address of the network has a bounded number of pages', async () => {
  const statuses: number[] = [];
  for (let page = 0; page <= LIMITS.receiptPagesMax; page += 1) {
    statuses.push((await open(CODE)).status);
  }
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
  pages.clock.advance(LIMITS.receiptPagesWindow);
  expect((await open(CODE)).status).toBe(200);
});

it('texts with markup are shown as they are', () => {
  const evil = '"><script>alert(1)</script>';
  const { body } = receiptPage({
    ...DOCUMENT,
    shop: { ...DOCUMENT.shop, name: evil, address: evil },
    lines: DOCUMENT.lines.map((line) => ({ ...line, name: evil })),
    ...{ head: [evil], foot: [evil], number: evil, served_by: evil },
    paid_with: { method: 'other', name: evil },
  });
  expect(body).not.toContain('<script');
  expect(body.split('&lt;script&gt;').length).toBeGreaterThan(7);
});

it('has every word of its own in each language, and Arabic runs from right to left', () => {
  const bodies = RECEIPT_LANGUAGES.map(
    (language) => receiptPage({ ...DOCUMENT, language, foot: [] }).body,
  );
  expect(new Set(bodies).size).toBe(RECEIPT_LANGUAGES.length);
  expect(bodies.map((body) => /<html lang="(\w+)" dir="(\w+)"/.exec(body)?.slice(1))).toEqual([
    ['en', 'ltr'],
    ['nb', 'ltr'],
    ['de', 'ltr'],
    ['ar', 'rtl'],
  ]);
});

it('has every row that paper has', async () => {
  const world = await booksWorld();
  await world.order('a', goods('Bread', 4_990, 3), goods('Tea', 3_200, 1));
  await world.byPhone('a', 18_170, { tip: 500 });
  const entry = world.entries().find(({ receipt }) => receipt === 1);
  if (entry === undefined) throw new Error('no receipt');
  const paper = bookedSlip(entry, SETTINGS, { kind: 'original' });
  const draft = draftOf(entry, SETTINGS, { mark: null, refunds: null });
  if (paper === null || draft === null) throw new Error('no receipt');
  const { body } = receiptPage(receiptDocument.parse(draft));
  const texts = [
    ...paper.items.flatMap(({ text, amount }) => [text, amount]),
    ...[paper.total.label, paper.total.amount],
    ...[...(paper.taxes ?? []), ...paper.facts].flatMap(({ label, value }) => [label, value]),
    ...paper.foot,
  ];
  expect(texts.length).toBeGreaterThan(8);
  for (const text of texts) expect(body).toContain(`>${text}<`);
});
