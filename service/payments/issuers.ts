import type { Ids } from '../../shared/ids/ids.ts';
import { present } from '../../shared/objects/present.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { createGrantMaker, type GrantMaker } from '../permissions/grants.ts';
import { createIdTokens, type IdTokens } from '../permissions/id-token.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { Store } from '../store/store.ts';
import { createUploadAddresses, type UploadAddresses } from './attachments/address.ts';
import { createMoreOf, type MoreOf } from './outcome-more.ts';

/** Values made with the installation's keys: tokens, id tokens, upload addresses. */
export type Issuers = {
  readonly keys: InstanceKeys;
  readonly idTokens: IdTokens;
  readonly grants: GrantMaker;
  readonly uploads: UploadAddresses;
  /** The same as members of a payment's outcome. */
  readonly moreOf: MoreOf;
};

export function createIssuers(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keys: InstanceKeys;
  readonly addresses: () => ServiceAddresses;
  /**
   * The name of a payment's customer under the profile (D-82); without it, the value that the POS
   * sent.
   */
  readonly customerOf?: (payment: Payment) => string | null;
}): Issuers {
  const { store, clock, ids, keys, addresses, customerOf } = deps;
  const idTokens = createIdTokens(keys);
  const issuer = () => issuerOf(addresses());
  const grants = createGrantMaker({ store, clock, keys, idTokens, issuer });
  const uploads = createUploadAddresses({ keys, ids, clock, base: () => addresses().base });
  const more = { clock, grants, uploads, ...present({ customerOf }) };
  return { keys, idTokens, grants, uploads, moreOf: createMoreOf(more) };
}

/** The issuer: the origin of the API, which also serves the discovery document (D-133). */
export function issuerOf(addresses: ServiceAddresses): string {
  return new URL(addresses.base).origin;
}
