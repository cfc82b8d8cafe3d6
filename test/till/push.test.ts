import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentMethod, Sticker } from '../../shared/terminal/index.ts';
import { until as waitUntil } from '../support/last-resort.ts';
import {
  becomes,
  begin,
  createScanWorld,
  hasPush,
  type ScanWorld,
  saleBy,
  saleRequest,
  until,
} from './scan-world.ts';

/* If events are lost, repeated or late, the till sends the same requests to the same customers. */

let world: ScanWorld;
let link: { id: string; value: string };

beforeAll(async () => {
  world = await createScanWorld();
  link = await world.makeLink('ws:till.till1');
});
afterEach(() => world.forget());
afterAll(() => world.end());

const customer = '4798765432';
const own = () => ({ deviceCode: { shortlinkId: link.id, address: link.value } });
const sticker = (): Sticker => ({ kind: 'shortlink', id: world.sticker.id });
const scan = async (shortlink: string, argstring = '') => {
  const scanned = await world.simulator.scan(customer, { shortlink, argstring });
  if (!scanned.ok) throw new Error(scanned.refusal.description);
  return scanned.value;
};

/** Every method, and how a customer answers it. */
const METHODS: readonly {
  readonly name: string;
  readonly method: () => Promise<PaymentMethod>;
  readonly customer: (id: string) => Promise<unknown>;
}[] = [
  {
    name: 'a code on the screen',
    method: async () => ({ kind: 'qr' }),
    customer: (id) => world.simulator.claim(tidOf(id), customer),
  },
  {
    name: 'a phone number',
    method: async () => ({ kind: 'phone', msisdn: customer }),
    customer: async () => undefined,
  },
  {
    name: 'a customer’s own code',
    method: async () => ({ kind: 'scan_token', token: await scan(world.sticker.id) }),
    customer: async () => undefined,
  },
  {
    name: 'a sticker',
    method: async () => ({ kind: 'sticker', sticker: sticker() }),
    customer: () => scan(world.sticker.id),
  },
  {
    name: 'a code and a sticker, by the sticker',
    method: async () => ({ kind: 'qr_and_sticker', sticker: sticker() }),
    customer: () => scan(world.sticker.id),
  },
  {
    name: 'the till’s own code',
    method: async () => ({ kind: 'device_code', code: null }),
    customer: (id) => scan(link.id, id),
  },
];
const tidOf = (id: string) => saleBy(world.till(), id).tid ?? '';

/** The request that a customer has taken, whichever of a sale's two it is. */
async function approve(id: string): Promise<void> {
  const approveOne = async () => {
    for (const posTid of [id, `_second.${id}`]) {
      const restored = world.created().findIndex((body) => body.pos_tid === posTid);
      const tid = restored < 0 ? null : await world.tidOf(posTid);
      if (tid !== null && (await world.simulator.confirm(tid)).ok) return true;
    }
    return false;
  };
  await waitUntil(approveOne, Boolean);
}

describe('a till without push', () => {
  it.each(METHODS)('completes a sale by $name', async ({ method, customer: act }) => {
    const till = await world.start(own(), false);
    await till.tendered({ id: 'other-5', method: null, amount: 1_000 });
    await world.pass(5);
    const id = await begin(till, saleRequest(await method()));
    await until(till, () => !['creating'].includes(saleBy(till, id).state.kind));
    await act(id);
    await approve(id);
    await becomes(till, id, 'paid');
  });
});

describe('a till whose events are late or repeated', () => {
  it('assigns a scan that arrives hours late to its own sale only', async () => {
    const day = 86_400;
    const till = await world.start({ ...own(), expiresInSeconds: day }, false);
    const id = await begin(
      till,
      saleRequest({ kind: 'device_code', code: null }, { place: 'aside' }),
    );
    const other = await begin(
      till,
      saleRequest({ kind: 'device_code', code: null }, { place: 'aside' }),
    );
    await world.stop();
    const token = await scan(link.id, id);
    await world.pass(5 * 3_600);
    const later = await world.start({ ...own(), expiresInSeconds: day });
    await becomes(later, id, 'waiting_approval');
    expect(world.created().at(-1)).toMatchObject({ pos_tid: id, customer: token });
    expect(saleBy(later, other).state.kind).toBe('waiting_scan');
    await later.act(id, 'cancel');
    await later.act(other, 'cancel');
    await becomes(later, id, 'aborted');
  });

  it('sends one request for a scan that push and polling both report', async () => {
    const till = await world.start({ ...own(), pollWithPush: 20, pollAlone: 20 });
    await hasPush(till);
    const id = await begin(till, saleRequest({ kind: 'device_code', code: null }));
    await scan(link.id, id);
    await becomes(till, id, 'waiting_approval');
    // The till continues to poll, and the service reports the same scan again.
    await world.untilAnswered(10);
    expect(world.created().filter((body) => body.pos_tid === id)).toHaveLength(1);
    expect(till.view().scans.filter((one) => one.argstring === id)).toEqual([]);
    await till.act(id, 'cancel');
    await becomes(till, id, 'aborted');
  });

  it('sends no request for a scan of an expired code', async () => {
    const till = await world.start({ ...own(), expiresInSeconds: 1 });
    await hasPush(till);
    const id = await begin(till, saleRequest({ kind: 'device_code', code: null }));
    await becomes(till, id, 'expired');
    await scan(link.id, id);
    await until(till, () => till.view().scans.some((one) => one.argstring === id));
    expect(saleBy(till, id).state.kind).toBe('expired');
    expect(world.created().filter((body) => body.pos_tid === id)).toEqual([]);
  });

  it('lists the result of another sale as unclaimed, and keeps its open tables unchanged', async () => {
    const till = await world.start();
    await hasPush(till);
    const ids = [
      await begin(till, saleRequest({ kind: 'qr' }, { place: 'aside', label: 'Table 1' })),
      await begin(till, saleRequest({ kind: 'qr' }, { place: 'aside', label: 'Table 2' })),
    ];
    for (const id of ids) await becomes(till, id, 'waiting_scan');
    const stranger = await world.service.payment({
      pos_id: world.service.ready.pos[0]?.id ?? '',
      callback_uri: 'ws:till.till1',
    });
    await world.simulator.claim(stranger, customer);
    await world.simulator.confirm(stranger);
    // This till has a new journal, so results of earlier tests are unclaimed too.
    await until(till, () => till.view().unclaimed.some(({ tid }) => tid === stranger));
    for (const id of ids) {
      expect(saleBy(till, id).state.kind).toBe('waiting_scan');
      await till.act(id, 'cancel');
      await becomes(till, id, 'aborted');
    }
  });
});

describe('a cancelled sale by sticker', () => {
  it('does not reach the next customer who scans the sticker', async () => {
    const till = await world.start();
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker: sticker() }));
    await becomes(till, id, 'waiting_sticker');
    await till.act(id, 'cancel');
    await becomes(till, id, 'aborted');
    await till.tendered({ id: 'other-6', method: 'cash', amount: 1_000 });
    await world.pass(2);
    const tid = tidOf(id);
    await scan(world.sticker.id);
    expect(await world.codeOf(tid)).toBe(4019);
    const next = await begin(till, saleRequest({ kind: 'sticker', sticker: sticker() }));
    await becomes(till, next, 'waiting_approval');
    await till.act(next, 'cancel');
    await becomes(till, next, 'aborted');
  });
});

describe('a till after sleep', () => {
  it('reads the outcome of every table at once', async () => {
    const hour = 3_600_000;
    const till = await world.start({ pollAlone: hour, pollWithPush: hour }, false);
    const ids = [
      await begin(till, saleRequest({ kind: 'qr' }, { place: 'aside', label: 'Table 1' })),
      await begin(till, saleRequest({ kind: 'qr' }, { place: 'aside', label: 'Table 2' })),
    ];
    for (const id of ids) {
      await until(till, () => till.sale(id)?.state.kind === 'waiting_scan');
      await world.untilRead(tidOf(id));
      await world.simulator.claim(tidOf(id), customer);
      await world.simulator.confirm(tidOf(id));
    }
    expect(ids.map((id) => saleBy(till, id).state.kind)).toEqual(['waiting_scan', 'waiting_scan']);
    till.refresh();
    for (const id of ids) await becomes(till, id, 'paid');
  });
});
