import type { Express } from 'express';
import type { Ids } from '../../shared/ids/ids.ts';
import { errorReply } from '../../shared/node/http/error-reply.ts';
import type { Exchange, Serve } from '../../shared/node/http/exchange.ts';
import { headerOf } from '../../shared/node/http/http-request.ts';
import { mountMethods } from '../../shared/node/http/methods.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { headerNames } from '../../shared/protocol/headers.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { merchantDetails } from '../../shared/protocol/merchant.ts';
import { FIRST_TEST_CUSTOMER } from '../customers/other-names.ts';
import type { Store } from '../store/store.ts';
import { onlyLocal } from './only-local.ts';
import type { Simulator } from './simulator.ts';

/*
 * The simulator under the addresses that clients of 2013 to 2016 use (V-22): a new merchant, and a
 * customer who pays or declines. Like the simulator, only for programs on this machine. These clients have
 * the name of the testbed built in, so it answers under a name of the operator's too.
 */

/** Dependencies of the testbed. */
export type TestbedDeps = {
  readonly store: Pick<Store, 'integrators' | 'merchants' | 'payments'>;
  readonly ids: Ids;
  /** Prefix of the headers that the clients send. */
  readonly headerPrefix: string;
  /** The name that the clients call, without a port; null for loopback names alone. */
  readonly testbedHost: string | null;
};

type Act = (exchange: Exchange) => Promise<Answer<Reply>>;

const BUTTONS = { pay: 'confirm', reject: 'reject' } as const;

/** Mounts the testbed on an application, under the addresses of the profile's clients. */
export function mountTestbed(
  app: Express,
  { deps, simulator }: { readonly deps: TestbedDeps; readonly simulator: Simulator },
  transportDeps: TransportDeps,
): void {
  const post = (act: Act) => new Map([['POST', serve(act, deps.testbedHost)]]);
  mountMethods(app, '/testbed/merchant/', post(newMerchant(deps)), transportDeps);
  for (const [button, act] of Object.entries(BUTTONS)) {
    const path = `/testbed/merchant/:merchant_id/txn/:tid/${button}/`;
    mountMethods(app, path, post(press(deps, simulator, act)), transportDeps);
  }
}

function serve(act: Act, ownName: string | null): Serve {
  return async (exchange) => {
    const local = onlyLocal(exchange, ownName);
    const done = local.ok ? await act(exchange) : local;
    return done.ok ? done.value : errorReply(done.refusal);
  };
}

/** Makes a merchant for the integrator that the header names; the reply has its id in a header. */
function newMerchant({ store, ids, headerPrefix }: TestbedDeps): Act {
  return async (exchange) => {
    const names = headerNames(headerPrefix);
    const named = headerOf(exchange, names.integrator);
    if (named !== null && (await store.integrators.read(named)) === null) {
      return refuse('Bad Request', `There is no integrator of the id in ${names.integrator}.`);
    }
    const id = ids.short();
    await store.merchants.putRecord({
      id,
      name: `Testbed ${id}`,
      terms: {
        authorisationLife: LIMITS.authorisationLife,
        transactionFeeBasisPoints: 0,
        interchangeBasisPoints: 0,
      },
      paymentLimit: null,
      integratorId: named,
      lookupIds: [],
      details: merchantDetails.parse({}),
      agreement: DEFAULT_AGREEMENT,
    });
    return answer({ status: 200, body: { id }, headers: { [names.merchant]: id } });
  };
}

/** Presses the customer's button; an unclaimed request goes to the first test customer. */
function press(
  { store }: Pick<TestbedDeps, 'store'>,
  simulator: Simulator,
  act: (typeof BUTTONS)[keyof typeof BUTTONS],
): Act {
  return async ({ params }) => {
    const { merchant_id: merchantId = '', tid = '' } = params;
    const payment = await store.payments.byTid(merchantId, tid);
    if (payment === null) return refuse('Not Found', 'There is no payment request of this id.');
    if (payment.customerId === null) {
      const claimed = await simulator.claim(tid, FIRST_TEST_CUSTOMER);
      if (!claimed.ok) return claimed;
    }
    const done = await simulator[act](tid);
    return done.ok ? answer({ status: 200, body: {} }) : done;
  };
}
