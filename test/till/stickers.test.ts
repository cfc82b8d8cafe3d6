import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sticker } from '../../shared/terminal/index.ts';
import { until } from '../support/last-resort.ts';
import {
  becomes,
  begin,
  createScanWorld,
  type ScanWorld,
  saleBy,
  saleRequest,
} from './scan-world.ts';

/*
 * Any customer at the counter can scan a sticker. The age of a scan is counted from the last payment at
 * this till, by any means, so that a customer who has left never pays for the next one.
 */

let world: ScanWorld;
let sticker: Sticker;

beforeAll(async () => {
  world = await createScanWorld();
});
afterEach(() => world.forget());
afterAll(() => world.end());

const [first = '', second = ''] = ['4798765432', '4791234567'];
const byId = (): Sticker => ({ kind: 'shortlink', id: world.sticker.id });
const scan = (msisdn: string, shortlink = world.sticker.id) =>
  world.simulator.scan(msisdn, { shortlink });
const confirm = (id: string) => world.simulator.confirm(saleBy(world.till(), id).tid ?? '');
/** The bodies that the till has sent for this sale, one for each attempt. */
const bodiesOf = (id: string) => world.created().filter((body) => body.pos_tid === id);
/** Waits until the till has sent this sale, and returns the body of the first attempt. */
const bodyOf = async (id: string) => {
  const [body] = await until(
    () => bodiesOf(id),
    ({ length }) => length > 0,
  );
  return body;
};

describe('a sale by sticker', () => {
  it.each([
    ['its serial number', () => ({ kind: 'serial', serial: world.sticker.serial_number }) as const],
    ['the service’s id', byId],
  ])('by %s is paid by the customer who scans it', async (_, name) => {
    const till = await world.start();
    sticker = name();
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker }));
    await becomes(till, id, 'waiting_sticker');
    await scan(first);
    await becomes(till, id, 'waiting_approval');
    expect(saleBy(till, id).log.map((line) => line.key)).toContain('scanned');
    await confirm(id);
    await becomes(till, id, 'paid');
  });

  it('has no maximum age of the scan if the till has no earlier payment', async () => {
    const till = await world.start();
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    const body = await bodyOf(id);
    expect(body).toMatchObject({ customer: `shortlink_id:${world.sticker.id}` });
    expect(body).not.toHaveProperty('max_scan_age');
    await till.act(id, 'cancel');
    await becomes(till, id, 'aborted');
  });

  it('by an unknown sticker is refused', async () => {
    const till = await world.start();
    const none: Sticker = { kind: 'serial', serial: '0000000000000' };
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker: none }));
    await becomes(till, id, 'refused');
  });

  it.each(['', 'a b', 'x'.repeat(100), 'Ø'])('with the serial %j is refused', async (serial) => {
    const till = await world.start();
    const started = await till.start(
      saleRequest({ kind: 'sticker', sticker: { kind: 'serial', serial } }),
    );
    expect(started).toMatchObject({ ok: false, refusal: { type: 'validation_error' } });
  });
});

describe('the maximum age of a scan', () => {
  it('excludes the scan of a customer who paid in cash from the next sale', async () => {
    const till = await world.start();
    // This customer scans, changes their mind, and pays in cash.
    await scan(first);
    await world.pass(200);
    expect(await till.tendered({ id: 'other-7', method: 'cash', amount: 1_000 })).toEqual({
      ok: true,
      value: null,
    });
    await world.pass(20);
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    await becomes(till, id, 'waiting_sticker');
    // The scan of the first customer is at least 220 seconds old.
    expect(Number((await bodyOf(id))?.max_scan_age)).toBeLessThan(220);
    // The next customer scans, and gets the request.
    await scan(second);
    await becomes(till, id, 'waiting_approval');
    const tid = saleBy(till, id).tid ?? '';
    expect((await world.simulator.claim(tid, first)).ok).toBe(false);
    expect((await world.simulator.claim(tid, second)).ok).toBe(true);
    await confirm(id);
    await becomes(till, id, 'paid');
  });

  it('excludes scans before the last payment, also after a restart', async () => {
    const till = await world.start();
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    await scan(first);
    await becomes(till, id, 'waiting_approval');
    // The next customer in the queue scans too early, while this customer pays.
    await scan(second);
    await world.pass(200);
    await confirm(id);
    await becomes(till, id, 'paid');
    await world.stop();
    const later = await world.start();
    await world.pass(40);
    const next = await begin(later, saleRequest({ kind: 'sticker', sticker: byId() }));
    await becomes(later, next, 'waiting_sticker');
    const age = Number((await bodyOf(next))?.max_scan_age);
    expect(age).toBeGreaterThanOrEqual(39);
    // The scan of the second customer is at least 240 seconds old.
    expect(age).toBeLessThan(240);
    expect(saleBy(later, next).state.kind).toBe('waiting_sticker');
    await later.act(next, 'cancel');
    await becomes(later, next, 'aborted');
  });

  it('uses the scan again after a sale with a wrong amount was cancelled', async () => {
    const till = await world.start();
    await till.tendered({ id: 'other-8', method: null, amount: 1_000 });
    await world.pass(100);
    await scan(first);
    await world.pass(10);
    const wrong = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    await becomes(till, wrong, 'waiting_approval');
    await world.pass(20);
    await till.act(wrong, 'cancel');
    await becomes(till, wrong, 'aborted');
    await world.pass(5);
    const right = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    // The scan is 35 seconds old, and the last payment 135.
    expect(Number((await bodyOf(right))?.max_scan_age)).toBeGreaterThanOrEqual(60);
    await becomes(till, right, 'waiting_approval');
    await confirm(right);
    await becomes(till, right, 'paid');
  });

  it('does not send the next sale to a customer who declined a minute ago', async () => {
    const till = await world.start();
    await scan(first);
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    await becomes(till, id, 'waiting_approval');
    await world.pass(60);
    await world.simulator.reject(saleBy(till, id).tid ?? '');
    await becomes(till, id, 'declined');
    await world.pass(70);
    const next = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    await becomes(till, next, 'waiting_sticker');
    await till.act(next, 'cancel');
    await becomes(till, next, 'aborted');
  });

  it('uses a scan after the last payment, however long the total takes', async () => {
    const till = await world.start();
    await till.tendered({ id: 'other-9', method: null, amount: 1_000 });
    await world.pass(300);
    await scan(second);
    // Longer than the minute for which the service uses a scan by default.
    await world.pass(120);
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    await becomes(till, id, 'waiting_approval');
    expect(Number((await bodyOf(id))?.max_scan_age)).toBeGreaterThanOrEqual(419);
    await confirm(id);
    await becomes(till, id, 'paid');
  });

  it('remembers a payment by another tender over a restart', async () => {
    await (await world.start()).tendered({ id: 'other-10', method: 'card', amount: 1_000 });
    await world.stop();
    await world.pass(100);
    const till = await world.start();
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    const age = Number((await bodyOf(id))?.max_scan_age);
    expect(age).toBeLessThan(200);
    expect(age).toBeGreaterThanOrEqual(100);
    await till.act(id, 'cancel');
    await becomes(till, id, 'aborted');
  });

  it('ignores old scans whatever the clock is set to', async () => {
    const till = await world.start();
    await till.tendered({ id: 'other-11', method: null, amount: 1_000 });
    await world.setBack(3_600);
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    expect(await bodyOf(id)).toMatchObject({ max_scan_age: 0 });
    await till.act(id, 'cancel');
    await becomes(till, id, 'aborted');
    await world.setBack(-3_600);
  });

  it('repeats an identical request, however much time passes between attempts', async () => {
    const till = await world.start();
    await till.tendered({ id: 'other-12', method: null, amount: 1_000 });
    world.onWire((one) => (one.method === 'POST' ? 'drop_before' : 'deliver'));
    const id = await begin(till, saleRequest({ kind: 'sticker', sticker: byId() }));
    await bodyOf(id);
    await world.pass(30);
    world.onWire(() => 'deliver');
    await becomes(till, id, 'waiting_sticker');
    const bodies = bodiesOf(id);
    expect(bodies.length).toBeGreaterThan(1);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    await till.act(id, 'cancel');
    await becomes(till, id, 'aborted');
  });
});

describe('a second sale with the same sticker', () => {
  it('is refused while the first one waits', async () => {
    const till = await world.start();
    const method = { kind: 'sticker', sticker: byId() } as const;
    const id = await begin(till, saleRequest(method, { place: 'aside', label: 'Table 1' }));
    const serial: Sticker = { kind: 'serial', serial: world.sticker.serial_number };
    for (const again of [method, { kind: 'sticker', sticker: serial } as const]) {
      const second = await till.start(saleRequest(again, { place: 'aside', label: 'Table 2' }));
      expect(second).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    }
    await scan(first);
    await becomes(till, id, 'waiting_approval');
    // The scan stays valid until it is used, so the second sale would go to the same customer.
    const early = await till.start(saleRequest(method, { place: 'aside', label: 'Table 2' }));
    expect(early).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    await confirm(id);
    await becomes(till, id, 'paid');
    const next = await begin(till, saleRequest(method, { place: 'aside', label: 'Table 2' }));
    await becomes(till, next, 'waiting_sticker');
    await till.act(next, 'cancel');
    await becomes(till, next, 'aborted');
  });
});
