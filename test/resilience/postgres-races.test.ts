import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Effects, NO_EFFECTS } from '../../service/store/store.ts';
import { scopeRecord } from '../../shared/ledger/records.ts';
import { money } from '../../shared/money/money.ts';
import { createMessage } from '../../shared/protocol/events.ts';
import { every, newPayment, openSeveral, type Several } from '../service/store/postgres/world.ts';
import { until } from '../support/last-resort.ts';
import { ids, MERCHANT } from '../support/payments.ts';
import { rawPostgres } from '../support/raw.ts';

/* Three stores on one database share only its rows, like three service processes. */

let world: Several;
beforeAll(async () => {
  world = await openSeveral(3);
});
afterAll(() => world.close());

const event = 'payment_captured';
const message = () => createMessage({ id: ids.message(), event, uri: null, seqno: 0, at: 5 });
const delivery = (queue: string, host = 'shop.test') => ({
  ...{ id: ids.message(), kind: 'event' as const, resource: queue, queue, host },
  ...{ uri: `http://${host}/`, event, body: '{}' },
});
const charge = (rid: string) =>
  scopeRecord({
    ...{ rid, at: 5, status: 'ok', customer: '', currency: 'NOK', taxCode: 'NO:2013' },
    fee: money(7),
  });

/** The connections to this database that wait for a lock of another one. */
const WAITING_FOR_A_LOCK = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('concurrent writers', () => {
  it('create one payment for one pos_tid, and all get its tid', async () => {
    const drafts = Array.from({ length: 10 }, () => newPayment());
    const request = drafts[0]?.request;
    if (request === undefined) throw new Error('no draft');
    const made = await Promise.all(
      drafts.map((draft, index) =>
        world.stores[index % 3]?.payments.create({ ...draft, request }, NO_EFFECTS),
      ),
    );
    expect(made.filter((one) => one?.created)).toHaveLength(1);
    expect(new Set(made.map((one) => one?.payment.tid)).size).toBe(1);
  });

  it('save each version of a payment once, with the effects of one writer only', async () => {
    const first = newPayment();
    await world.first.payments.create(first, NO_EFFECTS);
    for (let version = 2; version <= 12; version += 1) {
      const effects = (own: number): Effects => ({
        ...NO_EFFECTS,
        messages: [{ channel: 'moves', message: message() }],
        records: [charge(`${version} of ${own}`)],
      });
      const saves = Array.from({ length: 9 }, (_, own) =>
        world.stores[own % 3]?.payments.save({ ...first, version }, effects(own)),
      );
      expect((await Promise.all(saves)).filter(Boolean)).toHaveLength(1);
    }
    const events = await world.first.channels.read(MERCHANT.id, 'moves', 0, 99);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
    const book = { merchantId: MERCHANT.id, currency: 'NOK', from: 0, to: 99 };
    const lines = await world.first.ledger.scopeLines(book, 999);
    // Other tests of this file write into the same book.
    expect(lines.filter(({ line }) => / of /.test(line.rid))).toHaveLength(11);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
  });

  it('commit the changes without a conflict when one change in the same commit has a conflict', async () => {
    const made = Array.from({ length: 8 }, () => newPayment());
    await Promise.all(made.map((one) => world.first.payments.create(one, NO_EFFECTS)));
    const [overtaken, ...others] = made.map((one) => ({ ...one, version: 2 }));
    if (overtaken === undefined) throw new Error('no payment');
    expect(await world.stores[1]?.payments.save(overtaken, NO_EFFECTS)).toBe(true);
    const effects = (own: number): Effects => ({
      ...NO_EFFECTS,
      messages: [{ channel: 'beside', message: message() }],
      records: [charge(`beside ${own}`)],
    });
    const again = newPayment({ pos_tid: overtaken.request.pos_tid });
    const saves = [overtaken, ...others].map((one, own) =>
      world.first.payments.save(one, effects(own)),
    );
    const [created, ...saved] = await Promise.all([
      world.first.payments.create(again, effects(8)),
      ...saves,
    ]);
    expect(created).toEqual({ created: false, payment: overtaken });
    expect(saved).toEqual([false, ...others.map(() => true)]);
    const events = await world.first.channels.read(MERCHANT.id, 'beside', 0, 99);
    expect(events.map(({ seq }) => seq)).toEqual(others.map((_, at) => at + 1));
    const book = { merchantId: MERCHANT.id, currency: 'NOK', from: 0, to: 999 };
    const lines = await world.first.ledger.scopeLines(book, 999);
    const beside = lines.filter(({ line }) => line.rid.startsWith('beside'));
    expect(beside).toHaveLength(others.length);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
  });

  it('accept a signature once', async () => {
    const hash = ids.message();
    const used = await every(world.stores, ({ users }) =>
      users.useSignature('m1', 'u1', hash, 0, 100),
    );
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('take each due payment once; a change of the payment makes it due again', async () => {
    const tids = Array.from({ length: 30 }, () => newPayment({ expires_in: 10 }));
    const notDue = newPayment({ expires_in: 86_400 });
    for (const payment of [...tids, notDue]) await world.first.payments.create(payment, NO_EFFECTS);
    const now = 1_000_000 + 3_600_000;
    const taken = (await every(world.stores, ({ payments }) => payments.due(now, 20))).flat();
    expect(taken).toHaveLength(new Set(taken.map(({ tid }) => tid)).size);
    expect(taken.length).toBeGreaterThanOrEqual(30);
    expect(await world.first.payments.due(now, 50)).toEqual([]);
    expect(await world.first.payments.nextDue()).toBeGreaterThan(now);
    // A change of a payment gives it back.
    const [one] = tids;
    if (one === undefined) throw new Error('nothing');
    expect(await world.first.payments.save({ ...one, version: 2 }, NO_EFFECTS)).toBe(true);
    expect(await world.first.payments.due(now, 50)).toEqual([
      { merchantId: MERCHANT.id, tid: one.tid },
    ]);
  });
});

describe('callbacks', () => {
  it('are claimed once, one per queue at a time, and in order', async () => {
    const host = 'order.test';
    const mine = Array.from({ length: 8 }, () => delivery('q1', host));
    for (const [index, one] of mine.entries()) {
      await world.stores[index % 3]?.deliveries.publish(MERCHANT.id, 5, [one]);
    }
    const seen: string[] = [];
    for (let round = 0; round < mine.length; round += 1) {
      const claimed = (
        await every(world.stores, ({ deliveries }) =>
          deliveries.claim(host, 10, { id: ids.short(), wall: 5, until: 50 }, 9),
        )
      ).flat();
      expect(claimed).toHaveLength(1);
      for (const one of claimed) {
        seen.push(one.id);
        const note = { at: 10, status: 204, problem: null, duration: 1 };
        const store = world.stores[round % 3];
        const finish = () =>
          store?.deliveries.finish(MERCHANT.id, one, note, { state: 'delivered' }, null);
        expect([await finish(), await finish()]).toEqual([true, false]);
      }
    }
    expect(seen).toEqual(mine.map(({ id }) => id));
  });

  it('become due if the delivery before them leaves the queue during their insertion', async () => {
    const [one, two] = [delivery('gap', 'gap.test'), delivery('gap', 'gap.test')];
    await world.first.deliveries.publish(MERCHANT.id, 5, [one]);
    const lease = { id: ids.short(), wall: 5, until: 50 };
    const [claimed] = await world.first.deliveries.claim('gap.test', 10, lease, 9);
    if (claimed === undefined) throw new Error('nothing was claimed');
    // Another process has put one behind it, and has not committed yet.
    const raw = await rawPostgres(world.url);
    await raw.exec(`BEGIN; UPDATE delivery_queue SET last_ord = 2 WHERE name = 'gap';
      INSERT INTO delivery SELECT merchant_id, '${two.id}', kind, resource, queue, 2, uri, host, event,
        body, created, 'open', 0, 0, NULL FROM delivery WHERE id = '${one.id}'`);
    const note = { at: 10, status: 204, problem: null, duration: 1 };
    const gone = { state: 'gone' } as const;
    const finished = world.first.deliveries.finish(MERCHANT.id, claimed, note, gone, null);
    await until(
      () => raw.rows(WAITING_FOR_A_LOCK),
      (waiting) => waiting.length > 0,
    );
    await raw.exec('COMMIT');
    expect(await finished).toBe(true);
    await raw.close();
    expect((await world.first.deliveries.read(MERCHANT.id, two.id))?.dueAt).toBe(10);
  });

  it('are skipped while another process claims them and after it has claimed them', async () => {
    const one = delivery('taken', 'taken.test');
    await world.first.deliveries.publish(MERCHANT.id, 5, [one]);
    const raw = await rawPostgres(world.url);
    await raw.exec(
      `BEGIN; UPDATE delivery SET lease = 'x', lease_until = 50 WHERE id = '${one.id}'`,
    );
    const lease = { id: ids.short(), wall: 5, until: 50 };
    expect(await world.first.deliveries.claim('taken.test', 10, lease, 9)).toEqual([]);
    await raw.exec('COMMIT');
    expect(await world.first.deliveries.claim('taken.test', 10, lease, 9)).toEqual([]);
    await raw.close();
  });
});

it('a failed write of a shared commit stores nothing, and the other writes are stored', async () => {
  const good = newPayment();
  const orphan = { ...newPayment(), merchantId: 'nobody' };
  const effects = { ...NO_EFFECTS, messages: [{ channel: 'alone', message: message() }] };
  const [bad, kept] = await Promise.allSettled([
    world.first.payments.create(orphan, effects),
    world.first.payments.create(good, effects),
  ]);
  expect([bad.status, kept.status]).toEqual(['rejected', 'fulfilled']);
  expect(await world.first.payments.byTid('nobody', orphan.tid)).toBeNull();
  expect(await world.first.channels.read('nobody', 'alone', 0, 9)).toEqual([]);
  expect(await world.first.channels.read(MERCHANT.id, 'alone', 0, 9)).toHaveLength(1);
});

it('a character that PostgreSQL does not support is stored as U+FFFD', async () => {
  await world.first.customers.put({ id: 'c9', msisdn: '4700000001', name: 'a\0b \ud800' });
  const stored = await world.first.customers.byId('c9');
  expect(stored?.name).toBe('a\ufffdb \ufffd');
});
