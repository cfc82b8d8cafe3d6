import type { Ids } from '../../shared/ids/ids.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { createUploadAddresses, type UploadAddresses } from '../attachments/address.ts';
import type { Addresses } from '../context.ts';
import { createIdTokens, type IdTokens } from '../oauth/id-token.ts';
import type { InstanceKeys } from '../operate/instance-keys.ts';
import { createMoreOf, type MoreOf } from '../payments/outcome-more.ts';
import type { Store } from '../store/store.ts';
import { createGrantMaker, type GrantMaker } from './grants.ts';

/** What the installation's own keys make: tokens, id tokens, upload addresses. */
export type Consent = {
  readonly keys: InstanceKeys;
  readonly idTokens: IdTokens;
  readonly grants: GrantMaker;
  readonly uploads: UploadAddresses;
  /** The same as members of a payment's outcome. */
  readonly moreOf: MoreOf;
};

export function createConsent(parts: {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keys: InstanceKeys;
  readonly addresses: () => Addresses;
}): Consent {
  const { store, clock, ids, keys, addresses } = parts;
  const idTokens = createIdTokens(keys);
  const issuer = () => issuerOf(addresses());
  const grants = createGrantMaker({ store, clock, keys, idTokens, issuer });
  const uploads = createUploadAddresses({ keys, ids, clock, base: () => addresses().base });
  return { keys, idTokens, grants, uploads, moreOf: createMoreOf({ clock, grants, uploads }) };
}

/** Who signs: the origin of the API, where the discovery document is too (D-133). */
export function issuerOf(addresses: Addresses): string {
  return new URL(addresses.base).origin;
}
