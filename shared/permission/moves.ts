import type { EventName } from '../protocol/events.ts';
import { CODE } from '../protocol/status-codes.ts';
import type { PermissionCode } from './permission.ts';

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
