import type { Answer } from '../../../shared/protocol/errors.ts';
import type { Route } from '../../../shared/protocol/routes.ts';
import type { Caller } from '../../merchants/request-credentials.ts';
import type { CheckedCall, Done } from '../pipeline.ts';

/** Where an endpoint is mounted: below the API's base path, or at the root of the service. */
type Place = 'api' | 'root';

/**
 * An endpoint outside the route table, for the profiles whose clients call it (V-14). It uses the
 * same pipeline as all others.
 */
export type Extra = {
  readonly kind: 'served';
  readonly place: Place;
  readonly route: Route;
  readonly run: (call: CheckedCall) => Promise<Answer<Done>>;
};

/** Addresses that those clients call and this service does not implement. The reply says so. */
export type Refused = {
  readonly kind: 'refused';
  readonly addresses: readonly {
    readonly place: Place;
    readonly method: Route['method'];
    readonly path: string;
  }[];
  /** States what is not implemented and what the client can do instead. */
  readonly sentence: string;
};

/** The caller of a route that requires one. */
export function callerOf({ caller }: CheckedCall): Caller {
  if (caller === null) throw new Error('a route above OPEN has a caller');
  return caller;
}
