import type { PaymentEvent } from '../../../shared/protocol/events.ts';
import { type AuthLevel, ROUTES, type RouteName } from '../../../shared/protocol/routes.ts';

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

/** What a row can need besides the service, with the reason that is reported without it. */
export const NEEDS = {
  'no service': 'it is about clients and documents, and asks the service nothing',
  changes: 'it creates or changes objects; --allow-payments permits this',
  simulator: 'it needs the simulator (--simulator)',
  clock: 'it needs the simulator of a service with a manual clock (--simulator)',
  'https callbacks': 'it needs a receiver of callbacks over https (--callback-cert)',
  'http callbacks': 'it needs a receiver of callbacks (--callback-host)',
  key: 'it needs a user with a private key (users in the credentials)',
  'other merchant': 'it needs a user with a key of another merchant (other_merchant)',
  'no settlement': 'it needs another merchant that was never settled (other_merchant)',
  settlement: 'it needs a merchant with a settlement',
  integrator: 'it needs an integrator (integrator in the credentials)',
  oauth: "it needs the simulator and the demo's application (oauth_client in the credentials)",
  sticker: 'it needs a shortlink with a serial number (shortlinks in the credentials)',
} as const;
export type Need = keyof typeof NEEDS;

/** Ends the check of a row that needs what is not there. */
export class NotTested extends Error {
  readonly need: Need;
  constructor(need: Need) {
    super(NEEDS[need]);
    this.need = need;
  }
}

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
  | { readonly by: 'own'; readonly needs: readonly Need[] };

/** One row of one table of the specification, in our own words. */
export type Row = {
  /** Table and row, unique: `payment-create/amount`. */
  readonly id: string;
  readonly table: string;
  readonly kind: Kind;
  readonly text: string;
  readonly check: Check;
};

/** A row with a check of its own, and what the check needs. */
export const own = (...needs: readonly Need[]): Check => ({ by: 'own', needs });

/** What every call of a route needs besides a user with a secret. */
const ROUTE_NEEDS: Partial<Record<RouteName, readonly Need[]>> = {
  merchantLookup: ['integrator'],
  // A capture, of an authorised payment.
  paymentUpdate: ['simulator'],
  userRead: ['key'],
  lastSettlement: ['settlement'],
  settlementRead: ['settlement'],
  settlementAccountUpdate: ['simulator'],
};

/** What must be there for a row to be tested; changes are permitted for a run as a whole. */
export function needsOf({ check }: Row): readonly Need[] {
  switch (check.by) {
    case 'own':
      return check.needs;
    case 'move':
      return [
        'https callbacks',
        ...(check.from === 'auth' || ['confirm', 'reject'].includes(check.act)
          ? (['simulator'] as const)
          : []),
        ...(check.act === 'expire' ? (['clock'] as const) : []),
      ];
    case 'code':
      return [];
    default:
      return [
        ...(ROUTES[check.route].level === 'KEY' ? (['key'] as const) : []),
        ...(ROUTE_NEEDS[check.route] ?? []),
      ];
  }
}

/**
 * Makes the rows of one table; the id of a row is the table's key and the row's. Rows without a check
 * that is named here have checks of their own, which need `needs`.
 */
export function tableOf(key: string, table: string, kind: Kind, ...needs: readonly Need[]) {
  return (row: string, text: string, check: Check = own(...needs)): Row => ({
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

/** Rows about the members of a reply. */
export function outputs(
  key: string,
  table: string,
  route: RouteName,
  fields: readonly (readonly [field: string, type: Output['type']])[],
): readonly Row[] {
  const row = tableOf(key, table, 'field');
  return fields.map(([field, type]) => row(field, 'is answered', output(route, field, type)));
}

/** What was found about a row; `words` is the reason, empty if the row passed. */
export type Result = {
  readonly row: Row;
  readonly verdict: 'passed' | 'failed' | 'blocked' | 'not tested';
  readonly words: string;
  /** Of a blocked row: the request that it needs, and its status. */
  readonly cause?: string;
};
