import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientResult } from '../../../shared/client/index.ts';
import { money } from '../../../shared/money/money.ts';
import type { SaleRequest, Terminal, TerminalSetup } from '../../../shared/terminal/index.ts';
import { createStrays } from '../../../shared/terminal/stray-scans.ts';
import { MINUTE } from '../../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createModelService, ok, silence } from '../../support/model-service.ts';
import { createHandPush, createMemoryJournal, drive, rest, startTill } from '../../support/till.ts';

/* Scans of this device’s link that push did not tell of, or that belong to no code. */

const OWN = { deviceCode: { shortlinkId: 'abcde', address: 'http://pay.test/s/abcde' } };
const SALE: SaleRequest = {
  amount: money(12_500),
  text: null,
  way: { kind: 'device_code', code: null },
};

let clock: ManualClock;
let service: ReturnType<typeof createModelService>;
let memory: ReturnType<typeof createMemoryJournal>;
let hand: ReturnType<typeof createHandPush>;
let till: Terminal;

type Scan = { readonly id: string; readonly argstring: string };
let lastScan: (() => ClientResult<Scan | null>) | null;
let asked: unknown[];

function begin(settings: Partial<TerminalSetup> = OWN): void {
  hand = createHandPush();
  const { journal } = createMemoryJournal(memory.records);
  const shortlinkLastScan = async (...args: unknown[]) => {
    const [link, seconds] = args;
    asked.push([clock.now(), link, seconds]);
    return lastScan?.() ?? silence();
  };
  const client = lastScan === null ? service.client : { ...service.client, shortlinkLastScan };
  const append = (record: (typeof memory.records)[number]) => memory.journal.append(record);
  till = startTill({ client, journal: { ...journal, append }, clock, push: hand.push, settings });
}

beforeEach(() => {
  clock = createManualClock();
  service = createModelService(clock);
  memory = createMemoryJournal();
  lastScan = null;
  asked = [];
  begin();
});
afterEach(() => till.stop());

const codes = () => till.view().codes.map(({ id, state }) => `${id} ${state}`);
const strays = () => till.view().scans.map(({ token }) => token);
const customers = () => service.payments().map(({ request }) => request.customer);

async function shown(label: string | null = null): Promise<string> {
  const opened = await till.openCode(label);
  if (!opened.ok) throw new Error(opened.refusal.description);
  return opened.value.id;
}
async function started(request: SaleRequest = SALE): Promise<string> {
  const sale = await till.start(request);
  if (!sale.ok) throw new Error(sale.refusal.description);
  await rest();
  return sale.value.id;
}

describe('scans that belong to no code', () => {
  it('are shown newest first, each customer once, twenty at most, for a quarter of an hour', () => {
    const list = createStrays(clock);
    for (let number = 1; number <= 22; number += 1) list.offer('', `token:${number}`);
    list.offer('x', 'token:5');
    const tokens = () => list.list().map(({ token }) => token);
    expect(tokens()).toHaveLength(20);
    expect(tokens().slice(0, 3)).toEqual(['token:5', 'token:22', 'token:21']);
    expect(list.list()[0]).toEqual({ token: 'token:5', argstring: 'x', at: clock.now() });
    list.taken('token:22');
    expect(tokens().slice(0, 2)).toEqual(['token:5', 'token:21']);
    clock.advance(15 * MINUTE - 1);
    expect(tokens()).toHaveLength(19);
    clock.advance(1);
    expect(tokens()).toEqual([]);
  });
});

describe('without push', () => {
  const reply = (scanned: Scan | null) => {
    lastScan = () => ok(200, scanned);
  };
  const again = async (settings: Partial<TerminalSetup> = OWN) => {
    await till.stop();
    begin(settings);
  };

  it('the last scan of the link is asked for, while a code waits for one', async () => {
    reply(null);
    await again();
    clock.advance(10_000);
    await rest();
    expect(asked).toEqual([]);
    const id = await shown();
    const from = clock.now();
    for (let second = 0; second < 3; second += 1) {
      clock.advance(1_000);
      await rest();
    }
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked[0]).toEqual([expect.any(Number), 'abcde', 86_400]);
    expect(clock.now() - from).toBe(3_000);
    reply({ id: 'token:found', argstring: id });
    await drive(clock, () => codes()[0] === `${id} scanned`, 5_000);
    const { length } = asked;
    clock.advance(10_000);
    await rest();
    expect(asked).toHaveLength(length);
  });

  it('it is asked for less often while push is there', async () => {
    reply(null);
    await again();
    await shown();
    hand.link(true);
    for (let second = 0; second < 12; second += 1) {
      clock.advance(1_000);
      await rest();
    }
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(asked.length).toBeGreaterThanOrEqual(4);
  });

  it('it is taken only where its own code waits', async () => {
    reply({ id: 'token:other', argstring: 'elsewhere' });
    await again();
    const id = await shown();
    await drive(clock, () => asked.length >= 2, 5_000);
    expect([codes(), strays()]).toEqual([[`${id} shown`], []]);
  });

  it('it is asked for again after no answer, also from a client that throws', async () => {
    lastScan = () => {
      throw new Error('broken');
    };
    await again();
    const sale = await started();
    await drive(clock, () => asked.length >= 2, 5_000);
    lastScan = () => silence();
    await drive(clock, () => asked.length >= 4, 5_000);
    reply({ id: 'token:found', argstring: sale });
    await drive(clock, () => service.payments().length === 1, 5_000);
    expect(customers()).toEqual(['token:found']);
  });

  it('nobody asks at a till without a link, nor after it has stopped', async () => {
    reply(null);
    await again({});
    clock.advance(10_000);
    await rest();
    await again();
    await shown();
    await till.stop();
    clock.advance(10_000);
    await rest();
    expect(asked).toEqual([]);
  });
});
