import { expect, test } from 'vitest';
import { step } from '../../../../shared/device/kiosk/step.ts';
import { customerTimes, dueAt, openVisit } from '../../../../shared/device/kiosk/visit.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { SECOND, ticksAfter, ticksOf } from '../../../../shared/time/clock.ts';
import { AIDS, START, TIMES, world } from './worlds.ts';

const start = ticksOf(START);

test('a customer who asks for more time gets several times as long, until the visit ends', () => {
  const around = world();
  const { visit: begun } = step(openVisit(AIDS, start), { kind: 'begin' }, around, start);
  const wish = { kind: 'aid', change: { time: 'long' } } as const;
  const { visit } = step(begun, wish, around, start);
  const idle = TIMES.idle * LIMITS.kioskTimeFactor;
  expect(dueAt(visit, around)).toEqual(ticksAfter(start, idle));
  const end = ticksAfter(start, idle + TIMES.warning * LIMITS.kioskTimeFactor);
  expect(step(visit, { kind: 'look' }, around, ticksAfter(end, -1)).visit.stage.kind).toBe(
    'choose',
  );
  const { visit: over } = step(visit, { kind: 'look' }, around, end);
  expect([over.stage.kind, over.aids.time]).toEqual(['attract', 'normal']);
});

test('more time has a limit, and never shortens a time or changes the wait for an unclear payment', () => {
  const visit = openVisit({ ...AIDS, time: 'long' }, start);
  const most = LIMITS.kioskTimeSecondsMax * SECOND;
  const times = { ...TIMES, idle: most - 1, paid: most + 5 };
  expect(customerTimes(visit, world({ times }))).toEqual({
    idle: most,
    warning: TIMES.warning * LIMITS.kioskTimeFactor,
    paid: most + 5,
    failed: TIMES.failed * LIMITS.kioskTimeFactor,
    patience: TIMES.patience,
  });
});
