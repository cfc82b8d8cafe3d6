import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { moneyNonNegative, moneyPositive, moneySigned } from '../../../shared/protocol/basic.ts';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { MONEY_MEMBERS, moneyRead, moneyWritten } from '../../../shared/protocol/profile-money.ts';
import { ROUTES, type Route, type RouteName } from '../../../shared/protocol/routes.ts';

/*
 * The members that contain money are known by their names (D-93). This test reads all schemas of the API:
 * each number is a member of money, or is listed here as something else.
 */

const COUNTS =
  'accuracy auth_duration bytes bytes_max capture_count capture_quantity cashier close_waiting count count_max differences_in_all ' +
  'disk_free_bytes expires_in id index journal_bytes kept_days latitude longitude max max_scan_age mcc ' +
  'members min next num_settlements open_bills payout_delay percents pieces qty receipts_refused ' +
  'refund_count refund_quantity reserved_quantity row rows seconds status_code supervisor tare ' +
  'transaction unsent vat_rate version';
/** Money without a currency, which stays in minor units. */
const WITHOUT_CURRENCY = 'per_payment_amount_limit';
const NO_MONEY = new Set([...COUNTS.split(' '), WITHOUT_CURRENCY]);

const AMOUNTS = new Set<unknown>([moneyPositive, moneySigned, moneyNonNegative]);

type Found = { readonly name: string; readonly place: string; readonly money: boolean };

/** The parts of a schema, each with the name of its member if it has one. */
function partsOf(schema: z.core.$ZodType): readonly (readonly [string | null, z.core.$ZodType])[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [[null, def.element]];
    case 'union':
      return def.options.map((one) => [null, one] as const);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'nonoptional':
    case 'readonly':
      return [[null, def.innerType]];
    case 'pipe':
      return [def.in, def.out].map((one) => [null, one] as const);
    case 'record':
      return [[null, def.valueType]];
    case 'lazy':
      return [[null, def.getter()]];
    case 'intersection':
      return [def.left, def.right].map((one) => [null, one] as const);
    default:
      return [];
  }
}

/** All numbers of a schema; `above` has the schemas around, because a catalogue contains itself. */
function numbersIn(
  schema: z.core.$ZodType,
  place: string,
  name = '',
  above: readonly unknown[] = [],
): readonly Found[] {
  if (above.includes(schema)) return [];
  if (AMOUNTS.has(schema)) return [{ name, place, money: true }];
  if ((schema as z.core.$ZodTypes)._zod.def.type === 'number')
    return [{ name, place, money: false }];
  return partsOf(schema).flatMap(([member, part]) => {
    const inside = member === null ? place : `${place}.${member}`;
    return numbersIn(part, inside, member ?? name, [...above, schema]);
  });
}

// The table's keys are exactly the names.
const NAMES = Object.keys(ROUTES) as RouteName[];
const found = NAMES.flatMap((name) => {
  const { body, reply }: Route = ROUTES[name];
  return [
    ...(body === undefined ? [] : numbersIn(body, `${name} body`)),
    ...(reply === undefined ? [] : numbersIn(reply, `${name} reply`)),
  ];
});

describe('members that contain money', () => {
  it('are all numbers of all schemas but those that are listed', () => {
    expect(found.length).toBeGreaterThan(200);
    const undecided = found.filter(({ name }) => !MONEY_MEMBERS.has(name) && !NO_MONEY.has(name));
    expect(undecided.map(({ place }) => place)).toEqual([]);
    const both = found.filter(({ name, money }) => NO_MONEY.has(name) && money);
    expect(both).toEqual([]);
  });

  it('and those that are listed are in a schema', () => {
    const names = new Set(found.map(({ name }) => name));
    expect([...MONEY_MEMBERS, ...NO_MONEY].filter((name) => !names.has(name))).toEqual([]);
    expect([...MONEY_MEMBERS].filter((name) => NO_MONEY.has(name))).toEqual([]);
  });

  it.each(NAMES)('%s: its examples are the same after writing and reading', (name) => {
    const { body } = exampleOf(name);
    if (body === undefined) return;
    const written = moneyWritten(body);
    expect(moneyRead(written)).toEqual(body);
    const { body: schema }: Route = ROUTES[name];
    const read = schema?.safeParse(moneyRead(written));
    expect(read?.error).toBeUndefined();
  });
});
