import { z } from 'zod';
import type { Kept } from '../adapters/kept-value.ts';

/** The file with the persons who know of a missed close, in a till's data directory. */
export const MISSED_CLOSE_FILE = 'missed-close.json';

/** The business day on which these persons saw that an earlier day was not closed. */
export const missedSeen = z.object({ day: z.string(), people: z.array(z.string()) });
export type MissedSeen = z.output<typeof missedSeen>;

/** Says a missed close once on each business day to each person, also over a restart. */
export type MissedClose = {
  /** The first of these days that is over, or null if there is none or the person has seen it today. */
  readonly of: (days: readonly string[], today: string, person: string) => string | null;
  readonly saw: (today: string, person: string) => void;
};

/** `keep` holds the persons of one business day: those of an earlier one are told again. */
export function openMissedClose(keep: Pick<Kept<MissedSeen>, 'read' | 'write'>): MissedClose {
  let seen = keep.read();
  const peopleOn = (day: string) => (seen?.day === day ? seen.people : []);
  return {
    of([first], today, person) {
      if (first === undefined || first >= today || peopleOn(today).includes(person)) return null;
      return first;
    },
    saw(today, person) {
      seen = { day: today, people: [...new Set([...peopleOn(today), person])] };
      keep.write(seen, { flush: true });
    },
  };
}
