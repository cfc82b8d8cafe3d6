import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bookedSlip } from '../../../main/host/receipts/booked-slip.ts';
import { draftOf } from '../../../main/host/receipts/draft.ts';
import { receiptPage } from '../../../service/wallet/receipt-page.ts';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { WrittenContent } from '../../../shared/documents/content.ts';
import { receiptLines } from '../../../shared/documents/layout.ts';
import { DOCUMENT_WORDS } from '../../../shared/documents/words.ts';
import { money } from '../../../shared/money/money.ts';
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
    ...{ number: 12, at: pages.clock.now() },
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
  for (const shown of [MERCHANT.name, '2 x Latte, havremelk', 'Kvittering kasse-1-R12', 'Ada'])
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
    shown: {
      ...DOCUMENT,
      shop: { ...DOCUMENT.shop, name: evil, address: evil },
      lines: DOCUMENT.lines.map((line) => ({ ...line, name: evil })),
      ...{ head: [evil], foot: [evil], number: evil, served_by: evil },
      method: { kind: 'other', name: evil },
    },
  });
  expect(body).not.toContain('<script');
  expect(body.split('&lt;script&gt;').length).toBeGreaterThan(7);
});

it('has every word of its own in each language, and Arabic runs from right to left', () => {
  const bodies = RECEIPT_LANGUAGES.map(
    (language) => receiptPage({ shown: { ...DOCUMENT, language, foot: [] } }).body,
  );
  expect(new Set(bodies).size).toBe(RECEIPT_LANGUAGES.length);
  expect(bodies.map((body) => /<html lang="(\w+)" dir="(\w+)"/.exec(body)?.slice(1))).toEqual([
    ['en', 'ltr'],
    ['nb', 'ltr'],
    ['de', 'ltr'],
    ['ar', 'rtl'],
  ]);
});

/** What a reader sees of escaped text. */
const plain = (text = '') =>
  text
    .replaceAll('\u00a0', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The rows of a page in their order: a label with its value, or one text. */
const rowsOfPage = (body: string) =>
  [
    ...body.matchAll(
      /<dt><bdi>(.*?)<\/bdi><\/dt><dd[^>]*><bdi>(.*?)<\/bdi>|<(?:h1|p)[^>]*>(?:<bdi>)?(.*?)(?:<\/bdi>)?<\/(?:h1|p)>/g,
    ),
  ].map(([, label, value, text]) => (text === undefined ? [label, value] : [text]).map(plain));

/** The rows of paper that is wide enough for each of them. */
const rowsOfPaper = (content: WrittenContent) =>
  receiptLines(content, 400).flatMap((line) => {
    if (line.kind === 'text') return [[plain(line.text)]];
    return line.kind === 'pair' ? [[line.left, line.right].map(plain)] : [];
  });

it('has every row that paper has, in the same order, for each kind of receipt', async () => {
  const world = await booksWorld();
  const options = [{ group: 'milk', option: 'oat', name: 'Oat milk', surcharge: money(500) }];
  const bottle = { ...goods('Bottle', 300, 2), kind: 'deposit' as const };
  const empty = { ...goods('Empty bottle', 200), kind: 'deposit_return' as const };
  const latte = { ...goods('Latte', 4_990, 3), options };
  const cake = { ...goods('Cake', 3_333), name: 'Cake <fresh> & warm', vatRate: '0.15' };
  const ordered = await world.order('a', latte, cake, bottle, empty);
  expect(ordered).toMatchObject({ ok: true });
  const off = { reason: 'Regular' };
  await world.act('a', {
    act: 'discount_line',
    line: world.bill('a').lines[0]?.id,
    discount: { ...off, kind: 'percent', basisPoints: 1_000 },
  });
  await world.act('a', { act: 'discount_bill', discount: { ...off, kind: 'amount', amount: 777 } });
  await world.act('a', { act: 'member', number: '47-11' });
  const { due } = amountsOf(world.bill('a'));
  await world.pay('a', due, { kind: 'cash', received: 50_000 });
  await world.order('b', latte);
  await world.byPhone('b', 5_000, { tip: 500 });
  await world.pay('b', 1_000, { kind: 'other', name: 'Gift card' });
  await world.run({
    ...{ type: 'refund_receipt', id: 'r', receipt: 1, amount: 0, tip: 0 },
    ...{ lines: [{ line: 0, quantity: 1_000 }], approval: 'approved' },
  });
  const mark = {
    kind: 'signed',
    device: 'Box 1',
    number: 7,
    time: '2026-11-27T08:00:00',
    signature: 'abc',
  } as const;
  const receipts = world.entries().filter(({ receipt }) => receipt !== null);
  expect(receipts.map(({ fact }) => fact.kind)).toEqual([...Array(3).fill('receipt'), 'refund']);
  const tips = { ask: 'display', percents: [5], amounts: [], patience: 60_000 } as const;
  const labels = new Set<string>();
  for (const [place, entry] of receipts.entries()) {
    for (const language of ['en', 'nb', 'de'] as const) {
      const shop = {
        name: 'Bakery & Son',
        address: 'Main street 1',
        organisationNumber: '987654321',
      };
      const receiptTexts = { head: 'Welcome', foot: 'See you' };
      const settings = { ...SETTINGS, language, shop, receiptTexts, tips };
      const more = { mark, refunds: place === 3 ? 1 : null };
      const paper = bookedSlip(entry, settings, { kind: 'original', ...more });
      const draft = draftOf(entry, settings, more);
      if (paper === null || draft === null) throw new Error('no receipt');
      const rows = rowsOfPage(receiptPage({ shown: receiptDocument.parse(draft) }).body);
      expect(rows).toEqual(rowsOfPaper(paper));
      for (const [label = ''] of rows) labels.add(label.trim());
    }
  }
  const { discount, tip, rounding, received, change, refundOf, member, reference } =
    DOCUMENT_WORDS.en;
  for (const one of [discount, tip, rounding, received, change, refundOf, member, reference])
    expect(labels).toContain(one);
  expect([...labels].join()).toContain('Oat milk');
});
