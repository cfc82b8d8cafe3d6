import type { Instant } from '../../shared/time/clock.ts';
import type { Effects } from './effects.ts';

/** A printed or displayed code that any customer can scan. */
export type Shortlink = {
  readonly id: string;
  readonly merchantId: string;
  readonly callbackUri: string | null;
  readonly serialNumber: string | null;
  readonly label: string | null;
  readonly isActive: boolean;
  readonly created: Instant;
};

/** One scan by one customer; its token identifies that customer to one merchant (D-107). */
export type Scan = {
  /** `token:<digits>`. */
  readonly token: string;
  readonly messageId: string;
  readonly merchantId: string;
  readonly shortlinkId: string;
  readonly customerId: string;
  readonly argstring: string;
  readonly at: Instant;
  readonly expires: Instant;
  /** The request that took it last, or null (D-106). */
  readonly heldBy: string | null;
  /** The payment whose approval used it up, or null. */
  readonly consumedBy: string | null;
};

/** The result of creating a shortlink. */
export type ShortlinkMade =
  | { readonly kind: 'created' }
  /** The merchant already has a shortlink with this serial number (D-149). */
  | { readonly kind: 'exists'; readonly id: string }
  | { readonly kind: 'serial_unknown' }
  | { readonly kind: 'serial_taken' }
  /** The id is in use; the caller draws another. */
  | { readonly kind: 'id_taken' };

/** Absent members do not change. */
export type ShortlinkChange = Partial<Pick<Shortlink, 'callbackUri' | 'label' | 'isActive'>>;

export interface ShortlinkStore {
  /**
   * Adds printed serial numbers that no merchant has claimed; known ones do not change. Returns how
   * many are new.
   */
  addSerials(serials: readonly string[]): Promise<number>;
  create(link: Shortlink): Promise<ShortlinkMade>;
  read(merchantId: string, id: string): Promise<Shortlink | null>;
  bySerial(merchantId: string, serial: string): Promise<Shortlink | null>;
  /** A shortlink of any merchant by its id or its serial number, for the customer's operations. */
  forCustomer(idOrSerial: string): Promise<Shortlink | null>;
  /** Ids in byte order after `after` (D-150). */
  list(merchantId: string, after: string | null, limit: number): Promise<readonly string[]>;
  /** The ids just before `before`, or the last ones, in descending order. */
  listBack(merchantId: string, before: string | null, limit: number): Promise<readonly string[]>;
  update(merchantId: string, id: string, change: ShortlinkChange): Promise<boolean>;
  /** The serial number still belongs to the merchant, free for a new shortlink. */
  remove(merchantId: string, id: string): Promise<boolean>;
  /**
   * Writes a scan with its effects, which depend on the shortlink's next event number. False, with
   * nothing written, when the shortlink is removed or disabled.
   */
  addScan(scan: Scan, effectsOf: (seqno: number) => Effects): Promise<boolean>;
  scanByToken(merchantId: string, token: string, now: Instant): Promise<Scan | null>;
  scanByMessage(
    merchantId: string,
    shortlinkId: string,
    messageId: string,
    now: Instant,
  ): Promise<Scan | null>;
  /** The customer's own scan. */
  scanOfCustomer(customerId: string, messageId: string): Promise<Scan | null>;
  /** The newest scan since `since` that no request has taken and that has not expired. */
  newestFree(
    merchantId: string,
    shortlinkId: string,
    since: Instant,
    now: Instant,
  ): Promise<Scan | null>;
  /**
   * The newest scan since `since` for a new request of this POS. Includes a scan that a request has
   * taken, unless that request is of another POS and still waits for the customer (D-106).
   */
  newestFor(
    asker: { readonly merchantId: string; readonly shortlinkId: string; readonly posId: string },
    since: Instant,
    now: Instant,
  ): Promise<Scan | null>;
  /** Shortlinks with a waiting request and possibly a free scan (work at the start). */
  waiting(limit: number): Promise<readonly { merchantId: string; shortlinkId: string }[]>;
  /** Removes scans that expired before `now`. */
  sweep(now: Instant): Promise<void>;
}

/** Another request has taken the scan in the meantime; nothing was written. */
export class ScanTaken extends Error {
  override readonly name = 'ScanTaken';
}
