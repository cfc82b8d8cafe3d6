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

/** Payments from a merchant to a person: three addresses from three API generations. */
export const paymentSend: Refused = {
  kind: 'refused',
  addresses: [
    { place: 'root', method: 'POST', path: '/payment/v2/payment/' },
    { place: 'root', method: 'GET', path: '/payment/v2/payment/:id/' },
    { place: 'root', method: 'GET', path: '/payment/v2/payment/:id/outcome/' },
    { place: 'api', method: 'POST', path: '/payment/' },
    { place: 'api', method: 'GET', path: '/payment/:id/' },
    { place: 'api', method: 'GET', path: '/payment/:id/outcome/' },
    { place: 'api', method: 'POST', path: '/payment_send/' },
    { place: 'api', method: 'GET', path: '/payment_send/:id/' },
    { place: 'api', method: 'GET', path: '/payment_send/:id/outcome/' },
  ],
  sentence: 'This service does not send money to people; refund a payment instead.',
};

/** The list of a ledger's reports, of which older clients read every page. */
export const reportList: Refused = {
  kind: 'refused',
  addresses: [{ place: 'api', method: 'GET', path: '/ledger/:ledger_id/report/' }],
  sentence:
    'This service does not list the reports of a ledger; read the ledger, which names its open ' +
    'report and the last closed one.',
};

export const chat: Refused = {
  kind: 'refused',
  addresses: [
    { place: 'root', method: 'POST', path: '/chat/v1/merchant/:id/channel/:channel/message/' },
  ],
  sentence:
    'This service has no chat; answer the callback of a scan with {"text": …} to tell its customer ' +
    'something.',
};
