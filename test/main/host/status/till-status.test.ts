import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  BEAT,
  GAP,
  reportStatus,
  type StatusFacts,
  type StatusNoted,
} from '../../../../main/host/status/till-status.ts';
import type { TillStatus } from '../../../../shared/protocol/till-status.ts';
import { HOUR, SECOND } from '../../../../shared/time/clock.ts';
import { formatDateTime } from '../../../../shared/time/date-time.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

/** Nothing here waits for a machine, so one turn of the event loop answers everything. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A till whose status the test changes, and a service that answers as it is told. */
function world() {
  const clock = createManualClock();
  const sent: { readonly at: number; readonly status: TillStatus }[] = [];
  const facts: { -readonly [K in keyof StatusFacts]: StatusFacts[K] } = {
    screen: 'idle',
    printer: 'none',
    disk_free_bytes: 1_000,
    journal_bytes: 10,
    unsent: 0,
    open_bills: 0,
  };
  const service: { answer: StatusNoted | 'never' } = { answer: 'noted' };
  const started = clock.ticks();
  const at = () => Number(clock.ticks()) - Number(started);
  const reports = reportStatus({
    version: '1.2.3',
    clock,
    read: async () => ({ ...facts }),
    sink: async (status) => {
      sent.push({ at: at(), status });
      const { answer } = service;
      return answer === 'never' ? new Promise<StatusNoted>(() => {}) : answer;
    },
  });
  return {
    clock,
    sent,
    facts,
    service,
    reports,
    at,
    times: () => sent.map((one) => one.at),
    /** Second by second, so that each answer is handled before the next timer. */
    async pass(milliseconds: number) {
      for (let left = milliseconds; left > 0; left -= SECOND) {
        clock.advance(Math.min(left, SECOND));
        await settled();
      }
    },
    change(change: Partial<StatusFacts>) {
      Object.assign(facts, change);
      reports.changed();
    },
  };
}

it('reports at the start and every two minutes, with the version and the till’s own time', async () => {
  const till = world();
  await settled();
  expect(till.sent[0]?.status).toEqual({
    version: '1.2.3',
    clock: '2026-01-05 08:00:00',
    ...till.facts,
  });
  till.clock.setBack(HOUR);
  await till.pass(2 * BEAT);
  expect(till.times()).toEqual([0, BEAT, 2 * BEAT]);
  expect(till.sent.at(-1)?.status.clock).toBe(formatDateTime(till.clock.now()));
});

it('makes one report of the changes within twenty seconds, and none of a size', async () => {
  const till = world();
  await settled();
  till.change({ screen: 'in_sale' });
  till.change({ open_bills: 1 });
  await till.pass(GAP);
  expect(till.times()).toEqual([0, GAP]);
  expect(till.sent.at(-1)?.status).toMatchObject({ screen: 'in_sale', open_bills: 1 });
  till.change({ fiscal: 'failed', close_waiting: 3, receipts_refused: 1 });
  await till.pass(GAP);
  expect(till.times()).toEqual([0, GAP, 2 * GAP]);
  till.change({ journal_bytes: 20, disk_free_bytes: 900 });
  await till.pass(GAP);
  expect(till.times()).toEqual([0, GAP, 2 * GAP]);
  await till.pass(BEAT);
  expect(till.times()).toEqual([0, GAP, 2 * GAP, 2 * GAP + BEAT]);
});

it('asks a service soon that did not answer, and one that refuses every two minutes', async () => {
  const till = world();
  till.service.answer = 'no_answer';
  await till.pass(3 * GAP);
  till.service.answer = 'noted';
  await till.pass(GAP);
  // The first report began before the service was told to be silent.
  const before = till.sent.length;
  expect(before).toBeGreaterThan(2);
  till.service.answer = 'refused';
  await till.pass(BEAT);
  expect(till.sent.length).toBe(before + 1);
  till.change({ screen: 'locked' });
  await till.pass(3 * BEAT);
  expect(till.sent.length).toBe(before + 4);
  await till.reports.stop();
  expect(till.sent.length).toBe(before + 4);
});

it('is heard again by a service that was replaced, and by one that refused its wrong clock', async () => {
  const till = world();
  till.service.answer = 'refused';
  await settled();
  till.service.answer = 'noted';
  till.change({ screen: 'locked' });
  await till.pass(BEAT + GAP);
  till.change({ screen: 'in_sale' });
  await till.pass(GAP);
  expect(till.sent.at(-1)?.status.screen).toBe('in_sale');
});

it('says at an orderly end that it is off, and waits for the answer a second at most', async () => {
  const till = world();
  await settled();
  till.service.answer = 'never';
  const stopped = till.reports.stop();
  await till.pass(2 * SECOND);
  await stopped;
  expect(till.sent.map(({ status }) => status.screen)).toEqual(['idle', 'off']);
  till.change({ screen: 'locked' });
  await till.pass(HOUR);
  await till.reports.stop();
  expect(till.sent).toHaveLength(2);
});

it('reports at most once in twenty seconds, and the last state within them, whatever changes', async () => {
  const screens = fc.constantFrom('idle' as const, 'in_sale' as const, 'locked' as const);
  const steps = fc.array(fc.tuple(screens, fc.integer({ min: 0, max: 40 })), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const till = world();
      for (const [screen, seconds] of all) {
        till.change({ screen });
        await till.pass(seconds * SECOND);
      }
      await till.pass(GAP);
      expect(till.sent.at(-1)?.status.screen).toBe(till.facts.screen);
      const times = till.times();
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(Math.min(GAP, ...gaps)).toBe(GAP);
      expect(Math.max(0, ...gaps, till.at() - (times.at(-1) ?? 0))).toBeLessThanOrEqual(BEAT);
    }),
    { numRuns: 60 },
  );
});
