import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Terminal } from '../../../shared/terminal/index.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createModelService, type Fate, type ModelService } from '../../support/model-service.ts';
import {
  createMemoryJournal,
  drive,
  QR_SALE,
  rest,
  saleOf,
  startTill,
  stateOf,
} from '../../support/till.ts';

let clock: ManualClock;
let service: ModelService;
let till: Terminal;

beforeEach(() => {
  clock = createManualClock();
  service = createModelService(clock);
  till = startTill({ client: service.client, journal: createMemoryJournal().journal, clock });
});

afterEach(() => till.stop());

const becomes = (kind: string, limit?: number) => drive(clock, () => stateOf(till) === kind, limit);
const callsOf = (name: string) => service.calls.filter((call) => call.name === name).length;
const act = (action: Parameters<Terminal['act']>[1]) => till.act(saleOf(till).id, action);
const logKeys = () => saleOf(till).log.map((line) => line.key);

/** The first `times` calls of this name fare so; everything else is delivered. */
function fareSo(name: string, fate: Fate, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  service.setFate((call) => {
    if (call.name !== name || left <= 0) return 'deliver';
    left -= 1;
    return fate;
  });
}

async function waiting(): Promise<void> {
  await till.start(QR_SALE);
  await becomes('waiting_scan');
}

describe('cancelling', () => {
  it('aborts by its own tid and waits for the result', async () => {
    await waiting();
    expect(await act('cancel')).toEqual({ ok: true, value: null });
    expect(stateOf(till)).toBe('aborting');
    expect(await act('cancel')).toEqual({ ok: true, value: null });
    await becomes('aborted');
    expect(callsOf('abort')).toBe(1);
    expect(logKeys()).toContain('cancelled');
  });

  it('before the request is confirmed, asks for it to the end and then aborts it', async () => {
    fareSo('create', 'drop_after', 2);
    await till.start(QR_SALE);
    await rest();
    await act('cancel');
    expect(stateOf(till)).toBe('aborting');
    await becomes('aborted');
    expect(service.payments()).toHaveLength(1);
    expect(callsOf('create')).toBe(3);
  });

  it('keeps asking when the abort is not answered', async () => {
    await waiting();
    service.setFate(() => 'drop_before');
    await act('cancel');
    await becomes('unclear', 10_000);
    expect(saleOf(till).state).toMatchObject({
      known: ['saved_here', 'request_reached_service', 'cancel_was_sent'],
      asking: ['was_it_cancelled'],
    });
    expect(saleOf(till).actions).toEqual(['ask_again', 'set_aside']);
    service.setFate(() => 'deliver');
    await becomes('aborted', 15_000);
  });

  it('says so when the customer approved before the abort arrived, and gives back on request', async () => {
    await waiting();
    fareSo('abort', 'drop_before', 1);
    await act('cancel');
    service.confirm();
    await becomes('authorised');
    expect(saleOf(till).state).toMatchObject({ because: 'won_abort_race' });
    expect(saleOf(till).actions).toEqual(['capture', 'release', 'ask_again', 'set_aside']);
    clock.advance(60_000);
    await rest();
    expect([callsOf('capture'), callsOf('abort')]).toEqual([0, 1]);
    await act('release');
    await becomes('released');
    expect(service.only().captures).toEqual([]);
  });

  it('takes the money of a lost abort race on the cashier’s word', async () => {
    await waiting();
    fareSo('abort', 'drop_before', 1);
    await act('cancel');
    service.confirm();
    await becomes('authorised');
    await act('capture');
    await becomes('paid');
    expect(service.only().captures).toHaveLength(1);
  });

  it('shows aborted when the abort arrived and only its answer was lost', async () => {
    await waiting();
    fareSo('abort', 'drop_after', 1);
    await act('cancel');
    await becomes('aborted');
    expect(callsOf('abort')).toBe(1);
  });

  it('gives back by itself at a machine without staff', async () => {
    await till.stop();
    const journal = createMemoryJournal().journal;
    const settings = { policy: 'unattended' } as const;
    till = startTill({ client: service.client, journal, clock, settings });
    await waiting();
    fareSo('abort', 'drop_before', 1);
    await act('cancel');
    service.confirm();
    await becomes('released');
    expect(service.only().captures).toEqual([]);
  });
});

describe('taking the money', () => {
  it('shows paid when the capture arrived and only its answer was lost', async () => {
    await waiting();
    fareSo('capture', 'drop_after', 1);
    service.confirm();
    await becomes('paid');
    expect(callsOf('capture')).toBe(1);
    expect(service.only().captures).toHaveLength(1);
  });

  it('tries a bounded number of times, then asks the cashier, and tries again on request', async () => {
    await waiting();
    fareSo('capture', 'drop_before');
    service.confirm();
    await drive(clock, () => logKeys().includes('take_failed'));
    expect(saleOf(till).state).toMatchObject({ kind: 'authorised', because: 'capture_failed' });
    expect(saleOf(till).actions).toEqual(['capture', 'release', 'ask_again', 'set_aside']);
    expect(callsOf('capture')).toBe(3);
    clock.advance(60_000);
    await rest();
    expect(callsOf('capture')).toBe(3);
    service.setFate(() => 'deliver');
    await act('capture');
    await becomes('paid');
  });

  it('waits as long as the service asks to', async () => {
    await waiting();
    fareSo('capture', 'busy', 1);
    service.confirm();
    await drive(clock, () => callsOf('capture') === 1);
    const asked = clock.now();
    await becomes('paid');
    expect(clock.now() - asked).toBeGreaterThanOrEqual(2_000);
    expect(callsOf('capture')).toBe(2);
  });

  it('says unclear while nobody answers, and paid as soon as someone does', async () => {
    await waiting();
    service.confirm();
    await becomes('authorised');
    service.setFate(() => 'drop_after');
    await becomes('unclear', 12_000);
    expect(saleOf(till).state).toMatchObject({
      known: ['saved_here', 'request_reached_service', 'was_approved', 'capture_was_sent'],
      asking: ['was_it_taken'],
    });
    expect(saleOf(till).actions).toEqual(['ask_again', 'set_aside']);
    service.setFate(() => 'deliver');
    await act('ask_again');
    await rest();
    expect(stateOf(till)).toBe('paid');
    expect(logKeys()).toContain('no_answer');
    expect(service.only().captures).toHaveLength(1);
  });

  it('shows what someone else did with the money', async () => {
    await waiting();
    service.confirm();
    await becomes('authorised');
    service.happen({ kind: 'release' });
    await becomes('aborted');
    expect(service.only().captures).toEqual([]);
  });
});
