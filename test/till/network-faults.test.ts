import { describe, expect, it } from 'vitest';
import { createMerchantClient } from '../../shared/client/index.ts';
import { isFinal, type Terminal } from '../../shared/terminal/index.ts';
import { createSimulatedMachine } from '../../shared/terminal/vending/simulated.ts';
import { HOUR, SECOND, timeOf } from '../../shared/time/clock.ts';
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

/* Faults of the network and of the clock, and lost events. */

function world(push: ReturnType<typeof createHandPush> | null = null) {
  const clock = createManualClock();
  const service = createModelService(clock);
  const memory = createMemoryJournal();
  const start = (restored = memory) =>
    startTill({
      client: service.client,
      journal: restored.journal,
      clock,
      push: push?.push ?? null,
    });
  return { clock, service, memory, start };
}

const waits = (till: Terminal) => stateOf(till) === 'waiting_scan';
const isOver = (till: Terminal) => isFinal(saleOf(till).state);

describe('a sale whose events are lost', () => {
  it.each([
    ['push connected, the event of the approval lost', true],
    ['push connected, no event delivered', true],
    ['push disconnected', false],
  ])('%s: the till polls the outcome and captures the payment', async (_, linkIsUp) => {
    const push = createHandPush();
    const { clock, service, start } = world(push);
    const till = start();
    push.link(linkIsUp);
    await till.start(QR_SALE);
    await drive(clock, () => waits(till));
    service.confirm();
    // Not one event is delivered.
    await drive(clock, () => stateOf(till) === 'paid', 15 * SECOND);
    expect(service.only().captures).toHaveLength(1);
    await till.stop();
  });
});

describe('a till on a failing network', () => {
  it('polls the outcome through thirty errors, and captures after the first answer', async () => {
    const { clock, service, start } = world();
    const till = start();
    await till.start(QR_SALE);
    await drive(clock, () => waits(till));
    service.confirm();
    let failures = 0;
    service.setFate(() => {
      failures += 1;
      return 'drop_before';
    });
    await drive(clock, () => failures >= 30, HOUR);
    expect(stateOf(till)).toBe('unclear');
    service.setFate(() => 'deliver');
    await drive(clock, () => stateOf(till) === 'paid', 30 * SECOND);
    await till.stop();
  });

  it('ends a call without an answer at its deadline, and repeats it', async () => {
    const { clock, memory } = world();
    const asked: number[] = [];
    const silent: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        asked.push(clock.now());
        init?.signal?.addEventListener('abort', () => reject(new Error('given up')));
      });
    const credentials = { kind: 'secret', secret: 'secret' } as const;
    const who = { baseUrl: 'http://service.test', merchantId: 'm1', userId: 'pos', credentials };
    const client = createMerchantClient({ ...who, fetch: silent, clock });
    const till = startTill({ client, journal: memory.journal, clock });
    await till.start(QR_SALE);
    await drive(clock, () => asked.length >= 3, 60 * SECOND);
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeLessThan(12 * SECOND);
    expect(stateOf(till)).toBe('unclear');
    expect(saleOf(till).actions).toContain('cancel');
    await till.stop();
  });
});

describe('a till after sleep or a change of the clock', () => {
  it('reads the outcome at once after sleep, without an event', async () => {
    const { clock, service, start } = world();
    const till = start();
    await till.start(QR_SALE);
    await drive(clock, () => waits(till));
    service.confirm();
    const reads = () => service.calls.filter((call) => call.name === 'read').length;
    const before = reads();
    till.refresh();
    await rest();
    expect(reads()).toBeGreaterThan(before);
    await drive(clock, () => isOver(till), 5 * SECOND);
    await till.stop();
  });

  it('reads and captures without delay if the clock is set back by an hour', async () => {
    const { clock, service, memory } = world();
    let wrong = 0;
    const { ticks, after } = clock;
    const skewed = { now: () => timeOf(clock.now() - wrong), ticks, after };
    const till = startTill({ client: service.client, journal: memory.journal, clock: skewed });
    await till.start(QR_SALE);
    await drive(clock, () => waits(till));
    wrong = HOUR;
    service.confirm();
    await drive(clock, () => stateOf(till) === 'paid', 10 * SECOND);
    wrong = -HOUR;
    await till.start(QR_SALE);
    await drive(clock, () => waits(till), 10 * SECOND);
    wrong = HOUR;
    await till.act(saleOf(till).id, 'cancel');
    await drive(clock, () => isOver(till), 10 * SECOND);
    expect(stateOf(till)).toBe('aborted');
    await till.stop();
  });

  it('does not extend the deadline of a silent machine if the clock is set back', async () => {
    const { clock, service, memory } = world();
    let wrong = 0;
    const { ticks, after } = clock;
    const skewed = { now: () => timeOf(clock.now() - wrong), ticks, after };
    const machine = createSimulatedMachine(clock);
    machine.script({ kind: 'dead', delivers: 'no' });
    const { client } = service;
    const till = startTill({ client, journal: memory.journal, clock: skewed, machine });
    const mode = { kind: 'vend', item: 'cola', order: 'deposit' } as const;
    await till.start({ ...QR_SALE, mode });
    await drive(clock, () => waits(till));
    service.confirm();
    await drive(clock, () => stateOf(till) === 'vending');
    await drive(clock, () => false, 70 * SECOND).catch(() => undefined);
    wrong = HOUR;
    await drive(clock, () => isOver(till), 60 * SECOND);
    expect(stateOf(till)).toBe('released');
    await till.stop();
  });
});
