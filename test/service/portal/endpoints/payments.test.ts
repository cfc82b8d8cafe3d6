import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopDay } from '../../../../shared/ledger/calendar.ts';
import {
  PAYMENT_GROUPS,
  type PortalPayments,
  portalDay,
  portalPayment,
  portalPayments,
} from '../../../../shared/portal/contract.ts';
import { exampleOf } from '../../../../shared/protocol/examples/index.ts';
import { receiptDocument } from '../../../../shared/protocol/receipt.ts';
import { pathOf } from '../../../../shared/protocol/routes.ts';
import { merchantBrowser } from '../../../support/merchant-pages.ts';
import { onOwnService, startTestService, type TestService } from '../../../support/service.ts';

let service: TestService;
let browser: ReturnType<typeof merchantBrowser>;
/** Tids by what the payments are about. */
const tids = new Map<string, string>();

beforeAll(async () => {
  service = await startTestService();
  browser = merchantBrowser(service);
  await browser.signIn(service.users.pos);
  await payment('Waiting', 4_500);
  await approve(await payment('Reserved', 5_600));
  await capture(await approve(await payment('Paid', 12_500)));
  const refunded = await capture(await approve(await payment('Refunded', 9_900)));
  const body = {
    action: 'refund',
    refund_id: 'r1',
    amount: 900,
    additional_amount: 0,
    currency: 'NOK',
  };
  await put(refunded, body);
  const returned = await capture(await approve(await payment('Returned', 700)));
  await put(returned, { ...body, amount: 700 });
  await act(await payment('Rejected', 3_200), 'claim');
  await act(tids.get('Rejected') ?? '', 'reject');
});
afterAll(() => service.stop());

async function payment(text: string, amount: number): Promise<string> {
  const tid = await service.payment({ text, amount, pos_tid: `till-${text.toLowerCase()}` });
  tids.set(text, tid);
  return tid;
}

async function act(tid: string, what: 'claim' | 'confirm' | 'reject'): Promise<string> {
  const [customer] = service.ready.customers;
  const body = what === 'claim' ? { customer: customer?.msisdn } : {};
  const done = await service.simulator(`/payment_request/${tid}/${what}/`, {
    method: 'POST',
    body,
  });
  expect(done.status).toBe(204);
  return tid;
}

const approve = async (tid: string) => act(await act(tid, 'claim'), 'confirm');
const capture = (tid: string) => put(tid, { action: 'capture' });

async function put(tid: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  const path = `/payment_request/${tid}/`;
  const done = await service.key(service.users.admin, path, { method: 'PUT', body });
  expect(done.status, done.text).toBe(204);
  return tid;
}

async function list(query: string, from = browser): Promise<PortalPayments> {
  const reply = await from.get(`/payments${query}`);
  expect(reply.status).toBe(200);
  return portalPayments.parse(reply.body);
}
const whats = ({ items }: PortalPayments) => items.map(({ what }) => what).sort();

describe('the list', () => {
  it('has every payment, and filters by result', async () => {
    const all = ['Paid', 'Refunded', 'Rejected', 'Reserved', 'Returned', 'Waiting'];
    expect(whats(await list(''))).toEqual(all);
    // A payment that is refunded in part is still a paid one, as its row says.
    expect(whats(await list('?group=paid'))).toEqual(['Paid', 'Refunded']);
    expect(whats(await list('?group=refunded'))).toEqual(['Returned']);
    expect(whats(await list('?group=reserved'))).toEqual(['Reserved']);
    expect(whats(await list('?group=waiting'))).toEqual(['Waiting']);
    expect(whats(await list('?group=failed'))).toEqual(['Rejected']);
  });

  it.each([
    ['56', ['Reserved']],
    ['56,00', ['Reserved']],
    ['56.0', ['Reserved']],
    ['56,01', []],
    ['9', ['Refunded']],
    ['till-pa', ['Paid']],
    ['TILL-PAID', ['Paid']],
    ['rejec', ['Rejected']],
    ['till-', ['Paid', 'Refunded', 'Rejected', 'Reserved', 'Returned', 'Waiting']],
    ['nothing like it', []],
  ])('finds %s', async (typed, found) => {
    expect(whats(await list(`?q=${encodeURIComponent(typed)}`))).toEqual(found);
  });

  it('finds a payment by its tid, and by its day', async () => {
    const tid = tids.get('Paid') ?? '';
    expect(whats(await list(`?q=${tid}`))).toEqual(['Paid']);
    const now = portalDay.parse((await browser.get('/payments-day')).body);
    expect(whats(await list(`?day=${now.day}&q=${tid}`))).toEqual(['Paid']);
    expect(whats(await list('?day=2020-02-29'))).toEqual([]);
  });

  it('refuses a day that does not exist, and a query that is too long', async () => {
    expect((await browser.get('/payments?day=2026-04-31')).status).toBe(400);
    expect((await browser.get('/payments?day=yesterday')).status).toBe(400);
    expect((await browser.get(`/payments?q=${'x'.repeat(200)}`)).status).toBe(400);
    expect((await browser.get('/payments?q=a&q=b')).status).toBe(400);
  });

  it('continues after a page, without losing or repeating one', async () => {
    await onOwnService(async (own) => {
      const pages = merchantBrowser(own);
      await pages.signIn(own.users.pos);
      for (let sale = 0; sale < 60; sale += 1) await own.payment({ text: `Many ${sale}` });
      const first = await list('?q=many', pages);
      expect(first.items).toHaveLength(50);
      const second = await list(`?q=many&after=${first.next}`, pages);
      expect(second.items).toHaveLength(10);
      expect(second.next).toBeNull();
      expect(second.searched_to).toBeNull();
      const both = [...first.items, ...second.items].map(({ tid }) => tid);
      expect(new Set(both).size).toBe(60);
    });
  });

  it('shows no payment of another merchant', async () => {
    const other = merchantBrowser(service);
    await other.signIn(service.users.neighbour);
    expect(portalPayments.parse((await other.get('/payments')).body).items).toEqual([]);
    expect((await other.get(`/payments/${tids.get('Paid')}`)).status).toBe(404);
  });
});

describe('the day', () => {
  it('counts the results of its payments, and the revenue', async () => {
    const numbers = portalDay.parse((await browser.get('/payments-day')).body);
    expect(numbers).toMatchObject({
      count: 6,
      complete: true,
      groups: { paid: 2, reserved: 1, waiting: 1, refunded: 1, failed: 1 },
      net: [{ currency: 'NOK', amount: 12_500 + 9_900 - 900 }],
    });
  });
});

describe('the groups', () => {
  /** One payment of every state that a payment can end or stay in. */
  async function everyState(own: TestService): Promise<readonly string[]> {
    const [customer] = own.ready.customers;
    const send = async (text: string, steps: readonly string[]) => {
      const tid = await own.payment({ text, amount: 9_900 });
      for (const step of steps) {
        const [act = '', amount] = step.split(' ');
        const parts = { amount: Number(amount), additional_amount: 0, currency: 'NOK' };
        const body = {
          action: act,
          ...(amount === undefined ? {} : parts),
          ...(act === 'refund' ? { refund_id: 'portal-1' } : {}),
          ...(act === 'capture' && amount !== undefined ? { capture_id: 'c-1' } : {}),
        };
        const done = ['claim', 'confirm', 'reject'].includes(act)
          ? await own.simulator(`/payment_request/${tid}/${act}/`, {
              method: 'POST',
              body: act === 'claim' ? { customer: customer?.msisdn } : {},
            })
          : await own.key(own.users.admin, `/payment_request/${tid}/`, { method: 'PUT', body });
        expect([text, step, done.status, done.text]).toEqual([text, step, 204, '']);
      }
      return tid;
    };
    // These two expire below; the others are made after that.
    const early = [
      await send('request expired', []),
      await send('reservation expired', ['claim', 'confirm']),
    ];
    await own.service.simulator.advance(40 * 24 * 60 * 60);
    return [
      ...early,
      await send('waiting', []),
      await send('opened', ['claim']),
      await send('declined', ['claim', 'reject']),
      await send('aborted', ['abort']),
      await send('aborted when opened', ['claim', 'abort']),
      await send('reserved', ['claim', 'confirm']),
      await send('released', ['claim', 'confirm', 'release']),
      await send('paid', ['claim', 'confirm', 'capture']),
      await send('refunded in part', ['claim', 'confirm', 'capture', 'refund 4500']),
      await send('refunded', ['claim', 'confirm', 'capture', 'refund 9900']),
    ];
  }

  it('contain every payment of every state exactly once', async () => {
    await onOwnService(async (own) => {
      const made = await everyState(own);
      const office = merchantBrowser(own);
      await office.signIn(own.users.pos);
      const all = (await list('', office)).items.map(({ tid }) => tid);
      expect(all.toSorted()).toEqual(made.toSorted());
      const groups: Record<string, readonly string[]> = {};
      for (const group of PAYMENT_GROUPS) {
        groups[group] = whats(await list(`?group=${group}`, office)).map(String);
      }
      expect(groups).toEqual({
        paid: ['paid', 'refunded in part'],
        reserved: ['reserved'],
        waiting: ['opened', 'waiting'],
        refunded: ['refunded'],
        failed: [
          'aborted',
          'aborted when opened',
          'declined',
          'released',
          'request expired',
          'reservation expired',
        ],
      });
      expect(Object.values(groups).flat()).toHaveLength(all.length);
      // The counts of the two days on which they were requested say the same.
      const first = (await list('?q=request expired', office)).items[0]?.created ?? 0;
      const days = [first, own.service.simulator.now()].map((at) => shopDay(at, 'Europe/Oslo'));
      const counts = await Promise.all(
        days.map(async (day) => {
          const numbers = portalDay.parse((await office.get(`/payments-day?day=${day}`)).body);
          const sum = Object.values(numbers.groups).reduce((total, count) => total + count, 0);
          expect([day, sum]).toEqual([day, numbers.count]);
          return numbers.count;
        }),
      );
      expect(counts).toEqual([2, all.length - 2]);
    });
  });
});

describe('one payment', () => {
  const kinds = async (text: string) => {
    const reply = await browser.get(`/payments/${tids.get(text)}`);
    return portalPayment.parse(reply.body).timeline.map(({ kind }) => kind);
  };

  it('has its history, in order', async () => {
    expect(await kinds('Waiting')).toEqual(['request']);
    expect(await kinds('Rejected')).toEqual(['request', 'opened', 'rejected']);
    expect(await kinds('Refunded')).toEqual(['request', 'opened', 'auth', 'capture', 'refund']);
  });

  it('has the amounts and fees of each step', async () => {
    const reply = await browser.get(`/payments/${tids.get('Refunded')}`);
    const one = portalPayment.parse(reply.body);
    expect(one).toMatchObject({
      captured: 9_900,
      refunded: 900,
      fee: 99,
      reference: 'till-refunded',
    });
    expect(one.timeline.slice(2).map(({ amount }) => amount)).toEqual([9_900, 9_900, 900]);
  });

  it('has the page of the receipt that a till of its shop has handed over, and of no other shop', async () => {
    const { params, body } = exampleOf('receiptPut');
    const { pos_id: posId = '', code: mine = '' } = params ?? {};
    const { pos, neighbour } = service.users;
    const method = { kind: 'phone', tid: tids.get('Paid') };
    const handOver = async (user: typeof pos, code: string, number: string) => {
      const document = { ...receiptDocument.parse(body), number, method };
      const path = pathOf('receiptPut', { pos_id: posId, code });
      const done = await service.secret(user, path, { method: 'PUT', body: document });
      expect(done.status, done.text).toBe(201);
    };
    const till = { id: posId, name: 'Till', type: 'store' };
    const made = await service.key(neighbour, '/pos/', { method: 'POST', body: till });
    expect(made.status, made.text).toBe(201);
    const number = 'kasse-1-R12';
    await handOver(neighbour, mine.replace('R12', 'R13'), 'kasse-1-R13');
    await handOver(pos, mine, number);
    const receiptsOf = async (text: string) =>
      portalPayment.parse((await browser.get(`/payments/${tids.get(text)}`)).body).receipts;
    const [receipt, ...others] = await receiptsOf('Paid');
    expect(receipt).toMatchObject({ kind: 'sale', number });
    expect(others).toEqual([]);
    const page = await fetch(receipt?.address ?? '');
    expect(await page.text()).toContain(number);
    expect(await receiptsOf('Refunded')).toEqual([]);
  });

  it('names the lines that a refund returned', async () => {
    await onOwnService(async (own) => {
      const pages = merchantBrowser(own);
      const cup = { product_id: 'cup', description: 'Cup', quantity: '2', item_cost: 500 };
      const customer = own.ready.customers[0]?.msisdn;
      const tid = await own.payment({
        customer,
        amount: 1_000,
        line_items: [{ ...cup, total: 1_000 }],
      });
      await own.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST', body: {} });
      const numbers = { amount: 500, additional_amount: 0, currency: 'NOK', refund_id: 'r' };
      const line_items = [{ product_id: 'cup', quantity: '1', total: 500 }];
      for (const body of [{ action: 'capture' }, { action: 'refund', ...numbers, line_items }]) {
        const path = `/payment_request/${tid}/`;
        expect((await own.key(own.users.admin, path, { method: 'PUT', body })).status).toBe(204);
      }
      await pages.signIn(own.users.pos);
      const { body } = await pages.get(`/payments/${tid}`);
      expect(portalPayment.parse(body).timeline.at(-1)).toMatchObject({
        kind: 'refund',
        lines: [{ description: 'Cup', quantity: '1', total: 500 }],
      });
    });
  });

  it('has the step “expired” after its expiry time', async () => {
    await onOwnService(async (own) => {
      const pages = merchantBrowser(own);
      const tid = await own.payment();
      await own.service.simulator.advance(7 * 60 * 60);
      await pages.signIn(own.users.pos);
      const { body } = await pages.get(`/payments/${tid}`);
      const { timeline } = portalPayment.parse(body);
      expect(timeline.map(({ kind }) => kind)).toEqual(['request', 'expired']);
    });
  });
});
