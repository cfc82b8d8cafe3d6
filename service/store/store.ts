import type { CallbackMessage } from '../../shared/protocol/events.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { ActStore } from './acts.ts';
import type { CatalogueStore } from './catalogue-store.ts';
import type { ClockMarkStore } from './clock-mark-store.ts';
import type { CustomerStore } from './customer-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { DueTimeStore } from './due-time-store.ts';
import type { ChannelMessage } from './effects.ts';
import type {
  LedgerStore,
  ReportStore,
  RetentionStore,
  SettlementStore,
  TicketStore,
} from './ledger-store.ts';
import type { MerchantStore, PosStore, SettlementAccountStore } from './merchant-store.ts';
import type { OauthStore } from './oauth-store.ts';
import type { PairingStore } from './pairing-store.ts';
import type { AttachmentStore, PaymentStore } from './payment-store.ts';
import type { PeriodStore } from './period-store.ts';
import type { PermissionStore, ProfileStore } from './permission-store.ts';
import type { ReceiptStore } from './receipt-store.ts';
import type { ShortlinkStore } from './shortlink-store.ts';
import type { StorageStore } from './storage-store.ts';
import type { TillStatusStore } from './till-status-store.ts';
import type { IntegratorStore, SspUserStore, UserStore } from './user-store.ts';

export type { Customer, CustomerRecord, CustomerStore } from './customer-store.ts';
export { type ChannelMessage, type Effects, NO_EFFECTS, type ScanUse } from './effects.ts';
export type {
  Logo,
  Merchant,
  MerchantRecord,
  MerchantStore,
  PosStore,
  SellingMerchant,
  SettlementAccount,
  SettlementAccountStore,
} from './merchant-store.ts';
export type { PaymentQuery, PaymentStore } from './payment-store.ts';
export type {
  Integrator,
  IntegratorStore,
  SspUserStore,
  User,
  UserStore,
} from './user-store.ts';

/**
 * The only access to stored data. Every method for a merchant's data takes the merchant's id, so
 * that no query can be built without it. The promise of a write resolves only after the commit.
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
  readonly retention: RetentionStore;
  readonly shortlinks: ShortlinkStore;
  readonly permissions: PermissionStore;
  readonly profiles: ProfileStore;
  readonly oauth: OauthStore;
  readonly attachments: AttachmentStore;
  readonly tickets: TicketStore;
  readonly reports: ReportStore;
  readonly storage: StorageStore;
  readonly catalogues: CatalogueStore;
  readonly periods: PeriodStore;
  readonly tillStatus: TillStatusStore;
  readonly receipts: ReceiptStore;
  readonly clockMark: ClockMarkStore;
  readonly dueTimes: DueTimeStore;
  /** What persons did in the merchant portal. */
  readonly acts: ActStore;
  /**
   * Runs `work` while no other process of this database runs such work, so that only one process
   * makes what is made once at the first start.
   */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Calls `listener` after another process has written a payment or permission request, never for
   * writes of this process. A notice may be lost: listeners also read again by themselves.
   */
  onElsewhere(listener: (change: ChangeElsewhere) => void): () => void;
  /** Bytes of all that is stored, without room that the database keeps free. */
  size(): Promise<number>;
  /** Rejects when the store cannot write; makes at most one write per second. */
  check(): Promise<void>;
  /**
   * Writes a complete copy of the embedded database to a new file while the service runs; rejects with
   * `StoreNotOpened` and leaves no file when it fails or `stopping` aborts. Null on PostgreSQL, which has
   * tools of its own.
   */
  readonly copyTo: ((path: string, stopping: AbortSignal) => Promise<void>) | null;
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

/** Owner of the service's own writes: sweeps, settlements, and commands of the operator. */
export const SERVICE = '';
/** Owner of the write of the readiness check. */
export const READINESS = 'readiness';

/** Owner of one customer's writes. */
export const customerOwner = (customerId: string): string => `customer ${customerId}`;

/** Owner of what is written of one person who signs in to the portal by e-mail. */
export const personOwner = (emailKey: string): string => `person ${emailKey}`;

export type StoredEvent = {
  readonly channel: string;
  readonly seq: number;
  readonly message: CallbackMessage;
  readonly trace: string | null;
};

export type Interruption = 'begins' | 'ends';

export interface ChannelStore {
  /** Writes messages without a change of a payment. */
  publish(merchantId: string, at: Instant, messages: readonly ChannelMessage[]): Promise<void>;
  /** Unacknowledged events after `after`, in order. */
  read(
    merchantId: string,
    channel: string,
    after: number,
    limit: number,
  ): Promise<readonly StoredEvent[]>;
  /** The number of the newest event that the channel ever had; 0 before the first one. */
  newest(merchantId: string, channel: string): Promise<number>;
  /** Removes all events up to and including `seq`. */
  acknowledge(merchantId: string, channel: string, seq: number): Promise<void>;
  /** Removes events older than `before`; returns their number. */
  sweep(before: Instant): Promise<number>;
  /** Called after every commit that wrote events of a channel. */
  onEvents(listener: (merchantId: string, channel: string) => void): () => void;
  /**
   * Called when the connection to the database is lost, and when the database answers again. It may then be
   * at an older state than before, in which the same numbers belong to other events.
   */
  onInterruption(listener: (interruption: Interruption) => void): () => void;
}
