import { z } from 'zod';
import type { ErrorType } from '../errors.ts';

/** Who may call (specification, Authentication). KEY implies SECRET implies OPEN (D-03). */
export type AuthLevel = 'OPEN' | 'SECRET' | 'KEY';

export type Route = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path, with `:name` for a parameter; always ends with a slash. */
  readonly path: string;
  readonly level: AuthLevel;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  /** Media type of a success that is no JSON. */
  readonly produces?: string;
  /** Schema of the reply's body; none means an empty body. */
  readonly reply?: z.ZodType;
  /**
   * What the same signed request does when it comes a second time (D-18). Left out, a write is
   * refused then: an attacker may have recorded it and send it after its opposite. A GET never is.
   * `harmless`: it runs again, because ids that are never used twice make it do nothing. `answered`:
   * the endpoint runs with `repeated` set; it writes nothing, and answers from what is stored.
   */
  readonly repeat?: 'harmless' | 'answered';
  /** True if only an integrator may call, whatever the level is (D-67). */
  readonly integratorsOnly?: true;
  /** Statuses of success. */
  readonly success: readonly number[];
  /** Errors beyond those every endpoint can give. */
  readonly errors: readonly ErrorType[];
};

/** The reply of a creation whose client chose the id. */
export const created = z.object({ id: z.string() });
