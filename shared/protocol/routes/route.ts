import { z } from 'zod';
import type { ErrorType } from '../errors.ts';
import type { SCOPES } from '../scope.ts';

/** Who may call (specification, Authentication). KEY implies SECRET implies OPEN (D-03). */
export type AuthLevel = 'OPEN' | 'SECRET' | 'KEY';

/**
 * One route of any audience: of the merchant API, the wallet, the portal, OAuth, the operator, the
 * simulator or the till API. Routing, checks, reference pages and the tests of all audiences read these
 * tables. `Level` are the levels or rights of the audience, and `Problem` its types of errors.
 */
export type Route<Level extends string = AuthLevel, Problem extends string = ErrorType> = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path of its audience, with `:name` for a parameter. */
  readonly path: string;
  /** Who may call: a level, or the right that a session must have. */
  readonly level: Level;
  /** The scope that the access token of the caller must have. */
  readonly scope?: (typeof SCOPES)[number];
  readonly summary: string;
  /** Details that do not fit into the summary, as sentences. */
  readonly about?: string;
  /** Checks the parameters of the path. Without it the endpoint does, with the error it has for them. */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The most bytes of a body, if the audience's usual bound is too small. It counts for all methods of the path. */
  readonly bodyBytesMax?: number;
  /** Media type of the body if it is not JSON; the schema then checks its text. */
  readonly takes?: string;
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
  /** True if the request begins with the payment of its path, which is then read together with the caller. */
  readonly paymentFirst?: true;
  /** True if its work takes turns of its own, so that it holds no place of the requests that write (D-440). */
  readonly ownTurns?: true;
  /** True if the specification does not have it, so that another service need not have it either. */
  readonly extension?: true;
  /** Statuses of success. */
  readonly success: readonly number[];
  /** Errors beyond those every endpoint can give. */
  readonly errors: readonly Problem[];
};

/** The reply of a creation whose client chose the id. */
export const created = z.object({ id: z.string() });
