import type { z } from 'zod';
import type { AnyAct } from './act.ts';
import { CALLBACK_ACTS } from './acts/callbacks.ts';
import { CUSTOMER_ACTS } from './acts/customers.ts';
import { MERCHANT_ACTS } from './acts/merchants.ts';
import { SERVICE_ACTS } from './acts/service.ts';
import { PERSON_ACTS, USER_ACTS } from './acts/users.ts';

/** Every act of the operator: the operator API, its reference and the commands of `tillkit admin` come from this table. */
export const ACTS = {
  ...CUSTOMER_ACTS,
  ...MERCHANT_ACTS,
  ...USER_ACTS,
  ...PERSON_ACTS,
  ...CALLBACK_ACTS,
  ...SERVICE_ACTS,
} as const satisfies Record<string, AnyAct>;

export type ActName = keyof typeof ACTS;
export type ActInput<N extends ActName> = z.input<(typeof ACTS)[N]['input']>;
export type ActOutput<N extends ActName> = z.output<(typeof ACTS)[N]['output']>;

/** The names of the table, in its order. */
export function actNames(): readonly ActName[] {
  // The table's keys are exactly the names; `Object.keys` only knows that they are text.
  return Object.keys(ACTS) as ActName[];
}
