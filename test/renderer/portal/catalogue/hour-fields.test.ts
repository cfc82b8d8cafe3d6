import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourFields, hoursOf } from '../../../../renderer/portal/catalogue/hour-fields.ts';
import { openingHours, WEEKDAYS } from '../../../../shared/protocol/opening-hours.ts';

const spans = fc.constantFrom(
  ...[['08:00-17:00'], ['08:00-12:00', '13:30-17:00'], ['18:00-02:00'], ['00:00-24:00']],
);
const dates = fc.uniqueArray(
  fc.record({
    date: fc.constantFrom('2026-12-24', '2026-12-25', '2027-05-17'),
    open: fc.oneof(fc.constant([]), spans),
  }),
  { selector: ({ date }) => date, minLength: 1, maxLength: 3 },
);
const anyHours = fc
  .record(
    {
      week: fc.record(Object.fromEntries(WEEKDAYS.map((day) => [day, spans])), {
        requiredKeys: [],
      }),
      exceptions: dates,
      on_receipts: fc.constant(true),
    },
    { requiredKeys: ['week'] },
  )
  .map((written) => openingHours.parse(written));

const OWN = { ...hourFields(undefined), hours: 'own' } as const;

describe('the form of a shop’s opening hours', () => {
  it('writes what it has read, whatever the hours are', () => {
    fc.assert(
      fc.property(anyHours, (hours) => {
        expect(hoursOf(hourFields(hours))).toEqual({ hours });
      }),
    );
    expect(hoursOf(hourFields(undefined))).toEqual({ hours: undefined });
  });

  it('takes times as people type them', () => {
    const typed = { monday: ' 8-12, 13.30 – 17 ', exceptions: '2026-12-24 8-13\n\n2026-12-25' };
    expect(hoursOf({ ...OWN, ...typed })).toEqual({
      hours: {
        week: { monday: ['08:00-12:00', '13:30-17:00'] },
        exceptions: [
          { date: '2026-12-24', open: ['08:00-13:00'] },
          { date: '2026-12-25', open: [] },
        ],
      },
    });
  });

  it.each([
    ['opening_hours.week.monday', { monday: '8 to 12' }],
    ['opening_hours.week.sunday', { sunday: '08:00-12:00 11:00-13:00' }],
    ['opening_hours.exceptions', { exceptions: '24.12.2026 08:00-13:00' }],
    ['opening_hours.exceptions', { exceptions: '2026-12-24\n2026-12-24' }],
  ] as const)('names %s if it is not right', (path, typed) => {
    const made = hoursOf({ ...OWN, ...typed });
    expect('wrong' in made && made.wrong.startsWith(path)).toBe(true);
  });
});
