import {
  type OpeningHours,
  openingHours,
  WEEKDAYS,
} from '../../../shared/protocol/opening-hours.ts';
import { validate } from '../../../shared/protocol/validation.ts';

/** The opening hours of a shop as their form has them. */
export type HourFields = Readonly<Record<(typeof WEEKDAYS)[number], string>> & {
  /** Empty: always open. */
  readonly hours: '' | 'own';
  /** One date on each line, with its times after it; a date alone is closed. */
  readonly exceptions: string;
  readonly receipts: '' | 'yes';
};

export function hourFields(hours: OpeningHours | undefined): HourFields {
  const { week, exceptions = [], on_receipts } = hours ?? { week: {} };
  const [monday, tuesday, wednesday, thursday, friday, saturday, sunday] = WEEKDAYS.map((day) =>
    (week[day] ?? []).join(' '),
  );
  return {
    hours: hours === undefined ? '' : 'own',
    monday: monday ?? '',
    tuesday: tuesday ?? '',
    wednesday: wednesday ?? '',
    thursday: thursday ?? '',
    friday: friday ?? '',
    saturday: saturday ?? '',
    sunday: sunday ?? '',
    exceptions: exceptions.map(({ date, open }) => [date, ...open].join(' ')).join('\n'),
    receipts: on_receipts === true ? 'yes' : '',
  };
}

/** The hours of a form; without any the shop is always open. Or the member that is not right, by its path. */
export function hoursOf(
  fields: HourFields,
): { readonly hours: OpeningHours | undefined } | { readonly wrong: string } {
  if (fields.hours === '') return { hours: undefined };
  const week = Object.fromEntries(
    WEEKDAYS.map((day) => [day, spansIn(fields[day])] as const).filter(
      ([, spans]) => spans.length > 0,
    ),
  );
  const exceptions = fields.exceptions
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [date, ...times] = line.trim().split(/[\s,;]+/);
      return { date, open: spansIn(times.join(' ')) };
    });
  const checked = validate(openingHours, {
    week,
    ...(exceptions.length === 0 ? {} : { exceptions }),
    ...(fields.receipts === '' ? {} : { on_receipts: true }),
  });
  if (checked.ok) return { hours: checked.value };
  const [wrong = ''] = Object.keys(checked.refusal.details ?? {});
  return { wrong: `opening_hours.${wrong}` };
}

/** Times as people type them: `8-12, 13.30–17` is `08:00-12:00 13:30-17:00`. */
function spansIn(typed: string): readonly string[] {
  return typed
    .replace(/\s*[-\u2013\u2014]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((text) => text.split('-').map(timeOf).join('-'));
}

/** What is no time stays as it was typed, and the schema refuses it. */
function timeOf(typed: string): string {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(typed) ?? [];
  return hour === '' ? typed : `${hour.padStart(2, '0')}:${minute}`;
}
