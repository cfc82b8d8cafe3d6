import { BILLS } from './bills.ts';
import { MONEY } from './money.ts';
import { ORDERS_PLANTED } from './orders.ts';
import { PAIRS } from './pairs.ts';
import type { Planted } from './plant.ts';
import { QUESTIONS } from './questions.ts';
import { RESTARTS } from './restarts.ts';
import { SCREENS } from './screens.ts';
import { TIMES } from './times.ts';
import { WIRE } from './wire.ts';

/** Every planted bug. They show that the auditor finds bugs; the product has no switch for them. */
export const PLANTED: readonly Planted[] = [
  ...WIRE,
  ...RESTARTS,
  ...PAIRS,
  ...ORDERS_PLANTED,
  ...SCREENS,
  ...TIMES,
  ...BILLS,
  ...MONEY,
  ...QUESTIONS,
];
