import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../../support/expect-error.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { type Received, send } from '../../../support/wire.ts';

let test: TestService;
let tid: string;
beforeAll(async () => {
  test = await startTestService();
  tid = await authorised();
});
afterAll(() => test.stop());

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.from('IHDR'),
  Buffer.alloc(60),
]);
const RECEIPT = {
  cashier: 'Nora',
  items: [{ item_name: 'Kaffe', quantity: '1', item_gross_total: '45.00' }],
  currency: 'NOK',
  gross: '45.00',
};
const RECEIPT_TYPE = 'application/vnd.svc.receipt.v1+json';

type Given = { readonly type?: string; readonly body: Buffer | string; readonly file?: string };

/** A multipart body, written from RFC 7578 and not by the product's code. */
function form(parts: readonly Given[], boundary = 'edge42') {
  const chunks = parts.flatMap(({ type, body, file }, index) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="part${index}"`,
    file === undefined ? '' : `; filename="${file}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    body,
    '\r\n',
  ]);
  const bytes = [...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk));
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return { method: 'POST', headers, body: Buffer.concat(bytes) };
}

async function authorised(): Promise<string> {
  const made = await test.payment({ customer: '4798765432' });
  await test.simulator(`/payment_request/${made}/confirm/`, { method: 'POST' });
  return made;
}

async function address(of = tid): Promise<string> {
  const reply = await test.secret(test.users.pos, `/payment_request/${of}/outcome/`);
  return JSON.parse(reply.text).attachment_uri;
}

const upload = async (parts: readonly Given[], to?: string): Promise<Received> =>
  send(to ?? (await address()), form(parts));

describe('an upload', () => {
  it('accepts pictures, receipts and lists, once per address, without credentials', async () => {
    const to = await address();
    expect(await address()).not.toBe(to);
    const items = JSON.stringify({ store_name: 'Kaffebaren', items: [] });
    const parts = [
      { type: 'image/png', body: PNG, file: 'receipt.png' },
      { type: `${RECEIPT_TYPE}; charset=utf-8`, body: JSON.stringify(RECEIPT) },
      { type: 'application/vnd.svc.itemlist.v1+json', body: items },
    ];
    const reply = await upload(parts, to);
    expect([reply.status, reply.json]).toMatchObject([
      201,
      {
        attachments: [
          { content_type: 'image/png', size: PNG.length },
          { content_type: RECEIPT_TYPE },
          { content_type: 'application/vnd.svc.itemlist.v1+json', size: items.length },
        ],
      },
    ]);
    expectError(await upload(parts, to), 404, 'Not Found');
  });

  it('with invalid parts is refused as a whole and names them; the address stays valid', async () => {
    const to = await address();
    const good = { type: 'image/png', body: PNG };
    const reply = await upload(
      [
        good,
        { type: 'image/png', body: 'no picture' },
        { type: 'image/jpeg', body: 'x' },
        { body: 'no type' },
        { type: RECEIPT_TYPE, body: JSON.stringify({ ...RECEIPT, gross: 45 }) },
        { type: RECEIPT_TYPE, body: '{' },
      ],
      to,
    );
    expectError(reply, 400, 'validation_error');
    const named = Object.keys(JSON.parse(reply.text).error_details);
    expect(named).toEqual(['part1', 'part2', 'part3', 'part4', 'part5']);
    expect((await upload([good], to)).status).toBe(201);
  });

  it('is limited to 1 MB per picture, 256 KiB per list and 5 MiB in total', async () => {
    const large = (size: number) => ({
      type: 'image/png',
      body: Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]),
    });
    expect((await upload([large(1_000_000)])).status).toBe(201);
    expectError(await upload([large(1_000_001)]), 400, 'validation_error');
    const list = JSON.stringify({ items: [], store_name: 'x' }).padEnd(256 * 1024 + 1);
    expectError(await upload([{ type: RECEIPT_TYPE, body: list }]), 400, 'validation_error');
    expectError(await upload(Array(6).fill(large(999_999))), 413, 'Request Entity Too Large');
  });

  it('of JSON has the bounds of every body, and a thousand items within them', async () => {
    const items = (count: number, one: unknown) =>
      JSON.stringify({ items: Array(count).fill(one) });
    const details = async (body: string) => {
      const reply = await upload([{ type: RECEIPT_TYPE, body }]);
      return reply.status === 201 ? reply.status : JSON.parse(reply.text).error_details.part0;
    };
    expect(await details('['.repeat(100_000))).toEqual(['is nested deeper than 16 levels']);
    expect(await details(items(20_000, {}))).toEqual(['has more than 20000 values']);
    const members = ['name', 'group', 'gross_total', 'net_total', 'gross_price', 'net_price'];
    const item = Object.fromEntries(members.map((name) => [`item_${name}`, '45.00']));
    expect(await details(items(1_000, item))).toBe(201);
  });

  it('of an invalid form is refused with 400 or 415, and another method with 405', async () => {
    const to = await address();
    const broken = { ...form([{ type: 'image/png', body: PNG }]), body: '--edge42\r\nnothing' };
    expectError(await send(to, broken), 400, 'Bad Request');
    expectError(await send(to, { method: 'POST', body: '{}' }), 415, 'Unsupported Media Type');
    expectError(await send(to, form([])), 400, 'Bad Request');
    expectError(await send(to, { method: 'GET' }), 405, 'Method Not Allowed');
  });

  const plain = async (type: string, body: Buffer | string, to?: string) =>
    send(to ?? (await address()), { method: 'POST', headers: { 'content-type': type }, body });

  it.each([
    ['image/png', PNG],
    ['Image/PNG; name=receipt.png', PNG],
    [RECEIPT_TYPE, JSON.stringify(RECEIPT)],
    ['application/vnd.svc.itemlist.v1+json; charset=utf-8', JSON.stringify({ items: [] })],
  ])('can be a single file, as %s, once per address', async (type, body) => {
    const to = await address();
    const reply = await plain(type, body, to);
    const [content_type = ''] = type.toLowerCase().split(';');
    const kept = { content_type, size: Buffer.byteLength(body) };
    expect([reply.status, reply.json]).toMatchObject([201, { attachments: [kept] }]);
    expectError(await plain(type, body, to), 404, 'Not Found');
  });

  it('of a single file has the same limits, and its errors name the body', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(1_000_001 - PNG.length)]);
    const list = JSON.stringify({ items: [] }).padEnd(256 * 1024 + 1);
    const wide = Buffer.from(PNG);
    wide.writeUInt32BE(65_535, 16);
    wide.writeUInt32BE(257, 20);
    for (const [type, body] of [
      ['image/png', large],
      ['image/png', wide],
      ['image/png', ''],
      ['image/png', 'no picture'],
      [RECEIPT_TYPE, '{'],
      [RECEIPT_TYPE, list],
    ] as const) {
      const reply = await plain(type, body);
      expectError(reply, 400, 'validation_error');
      expect(Object.keys(JSON.parse(reply.text).error_details)).toEqual(['body']);
    }
    const huge = Buffer.alloc(5 * 1024 * 1024 + 1);
    expectError(await plain('image/png', huge), 413, 'Request Entity Too Large');
    for (const type of ['image/jpeg', 'application/json', 'multipart/form-data', 'text/html']) {
      expectError(await plain(type, PNG), 415, 'Unsupported Media Type');
    }
  });

  it('needs an authorised payment and its unmodified address, which is valid for an hour', async () => {
    const to = await address();
    const parts = [{ type: 'image/png', body: PNG }];
    expectError(
      await upload(
        parts,
        to.replace(/.\/$/, (end) => (end === 'A/' ? 'B/' : 'A/')),
      ),
      404,
      'Not Found',
    );
    const other = await authorised();
    expectError(await upload(parts, to.replace(tid, other)), 404, 'Not Found');
    const pending = await test.payment({ customer: '4798765432' });
    expectError(await upload(parts, await address(pending)), 409, 'Conflict');
    await test.service.simulator.advance(3_599);
    expect((await upload(parts, await address())).status).toBe(201);
    await test.service.simulator.advance(1);
    expectError(await upload(parts, to), 404, 'Not Found');
  });

  it('is accepted once of ten concurrent uploads to one address', async () => {
    const to = await address();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => upload([{ type: 'image/png', body: PNG }], to)),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
  });
});
