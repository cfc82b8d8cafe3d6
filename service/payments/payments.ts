import type { Ids } from '../../shared/ids/ids.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { present } from '../../shared/objects/present.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { Answer } from '../../shared/protocol/errors.ts';
import type { PaymentList, PaymentListQuery } from '../../shared/protocol/lists.ts';
import type { Outcome } from '../../shared/protocol/outcome.ts';
import type {
  PaymentRequestInput,
  PaymentUpdateInput,
} from '../../shared/protocol/payment-request.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { createGrantMaker, type GrantMaker } from '../permissions/grants.ts';
import { createIdTokens, type IdTokens } from '../permissions/id-token.ts';
import type { Permission } from '../permissions/rules/permission.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { Store } from '../store/store.ts';
import { createUploadAddresses, type UploadAddresses } from './attachments/address.ts';
import type { LastRead } from './changer.ts';
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
   * The name of a payment's customer that clients know (D-82); without it, the value that the POS
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

/** The issuer: the root of the service, which also serves the discovery document (D-133). */
export function issuerOf(addresses: ServiceAddresses): string {
  return addresses.root;
}

/** Rows that were requested after the request arrived, and before its caller was known. */
export type ReadAhead = {
  /** The merchant that the request claimed; rows of another merchant are not used. */
  readonly merchantId: string;
  /** Never rejects: what could not be read is missing, and is read again. */
  readonly rows: Promise<LastRead>;
};

/**
 * The rules of payment requests on stored data. Every method first applies a due expiry, so no
 * impossible state is visible.
 */
export interface Payments {
  /** `created` is false when the identical request existed; different content is a `Conflict`. */
  create(
    merchantId: string,
    input: PaymentRequestInput,
  ): Promise<Answer<{ readonly created: boolean; readonly payment: Payment }>>;
  read(merchantId: string, tid: string, ahead?: ReadAhead | null): Promise<Payment | null>;
  /**
   * Begins to read a payment while its caller is authenticated, and also the merchant of a payment that
   * will be changed. Nothing of it may reach a caller before the authentication.
   */
  readAhead(merchantId: string, tid: string, changes: boolean): ReadAhead;
  /** The current reply of the outcome endpoint, with a new upload address each time (D-163). */
  outcome(payment: Payment): Outcome;
  /** Applies the URI changes, then the action. `Not Found` for an unknown or foreign tid. */
  update(
    merchantId: string,
    tid: string,
    input: PaymentUpdateInput,
    ahead?: ReadAhead | null,
  ): Promise<Answer<Payment>>;
  /** With `posId` only the payments of that point of sale. */
  list(merchantId: string, query: PaymentListQuery, posId?: string): Promise<Answer<PaymentList>>;
  /**
   * Resolves when the status code differs from `since`, after `wait` milliseconds, or when `signal`
   * aborts; null for an unknown tid.
   */
  readAfter(
    merchantId: string,
    tid: string,
    since: number,
    wait: number,
    signal: AbortSignal,
  ): Promise<Payment | null>;
  /** The permission of this id that was requested together with a payment, or null (D-117). */
  joinedPermission(merchantId: string, rid: string): Promise<Permission | null>;
  readonly customerSide: CustomerSide;
}

/** The customer's operations on a request; the wallet and the simulator use them. */
export interface CustomerSide {
  /** Null when it is unknown or belongs to another customer. */
  read(customerId: string, tid: string): Promise<Payment | null>;
  /** Binds an open request to this customer; `Conflict` when another customer was first (D-81). */
  claim(customerId: string, tid: string): Promise<Answer<Payment>>;
  /**
   * Approves; first claims an unclaimed request. `additionalAmount` null keeps the request's
   * (D-91).
   */
  confirm(
    customerId: string,
    tid: string,
    choice: { readonly additionalAmount: MoneyInteger | null; readonly credit: boolean },
  ): Promise<Answer<Payment>>;
  reject(customerId: string, tid: string): Promise<Answer<Payment>>;
  /** Open requests first, then the rest, newest first. */
  list(customerId: string, limit: number): Promise<readonly Payment[]>;
  /** Calls `listener` after every change of a payment that has a customer. */
  onChange(listener: (customerId: string, tid: string) => void): () => void;
}
