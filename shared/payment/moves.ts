import type { PaymentEvent } from '../protocol/events.ts';
import { classOf } from '../protocol/status-class.ts';
import { CODE, type StatusCode } from '../protocol/status-codes.ts';
import type { Instant } from '../time/clock.ts';
import type { CommandKind } from './commands.ts';
import type { Payment } from './payment.ts';

/** The conditions of the payment, besides its code, under which a move applies. */
export type Condition =
  | 'always'
  | 'nothing_captured'
  | 'some_captured'
  /** After this capture the authorisation still holds money. */
  | 'rest_remains'
  /** After this capture the authorisation is used up. */
  | 'rest_used'
  /** The authorisation has ended and its money stays reserved (D-100). */
  | 'rest_held';

/** A line of the transaction log (D-98 to D-101). */
export const LOG_ACTIONS = [
  'request',
  'auth',
  'capture',
  'release',
  'abort',
  'fail',
  'refund',
] as const;
export type LogAction = (typeof LOG_ACTIONS)[number];

export type Move = {
  readonly from: StatusCode;
  readonly on: CommandKind;
  readonly when: Condition;
  readonly to: StatusCode;
  /** Event sent, or null where the specification's list has no name for it (D-75, D-101). */
  readonly event: PaymentEvent | null;
  readonly log: LogAction;
};

/**
 * The state machine as data: every legal move of a payment, and no other. A command without a row
 * is refused with 409. The decisions are D-95 to D-103; the reference page is made from this table.
 */
export const MOVES: readonly Move[] = [
  move(CODE.pending, 'confirm', 'always', CODE.auth, 'payment_authorized', 'auth'),
  move(CODE.pending, 'reject', 'always', CODE.rejected, 'payment_aborted_by_customer', 'fail'),
  move(CODE.pending, 'expire', 'always', CODE.requestExpired, 'payment_request_expired', 'fail'),
  move(CODE.pending, 'abort', 'always', CODE.aborted, 'payment_aborted_by_merchant', 'abort'),
  move(CODE.auth, 'capture', 'rest_used', CODE.ok, 'payment_captured', 'capture'),
  move(CODE.auth, 'capture', 'rest_remains', CODE.auth, 'payment_captured', 'capture'),
  move(CODE.auth, 'reauth', 'always', CODE.auth, 'payment_authorization_renewed', 'auth'),
  move(
    CODE.auth,
    'abort',
    'nothing_captured',
    CODE.aborted,
    'payment_aborted_by_merchant',
    'release',
  ),
  move(CODE.auth, 'release', 'nothing_captured', CODE.aborted, 'payment_auth_released', 'release'),
  move(CODE.auth, 'release', 'some_captured', CODE.ok, 'payment_auth_released', 'release'),
  move(
    CODE.auth,
    'expire',
    'nothing_captured',
    CODE.authExpired,
    'payment_authorization_expired',
    'release',
  ),
  move(CODE.auth, 'expire', 'some_captured', CODE.ok, 'payment_authorization_expired', 'release'),
  move(
    CODE.authExpired,
    'release',
    'rest_held',
    CODE.authExpired,
    'payment_auth_released',
    'release',
  ),
  move(CODE.ok, 'release', 'rest_held', CODE.ok, 'payment_auth_released', 'release'),
  move(CODE.auth, 'refund', 'some_captured', CODE.auth, null, 'refund'),
  move(CODE.ok, 'refund', 'some_captured', CODE.ok, null, 'refund'),
];

function move(
  from: StatusCode,
  on: CommandKind,
  when: Condition,
  to: StatusCode,
  event: PaymentEvent | null,
  log: LogAction,
): Move {
  return { from, on, when, to, event, log };
}

/** The row that applies, or null when the machine knows no such move. */
export function findMove(from: StatusCode, on: CommandKind, holds: ReadonlySet<Condition>) {
  return MOVES.find((row) => row.from === from && row.on === on && holds.has(row.when)) ?? null;
}

/** When the payment moves without a command; null if it does not. */
export function dueAt(payment: Payment): Instant | null {
  return classOf(payment.code) === 'temporary' ? payment.expires : null;
}
