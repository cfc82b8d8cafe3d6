import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { realFiles } from '../../main/host/adapters/small-files.ts';
import { openBackOffice } from '../../main/host/back-office/back-office.ts';
import { commandsOf } from '../../main/host/bridge/registry.ts';
import { TERMINAL_ALONE, type TillFeatures } from '../../main/host/bridge/screen-source.ts';
import { CATALOGUE_FILE } from '../../main/host/goods/catalogue-file.ts';
import { openGoods } from '../../main/host/goods/goods.ts';
import { COMMAND_EXAMPLES } from '../../main/host/local-api/openapi/command-examples.ts';
import type { Printing } from '../../main/host/printing/printing.ts';
import { createReceiptEmail } from '../../main/host/receipts/receipt-email.ts';
import {
  type AnyAnswer,
  type CommandName,
  commandNames,
  rowOfName,
} from '../../shared/device/commands/table.ts';
import type { Role } from '../../shared/device/staff/role.ts';
import { type RegisterCommand, registerCommands } from '../../shared/device/till-api/commands.ts';
import { money } from '../../shared/money/money.ts';
import { secureRandom } from '../../shared/node/random.ts';
import { answer } from '../../shared/protocol/errors.ts';
import { problemOf } from '../../shared/refusals/problem-types.ts';
import { DEVICE_PAGE } from '../support/host-commands.ts';
import { ids } from '../support/payments.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import type { Answered } from '../support/register.ts';
import { rest } from '../support/till.ts';
import { goods } from './bills-world.ts';
import { type BooksWorld, booksWorld, RECEIPT_CODES, SETTINGS } from './books-world.ts';
import { registerAt } from './register-at.ts';

/*
 * The table of commands has two carriers: the bridge of the screens, and the till API of the registers. Each row that both
 * may give is given by both with the same input at tills in the same state, and has the same result. The rows come from
 * the table, and a row without an example does not compile.
 */

type Input = Readonly<Record<string, unknown>>;

/** What a row is given besides its example, with what its till must have. */
type Play = {
  /** The example with what only this till knows, such as the id of a sale. */
  readonly example?: (world: BooksWorld) => Input;
  /** Inputs that are refused, or answered in another way. */
  readonly others?: (world: BooksWorld) => readonly Input[];
  /** Who is at the screen; a cashier when left out, whose limits a register has. */
  readonly as?: Role;
};

const BUN = goods('Bun', 6_250, 2);
const off = (basisPoints: number) => ({ kind: 'percent', basisPoints, reason: 'Late' }) as const;
const bill = (id: string, version: number, act: object) => ({ id, bill: 'table-7', version, act });
const saleOf = ({ terminal }: BooksWorld) => terminal.view().sales[0]?.id ?? '';
const refundOf = (more: object) => ({ ...COMMAND_EXAMPLES.refund_receipt, id: 'other', ...more });

/** Every row that a register may give: one more does not compile without its line. */
const PLAYS: { readonly [Name in RegisterCommand]: Play } = {
  open_code: { others: () => [{}, { label: 7 }] },
  close_code: { others: () => [{ codeId: 'a b' }] },
  history: { others: () => [{ filter: {} }, { filter: { day: 'today' } }] },
  day: { others: () => [{}, { day: '27.11.2026' }] },
  read_goods: {},
  bill: {
    others: () => [
      bill('o1', 0, { act: 'rename', name: 'x' }),
      bill('o2', 1, { act: 'discount_bill', discount: off(9_900) }),
      bill('o3', 1, { act: 'discount_bill', discount: off(1_000) }),
      bill('o3', 1, { act: 'discount_bill', discount: off(1_000) }),
      bill('o4', 1, { act: 'add', line: BUN }),
      { ...bill('o5', 2, { act: 'add', line: BUN }), bill: 'nobody' },
      bill('_vend.1', 2, { act: 'add', line: BUN }),
    ],
  },
  pay_bill: {
    others: () => [
      { ...COMMAND_EXAMPLES.pay_bill },
      { ...COMMAND_EXAMPLES.pay_bill, id: 'o1' },
      { ...COMMAND_EXAMPLES.pay_bill, id: 'o2', bill: 'table-8', amount: 99_999 },
      { ...COMMAND_EXAMPLES.pay_bill, id: 'o3', bill: 'nobody' },
    ],
  },
  drawer: {
    others: () => [
      COMMAND_EXAMPLES.drawer,
      { id: 'float-2026-11-27', act: { act: 'no_sale', reason: 'Change' } },
      { id: 'o1', act: { act: 'pay_in', amount: 0, reason: 'Coins' } },
    ],
  },
  count_drawer: {
    others: () => [
      COMMAND_EXAMPLES.count_drawer,
      { id: 'o1', counted: [{ value: 100, count: 1 }] },
    ],
  },
  read_report: { others: () => [{ period: 7 }, {}] },
  print_report: {
    others: () => [
      { period: null, on: 'browser' },
      { period: 1, on: 'printer' },
    ],
  },
  receipts: { others: () => [{ filter: {} }, { filter: { from: 'today' } }] },
  read_receipt: { others: () => [{ receipt: 99 }] },
  find_receipt: { others: () => [{ receipt: 99 }, { receipt: 0 }] },
  open_receipt: {
    example: (world) => ({ code: RECEIPT_CODES.codeOf(world.numbered(1)) }),
    others: () => [COMMAND_EXAMPLES.open_receipt, { code: 'something else' }],
  },
  find_tender: { others: () => [{ tender: 'tender:nobody' }, { tender: 'nobody' }] },
  print_booked: { others: () => [{ receipt: 99 }] },
  print_refund: {},
  refund_receipt: {
    others: () => [
      COMMAND_EXAMPLES.refund_receipt,
      refundOf({ receipt: 99 }),
      refundOf({ amount: 99_999 }),
      { ...COMMAND_EXAMPLES.refund_receipt, receipt: 3 },
    ],
  },
  find_bill: { others: () => [{ bill: 'table-7' }, { bill: 'nobody' }] },
  refund_bill: {
    others: () => [
      COMMAND_EXAMPLES.refund_bill,
      { ...COMMAND_EXAMPLES.refund_bill, id: 'o1', bill: 'table-7' },
    ],
  },
  close_period: {
    as: 'supervisor',
    example: (world) => ({ ...COMMAND_EXAMPLES.close_period, openBills: world.seen() }),
    others: (world) => [
      { ...COMMAND_EXAMPLES.close_period, openBills: world.seen() },
      { ...COMMAND_EXAMPLES.close_period, id: 'o1', lastClose: 0 },
      { ...COMMAND_EXAMPLES.close_period, id: 'o2', openBills: [] },
    ],
  },
  email_receipt: { others: () => [{ ...COMMAND_EXAMPLES.email_receipt, email: 'nobody' }] },
  print_receipt: { example: (world) => ({ saleId: saleOf(world) }), others: () => [{}] },
  print_test_page: {},
  print_day: { others: () => [{}] },
  read_scale: {},
  set_scale: { others: () => [{ act: 'weigh' }] },
};

/** A till with all of it: paid and open bills, a bill in shares, goods, a printer and a history. */
async function tillOfAll() {
  const world = await booksWorld({ giver: null });
  const { terminal, clock, books, bills, host } = world;
  const directory = newQuickFolder('tillkit-carriers-');
  writeFileSync(
    join(directory, CATALOGUE_FILE),
    JSON.stringify({
      categories: [{ id: 'bakery', name: 'Bakery' }],
      products: [{ id: 'bun', category: 'bakery', name: 'Bun', price: 4_000, vat_rate: '0.15' }],
    }),
  );
  const backOffice = await openBackOffice({
    files: realFiles,
    ...{ terminal, directory, clock, ids, books },
    settings: { ...SETTINGS },
    staff: 'nobody',
    random: secureRandom,
    refunds: 'no_key',
    settlements: null,
    firstCode: null,
    terms: () => ({ timeZone: 'Europe/Oslo', startOfDay: '00:00:00' }),
    receiptOf: async () => null,
  });
  const reports: string[] = [];
  const shopGoods = openGoods({
    ...{ directory, posId: 'till1', portal: 'http://127.0.0.1/m/catalogue/', shop: null },
    report: (sentence) => reports.push(sentence),
  });
  const receiptEmail = createReceiptEmail({
    links: { sendsEmail: () => true, subscribe: () => () => true, email: async () => 'ordered' },
    books,
    sales: () => terminal.view().sales,
  });
  const printing = {
    receipt: (sale: string) => answer({ id: `of ${sale}` }),
    testPage: () => answer({ id: 'test' }),
    daySlip: () => answer({ id: 'day' }),
  };
  onTestFinished(() => {
    backOffice.stop();
    shopGoods.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  await world.run({
    ...{ type: 'bill', id: 'r-1', bill: 'table-1', version: 0 },
    act: { act: 'open', name: 'Table 1', lines: [BUN] },
  });
  await world.pay('table-1', 12_500, { kind: 'cash' }, { id: 'r-2040' });
  for (const table of ['table-9', 'table-7', 'table-8']) {
    await world.run({
      ...{ type: 'bill', id: table, bill: table, version: 0 },
      act: { act: 'open', name: table, lines: [BUN] },
    });
  }
  await world.byPhone('table-9', 6_250, { id: 'share-1' });
  await world.pay('table-9', 6_250, { kind: 'cash' }, { id: 'share-2' });
  await rest();
  expect(reports).toEqual([]);
  const features: TillFeatures = {
    ...TERMINAL_ALONE,
    ...{ backOffice, goods: shopGoods, bills, books: host, receiptEmail },
    // The commands that no register gives are not called.
    printing: printing as unknown as Printing,
  };
  return { world, features };
}

/** What a caller learns: the value, or the reason with the sentence and the bill. */
type Result =
  | { readonly done: unknown }
  | {
      readonly reason: unknown;
      readonly sentence: string;
      readonly fields: unknown;
      readonly bill: unknown;
    };

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

function ofScreen(answered: AnyAnswer): Result {
  if (answered.ok) return { done: plain(answered.value) };
  const { refusal, bill: seen } = answered;
  const isForm = refusal.type === 'validation_error';
  return {
    reason: isForm ? refusal.type : problemOf(refusal),
    sentence: isForm ? '' : refusal.description,
    fields: isForm ? plain(refusal.details) : null,
    bill: plain(seen),
  };
}

function ofRegister({ status, text, json }: Answered): Result {
  if (status === 204) return { done: null };
  if (status === 200) return { done: JSON.parse(text) };
  const details = Object(json.error_details);
  const isForm = String(json.error_type) === 'validation_error';
  return {
    reason: isForm ? json.error_type : details.reason,
    sentence: isForm ? '' : String(json.error_description),
    fields: isForm ? details : null,
    bill: details.bill ?? null,
  };
}

/** What the tills have in common but the ids of sales and refunds at the service, which are random. */
function alike(value: unknown, world: BooksWorld): unknown {
  const random = world.terminal.view().sales.flatMap(({ id, tid }) => [id, tid ?? '']);
  const codes = world.terminal.view().codes.map(({ id }) => id);
  const named = [...random, ...codes].filter(Boolean);
  const text = named.reduce(
    (all, one, at) => all.replaceAll(one, `id-${at}`),
    JSON.stringify(value),
  );
  return JSON.parse(text);
}

describe('a command by a screen and by a cash register', () => {
  it.each(registerCommands())('%s has the same result', async (name) => {
    const { example, others = () => [], as = 'cashier' } = PLAYS[name];
    const [screen, till] = [await tillOfAll(), await tillOfAll()];
    // The till itself has no staff, so that a register may close; the person at the screen is known all the same.
    const giver = () => ({ id: 'kari', name: 'Kari', role: as });
    const commands = commandsOf(screen.world.terminal, screen.features, {
      refuses: () => null,
      giver,
    });
    const register = await registerAt(till.world, money(50_000), till.features);
    const row = rowOfName(name);
    const inputsOf = (world: BooksWorld) => [
      example?.(world) ?? COMMAND_EXAMPLES[name],
      ...others(world),
    ];
    const [forScreen, forRegister] = [inputsOf(screen.world), inputsOf(till.world)];
    for (const [at, input] of forRegister.entries()) {
      const { by: _, approver, ...own } = Object(forScreen[at]);
      const approved = approver === undefined ? {} : { approval: 'approved' };
      const shown = ofScreen(await commands.page(DEVICE_PAGE, { type: name, ...own, ...approved }));
      const body = { by: 'Kari', ...input };
      const got = ofRegister(await register.call('POST', `commands/${name}/`, { body }));
      expect(alike(got, till.world)).toEqual(alike(shown, screen.world));
      // The example is done, and its answer has the form that the document says, and nothing else.
      if (at === 0 && DONE_ELSEWHERE.includes(name)) continue;
      if (at === 0) expect(got).toHaveProperty('done');
      if ('done' in got) expect(plain(row.answer.parse(got.done))).toEqual(got.done);
    }
    await rest();
    const facts = (world: BooksWorld) =>
      alike(
        world.entries().map(({ fact, receipt }) => ({ ...fact, receipt })),
        world,
      );
    expect(facts(till.world)).toEqual(facts(screen.world));
    expect(till.world.drawer).toEqual(screen.world.drawer);
    expect(alike(billsOf(till.world), till.world)).toEqual(
      alike(billsOf(screen.world), screen.world),
    );
  });
});

/** No printer prints booked receipts at these tills, and no code of theirs is shown. */
const DONE_ELSEWHERE: readonly RegisterCommand[] = [
  'open_code',
  'close_code',
  'print_booked',
  'print_refund',
];

const billsOf = ({ terminal }: BooksWorld) => [...terminal.bills.bills().bills.values()];

it('a register may give no other command, and none of a name that the table does not have', async () => {
  const { world, features } = await tillOfAll();
  const register = await registerAt(world, money(50_000), features);
  const called = async (name: string) => {
    const { status, json } = await register.call('POST', `commands/${name}/`, { body: {} });
    return [status, json.error_type, json.error_details?.reason];
  };
  const named: readonly CommandName[] = registerCommands();
  for (const name of commandNames()) {
    const isRefused = String((await called(name))[1]) === 'command_not_allowed';
    expect([name, isRefused]).toEqual([name, !named.includes(name)]);
  }
  for (const name of ['nothing', '__proto__', 'toString']) {
    expect((await called(name)).slice(0, 2)).toEqual([404, 'not_found']);
  }
});

it('a register learns of an X report as little as a screen: not what the drawer should hold', async () => {
  const { world, features } = await tillOfAll();
  const register = await registerAt(world, money(50_000), features);
  for (const [name, body] of [
    ['read_report', { period: null }],
    ['print_report', { period: null, on: 'browser' }],
  ] as const) {
    const { json } = await register.call('POST', `commands/${name}/`, { body });
    expect(plain(json.report?.report?.drawer)).toMatchObject({ expected: null });
  }
});

it('a register without a largest refund gives nothing back', async () => {
  const { world, features } = await tillOfAll();
  const register = await registerAt(world, null, features);
  for (const name of ['refund_receipt', 'refund_bill'] as const) {
    const body = COMMAND_EXAMPLES[name];
    const { status, json } = await register.call('POST', `commands/${name}/`, { body });
    expect([status, json.error_type]).toEqual([403, 'refund_not_allowed']);
  }
});
