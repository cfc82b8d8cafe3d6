import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  member,
  paymentDraft,
  startTestService,
  type TestService,
} from '../../../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const CUSTOMER = '4798765432';

const post = (body: unknown) =>
  test.secret(test.users.pos, '/payment_request/', { method: 'POST', body });
const put = (tid: string, body: unknown) =>
  test.secret(test.users.pos, `/payment_request/${tid}/`, { method: 'PUT', body });
const signedPut = (tid: string, body: unknown) =>
  test.key(test.users.admin, `/payment_request/${tid}/`, { method: 'PUT', body });
const outcome = async (tid: string) =>
  (await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`)).json;

async function authorised(draft: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const tid = await test.payment({ customer: CUSTOMER, ...draft });
  const confirm = `/payment_request/${tid}/confirm/`;
  expect((await test.simulator(confirm, { method: 'POST' })).status).toBe(204);
  return tid;
}

describe('creating a payment request', () => {
  it('answers 201 with the id, the address to claim it at, and the full URL in Location', async () => {
    const made = await post(paymentDraft({ pos_tid: 'c-1' }));
    expect(made.status).toBe(201);
    const id = member(made.json, 'id');
    expect(id).toMatch(/^p[0-9a-z]{11}$/);
    expect(made.json).toEqual({ id, uri: `${test.ready.wallet_url}/p/${id}/` });
    expect(made.headers.location).toBe(`${test.ready.base_url}/payment_request/${id}/`);
    expect(made.headers['content-type']).toBe('application/vnd.svc.api.merchant.v1+json');
  });

  it('has no address to claim when the customer is named', async () => {
    const made = await post(paymentDraft({ pos_tid: 'c-2', customer: CUSTOMER }));
    expect(made.json).toMatchObject({ uri: null });
  });

  it('answers the identical request again with 200 and the same id and Location', async () => {
    const first = await post(paymentDraft({ pos_tid: 'c-3' }));
    // Defaults written out and members in another order are the same request (D-78).
    const same = { expires_in: 21_600, ...paymentDraft(), text: null };
    const again = await post({ ...same, pos_tid: 'c-3', action: 'SALE' });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json).toEqual(first.json);
    expect(again.headers.location).toBe(first.headers.location);
  });

  it('answers different content under the same ids with 409', async () => {
    await post(paymentDraft({ pos_tid: 'c-4' }));
    const other = await post(paymentDraft({ pos_tid: 'c-4', amount: 1 }));
    expect(other.status).toBe(409);
    expect(other.json).toMatchObject({ error_type: 'Conflict', error_details: null });
  });

  it('makes one payment of many identical concurrent requests: exactly one 201', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => post(paymentDraft({ pos_tid: 'c-5' }))),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 200, 200, 200, 200, 201,
    ]);
    expect(new Set(all.map(({ json }) => member(json, 'id'))).size).toBe(1);
  });

  it('lets two merchants use the same pos_id and pos_tid', async () => {
    const own = await post(paymentDraft({ pos_tid: 'c-6' }));
    const theirs = await test.secret(test.users.neighbour, '/payment_request/', {
      method: 'POST',
      body: paymentDraft({ pos_tid: 'c-6', amount: 7 }),
    });
    expect([own.status, theirs.status]).toEqual([201, 201]);
  });

  it('accepts the same signed request twice, as a client’s retry within one second', async () => {
    const sent = { method: 'POST', body: paymentDraft({ pos_tid: 'c-7' }) };
    const first = await test.key(test.users.admin, '/payment_request/', sent);
    const again = await test.key(test.users.admin, '/payment_request/', sent);
    expect([first.status, again.status]).toEqual([201, 200]);
  });
});

describe('reading a payment request', () => {
  it('returns every field of the specification', async () => {
    const tid = await test.payment({ pos_tid: 'r-1', text: 'Two coffees\nand a bun' });
    const read = await test.secret(test.users.pos, `/payment_request/${tid}/`);
    expect(read.status).toBe(200);
    expect(read.json).toMatchObject({
      id: tid,
      uri: `${test.ready.wallet_url}/p/${tid}/`,
      amount: 12_500,
      additional_amount: 0,
      additional_edit: false,
      allow_credit: false,
      currency: 'NOK',
      text: 'Two coffees\nand a bun',
      line_items: [],
      links: [],
      max_scan_age: 60,
      pos_id: 'kasse-1',
      pos_tid: 'r-1',
      required_scope: null,
    });
    expect(Object.keys(read.json ?? {}).length).toBe(21);
  });

  it('lists requests newest first and continues at the cursor', async () => {
    const fresh = await startTestService();
    try {
      const tids = [await fresh.payment(), await fresh.payment(), await fresh.payment()];
      const list = (query: string) => fresh.secret(fresh.users.pos, `/payment_request/${query}`);
      const first = await list('?page_size=2');
      const cursor = member(first.json, 'cursor');
      const second = await list(`?page_size=2&cursor=${cursor}`);
      expect(second.json).toMatchObject({ cursor: null });
      const seen = [first, second].flatMap(({ json }) => [
        ...JSON.parse(JSON.stringify(json)).items.map((item: { tid: string }) => item.tid),
      ]);
      expect([...seen].sort()).toEqual([...tids].sort());
      for (const query of ['?status=auth', '?status[]=auth', '?status[0]=auth&status[1]=ok']) {
        expect((await list(query)).json).toEqual({ items: [], cursor: null });
      }
      expect(JSON.parse((await list('?status=auth,pending')).text).items).toHaveLength(3);
      expect((await list('?cursor=nonsense')).status).toBe(400);
      expect((await list('?page_size=201')).status).toBe(400);
      expect((await list('?only_ok=True')).json).toEqual({ items: [], cursor: null });
    } finally {
      await fresh.stop();
    }
  });
});

describe('updating a payment request', () => {
  it('captures an authorised payment; the reply is empty', async () => {
    const tid = await authorised({ pos_tid: 'u-1' });
    expect(await outcome(tid)).toMatchObject({ status_code: 3008, auth_amount: 12_500 });
    const captured = await put(tid, { action: 'CAPTURE' });
    expect(captured.status).toBe(204);
    expect(captured.text).toBe('');
    expect(captured.headers['content-type']).toBeUndefined();
    expect(await outcome(tid)).toMatchObject({
      status: 'ok',
      status_code: 2000,
      captures: [{ id: null, amount: 12_500, additional_amount: 0 }],
    });
    expect((await put(tid, { action: 'capture' })).status).toBe(204);
  });

  it('refuses with 409 an action that the state does not allow', async () => {
    const pending = await test.payment({ pos_tid: 'u-2' });
    expect((await put(pending, { action: 'capture' })).status).toBe(409);
    const paid = await authorised({ pos_tid: 'u-3' });
    await put(paid, { action: 'capture' });
    expect((await put(paid, { action: 'abort' })).status).toBe(409);
    expect((await put(paid, { action: 'release' })).status).toBe(409);
  });

  it('treats an empty body as no change, and refuses an incomplete partial capture', async () => {
    const tid = await authorised({ pos_tid: 'u-4' });
    const empty = await test.secret(test.users.pos, `/payment_request/${tid}/`, { method: 'PUT' });
    expect(empty.status).toBe(204);
    const half = await put(tid, { action: 'capture', amount: 100 });
    expect(half.status).toBe(400);
    expect(half.json).toMatchObject({
      error_type: 'validation_error',
      error_details: {
        additional_amount: [expect.any(String)],
        currency: [expect.any(String)],
        capture_id: [expect.any(String)],
      },
    });
  });

  it('requires a signature for a refund, and refunds once per refund_id', async () => {
    const tid = await authorised({ pos_tid: 'u-5' });
    await put(tid, { action: 'capture' });
    const refund = {
      action: 'refund',
      amount: 500,
      additional_amount: 0,
      currency: 'NOK',
      refund_id: 'r1',
      text: 'cold coffee',
    };
    const refused = await put(tid, refund);
    expect(refused.status).toBe(401);
    expect(refused.json).toMatchObject({ error_type: 'Unauthorized' });
    expect((await signedPut(tid, refund)).status).toBe(204);
    expect((await signedPut(tid, refund)).status).toBe(204);
    expect(await outcome(tid)).toMatchObject({
      status_code: 2000,
      refunds: [{ id: 'r1', amount: 500, chat_message_data_text: 'cold coffee' }],
    });
    const tooMuch = await signedPut(tid, { ...refund, refund_id: 'r2', amount: 99_999 });
    expect(tooMuch.status).toBe(400);
    expect(tooMuch.json).toMatchObject({ error_type: 'Bad Request' });
  });

  it('refunds a line once, whichever of two tills is first, and shows it in the outcome', async () => {
    const line = { product_id: 'cup', description: 'Cup', vat_rate: '0.25', quantity: '1' };
    const bun = { product_id: 'bun', quantity: '2', item_cost: 250, total: 500 };
    const line_items = [{ ...line, item_cost: 500, total: 500 }, bun];
    const tid = await authorised({ pos_tid: 'u-6', amount: 1_000, line_items });
    await put(tid, { action: 'capture' });
    const refund = {
      action: 'refund',
      amount: 500,
      additional_amount: 0,
      currency: 'NOK',
      line_items: [{ product_id: 'cup', quantity: '1.000', total: 500 }],
    };
    const tills = ['till-1', 'till-2'];
    const replies = await Promise.all(
      tills.map((refund_id) => signedPut(tid, { ...refund, refund_id })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 400]);
    const refused = replies.find(({ status }) => status === 400);
    expect(refused?.json).toMatchObject({
      error_type: 'validation_error',
      error_details: { 'line_items.0.quantity': ['all of "Cup" (line 0) is refunded already'] },
    });
    const shown = [{ ...line, index: 0, total: 500, vat: 100, item_cost: 500 }];
    expect(await outcome(tid)).toMatchObject({ refunds: [{ amount: 500, line_items: shown }] });
    const noAmount = await signedPut(tid, { action: 'refund', line_items: refund.line_items });
    expect(noAmount.status).toBe(400);
    expect(noAmount.json).toMatchObject({
      error_details: { refund_id: ['is required together with line_items'] },
    });
  });
});
