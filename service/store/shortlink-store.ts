import type { Instant } from '../../shared/time/clock.ts';
import type { Effects } from './effects.ts';

/** A code that stands somewhere and is scanned by whoever comes. */
export type Shortlink = {
  readonly id: string;
  readonly merchantId: string;
  readonly callbackUri: string | null;
  readonly serialNumber: string | null;
  readonly label: string | null;
  readonly isActive: boolean;
  readonly created: Instant;
};

/** One scan by one customer; its token stands for that customer towards one merchant (D-107). */
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

/** What became of a new shortlink. */
export type ShortlinkMade =
  | { readonly kind: 'created' }
  /** The serial number is the merchant's already, on this shortlink (D-149). */
  | { readonly kind: 'exists'; readonly id: string }
  | { readonly kind: 'serial_unknown' }
  | { readonly kind: 'serial_taken' }
  /** The id is in use; the caller draws another. */
  | { readonly kind: 'id_taken' };

/** Members left out stay as they are. */
export type ShortlinkChange = Partial<Pick<Shortlink, 'callbackUri' | 'label' | 'isActive'>>;

export interface ShortlinkStore {
  /** Adds printed serial numbers that nobody has claimed; known ones stay as they are. */
  addSerials(serials: readonly string[]): Promise<void>;
  create(link: Shortlink): Promise<ShortlinkMade>;
  read(merchantId: string, id: string): Promise<Shortlink | null>;
  bySerial(merchantId: string, serial: string): Promise<Shortlink | null>;
  /** Any merchant's shortlink by its id or its serial number, for the customer's side. */
  forCustomer(idOrSerial: string): Promise<Shortlink | null>;
  /** Ids in byte order after `after` (D-150). */
  list(merchantId: string, after: string | null, limit: number): Promise<readonly string[]>;
  /** The ids nearest before `before`, or the last ones, farthest last: a list read backwards. */
  listBack(merchantId: string, before: string | null, limit: number): Promise<readonly string[]>;
  update(merchantId: string, id: string, change: ShortlinkChange): Promise<boolean>;
  /** Its serial number stays the merchant's, free for a new shortlink. */
  remove(merchantId: string, id: string): Promise<boolean>;
  /**
   * Writes a scan with its effects, which are made from the shortlink's next event number. False,
   * and nothing written, when the shortlink is gone or switched off.
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
   * The newest scan since `since` for a new request of this POS: also one that a request has taken,
   * unless that request is another POS's and still waits for the customer (D-106).
   */
  newestFor(
    asker: { readonly merchantId: string; readonly shortlinkId: string; readonly posId: string },
    since: Instant,
    now: Instant,
  ): Promise<Scan | null>;
  /** Shortlinks on which a request waits although a free scan may be there (work at boot). */
  waiting(limit: number): Promise<readonly { merchantId: string; shortlinkId: string }[]>;
  /** Forgets scans that ended before `now`. */
  sweep(now: Instant): Promise<void>;
}

/** Another request has taken the scan meanwhile; nothing was written. */
export class ScanTaken extends Error {
  override readonly name = 'ScanTaken';
}
