import type { RouteName } from '../routes.ts';
import { CATALOGUE_EXAMPLES } from './catalogue.ts';
import type { ExamplesOf } from './example.ts';
import { MERCHANT_EXAMPLES, SSP_USER_EXAMPLES, USER_EXAMPLES } from './merchant.ts';
import { PAYMENT_EXAMPLES } from './payment.ts';
import { PERIOD_EXAMPLES } from './period.ts';
import { RECEIPT_EXAMPLES } from './receipt.ts';
import { SETTLEMENT_ACCOUNT_EXAMPLES, SETTLEMENT_EXAMPLES } from './settlement.ts';
import {
  PERMISSION_EXAMPLES,
  POS_EXAMPLES,
  SHORTLINK_EXAMPLES,
  STATUS_CODE_EXAMPLES,
} from './shortlink.ts';
import { TILL_STATUS_EXAMPLES } from './till-status.ts';

/** An example of every route in the table: a missing one does not compile. */
export const EXAMPLES: ExamplesOf<RouteName> = {
  ...PAYMENT_EXAMPLES,
  ...PERMISSION_EXAMPLES,
  ...POS_EXAMPLES,
  ...STATUS_CODE_EXAMPLES,
  ...MERCHANT_EXAMPLES,
  ...USER_EXAMPLES,
  ...SSP_USER_EXAMPLES,
  ...SHORTLINK_EXAMPLES,
  ...SETTLEMENT_EXAMPLES,
  ...SETTLEMENT_ACCOUNT_EXAMPLES,
  ...CATALOGUE_EXAMPLES,
  ...PERIOD_EXAMPLES,
  ...TILL_STATUS_EXAMPLES,
  ...RECEIPT_EXAMPLES,
};

/** An example without the types of its route, as the document needs it. */
export type AnyExample = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly reply?: unknown;
};

export function exampleOf(name: RouteName): AnyExample {
  return EXAMPLES[name];
}
