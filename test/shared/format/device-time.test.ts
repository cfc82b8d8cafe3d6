import { expect, it } from 'vitest';
import { formatFor } from '../../../shared/format/format.ts';

it.each(['en-GB', 'nb-NO', 'fi-FI', 'de-DE'])('writes the time like Intl in %s', (locale) => {
  const form = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const clock = formatFor({ language: locale.slice(0, 2), shopLocale: locale });
  for (const at of [0, 1_795_160_541_000, 1_795_160_541_000 + 8 * 3_600_000, 59_999, 86_399_999]) {
    expect(clock.time(at)).toBe(form.format(at));
  }
});
