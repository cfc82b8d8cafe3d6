import type { z } from 'zod';
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
   * True for a POST that may come twice without harm, because ids of its body make the repeat do
   * nothing (D-25, D-78); `when_id_given` where the body's `id` is optional and does that. Elsewhere
   * a POST's signature is good for one request (D-18).
   */
  readonly idempotent?: boolean | 'when_id_given';
  /** True where only an integrator may call, whatever the level says (D-67). */
  readonly integratorsOnly?: true;
  /** Statuses of success. */
  readonly success: readonly number[];
  /** Errors beyond those every endpoint can give. */
  readonly errors: readonly ErrorType[];
};
