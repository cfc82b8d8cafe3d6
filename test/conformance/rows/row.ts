import type { PaymentEvent } from '../../../shared/protocol/events.ts';
import type { AuthLevel, RouteName } from '../../../shared/protocol/routes.ts';

export type Kind =
  | 'field'
  | 'endpoint'
  | 'move'
  | 'rule'
  | 'limit'
  | 'event'
  | 'error'
  | 'header'
  | 'code';

/** How a row is shown to hold. `own` is a check of that row alone, found by the row's id. */
export type Check =
  | { readonly by: 'endpoint'; readonly route: RouteName; readonly level: AuthLevel }
  | {
      readonly by: 'input';
      readonly route: RouteName;
      readonly field: string;
      readonly required?: boolean;
      readonly fallback?: unknown;
      readonly good?: readonly unknown[];
      readonly bad?: readonly unknown[];
      /** Other members that a value needs beside it. */
      readonly beside?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly by: 'output';
      readonly route: RouteName;
      readonly field: string;
      readonly type: 'string' | 'integer' | 'boolean' | 'array' | 'object';
    }
  | {
      readonly by: 'query';
      readonly route: RouteName;
      readonly field: string;
      readonly fallback?: unknown;
      readonly good: readonly string[];
      readonly bad: readonly string[];
    }
  | {
      readonly by: 'code';
      readonly code: number;
      readonly name: string;
      readonly status: string;
      readonly final: boolean;
    }
  | {
      readonly by: 'move';
      readonly from: 'pending' | 'auth';
      readonly act: string;
      readonly to: number;
      readonly event: PaymentEvent | null;
    }
  | { readonly by: 'own' };

/** One row of one table of the specification, in our own words. */
export type Row = {
  /** Table and row, unique: `payment-create/amount`. */
  readonly id: string;
  readonly table: string;
  readonly kind: Kind;
  readonly text: string;
  readonly check: Check;
};

export const OWN: Check = { by: 'own' };

/** Makes the rows of one table; the id of a row is the table's key and the row's. */
export function tableOf(key: string, table: string, kind: Kind) {
  return (row: string, text: string, check: Check = OWN): Row => ({
    id: `${key}/${row}`,
    table,
    kind,
    text,
    check,
  });
}

type Input = Extract<Check, { readonly by: 'input' }>;
type Output = Extract<Check, { readonly by: 'output' }>;

export const input = (
  route: RouteName,
  field: string,
  more: Omit<Input, 'by' | 'route' | 'field'> = {},
): Input => ({ by: 'input', route, field, ...more });

export const output = (
  route: RouteName,
  field: string,
  type: Output['type'] = 'string',
): Output => ({ by: 'output', route, field, type });

export const text = (length: number) => 'x'.repeat(length);
