import { expect, it } from 'vitest';
import { COMMAND_EXAMPLES } from '../../main/host/local-api/openapi/command-examples.ts';
import { TILL_EXAMPLES } from '../../main/host/local-api/openapi/examples.ts';
import { TILL_API_BASE, TILL_ROUTES, type TillRoute } from '../../shared/device/till-api/routes.ts';
import { money } from '../../shared/money/money.ts';
import type { Answered, Register } from '../support/register.ts';
import { goods } from '../till/bills-world.ts';
import { booksWorld } from '../till/books-world.ts';
import { registerAt } from '../till/register-at.ts';
import { REGISTER, REGISTER_BILL, REGISTER_COMMANDS, type RegisterMay } from './rights-table.ts';

/*
 * Each route of the till API, each command and each act on a bill is called by a register at four tills: with
 * and without staff, with and without a largest refund. Where it is refused is compared with the table of rights.
 */

/** The name of a till says what it has. */
const TILLS = ['plain', 'refunds', 'staff', 'staff and refunds'] as const;
type Till = (typeof TILLS)[number];

/** The tills at which a register may do it. */
const where: Readonly<Record<RegisterMay, readonly Till[]>> = {
  always: TILLS,
  refunds: ['refunds', 'staff and refunds'],
  'no staff': ['plain', 'refunds'],
};

async function registerOf(till: Till) {
  const world = await booksWorld(
    till.startsWith('staff') ? { role: 'supervisor' } : { giver: null },
  );
  return registerAt(world, till.endsWith('refunds') ? money(50_000) : null);
}

/** Whether the answer says that this caller may not, whatever else is wrong with the call. */
function isRefused({ json }: Answered): boolean {
  const type = String(json.error_type);
  const reason = String(json.error_details?.reason);
  return (
    ['unauthorized', 'command_not_allowed', 'refund_not_allowed', 'discount_not_allowed'].includes(
      type,
    ) || ['role', 'locked'].includes(reason)
  );
}

/** The tills that let a register do each of these. */
async function allowed<N extends string>(
  names: readonly N[],
  call: (register: Register, name: N) => Promise<Answered>,
): Promise<Readonly<Record<string, readonly Till[]>>> {
  const tills = Object.fromEntries(names.map((name) => [name, [] as Till[]]));
  for (const till of TILLS) {
    const register = await registerOf(till);
    for (const name of names) {
      if (!isRefused(await call(register, name))) tills[name]?.push(till);
    }
  }
  return tills;
}

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as K[];
const expected = <K extends string>(table: Readonly<Record<K, RegisterMay>>) =>
  Object.fromEntries(keysOf(table).map((name) => [name, where[table[name]]]));

it('a register reaches each route of the till API where the table says', async () => {
  const reached = await allowed(keysOf(REGISTER), (register, name) => {
    const { method, path }: TillRoute = TILL_ROUTES[name];
    const { params, query, body }: Example = TILL_EXAMPLES[name];
    const place = path.replaceAll(/:(\w+)/g, (_, param: string) => params?.[param] ?? 'none');
    const search = query === undefined ? '' : `?${new URLSearchParams({ ...query, wait: '0' })}`;
    const plain = name === 'saleRead' || name === 'billRead' || name === 'questionRead';
    const address = `${TILL_API_BASE}${place}${plain ? '' : search}`;
    return register.call(method, address, body === undefined ? {} : { body });
  });
  expect(reached).toEqual(expected(REGISTER));
});

type Example = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
};

it('a register gives each of its commands where the table says', async () => {
  const given = await allowed(keysOf(REGISTER_COMMANDS), (register, name) =>
    register.call('POST', `commands/${name}/`, { body: COMMAND_EXAMPLES[name] }),
  );
  expect(given).toEqual(expected(REGISTER_COMMANDS));
});

it('a register does each act on a bill as a cashier, also where a supervisor has unlocked the till', async () => {
  const off = { kind: 'percent', basisPoints: 9_900, reason: 'Spilled' };
  const bun = goods('Bun', 4_000);
  const other = { kind: 'new', bill: 'other', name: null };
  for (const till of TILLS) {
    const register = await registerOf(till);
    const limited: string[] = [];
    const done: string[] = [];
    for (const act of keysOf(REGISTER_BILL)) {
      const bill = `bill-${act.replace('_', '-')}`;
      const order = (command: string, version: number, what: object) =>
        register.bill(bill, { id: command, version, by: 'Kari', act: what });
      const opened = await order(`${bill}-open`, 0, { act: 'open', name: null, lines: [bun] });
      const [line] = Object(opened.json.bill).lines;
      const to = { ...other, bill: `${bill}-2` };
      const given = await order(`${bill}-act`, act === 'open' ? 0 : 1, {
        ...{
          act,
          name: 'x',
          line: act === 'add' ? bun : line.id,
          quantity: line.quantity,
          note: { to: 'kitchen', text: 'x' },
        },
        ...{ options: [], discount: act === 'move' ? null : off, number: '17', reason: 'Spilled' },
        ...(act === 'move' ? { lines: [{ line: line.id, quantity: line.quantity }], to } : {}),
        ...(act === 'open' ? { lines: [bun] } : {}),
      });
      expect([act, given.status]).not.toEqual([act, 400]);
      (isRefused(given) ? limited : done).push(act);
    }
    expect([till, limited]).toEqual([
      till,
      keysOf(REGISTER_BILL).filter((act) => REGISTER_BILL[act] === 'limit'),
    ]);
    expect(done.length + limited.length).toBe(keysOf(REGISTER_BILL).length);
  }
});
