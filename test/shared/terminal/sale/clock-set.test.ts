import { describe, expect, it } from 'vitest';
import {
  shiftSaleTimes,
  shiftWakeTime,
  watchClock,
} from '../../../../shared/terminal/sale/clock-set.ts';
import type { Run, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { but, openedSale } from '../../../support/sales.ts';

const held = (facts: Partial<SaleFacts>, run: Partial<Run>) =>
  but(openedSale({ mode: { kind: 'authorise' } }), { ...facts }, run);

describe('a clock that is set', () => {
  it('is reported once, with the difference', () => {
    const clock = createManualClock();
    const wasSet = watchClock(clock);
    expect(wasSet()).toBe(0);
    clock.advance(7_000);
    expect(wasSet()).toBe(0);
    clock.set(-300_000);
    expect([wasSet(), wasSet()]).toEqual([-300_000, 0]);
    clock.advance(1_000);
    clock.set(86_400_000);
    clock.advance(1_000);
    expect([wasSet(), wasSet()]).toEqual([86_400_000, 0]);
  });

  it('that drifts is reported as soon as the difference is worth it', () => {
    const clock = createManualClock();
    const wasSet = watchClock(clock);
    const reported: number[] = [];
    for (let minute = 0; minute < 10; minute += 1) {
      clock.advance(60_000);
      clock.set(100);
      reported.push(wasSet());
    }
    expect(reported).toEqual([0, 0, 0, 0, 500, 0, 0, 0, 0, 500]);
  });

  it('moves the times of a sale by the same time, also that of a code without a scan', () => {
    const sale = held({}, { askedAt: 900, calledAt: 950, due: 1_200, takeAt: 1_100 });
    expect(shiftSaleTimes(sale, -300).run).toMatchObject({
      askedAt: 600,
      calledAt: 650,
      due: 900,
      takeAt: 800,
    });
    expect(shiftSaleTimes(held({}, { askedAt: null, takeAt: null }), 300).run).toMatchObject({
      askedAt: null,
      takeAt: null,
    });
    const code = held({ awaits: { uri: 'http://shop.test/s/1', until: 90_000 } }, {});
    expect(shiftSaleTimes(code, 3_600_000).facts.awaits?.until).toBe(3_690_000);
    expect(shiftSaleTimes(code, 0)).toBe(code);
    const shown = held({ created: { tid: 'p1', uri: null, expires: 90_000 } }, {});
    expect(shiftSaleTimes(shown, 3_600_000).facts.created?.expires).toBe(3_690_000);
  });

  it('moves the timer of a sale by the same time', () => {
    const write = { kind: 'cancel_read' } as const;
    expect(
      shiftWakeTime([write, { kind: 'arm', at: 1_200 }, { kind: 'arm', at: null }], -300),
    ).toEqual([write, { kind: 'arm', at: 900 }, { kind: 'arm', at: null }]);
  });
});
