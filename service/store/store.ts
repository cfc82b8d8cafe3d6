import type { LedgerRecord } from '../../shared/ledger/lines.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { CallbackMessage } from '../../shared/protocol/events.ts';
import type { PosInput, PosOutput, PosUpdate } from '../../shared/protocol/pos.ts';
import type { Status } from '../../shared/protocol/status-codes.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { AttachmentStore } from './attachment-store.ts';
import type { DeliveryStore, NewDelivery } from './delivery-store.ts';
import type { ReportStore, TicketStore } from './extras-store.ts';
import type { LedgerStore, SettlementStore } from './ledger-store.ts';
import type { MerchantStore, SettlementAccountStore } from './merchant-store.ts';
import type { OauthStore, StoredToken } from './oauth-store.ts';
import type { PairingStore } from './pairing-store.ts';
import type { PermissionStore, ProfileStore } from './permission-store.ts';
import type { ShortlinkStore } from './shortlink-store.ts';
import type { IntegratorStore, SspUserStore, UserStore } from './user-store.ts';

export type {
  Logo,
  Merchant,
  MerchantRecord,
  MerchantStore,
  SellingMerchant,
  SettlementAccount,
  SettlementAccountStore,
} from './merchant-store.ts';
export type { Integrator, IntegratorStore, SspUserStore, User, UserStore } from './user-store.ts';

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
  readonly pairings: PairingStore;
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
  readonly tickets: TicketStore;
  readonly reports: ReportStore;
  /**
   * Runs `work` while no other process of this database runs such work: what is made once at the
   * first start is then made by one of them.
   */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Calls `listener` after another process has written a payment or permission request; never for
   * this process's own writes. It may be missed: what waits for it looks again by itself.
   */
  onElsewhere(listener: (change: ChangeElsewhere) => void): () => void;
  /** Rejects when the store takes no writes; makes at most one write per second. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A payment or permission request that another process has written. */
export type ChangeElsewhere = {
  readonly kind: 'payment' | 'permission';
  readonly merchantId: string;
  /** Its tid or rid. */
  readonly id: string;
  readonly customerId: string | null;
};

/** A message for a `ws:` channel, written in the commit of the change it tells of. */
export type ChannelMessage = { readonly channel: string; readonly message: CallbackMessage };

/**
 * What a write does with a scan (D-106).
 * - `hold`: a request takes the scan. `seen` is the request that held it when the caller read it.
 *   When another request has taken or spent it meanwhile, the whole write fails with `ScanTaken`.
 * - `name`: a request names the customer by the scan; it always succeeds.
 * - `spend`: the payment was approved, so no later request of the shortlink gets the scan.
 */
export type ScanUse =
  | { readonly kind: 'hold'; readonly token: string; readonly seen: string | null }
  | { readonly kind: 'name' | 'spend'; readonly token: string };

/**
 * Everything that is written in the same commit as a change. Each member is a list and none may be
 * left out, so that the effects of two steps can always be put together without losing any.
 */
export type Effects = {
  readonly messages: readonly ChannelMessage[];
  /** The same for http and https addresses. */
  readonly deliveries: readonly NewDelivery[];
  /** Lines of the logs, and the money that they move. */
  readonly records: readonly LedgerRecord[];
  readonly scans: readonly ScanUse[];
  /** What a customer's consent gives out. */
  readonly tokens: readonly StoredToken[];
};

export const NO_EFFECTS: Effects = {
  messages: [],
  deliveries: [],
  records: [],
  scans: [],
  tokens: [],
};

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
  /** The payment that a permission was asked for with (D-117). */
  byRid(merchantId: string, rid: string): Promise<Payment | null>;
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
  /** The ids nearest before `before`, or the last ones, farthest last: a list read backwards. */
  listBack(merchantId: string, before: string | null, limit: number): Promise<readonly string[]>;
  update(merchantId: string, id: string, change: PosUpdate): Promise<boolean>;
  remove(merchantId: string, id: string): Promise<boolean>;
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
