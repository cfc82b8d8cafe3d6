import { expect, it } from 'vitest';
import { middayZone } from './midday-zone.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

it.each(hours)('is a zone in which it is midday when it is %i:30 UTC', (hour) => {
  const now = Date.UTC(2026, 11, 31, hour, 30);
  const timeZone = middayZone(now);
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  expect(new Intl.DateTimeFormat('en', options).format(now)).toBe('12:30');
});
