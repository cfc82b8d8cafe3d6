import { describe, expect, it } from 'vitest';
import type { JournalRecord, Terminal } from '../../shared/terminal/index.ts';
import { SECOND } from '../../shared/time/clock.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService } from '../support/model-service.ts';
import {
  createHandPush,
  createMemoryJournal,
  drive,
  QR_SALE,
  rest,
  saleOf,
  startTill,
  stateOf,
} from '../support/till.ts';

/* Faults of the journal: a crash at any record, and a full disk. */

function world() {
  const clock = createManualClock();
  const service = createModelService(clock);
  const memory = createMemoryJournal();
  const start = (restored: readonly JournalRecord[] = memory.records) => {
    const { journal, records } = createMemoryJournal(restored);
    return { till: startTill({ client: service.client, journal, clock }), records };
  };
  return { clock, service, memory, start };
}

const full = { ok: false, failure: { kind: 'full', description: 'The disk is full.' } } as const;
const paid = (till: Terminal) => stateOf(till) === 'paid';

describe('the id of a sale', () => {
  it('is on the disk before it is sent to the service', async () => {
    const { service, memory, clock } = world();
    let durable = false;
    memory.onAppend(async (record) => {
      await rest();
      if (record.kind === 'opened') durable = true;
      return { ok: true };
    });
    const early: string[] = [];
    service.setFate((call) => {
      if (!durable) early.push(call.name);
      return 'deliver';
    });
    const till = startTill({ client: service.client, journal: memory.journal, clock });
    await till.start(QR_SALE);
    await drive(clock, () => stateOf(till) === 'waiting_scan');
    expect(early).toEqual([]);
    await till.stop();
  });

  it('is the same in every repeat of the request, also after a restart of the till', async () => {
    const { clock, service, start } = world();
    const first = start([]);
    let lost = 0;
    service.setFate(() => {
      lost += 1;
      return lost % 2 === 0 ? 'drop_before' : 'drop_after';
    });
    await first.till.start(QR_SALE);
    await drive(clock, () => lost >= 4);
    const { id } = saleOf(first.till);
    await first.till.stop();
    service.setFate(() => 'deliver');
    const second = start(first.records);
    await drive(clock, () => stateOf(second.till) === 'waiting_scan');
    const names = service.calls.filter((call) => call.name === 'create').map((one) => one.posTid);
    expect(new Set(names)).toEqual(new Set([id]));
    expect(service.payments()).toHaveLength(1);
    await second.till.stop();
  });
});

describe('a till that restarts from any part of its journal', () => {
  it('ends the sale as paid, with one payment and one capture', async () => {
    const { clock, service, start } = world();
    const whole = start([]);
    await whole.till.start(QR_SALE);
    await drive(clock, () => stateOf(whole.till) === 'waiting_scan');
    service.confirm();
    await drive(clock, () => paid(whole.till));
    await whole.till.stop();
    for (let kept = 1; kept <= whole.records.length; kept += 1) {
      const { till } = start(whole.records.slice(0, kept));
      await drive(clock, () => paid(till), 30 * SECOND);
      expect(service.payments()).toHaveLength(1);
      expect(service.only().captures).toHaveLength(1);
      await till.stop();
    }
  });
});

describe('a till on a full disk', () => {
  it('refuses new sales with the reason, and completes the open sale', async () => {
    const { clock, service, memory } = world();
    const till = startTill({ client: service.client, journal: memory.journal, clock });
    await till.start(QR_SALE);
    await drive(clock, () => stateOf(till) === 'waiting_scan');
    memory.onAppend(async () => full);
    service.confirm();
    await drive(clock, () => paid(till));
    expect(till.view().notReady).toBe('journal_full');
    const refused = await till.start(QR_SALE);
    expect(refused).toMatchObject({ ok: false });
    if (!refused.ok) expect(refused.refusal.description).toContain('The disk is full.');
    memory.onAppend(async () => ({ ok: true }));
    await drive(clock, () => till.view().notReady === null, 10 * SECOND);
    expect(await till.start(QR_SALE)).toMatchObject({ ok: true });
    await till.stop();
    const seen = memory.records.map((record) => record.kind);
    expect(seen.lastIndexOf('opened')).toBeGreaterThan(seen.indexOf('seen'));
  });
});

describe('a till that was killed after it had sent a capture', () => {
  it('reads the outcome before it repeats a command, also when push connects', async () => {
    const { clock, service, memory } = world();
    const first = startTill({ client: service.client, journal: memory.journal, clock });
    await first.start(QR_SALE);
    await drive(clock, () => stateOf(first) === 'waiting_scan');
    service.confirm();
    // The capture arrives; the till stops before it gets the reply.
    service.setFate((call) => (call.name === 'capture' ? 'dead_after' : 'deliver'));
    await drive(clock, () => service.only().captures.length === 1);
    const restored = [...memory.records];
    const before = service.calls.length;
    service.setFate((_, index) => (index === before ? 'drop_before' : 'deliver'));
    const push = createHandPush();
    const { journal } = createMemoryJournal(restored);
    const second = startTill({ client: service.client, journal, clock, push: push.push });
    await drive(clock, () => service.calls.length > before);
    // Between the lost question and the next one, when nothing is under way.
    await rest();
    push.link(true);
    await drive(clock, () => paid(second));
    const names = service.calls.slice(before).map((call) => call.name);
    expect(names).toEqual(['create', 'create', 'read']);
    await second.stop();
  });
});

describe('a customer who scans the device while the disk is full', () => {
  it('gets no request before the till has journalled the scan', async () => {
    const { clock, service, memory } = world();
    const push = createHandPush();
    const deviceCode = { shortlinkId: 'device', address: 'http://pay.test' };
    const till = startTill({
      client: service.client,
      journal: memory.journal,
      clock,
      push: push.push,
      settings: { deviceCode },
    });
    push.link(true);
    await till.start({ ...QR_SALE, method: { kind: 'device_code', code: null } });
    memory.onAppend(async () => full);
    const { id } = saleOf(till);
    const scan = { id: 'token:123456789', argstring: id };
    const uri = 'http://service.test/merchant/v1/shortlink/device/';
    void push.event(1, 'shortlink_scanned', scan, [], uri);
    await drive(clock, () => false, 20 * SECOND).catch(() => undefined);
    const creates = () => service.calls.filter((call) => call.name === 'create').length;
    expect(creates()).toBe(0);
    memory.onAppend(async () => ({ ok: true }));
    void push.event(1, 'shortlink_scanned', scan, [], uri);
    await drive(clock, () => creates() > 0, 30 * SECOND);
    expect(memory.records.map((record) => record.kind)).toContain('bound');
    await till.stop();
  });
});
