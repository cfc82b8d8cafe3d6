import type { ErrorType } from './errors.ts';
import { CATALOGUE_ROUTES } from './routes/catalogue.ts';
import { MERCHANT_ROUTES } from './routes/merchant.ts';
import { PAYMENT_ROUTES } from './routes/payment.ts';
import { PERIOD_ROUTES } from './routes/period.ts';
import { PERMISSION_ROUTES } from './routes/permission.ts';
import { POS_ROUTES } from './routes/pos.ts';
import { RECEIPT_ROUTES } from './routes/receipt.ts';
import { SETTLEMENT_ACCOUNT_ROUTES, SETTLEMENT_ROUTES } from './routes/settlement.ts';
import { SHORTLINK_ROUTES } from './routes/shortlink.ts';
import { STATUS_CODE_ROUTES } from './routes/status-code.ts';
import { TILL_STATUS_ROUTES } from './routes/till-status.ts';
import { SSP_USER_ROUTES, USER_ROUTES } from './routes/user.ts';

export type { AuthLevel, Route } from './routes/route.ts';

/** Errors any endpoint can answer; not repeated per route. */
export const COMMON_ERRORS: readonly ErrorType[] = [
  'Bad Request',
  'Not Acceptable',
  'Method Not Allowed',
  'Too Many Requests',
  'Service Unavailable',
];

/**
 * The route table: routing, level, validation, reference pages, the typed client and the
 * authorisation matrix are all derived from it.
 */
export const ROUTES = {
  ...POS_ROUTES,
  ...PAYMENT_ROUTES,
  ...STATUS_CODE_ROUTES,
  ...MERCHANT_ROUTES,
  ...USER_ROUTES,
  ...SHORTLINK_ROUTES,
  ...PERMISSION_ROUTES,
  ...SSP_USER_ROUTES,
  ...SETTLEMENT_ACCOUNT_ROUTES,
  ...SETTLEMENT_ROUTES,
  ...CATALOGUE_ROUTES,
  ...PERIOD_ROUTES,
  ...TILL_STATUS_ROUTES,
  ...RECEIPT_ROUTES,
} as const;

export type RouteName = keyof typeof ROUTES;

/** The WebSocket of design section 4, below the base path, SECRET. */
export const EVENT_PATH = '/event/';

/** A route's path with its parameters filled in. */
export function pathOf(name: RouteName, params: Readonly<Record<string, string>> = {}): string {
  return ROUTES[name].path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`route ${name} needs ${key}`);
    return encodeURIComponent(value);
  });
}
