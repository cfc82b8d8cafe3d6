import { expect, it } from 'vitest';
import { timeOfDay } from '../../../renderer/ui/times.ts';

it.each(['en-GB', 'nb-NO', 'fi-FI', 'de-DE'])('writes the time of day as %s does', (locale) => {
  const form = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  for (const at of [0, 1_795_160_541_000, 1_795_160_541_000 + 8 * 3_600_000, 59_999, 86_399_999]) {
    expect(timeOfDay(at, locale)).toBe(form.format(at));
  }
});
