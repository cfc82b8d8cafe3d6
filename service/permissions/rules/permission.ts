import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { EventName } from '../../../shared/protocol/events.ts';
import type { Grant, PermissionRequestInput } from '../../../shared/protocol/permission.ts';
import { CODE } from '../../../shared/protocol/status-codes.ts';
import type { Instant } from '../../../shared/time/clock.ts';

export type PermissionCommandKind = 'accept' | 'decline' | 'expire';

export type PermissionMove = {
  readonly from: PermissionCode;
  readonly on: PermissionCommandKind;
  readonly to: PermissionCode;
  readonly event: EventName;
};

/** The whole life of a permission request (D-111 to D-113). There is no abort. */
export const PERMISSION_MOVES: readonly PermissionMove[] = [
  {
    from: CODE.pending,
    on: 'accept',
    to: CODE.ok,
    event: 'permission_request_answered',
  },
  {
    from: CODE.pending,
    on: 'decline',
    to: CODE.rejected,
    event: 'permission_request_answered',
  },
  {
    from: CODE.pending,
    on: 'expire',
    to: CODE.requestExpired,
    event: 'permission_request_expired',
  },
];

export function findPermissionMove(from: PermissionCode, on: PermissionCommandKind) {
  return PERMISSION_MOVES.find((move) => move.from === from && move.on === on) ?? null;
}

/**
 * The codes a permission request can have (D-111). Only one that came with a payment is ever
 * aborted, together with it.
 */
export type PermissionCode = (typeof CODE)[
  | 'pending'
  | 'ok'
  | 'notFound'
  | 'aborted'
  | 'rejected'
  | 'requestExpired'];

/** What was asked for. A request that belongs to a payment may name no customer. */
export type PermissionAsked = Omit<PermissionRequestInput, 'customer'> & {
  readonly customer: string | null;
};

/** A permission request and what happened to it. Pure data; every change goes through `decide`. */
export type Permission = {
  readonly rid: string;
  readonly merchantId: string;
  /** The validated and defaulted input; a repeat is compared with it (D-115). */
  readonly request: PermissionAsked;
  readonly code: PermissionCode;
  readonly grant: Grant | null;
  /** Deducted from the settlement after it is granted. */
  readonly transactionFee: MoneyInteger;
  readonly currency: string | null;
  readonly created: Instant;
  readonly modified: Instant;
  readonly expires: Instant;
  readonly customerId: string | null;
  /** Number of the next event (D-135). */
  readonly seqno: number;
  readonly version: number;
};
