import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portalPayment } from '../../../../shared/portal/contract.ts';
import { merchantBrowser, type PageReply } from '../../../support/merchant-pages.ts';
import { member, startTestService, type TestService } from '../../../support/service.ts';

let service: TestService;
type Browser = ReturnType<typeof merchantBrowser>;
let admin: Browser;
let till: Browser;
let other: Browser;

beforeAll(async () => {
  service = await startTestService();
  [admin, till, other] = [
    merchantBrowser(service),
    merchantBrowser(service),
    merchantBrowser(service),
  ];
  await admin.signIn(service.users.admin);
  await till.signIn(service.users.pos);
  await other.signIn(service.users.neighbour);
});
afterAll(() => service.stop());

/** A payment that its customer has approved, and that was taken unless `capture` is false. */
async function paid(
  amount: number,
  more: { extra?: number; capture?: boolean; lines?: readonly object[] } = {},
) {
  const { extra = 0, capture = true, lines } = more;
  const customer = service.ready.customers[0]?.msisdn;
  const tid = await service.payment({
    amount,
    additional_amount: extra,
    customer,
    ...(lines === undefined ? {} : { line_items: lines }),
  });
  await service.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST', body: {} });
  if (capture) {
    const sent = { method: 'PUT', body: { action: 'capture' } };
    const done = await service.key(service.users.admin, `/payment_request/${tid}/`, sent);
    expect(done.status, done.text).toBe(204);
  }
  return tid;
}

const ask = (who: Browser, tid: string, body: unknown) => who.post(`/payments/${tid}/refund`, body);
const slip = async (tid: string) => portalPayment.parse((await admin.get(`/payments/${tid}`)).body);
const sentence = (reply: PageReply) => member(reply.body, 'error_description');

const ANOTHER =
  'Another refund of this payment was made meanwhile. Look at the payment and begin again.';

/** Every refund of a payment, as its outcome tells them. */
async function refunds(tid: string): Promise<unknown[]> {
  const reply = await service.secret(service.users.pos, `/payment_request/${tid}/outcome/`);
  return Object(reply.json).refunds;
}

describe('a refund in the merchant portal', () => {
  it('refunds a part, then the rest, and shows the history each time', async () => {
    const tid = await paid(12_500);
    const before = await slip(tid);
    expect([before.refundable, before.refund_id]).toEqual([12_500, 'portal-1']);
    const part = await ask(admin, tid, {
      refund_id: 'portal-1',
      amount: 2_500,
      text: 'Kald kaffe',
    });
    expect(part.status).toBe(200);
    const after = portalPayment.parse(part.body);
    expect(after).toMatchObject({ refunded: 2_500, refundable: 10_000, refund_id: 'portal-2' });
    expect(after.timeline.at(-1)).toMatchObject({ kind: 'refund', amount: 2_500 });
    expect(await refunds(tid)).toEqual([
      {
        id: 'portal-1',
        amount: 2_500,
        additional_amount: 0,
        chat_message_data_text: 'Kald kaffe',
      },
    ]);
    const rest = await ask(admin, tid, { refund_id: 'portal-2', amount: 10_000 });
    expect(rest.body).toMatchObject({ refunded: 12_500, refundable: 0 });
  });

  it('refunds sold lines at what they cost, with what is left of them, and none twice', async () => {
    const cup = { product_id: 'cup', description: 'Cup', quantity: '3', item_cost: 1_500 };
    const bun = { product_id: 'bun', quantity: '1', item_cost: 200, total: 200 };
    const lines = [{ ...cup, vat_rate: '0.25', total: 4_000 }, bun];
    const tid = await paid(4_200, { lines });
    const sold = { index: 0, description: 'Cup', sold: '3', refunded: '0', total: 4_000, vat: 800 };
    expect((await slip(tid)).returnable).toMatchObject([sold, { index: 1, description: 'bun' }]);
    const two = [{ index: 0, quantity: '2', total: 2_667 }];
    const body = { refund_id: 'portal-1', amount: 2_667, lines: two };
    const made = await Promise.all([ask(admin, tid, body), ask(admin, tid, body)]);
    expect(made.map(({ status }) => status)).toEqual([200, 200]);
    expect((await slip(tid)).returnable).toMatchObject([{ ...sold, refunded: '2' }, { index: 1 }]);
    const ofAmount = await ask(admin, tid, { refund_id: 'portal-1', amount: 2_667 });
    expect([ofAmount.status, sentence(ofAmount)]).toEqual([409, ANOTHER]);
    const again = await ask(admin, tid, { ...body, refund_id: 'portal-2' });
    expect(again.status).toBe(400);
    const dearer = { refund_id: 'portal-2', amount: 1_334 };
    const wrong = [{ index: 0, quantity: '1', total: 1_334 }];
    expect((await ask(admin, tid, { ...dearer, lines: wrong })).status).toBe(400);
    for (const index of [7, 100_000]) {
      const nothing = [{ index, quantity: '1', total: 100 }];
      const off = await ask(admin, tid, { refund_id: 'portal-2', amount: 100, lines: nothing });
      expect(off.status).toBe(400);
    }
    const last = [{ index: 0, quantity: '1', total: 1_333 }];
    const rest = await ask(admin, tid, { refund_id: 'portal-2', amount: 1_333, lines: last });
    expect(rest.status).toBe(200);
    expect((await slip(tid)).returnable).toMatchObject([{ index: 1 }]);
    expect(await refunds(tid)).toMatchObject([{ amount: 2_667 }, { amount: 1_333 }]);
  });

  it('takes nothing of the tip for a line whose money was refunded before', async () => {
    const sold = { product_id: 'cup', quantity: '1', item_cost: 1_000, total: 1_000 };
    const tid = await paid(1_000, { extra: 500, lines: [sold] });
    await ask(admin, tid, { refund_id: 'portal-1', amount: 600 });
    expect(await slip(tid)).toMatchObject({ refundable: 900, refundable_by_line: 400 });
    const lines = [{ index: 0, quantity: '0.5', total: 500 }];
    const refused = await ask(admin, tid, { refund_id: 'portal-2', amount: 500, lines });
    expect(refused.status).toBe(400);
    expect(sentence(refused)).toBe('That is more than can still be refunded.');
    expect(await refunds(tid)).toHaveLength(1);
  });

  it('is made once, even if it is requested repeatedly or concurrently', async () => {
    const tid = await paid(9_900);
    const body = { refund_id: 'portal-1', amount: 900 };
    const replies = await Promise.all([1, 2, 3, 4].map(() => ask(admin, tid, body)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await ask(admin, tid, body)).status).toBe(200);
    expect(await refunds(tid)).toHaveLength(1);
    const other_amount = await ask(admin, tid, { ...body, amount: 800 });
    expect(other_amount.status).toBe(409);
    expect(sentence(other_amount)).toContain('begin again');
    expect((await slip(tid)).refunded).toBe(900);
  });

  it('uses the requested amount first, then the additional amount, with a fixed division', async () => {
    const tid = await paid(1_000, { extra: 300 });
    const first = { refund_id: 'portal-1', amount: 700 };
    const second = { refund_id: 'portal-2', amount: 500 };
    for (const body of [first, second, second, first]) {
      expect((await ask(admin, tid, body)).status).toBe(200);
    }
    expect(await refunds(tid)).toMatchObject([
      { id: 'portal-1', amount: 700, additional_amount: 0 },
      { id: 'portal-2', amount: 300, additional_amount: 200 },
    ]);
    expect((await slip(tid)).refundable).toBe(100);
  });

  it('is only for users who hold a key, because the API requires a signature', async () => {
    const tid = await paid(5_000);
    const body = { refund_id: 'portal-1', amount: 100 };
    expect((await ask(till, tid, body)).status).toBe(409);
    expect((await ask(merchantBrowser(service), tid, body)).status).toBe(401);
    expect((await ask(other, tid, body)).status).toBe(404);
    const path = `/payments/${tid}/refund`;
    const bare = await fetch(`${admin.origin}/portal/v1${path}`, {
      method: 'POST',
      headers: { cookie: admin.cookie(), 'content-type': 'text/plain' },
      body: JSON.stringify(body),
    });
    expect(bare.status).toBe(400);
    expect(await refunds(tid)).toEqual([]);
  });

  it('is refused with a sentence if too little is left or the request is invalid', async () => {
    const reserved = await paid(5_000, { capture: false });
    expect((await slip(reserved)).refundable).toBe(0);
    const taken = await paid(5_000);
    const table: [string, unknown, number][] = [
      [reserved, { refund_id: 'portal-1', amount: 100 }, 400],
      [taken, { refund_id: 'portal-1', amount: 5_001 }, 400],
      [taken, { refund_id: 'portal-1', amount: 0 }, 400],
      [taken, { refund_id: 'portal-1', amount: -1 }, 400],
      [taken, { refund_id: 'portal-1', amount: 1.5 }, 400],
      [taken, { refund_id: 'portal-1', amount: '100' }, 400],
      [taken, { refund_id: 'a b', amount: 100 }, 400],
      [taken, { amount: 100 }, 400],
      [taken, { refund_id: 'portal-1', amount: 100, text: 'x'.repeat(1_001) }, 400],
      ['pnone', { refund_id: 'portal-1', amount: 100 }, 404],
    ];
    for (const [tid, body, status] of table) {
      const reply = await ask(admin, tid, body);
      expect([reply.status, JSON.stringify(body)]).toEqual([status, JSON.stringify(body)]);
      expect(sentence(reply)).not.toBe('');
    }
    expect(await refunds(taken)).toEqual([]);
  });

  it('gets another refund_id if a till has used the next one', async () => {
    const tid = await paid(5_000);
    const numbers = { amount: 100, additional_amount: 0, currency: 'NOK' };
    const body = { action: 'refund', refund_id: 'portal-2', ...numbers };
    const sent = { method: 'PUT', body };
    const made = await service.key(service.users.admin, `/payment_request/${tid}/`, sent);
    expect(made.status).toBe(204);
    const { refund_id } = await slip(tid);
    expect(refund_id).toBe('portal-3');
    expect((await ask(admin, tid, { refund_id, amount: 100 })).status).toBe(200);
    expect((await slip(tid)).refunded).toBe(200);
  });
});
