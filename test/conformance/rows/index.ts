import { ENDPOINT_ROWS } from './endpoints.ts';
import { LIFE_ROWS } from './life.ts';
import { MONEY_ROWS } from './money.ts';
import { PAYMENT_ROWS } from './payment.ts';
import { RESOURCE_ROWS } from './resources.ts';
import type { Row } from './row.ts';
import { WIRE_ROWS } from './wire.ts';

/** Every row of every table of the specification. */
export const ROWS: readonly Row[] = [
  ...RESOURCE_ROWS,
  ...PAYMENT_ROWS,
  ...MONEY_ROWS,
  ...ENDPOINT_ROWS,
  ...LIFE_ROWS,
  ...WIRE_ROWS,
];
