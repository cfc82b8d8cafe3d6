/** Status codes of payment and permission requests that the service gives by itself. */
export const CODE = {
  pending: 1003,
  ok: 2000,
  auth: 3008,
  notFound: 4004,
  aborted: 4019,
  rejected: 5006,
  requestExpired: 5011,
  authExpired: 5012,
} as const;

export type StatusCode = (typeof CODE)[keyof typeof CODE];

export const STATUSES = ['pending', 'auth', 'ok', 'fail'] as const;
export type Status = (typeof STATUSES)[number];

/** The catalogue that `GET /status_code/` serves (D-187). */
export const STATUS_CATALOGUE: ReadonlyMap<number, string> = new Map([
  [1003, 'PENDING'],
  [1004, 'FUNDING'],
  [2000, 'OK'],
  [2400, 'REFUND'],
  [2401, 'PARTIAL_REFUND'],
  [3008, 'AUTH'],
  [4004, 'NOT_FOUND'],
  [4018, 'FAIL'],
  [4019, 'ABORTED'],
  [5006, 'REJECTED'],
  [5007, 'INSUFFICIENT_FUNDS'],
  [5008, 'AMOUNT_LIMIT_EXCEEDED'],
  [5009, 'PERIODIC_AMOUNT_LIMIT_EXCEEDED'],
  [5010, 'LOGICAL_DUPLICATE'],
  [5011, 'REQUEST_EXPIRED'],
  [5012, 'AUTH_EXPIRED'],
  [5022, 'MISSING_CID'],
  [5023, 'CREDIT_ACCOUNT_REQUIRES_CID'],
  [5101, 'DAILY_LIMIT_EXCEEDED'],
  [5102, 'ACCOUNT_DEACTIVATED'],
]);

export { classOf, type StatusClass } from './status-class.ts';

export function statusOf(code: StatusCode): Status {
  switch (code) {
    case CODE.pending:
      return 'pending';
    case CODE.auth:
      return 'auth';
    case CODE.ok:
      return 'ok';
    default:
      return 'fail';
  }
}
