import { productVersion } from '../../shared/node/version.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import { CALLBACK_KEY_PATH } from '../callbacks/keys.ts';
import type { Demo } from './demo/demo.ts';
import type { DemoUser } from './demo/secrets.ts';

export type ReadyUser = {
  readonly id: string;
  readonly secret: string;
  /** Only for a user that signs. */
  readonly private_key_pem?: string;
};

/**
 * What a client needs to know about a running service: the fixed members of the ready line. Members
 * of the demo are empty without the demo, as are members of resources that this release does not
 * have.
 */
export type Ready = {
  /** Version of the product. */
  readonly version: string;
  readonly base_url: string;
  /** Address of the customer's pages. */
  readonly wallet_url: string;
  /** The same, under the name that earlier versions had. */
  readonly portal_url: string;
  readonly simulator_url: string | null;
  /** Address of the metrics; only with `adminListen`. */
  readonly metrics_url?: string;
  readonly shortlink_url: string;
  readonly merchant: {
    readonly id: string;
    readonly name: string;
    readonly address: string | null;
    readonly organisation_number: string | null;
  };
  readonly users: readonly ReadyUser[];
  readonly integrator: { readonly id: string; readonly private_key_pem: string };
  readonly oauth_client: { readonly id: string; readonly secret: string };
  readonly other_merchant: { readonly id: string; readonly users: readonly ReadyUser[] };
  readonly pos: readonly { readonly id: string; readonly name: string }[];
  readonly shortlinks: readonly { readonly id: string; readonly serial_number: string }[];
  readonly customers: readonly { readonly msisdn: string; readonly name: string }[];
  readonly callback_key_url: string;
  readonly pid: number;
};

export function readyOf(deps: {
  readonly addresses: ServiceAddresses;
  readonly simulatorUrl: string | null;
  readonly metricsUrl: string | null;
  readonly demo: Demo | null;
  readonly pid: number;
}): Ready {
  const { addresses, demo } = deps;
  return {
    base_url: addresses.base,
    wallet_url: addresses.wallet,
    portal_url: addresses.wallet,
    simulator_url: deps.simulatorUrl,
    ...(deps.metricsUrl === null ? {} : { metrics_url: deps.metricsUrl }),
    shortlink_url: addresses.wallet,
    merchant: {
      id: demo?.merchantId ?? '',
      name: demo?.shop.name ?? '',
      address: demo?.shop.address ?? null,
      organisation_number: demo?.shop.organisationNumber ?? null,
    },
    users: (demo?.users ?? []).map(userOf),
    integrator: {
      id: demo?.integrator.id ?? '',
      private_key_pem: demo?.integrator.private_key_pem ?? '',
    },
    oauth_client: demo?.consent.oauthClient ?? { id: '', secret: '' },
    other_merchant: {
      id: demo?.neighbour.merchantId ?? '',
      users: (demo?.neighbour.users ?? []).map(userOf),
    },
    pos: (demo?.pos ?? []).map(({ id, name }) => ({ id, name })),
    shortlinks: demo?.consent.shortlinks ?? [],
    customers: demo?.customers ?? [],
    callback_key_url: addresses.root + CALLBACK_KEY_PATH,
    pid: deps.pid,
    // At the end: older readers look for a line that begins with `base_url`.
    version: productVersion(),
  };
}

function userOf(user: DemoUser): ReadyUser {
  const { id, secret, key } = user;
  return key === null ? { id, secret } : { id, secret, private_key_pem: key.private_key_pem };
}
