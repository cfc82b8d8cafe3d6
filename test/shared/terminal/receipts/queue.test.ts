import { afterEach, describe, expect, it } from 'vitest';
import type { Uploaded } from '../../../../shared/client/upload.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import {
  createReceiptQueue,
  type ReceiptQueue,
} from '../../../../shared/terminal/receipts/queue.ts';
import type { SaleRecord } from '../../../../shared/terminal/sale/records.ts';
import type { Sale } from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { saleView } from '../../../../shared/terminal/view.ts';
import { HOUR } from '../../../../shared/time/clock.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createModelService, silence } from '../../../support/model-service.ts';
import { BEGAN, but, openedRecord, saleAfter, seenCode } from '../../../support/sales.ts';
import { rest, SETUP } from '../../../support/till.ts';

/* The till sends a receipt to the customer's phone once, or abandons it. */

type CreatedRecord = Extract<SaleRecord, { kind: 'created' }>;
const CREATED: Omit<CreatedRecord, 'v' | 'at' | 'sale'> = {
  kind: 'created',
  tid: 'p1',
  uri: null,
  expires: BEGAN,
};
const PAID = saleAfter([CREATED, seenCode(CODE.ok)]);

let receiptQueue: ReceiptQueue | null = null;
afterEach(() => receiptQueue?.stop());

type Given = {
  /** The result of each upload, in order. */
  readonly uploads?: readonly Uploaded[];
  /** The addresses that the service names, one after the other; undefined: it does not answer. */
  readonly addresses?: readonly (string | null | undefined)[];
  readonly picture?: Uint8Array | null | 'breaks';
};

const PICTURE = new Uint8Array([1, 2, 3]);

async function world({ uploads = [], addresses = [], picture = PICTURE }: Given = {}) {
  const clock = createManualClock(BEGAN + 2_000);
  const settings = settingsOf({ ...SETUP, readDeadline: 11, commandDeadline: 22 });
  const model = createModelService(clock);
  const made = await model.client.paymentCreate(openedRecord().body);
  if (!made.ok) throw new Error('no payment');
  const ends: string[] = [];
  const sent: string[] = [];
  const asked: number[] = [];
  let drawn = 0;
  const start = () => {
    receiptQueue = createReceiptQueue({
      clock,
      settings,
      viewOf: (sale: Sale) => saleView(sale, settings, clock.now()),
      onEnd: (id, how) => ends.push(`${id} ${how}`),
      port: {
        renderer: {
          render: async (sale) => {
            drawn += 1;
            expect(sale.id).toBe('1-a');
            if (picture === 'breaks') throw new Error('no font');
            return picture;
          },
        },
        client: {
          paymentOutcome: async (tid, wait, options) => {
            expect([tid, wait, options?.deadline]).toEqual(['p1', {}, 11]);
            asked.push(clock.now());
            const address = asked.length <= addresses.length ? addresses[asked.length - 1] : 'up:1';
            if (address === undefined) return silence();
            const seen = await model.client.paymentOutcome(made.value.id, {});
            if (!seen.ok) return seen;
            return { ...seen, value: { ...seen.value, attachment_uri: address } };
          },
        },
        upload: async (address, bytes, deadline) => {
          expect([bytes, deadline]).toEqual([PICTURE, 22]);
          sent.push(address);
          return uploads[sent.length - 1] ?? 'uploaded';
        },
      },
    });
    return receiptQueue;
  };
  return {
    clock,
    ends,
    sent,
    asked,
    drawn: () => drawn,
    start,
    notice: async (...sales: Sale[]) => {
      (receiptQueue ?? start()).onChange(sales);
      await rest();
    },
    pass: async (time: number, step = 500) => {
      for (let gone = 0; gone < time; gone += step) {
        clock.advance(step);
        await rest();
      }
    },
  };
}

describe('the receipt of a sale', () => {
  it('is sent once if the sale is paid', async () => {
    const one = await world();
    one.start();
    await one.notice(PAID);
    await one.notice(PAID);
    expect([one.drawn(), one.sent, one.ends]).toEqual([1, ['up:1'], ['1-a uploaded']]);
  });

  const NOBODY: readonly (readonly [string, Sale])[] = [
    ['is not yet paid', saleAfter([CREATED, seenCode(CODE.auth)])],
    ['was rejected', saleAfter([CREATED, seenCode(CODE.rejected)])],
    ['was refunded', saleAfter([CREATED, seenCode(CODE.ok, { refunded: true })])],
    ['has a sent receipt', but(PAID, { receipt: 'uploaded' })],
    ['has an abandoned receipt', but(PAID, { receipt: 'given_up' })],
    ['is unknown to the service', but(PAID, { created: null })],
    ['ended an hour ago', but(PAID, { ended: BEGAN + 2_000 - HOUR })],
    [
      'has not delivered its item',
      but(PAID, { mode: { kind: 'vend', item: 'B4', order: 'pay_first' } }),
    ],
  ];

  it.each(NOBODY)('is not sent for a sale that %s', async (_, sale) => {
    const one = await world();
    one.start();
    await one.notice(sale);
    await one.pass(30_000);
    expect([one.drawn(), one.sent, one.ends]).toEqual([0, [], []]);
  });

  it('is sent for a sale that ended just within the last hour', async () => {
    const one = await world();
    one.start();
    await one.notice(but(PAID, { ended: BEGAN + 2_001 - HOUR }));
    expect(one.ends).toEqual(['1-a uploaded']);
  });

  it('is forgotten when its sale leaves the terminal, so that the list does not grow', async () => {
    const one = await world();
    one.start();
    await one.notice(PAID);
    await one.notice();
    await one.notice(PAID);
    expect(one.sent).toHaveLength(2);
  });

  it('is not sent by a till without a receipt port or by a stopped till', async () => {
    const one = await world();
    const settings = settingsOf(SETUP);
    const none = createReceiptQueue({
      port: null,
      clock: one.clock,
      settings,
      viewOf: (sale) => saleView(sale, settings, 0),
      onEnd: (id) => one.ends.push(id),
    });
    none.onChange([PAID]);
    one.start().stop();
    await one.notice(PAID);
    expect([one.drawn(), one.ends]).toEqual([0, []]);
  });
});

describe('a receipt that is sent', () => {
  it('is dropped without a picture, without an address, or if the service refuses the picture', async () => {
    for (const given of [
      { picture: null },
      { picture: 'breaks' as const },
      { addresses: [null] },
      { uploads: ['refused' as const] },
    ]) {
      const one = await world(given);
      one.start();
      await one.notice(PAID);
      expect(one.ends).toEqual(['1-a given_up']);
      await one.pass(60_000);
      expect(one.ends).toHaveLength(1);
      receiptQueue?.stop();
    }
  });

  it('needs an address; the till asks for it at growing intervals until the service answers', async () => {
    const one = await world({ addresses: [undefined, undefined, undefined] });
    one.start();
    await one.notice(PAID);
    await one.pass(10_000);
    const [first = 0, ...later] = one.asked;
    expect(later.map((time) => time - first)).toEqual([500, 1_500, 3_500]);
    expect(one.ends).toEqual(['1-a uploaded']);
  });

  it('is repeated to the same address after no answer; "gone" then ends it as uploaded', async () => {
    const one = await world({ uploads: ['silence', 'gone'], addresses: ['up:1', 'up:2'] });
    one.start();
    await one.notice(PAID);
    await one.pass(2_000);
    expect([one.sent, one.ends]).toEqual([['up:1', 'up:1'], ['1-a uploaded']]);
  });

  it('is sent to a new address if the first upload finds its address gone', async () => {
    const one = await world({ uploads: ['gone', 'uploaded'], addresses: ['up:1', 'up:2'] });
    one.start();
    await one.notice(PAID);
    await one.pass(2_000);
    expect([one.sent, one.ends]).toEqual([['up:1', 'up:2'], ['1-a uploaded']]);
  });

  it('is repeated after two missing answers; "gone" then ends it as uploaded', async () => {
    const uploads = ['silence', 'silence', 'gone', 'uploaded'] as const;
    const one = await world({ uploads });
    one.start();
    await one.notice(PAID);
    await one.pass(10_000);
    expect([one.sent.length, one.ends]).toEqual([3, ['1-a uploaded']]);
  });

  it('is abandoned an hour after the sale, and not before', async () => {
    const one = await world({ uploads: Array.from({ length: 2_000 }, () => 'silence' as const) });
    one.start();
    await one.notice(PAID);
    await one.pass(HOUR - 12_000, 5_000);
    expect(one.ends).toEqual([]);
    await one.pass(30_000, 5_000);
    expect(one.ends).toEqual(['1-a given_up']);
    const { length } = one.sent;
    await one.pass(60_000, 5_000);
    expect(one.sent).toHaveLength(length);
  });

  it('is neither repeated nor reported after the till stops', async () => {
    const one = await world({ uploads: ['silence', 'silence'] });
    one.start();
    await one.notice(PAID);
    receiptQueue?.stop();
    await one.pass(60_000);
    expect([one.sent, one.ends, one.clock.armed()]).toEqual([['up:1'], [], 0]);
  });
});
