import type { Instant } from '../../shared/time/clock.ts';

/**
 * How the rows of a column are told apart or corrected:
 * - `all`: by nothing; every row has the same longest wait;
 * - `tries`: by the number of attempts that have failed;
 * - `kind`: by the column of this name;
 * - `received`: the row has the time at which its wait began, and is moved by what that time is ahead;
 * - `planned`: the row is planned anew from now.
 */
type Shape = 'all' | 'tries' | 'kind' | 'received' | 'planned';

/**
 * Every column of both schemas with a time at which something falls due, ends, or becomes too old. A test compares
 * it with the schemas, so that a new column of this kind needs an entry (D-478). Payments and permission requests
 * are not here: their state has their time too, so `PaymentStore.ahead` and `PermissionStore.ahead` name them.
 */
export const DUE_COLUMNS = {
  'attachment_use.expires': { shape: 'all' },
  'catalogue_picture.unused_since': { shape: 'all' },
  'channel_event.at': { shape: 'all' },
  'customer_code.expires': { shape: 'all' },
  'customer_session.expires': { shape: 'all' },
  'delivery.due_at': { shape: 'tries' },
  'delivery.lease_until': { shape: 'all' },
  'oauth_code.expires': { shape: 'all' },
  'oauth_code.keep_until': { shape: 'all' },
  'oauth_request.expires': { shape: 'all' },
  'oauth_token.expires': { shape: 'kind' },
  'pairing.expires': { shape: 'all' },
  'payment.lease_until': { shape: 'all', only: 'postgres' },
  'permission_request.lease_until': { shape: 'all', only: 'postgres' },
  'portal_factor.last_step': { shape: 'all' },
  'portal_invitation.expires': { shape: 'all' },
  'receipt.received': { shape: 'all' },
  'receipt_email.at': { shape: 'all' },
  'receipt_email.due': { shape: 'tries' },
  'scan.at': { shape: 'all' },
  'scan.expires': { shape: 'all' },
  'settlement_schedule.lease_until': { shape: 'all', only: 'postgres' },
  'settlement_schedule.next_at': { shape: 'planned' },
  'till_period.received': { shape: 'all' },
  'till_status.due': { shape: 'received' },
} as const satisfies Readonly<
  Record<string, { readonly shape: Shape; readonly only?: 'postgres' | 'sqlite' }>
>;

/** A column, as `table.column`. */
export type DueColumn = keyof typeof DUE_COLUMNS;

/** The columns of this shape. */
export type ColumnsOf<S extends Shape> = {
  [C in DueColumn]: (typeof DUE_COLUMNS)[C]['shape'] extends S ? C : never;
}[DueColumn];

/** Moves times that a clock that was ahead has written. Each call is one statement and returns its rows. */
export interface DueTimeStore {
  /** Moves every later time of the column back to `latest`; 0 for a column that this database does not have. */
  clip(column: ColumnsOf<'all'>, latest: Instant): Promise<number>;
  /** The same for the rows with at most `tries` attempts. */
  clipTries(column: ColumnsOf<'tries'>, tries: number, latest: Instant): Promise<number>;
  /** The same for the rows of this kind. */
  clipKind(column: ColumnsOf<'kind'>, kind: string, latest: Instant): Promise<number>;
  /** Moves what was received after `now` to `now`, and its due time by as much. */
  moveReceived(now: Instant): Promise<number>;
  /** Lets the ledgers be planned from `now` that were opened after it, or are due after `latest`. */
  planAgain(now: Instant, latest: Instant): Promise<number>;
}
