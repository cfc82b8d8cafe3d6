import type { LedgerRecord } from '../../shared/ledger/lines.ts';
import type { Payment, PaymentTerms } from '../../shared/payment/payment.ts';
import type { Agreement } from '../../shared/protocol/agreement.ts';
import type { CallbackMessage } from '../../shared/protocol/events.ts';
import type { MerchantDetails } from '../../shared/protocol/merchant.ts';
import type { PosInput, PosOutput, PosUpdate } from '../../shared/protocol/pos.ts';
import type { Frequency } from '../../shared/protocol/settlement-account.ts';
import type { SspUserOutput } from '../../shared/protocol/ssp-user.ts';
import type { Status } from '../../shared/protocol/status-codes.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { AttachmentStore } from './attachment-store.ts';
import type { DeliveryStore, NewDelivery } from './delivery-store.ts';
import type { LedgerStore, SettlementStore } from './ledger-store.ts';
import type { OauthStore, StoredToken } from './oauth-store.ts';
import type { PermissionStore, ProfileStore } from './permission-store.ts';
import type { ShortlinkStore } from './shortlink-store.ts';

/**
 * The only way to stored data. Every method that touches a merchant's data takes the merchant's id,
 * so that no query can be built without it; a promise of a write resolves only after the commit.
 */
export interface Store {
  readonly payments: PaymentStore;
  readonly pos: PosStore;
  readonly merchants: MerchantStore;
  readonly users: UserStore;
  readonly integrators: IntegratorStore;
  readonly sspUsers: SspUserStore;
  readonly settlementAccounts: SettlementAccountStore;
  readonly customers: CustomerStore;
  readonly channels: ChannelStore;
  readonly deliveries: DeliveryStore;
  readonly ledger: LedgerStore;
  readonly settlements: SettlementStore;
  readonly shortlinks: ShortlinkStore;
  readonly permissions: PermissionStore;
  readonly profiles: ProfileStore;
  readonly oauth: OauthStore;
  readonly attachments: AttachmentStore;
  /** Throws when the store cannot be read. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A message for a `ws:` channel, written in the commit of the change it tells of. */
export type ChannelMessage = { readonly channel: string; readonly message: CallbackMessage };

/** Everything that is written in the same commit as the change of a payment. */
export type Effects = {
  readonly messages: readonly ChannelMessage[];
  /** The same for http and https addresses. */
  readonly deliveries: readonly NewDelivery[];
  /** Lines of the logs, and the money that they move. */
  readonly records: readonly LedgerRecord[];
  /**
   * A scan that this write uses up. When it is exclusive and someone else has used it, the whole
   * write fails with `ScanTaken`; otherwise that it was used before does not matter (D-106).
   */
  readonly scan?: { readonly token: string; readonly exclusive: boolean };
  /** Tokens that a grant gives out. */
  readonly tokens?: readonly StoredToken[];
};

export const NO_EFFECTS: Effects = { messages: [], deliveries: [], records: [] };

export type PaymentPage = {
  readonly items: readonly Payment[];
  /** Where the next page starts, or null at the end. */
  readonly next: { readonly created: Instant; readonly tid: string } | null;
};

export interface PaymentStore {
  /**
   * Writes a new payment with its effects. When (merchant, pos_id, pos_tid) exists already, the
   * unique index decides: nothing is written and the stored payment is answered (D-78).
   */
  create(
    payment: Payment,
    effects: Effects,
  ): Promise<{ readonly created: boolean; readonly payment: Payment }>;
  byTid(merchantId: string, tid: string): Promise<Payment | null>;
  byPosTid(merchantId: string, posId: string, posTid: string): Promise<Payment | null>;
  /** Any merchant's payment, for the customer's side, which knows it by its tid alone. */
  byTidForCustomer(tid: string): Promise<Payment | null>;
  /**
   * Writes `next` if the stored version is still `next.version - 1`, together with its effects.
   * False when someone else was faster: read again and decide again.
   */
  save(next: Payment, effects: Effects): Promise<boolean>;
  list(merchantId: string, query: PaymentQuery): Promise<PaymentPage>;
  /** Pending payments that wait for a scan of this shortlink, newest first. */
  listening(merchantId: string, shortlinkId: string, limit: number): Promise<readonly Payment[]>;
  ofCustomer(customerId: string, limit: number): Promise<readonly Payment[]>;
  /** Payments whose time has run out, oldest first. */
  due(now: Instant, limit: number): Promise<readonly { merchantId: string; tid: string }[]>;
  /** When the next payment's time runs out. */
  nextDue(): Promise<Instant | null>;
}

export type PaymentQuery = {
  readonly createdFrom: Instant | null;
  readonly createdTo: Instant | null;
  /** Empty means every status. */
  readonly statuses: readonly Status[];
  readonly after: { readonly created: Instant; readonly tid: string } | null;
  readonly limit: number;
};

export interface PosStore {
  /** Writes a new POS; when the id is taken, answers the stored one and writes nothing. */
  create(merchantId: string, pos: PosInput): Promise<{ created: boolean; pos: PosOutput }>;
  read(merchantId: string, id: string): Promise<PosOutput | null>;
  /** Ids in byte order after `after` (D-178). */
  list(merchantId: string, after: string | null, limit: number): Promise<readonly string[]>;
  update(merchantId: string, id: string, change: PosUpdate): Promise<boolean>;
  remove(merchantId: string, id: string): Promise<boolean>;
}

export type Merchant = {
  readonly id: string;
  readonly name: string;
  readonly terms: PaymentTerms;
  /** Highest amount plus additional amount of one payment, minor units, or null (D-105). */
  readonly paymentLimit: number | null;
};

/** Everything the service knows of a merchant; `Merchant` is the part that payments need. */
export type MerchantRecord = Merchant & {
  /** The one integrator that may act for it (D-05), or null. */
  readonly integratorId: string | null;
  /** Ids it can be looked up by beside its organisation's (D-67). */
  readonly lookupIds: readonly string[];
  readonly details: MerchantDetails;
  readonly agreement: Agreement;
};

/** A PNG image, and the name of exactly these bytes. */
export type Logo = { readonly image: Uint8Array; readonly etag: string };

export interface MerchantStore {
  read(merchantId: string): Promise<Merchant | null>;
  /** The whole record; what was never set has the defaults. */
  record(merchantId: string): Promise<MerchantRecord | null>;
  /**
   * Writes the whole record and makes the settlement account of each currency that has none yet.
   * `taken` when one of its lookup ids is another merchant's; then nothing is written.
   */
  putRecord(record: MerchantRecord): Promise<'written' | 'taken'>;
  /** The integrator that may act for the merchant, or null; also for an unknown merchant. */
  integratorOf(merchantId: string): Promise<string | null>;
  /** The merchant of an organisation's number or another registered id; for integrators (D-67). */
  byLookupId(lookupId: string): Promise<string | null>;
  /** Ids in byte order after `after`; for the operator and for work over all merchants. */
  list(after: string | null, limit: number): Promise<readonly string[]>;
  logo(merchantId: string): Promise<Logo | null>;
  putLogo(merchantId: string, logo: Logo): Promise<void>;
  /** Writes the merchant, replacing what was there; seeding and administration only. */
  put(merchant: Merchant): Promise<void>;
  /** Merchants that have a user of this id; more than one is ambiguous (D-04). */
  withUser(userId: string, limit: number): Promise<readonly string[]>;
}

/** Credentials of one API user. */
export type User = {
  readonly id: string;
  readonly label: string | null;
  /** `<ip>/<bits>`, or null for no restriction (D-07). */
  readonly netmask: string | null;
  /** scrypt in PHC string form, or null when the user has no secret. */
  readonly secretHash: string | null;
  /** Canonical SPKI PEM, or null when the user has no key. */
  readonly publicKey: string | null;
  /** Grows with every change of the credentials, so that cached checks end at once. */
  readonly version: number;
};

export interface UserStore {
  read(merchantId: string, userId: string): Promise<User | null>;
  put(merchantId: string, user: User): Promise<void>;
  /** Writes a new user; when the id is taken, answers the stored one and writes nothing. */
  create(merchantId: string, user: User): Promise<{ created: boolean; user: User }>;
  /**
   * Writes `next` if the stored version is still `next.version - 1`; false when it is not. With
   * `keepKeyHolder` also false when no user of the merchant would be left that has a key.
   */
  change(merchantId: string, next: User, keepKeyHolder: boolean): Promise<boolean>;
  /** As `change`, for a removal. */
  remove(merchantId: string, userId: string, keepKeyHolder: boolean): Promise<boolean>;
  /** Users in byte order of their ids after `after`. */
  list(merchantId: string, after: string | null, limit: number): Promise<readonly User[]>;
  /**
   * Remembers a signature until `expires`. False when it was seen before: a replay (D-18).
   */
  useSignature(
    merchantId: string,
    userId: string,
    hash: string,
    now: Instant,
    expires: Instant,
  ): Promise<boolean>;
  /** Forgets signatures whose window ended before `now`. */
  sweep(now: Instant): Promise<void>;
}

/** Acts for the merchants that name it, by its signature alone (D-05). */
export type Integrator = {
  readonly id: string;
  readonly name: string;
  /** As a user's. */
  readonly netmask: string | null;
  /** Canonical SPKI PEM. */
  readonly publicKey: string;
};

/** Integrators belong to no merchant. */
export interface IntegratorStore {
  read(integratorId: string): Promise<Integrator | null>;
  put(integrator: Integrator): Promise<void>;
  list(after: string | null, limit: number): Promise<readonly Integrator[]>;
}

/** Users of the self-service portal (D-76). */
export interface SspUserStore {
  /** False, and nothing written, when a user with this address exists, in any case of letters. */
  create(merchantId: string, user: SspUserOutput): Promise<boolean>;
  read(merchantId: string, id: string): Promise<SspUserOutput | null>;
  /** Writes the companies a user acts for; administration only. False without such a user. */
  setLegalEntities(merchantId: string, id: string, entities: readonly string[]): Promise<boolean>;
  /** Removes a user that has no companies. */
  remove(merchantId: string, id: string): Promise<'removed' | 'unknown' | 'has_entities'>;
}

/** One per merchant and currency, made with the merchant. */
export type SettlementAccount = {
  readonly id: string;
  readonly merchantId: string;
  readonly currency: string;
  /** `hh:mm:ss` in the merchant's time zone (`MerchantRecord.agreement.timeZone`). */
  readonly startOfDay: string;
  readonly frequency: Frequency;
  /** Seconds. */
  readonly payoutDelay: number;
  /** IBAN or Norwegian account number, or null while none is set. */
  readonly payoutAccount: string | null;
};

export interface SettlementAccountStore {
  read(merchantId: string, id: string): Promise<SettlementAccount | null>;
  /** All accounts of a merchant, by currency. */
  ofMerchant(merchantId: string): Promise<readonly SettlementAccount[]>;
  /** Sets where to pay out; a null frequency leaves it. False without such an account. */
  update(
    merchantId: string,
    id: string,
    change: { readonly payoutAccount: string; readonly frequency: Frequency | null },
  ): Promise<boolean>;
  /** Every merchant's accounts in byte order of their ids, for the settlement job. */
  everyMerchants(after: string | null, limit: number): Promise<readonly SettlementAccount[]>;
}

export type Customer = { readonly id: string; readonly msisdn: string; readonly name: string };

/** The wallet's people. They belong to no merchant. */
export interface CustomerStore {
  byMsisdn(msisdn: string): Promise<Customer | null>;
  byId(id: string): Promise<Customer | null>;
  put(customer: Customer): Promise<void>;
  list(limit: number): Promise<readonly Customer[]>;
  /** Stores a one-time code (as a hash), replacing the customer's last one. */
  putCode(customerId: string, codeHash: string, expires: Instant): Promise<void>;
  /** Tries a code; a right one is used up, wrong tries are counted and end it after `triesMax`. */
  takeCode(customerId: string, codeHash: string, now: Instant, triesMax: number): Promise<boolean>;
  putSession(tokenHash: string, customerId: string, expires: Instant): Promise<void>;
  bySession(tokenHash: string, now: Instant): Promise<Customer | null>;
  removeSession(tokenHash: string): Promise<void>;
  /** Forgets codes and sessions that ended before `now`. */
  sweep(now: Instant): Promise<void>;
}

export type StoredEvent = {
  readonly channel: string;
  readonly seq: number;
  readonly message: CallbackMessage;
};

export interface ChannelStore {
  /** Writes messages that come with no change of a payment. */
  publish(merchantId: string, at: Instant, messages: readonly ChannelMessage[]): Promise<void>;
  /** Unacknowledged events after `after`, in order. */
  read(
    merchantId: string,
    channel: string,
    after: number,
    limit: number,
  ): Promise<readonly StoredEvent[]>;
  /** Forgets everything up to and including `seq`. */
  acknowledge(merchantId: string, channel: string, seq: number): Promise<void>;
  /** Forgets events older than `before`; answers how many. */
  sweep(before: Instant): Promise<number>;
  /** Called after every commit that wrote events of a channel. */
  onEvents(listener: (merchantId: string, channel: string) => void): () => void;
}
