import type { Answer } from '../../../shared/protocol/errors.ts';
import type { Route } from '../../../shared/protocol/routes.ts';
import type { Caller } from '../../merchants/request-credentials.ts';
import type { CheckedCall, Done } from '../pipeline.ts';

/** Where an endpoint stands: below the API's base path, or at the root of the service. */
type Place = 'api' | 'root';

/**
 * An endpoint that the route table does not have, for the profiles whose clients call it (V-14). It
 * goes through the same pipeline as every other.
 */
export type Extra = {
  readonly kind: 'served';
  readonly place: Place;
  readonly route: Route;
  readonly run: (call: CheckedCall) => Promise<Answer<Done>>;
};

/** Addresses that those clients know and this service has no use for: they are told so. */
export type Refused = {
  readonly kind: 'refused';
  readonly addresses: readonly {
    readonly place: Place;
    readonly method: Route['method'];
    readonly path: string;
  }[];
  /** What is not served, and what to do. */
  readonly sentence: string;
};

/** The caller of a route that asks for one. */
export function callerOf({ caller }: CheckedCall): Caller {
  if (caller === null) throw new Error('a route above OPEN has a caller');
  return caller;
}
