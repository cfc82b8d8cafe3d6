import type { z } from 'zod';
import type { TillProblem } from '../../refusals/problem-types.ts';
import type { Least } from '../staff/role.ts';

/** Programs and pages that are not the cashier's screen: a cash register, the kiosk, the customer's display. */
export type Other = 'register' | 'kiosk' | 'display';

/** Who may give a command. */
type Who<Also extends Other> = {
  /** The least role of the person at the cashier's screen. */
  readonly screen: Least;
  /** Who else may. A register has the limits of a cashier, because nobody at it has shown who he is. */
  readonly also: readonly Also[];
};

type AnyRow = {
  /** What it does, in one sentence for the reference. */
  readonly summary: string;
  readonly input: z.ZodObject;
  readonly answer: z.ZodType;
  /**
   * A supervisor approves it: a screen names the `approval`, and a cash register its `approver`, up to the ceiling of the
   * till's configuration.
   */
  readonly approver?: true;
};

/**
 * One command of the till's host. The carriers check `input` and `who` before its handler runs, and `answer` is the value
 * of a command that was done. A retry must be safe: a command that moves money or changes a record has an id, or says
 * what it has seen.
 */
export type Row = AnyRow &
  (
    | {
        readonly who: Who<Other>;
        /** Why it is refused, besides what its carrier refuses. A cash register hears no other reason (D-508). */
        readonly refusals: readonly TillProblem[];
      }
    // A screen has a sentence for each reason, so it needs no list.
    | { readonly who: Who<Exclude<Other, 'register'>>; readonly refusals?: never }
  );

/** Whether this program or page may give the command. */
export function mayGive({ who }: Row, other: Other): boolean {
  const also: readonly Other[] = who.also;
  return also.includes(other);
}

/** The commands of one feature of the host, by their names. */
export type RoomRows = Readonly<Record<string, Row>>;
