import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startLocalApi } from '../../main/host/local-api/server.ts';
import type { Bill } from '../../shared/bill/bill.ts';
import type { BillNow } from '../../shared/bill/bill-now.ts';
import { shownBill } from '../../shared/bill/schema.ts';
import { ids } from '../support/payments.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { type Answered, createRegister } from '../support/register.ts';
import { drive, rest } from '../support/till.ts';
import { apiParts } from '../support/till-parts.ts';
import { type BillsWorld, billsWorld, goods, newId, outcome } from './bills-world.ts';
import { booksWorld, inWords } from './books-world.ts';
import { registerAt as registerWithBooks } from './register-at.ts';

/* A cash register and the screens of a till on the same bills, with the engine and its journal behind both. */

const COFFEE = goods('Coffee', 5_200);
const BUN = goods('Bun', 4_500);
const open = (name: string | null, ...lines: (typeof COFFEE)[]) =>
  ({ act: 'open', name, lines }) as const;

const PHONE = { kind: 'phone', method: { kind: 'qr' } };
const CASH = { kind: 'cash' };

/** A cash register at the till of this world. */
async function registerAt({ terminal, bills, clock }: BillsWorld) {
  const directory = newQuickFolder('tillkit-bills-');
  const api = await startLocalApi({
    ...apiParts(terminal, clock, { bills }).parts,
    till: { posId: 'till1', currency: 'NOK' },
    directory,
    port: 0,
    ids,
    report: (sentence) => {
      throw new Error(sentence);
    },
  });
  const register = createRegister(api);
  onTestFinished(async () => {
    register.hangUp();
    await api.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    ...register,
    raw: register,
    command: async (id: string, version: number, act: object, more: object = {}) =>
      read(await register.bill(id, { id: newId(), version, act, ...more })),
    pay: async (id: string, version: number, amount: number, method: object, more: object = {}) =>
      read(await register.pay(id, { id: newId(), version, amount, method, ...more })),
    readBill: async (id: string, query = '') =>
      read(await register.call('GET', `bills/${id}/${query}`)),
    list: async () => read(await register.call('GET', 'bills/')).body,
  };
}

/** What the till answers: a bill, a payment, a list or a refusal. */
type Body = BillNow & {
  readonly sale: string | null;
  readonly bills: readonly object[];
  readonly error_type: string;
  readonly error_details: { readonly reason: string } & BillNow;
};

const read = ({ status, text }: Answered): { status: number; body: Body } => ({
  status,
  body: JSON.parse(text),
});

const names = ({ lines }: Bill) => lines.map(({ name }) => name);

describe('a register and a screen on one bill', () => {
  it('each learn that the other has changed it, and change nothing that they have not seen', async () => {
    const world = billsWorld();
    const [register, screen] = [await registerAt(world), world.screen()];
    const opened = await register.command('t4', 0, open('Table 4', COFFEE));
    expect([opened.status, opened.body.bill.version, opened.body.amounts.due]).toEqual([
      200, 1, 5_200,
    ]);
    await screen.see('t4');
    expect(outcome(await screen.act('t4', { act: 'add', line: BUN }))).toBe('done');

    const late = await register.command('t4', 1, { act: 'add', line: COFFEE });
    expect([late.status, late.body.error_type]).toEqual([409, 'bill_changed']);
    expect(late.body.error_details.reason).toBe('bill_changed');
    // What the register needs to go on is in the refusal, in the form of the answer.
    const { bill, amounts, lineAmounts, state } = shownBill.parse(late.body.error_details);
    expect([bill.version, names(bill), state]).toEqual([2, ['Coffee', 'Bun'], 'open']);
    expect([amounts.due, lineAmounts.map(({ total }) => total)]).toEqual([9_700, [5_200, 4_500]]);
    expect((await register.pay('t4', 1, 5_200, CASH)).body.error_type).toBe('bill_changed');
    expect(names(shownBill.parse((await register.readBill('t4')).body).bill)).toHaveLength(2);

    expect((await register.command('t4', 2, { act: 'add', line: COFFEE })).body.bill.version).toBe(
      3,
    );
    expect(outcome(await screen.pay('t4', 9_700))).toBe('bill_changed');
    expect(screen.seen('t4')?.lines).toHaveLength(3);
  });

  it('have the same bills in their lists, and a moved line is charged once', async () => {
    const world = billsWorld();
    const register = await registerAt(world);
    const { body } = await register.command('t4', 0, open('Table 4', goods('Coffee', 5_200, 2)));
    const move = {
      act: 'move',
      lines: [{ line: body.bill.lines[0]?.id, quantity: 1_000 }],
      to: { kind: 'new', bill: 'kari', name: 'Kari' },
      discount: null,
    };
    expect((await register.command('t4', 1, move)).body.amounts.total).toBe(5_200);
    const { bills } = await register.list();
    expect(bills).toMatchObject([
      { id: 't4', state: 'open', due: 5_200, line_count: 1, sale: null },
      { id: 'kari', state: 'open', due: 5_200, line_count: 1, sale: null },
    ]);
    expect(world.list()).toEqual(['Table 4 5200', 'Kari 5200']);
  });

  it('are told of every change, and of the end', async () => {
    const world = billsWorld();
    const [register, screen] = [await registerAt(world), world.screen()];
    await screen.act('t4', open('Table 4', COFFEE));
    const line = register.listen();
    const whole = await line.frame(({ type }) => type === 'snapshot');
    expect(whole).toMatchObject({ bills: [{ id: 't4', version: 1, due: 5_200 }] });
    await screen.act('t4', { act: 'add', line: BUN });
    await register.pay('t4', 2, 9_700, CASH);
    await line.frame((frame) => frame.type === 'bill' && frame.bill.state === 'paid');
    const told = line.frames.flatMap((frame) =>
      frame.type === 'bill' ? [`${frame.bill.version} ${frame.bill.state} ${frame.bill.due}`] : [],
    );
    expect(told).toEqual(['2 open 9700', '3 paid 0']);
    expect((await register.list()).bills).toEqual([]);
  });

  it('a call that waits for a bill is answered when the screen changes it', async () => {
    const world = billsWorld();
    const [register, screen] = [await registerAt(world), world.screen()];
    await screen.act('t4', open('Table 4', COFFEE));
    await screen.act('t5', open('Table 5', COFFEE));
    const timers = world.clock.armed();
    const waiting = register.readBill('t4', '?wait=25&since=1');
    await expect.poll(() => world.clock.armed()).toBeGreaterThan(timers);
    await screen.act('t5', { act: 'add', line: BUN });
    expect(world.clock.armed()).toBeGreaterThan(timers);
    await screen.act('t4', { act: 'add', line: BUN });
    expect((await waiting).body).toMatchObject({ bill: { version: 2 }, amounts: { due: 9_700 } });
    expect((await register.readBill('t4', '?wait=25&since=1')).body.bill.version).toBe(2);
  });
});

describe('a payment of a bill by the register', () => {
  it('by phone answers its sale, and the bill is paid when the sale is', async () => {
    const world = billsWorld();
    const register = await registerAt(world);
    await register.command('t4', 0, open('Table 4', COFFEE, BUN));
    const paying = await register.pay('t4', 1, 9_700, PHONE, { tip: 300 });
    const { bill, amounts } = shownBill.parse(paying.body);
    const { sale } = await register.read(String(paying.body.sale));
    expect([paying.status, sale.amount, sale.additional_amount, sale.label]).toEqual([
      ...[200, 9_700, 300, 'Table 4'],
    ]);
    expect(amounts).toMatchObject({ due: 0, open: 9_700, paid: 0 });
    expect(bill.tenders).toMatchObject([{ state: 'open' }]);
    await drive(world.clock, () => world.service.payments().length === 1);
    world.service.confirm();
    await world.becomes('paid');
    const paid = (await register.readBill('t4')).body;
    expect([paid.state, paid.amounts.paid, paid.amounts.tips]).toEqual(['paid', 9_700, 300]);
    expect(world.captured()).toEqual([9_700]);
  });

  it('takes parts in cash and in another way, with the VAT by rate', async () => {
    const world = billsWorld();
    const register = await registerAt(world);
    await register.command('t4', 0, open(null, COFFEE, { ...BUN, vatRate: '0.15' }));
    const first = await register.pay('t4', 1, 5_000, CASH);
    expect([first.body.sale, first.body.amounts.due]).toEqual([null, 4_700]);
    const card = { kind: 'other', name: 'Card' };
    const last = await register.pay('t4', 2, 4_700, card);
    expect(last.body).toMatchObject({
      state: 'paid',
      amounts: {
        total: 9_700,
        vat: [
          { vatRate: '0.25', total: 5_200, vat: 1_040 },
          { vatRate: '0.15', total: 4_500, vat: 587 },
        ],
      },
      bill: {
        tenders: [{ method: { kind: 'cash' } }, { method: { kind: 'other', name: 'Card' } }],
      },
    });
  });

  it('is refused by the till with the reason and the bill as it is', async () => {
    const world = billsWorld();
    const register = await registerAt(world);
    await register.command('t4', 0, open('Table 4', COFFEE));
    const more = await register.pay('t4', 1, 5_201, CASH);
    expect([more.status, more.body.error_type]).toEqual([409, 'bill_refused']);
    expect(more.body.error_details).toMatchObject({
      reason: 'bill_more_than_due',
      bill: { id: 't4', version: 1 },
    });
    await register.start({ reference: 'R-1', amount: 100 });
    const busy = await register.pay('t4', 1, 5_200, PHONE);
    expect([busy.status, busy.body.error_type]).toEqual([409, 'busy']);
    expect(busy.body.error_details).toMatchObject({
      sales: [{ reference: 'R-1' }],
      amounts: { due: 5_200, open: 0 },
    });
  });

  it('by phone is not started without the service, and a payment in cash is', async () => {
    const world = billsWorld();
    const register = await registerAt(world);
    await register.command('t4', 0, open('Table 4', COFFEE));
    await register.command('t5', 0, open('Table 5', COFFEE));
    const earlier = { id: 'r-5' };
    const started = await register.pay('t5', 1, 5_200, PHONE, earlier);
    world.service.setFate(() => 'drop_before');
    await drive(world.clock, () => world.terminal.view().connection.kind === 'offline');
    const refused = await register.pay('t4', 1, 5_200, PHONE);
    expect([refused.status, refused.body.error_type]).toEqual([503, 'offline']);
    expect(world.bill('t4').tenders).toEqual([]);
    const repeated = await register.pay('t5', 1, 5_200, PHONE, earlier);
    expect([repeated.status, repeated.body.sale]).toEqual([200, started.body.sale]);
    expect((await register.pay('t4', 1, 5_200, CASH)).body.state).toBe('paid');
  });
});

it.each([
  ['refuses it while the till knows that, and starts it once afterwards', 'offline', 'drop_before'],
  ['starts it once where no request has arrived', 'online', 'drop_before'],
  ['starts it once where no answer has arrived', 'online', 'drop_after'],
] as const)(
  'a payment by phone that is repeated without the service: the till %s',
  async (_, seen, fate) => {
    const world = await booksWorld();
    const { call } = await registerWithBooks(world, null);
    await world.order('t4', COFFEE);
    const isSeen = (kind: string) =>
      drive(world.clock, () => world.terminal.view().connection.kind === kind);
    world.service.setFate(() => fate);
    if (seen === 'offline') await isSeen('offline');
    const give = async () => {
      const body = { id: 'r-1', bill: 't4', version: 1, amount: 5_200, tip: 0, method: PHONE };
      const { status, json } = await call('POST', 'commands/pay_bill/', {
        body: { ...body, by: 'Kari' },
      });
      return [status, json.error_type ?? typeof json.sale];
    };
    const without = seen === 'offline' ? [503, 'offline'] : [200, 'string'];
    expect([await give(), await give()]).toEqual([without, without]);
    await isSeen('offline');
    expect(await give()).toEqual(without);
    world.service.setFate(() => 'deliver');
    await isSeen('online');
    expect(await give()).toEqual([200, 'string']);
    await drive(world.clock, () => world.service.payments().length > 0);
    world.service.confirm();
    await drive(world.clock, () => world.books.books().receipt === 1);
    expect(await give()).toEqual([200, 'string']);
    await rest();
    expect(world.service.payments().map(({ captures }) => captures.length)).toEqual([1]);
    expect(inWords(world.entries())).toEqual(['begin', '1 receipt 5200 phone']);
  },
);

describe('a repeat of a register’s command', () => {
  it('does nothing twice and is answered the same, also after a restart of the till', async () => {
    const world = billsWorld();
    let register = await registerAt(world);
    const orders = [
      ['bill', { id: 'r-1', version: 0, act: open('Table 4', COFFEE) }],
      ['bill', { id: 'r-2', version: 1, act: { act: 'add', line: BUN } }],
      ['pay', { id: 'r-3', version: 2, amount: 4_700, method: CASH }],
      ['pay', { id: 'r-4', version: 3, amount: 5_000, method: PHONE }],
    ] as const;
    const give = async (at: number) => {
      const [way, body] = orders[at] ?? ['bill', {}];
      return read(await register.raw[way]('t4', body));
    };
    const firsts: Awaited<ReturnType<typeof give>>[] = [];
    for (const at of orders.keys()) {
      firsts.push(await give(at));
      expect(await give(at)).toEqual(firsts[at]);
    }
    expect(firsts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const next = world.restart();
    await rest();
    register = await registerAt(next);
    const now = (await register.readBill('t4')).body;
    expect(now).toMatchObject({
      bill: { version: 4 },
      amounts: { paid: 4_700, open: 5_000, due: 0 },
    });
    expect(now.bill.lines).toHaveLength(2);
    for (const at of [0, 1]) expect(await give(at)).toEqual({ status: 200, body: now });
    expect((await give(2)).body).toEqual({ ...now, sale: null });
    const again = await give(3);
    expect([again.status, again.body.sale]).toEqual([200, firsts[3]?.body.sale]);
    expect(next.terminal.view().sales).toHaveLength(1);
    expect((await register.readBill('t4')).body).toEqual(now);
  });

  it('that comes while the first is under way starts one sale', async () => {
    const world = billsWorld();
    const register = await registerAt(world);
    await register.command('t4', 0, open('Table 4', COFFEE));
    const body = { id: 'r-9', version: 1, amount: 5_200, method: PHONE };
    const answers = await Promise.all(
      [1, 2, 3].map(async () => read(await register.raw.pay('t4', body))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body: { sale } }) => sale)).size).toBe(1);
    expect(world.terminal.view().sales).toHaveLength(1);
  });
});

describe('a register’s command', () => {
  it('is given by the person whom it names, with the limit of a cashier', async () => {
    const world = billsWorld({ giver: () => ({ id: 'per', name: 'Per', role: 'supervisor' }) });
    const register = await registerAt(world);
    await register.command('t4', 0, open('Table 4', COFFEE), { by: 'Kari' });
    const off = (basisPoints: number) => ({
      act: 'discount_bill',
      discount: { kind: 'percent', basisPoints, reason: 'Spilled' },
    });
    const refused = await register.command('t4', 1, off(2_001), { by: 'Kari' });
    expect([refused.status, refused.body.error_type]).toEqual([403, 'discount_not_allowed']);
    expect(refused.body.error_details).toMatchObject({
      reason: 'bill_needs_approval',
      bill: { version: 1 },
    });
    const given = await register.command('t4', 1, off(2_000), { by: 'Kari' });
    expect(given.body.bill.percent).toMatchObject({ basisPoints: 2_000, by: 'Kari' });
    expect(given.body.amounts).toMatchObject({ gross: 5_200, discounts: 1_040, total: 4_160 });
    const own = await register.command('t4', 2, off(1_000));
    expect(own.body.bill.percent).toMatchObject({ by: 'Cash register' });
  });

  it('on a bill that is not there, or by an id that is none, is refused and writes nothing', async () => {
    const world = billsWorld();
    const register = await registerAt(world);
    const rename = { act: 'rename', name: 'Table 5' };
    const unknown = await register.command('t9', 3, rename);
    expect([unknown.status, unknown.body.error_type]).toEqual([404, 'not_found']);
    expect((await register.readBill('t9')).status).toBe(404);
    for (const id of ['a b', 'æ', 'x'.repeat(65)]) {
      const opened = await register.command(id, 0, open(null, COFFEE));
      const paid = await register.pay(id, 0, 5_200, CASH);
      expect([id, opened.status, Object.keys(opened.body.error_details)]).toEqual([
        ...[id, 400, ['bill']],
      ]);
      expect([paid.status, paid.body.error_type]).toEqual([400, 'validation_error']);
    }
    expect(world.memory.records).toEqual([]);
  });

  it.each([
    ['no id', { id: undefined }, 'id'],
    ['an id that is none', { id: 'a b' }, 'id'],
    ['no version', { version: undefined }, 'version'],
    ['half a version', { version: 0.5 }, 'version'],
    [
      'an act of the host',
      { act: { act: 'tender_paid', tender: 'tender:1', amount: 1 } },
      'act.act',
    ],
    ['a payment as an act', { act: { act: 'pay', tender: 'tender:1', amount: 1 } }, 'act.act'],
    [
      'a line without a price',
      { act: { act: 'add', line: { ...COFFEE, price: -1 } } },
      'act.line.price',
    ],
  ])('with %s is refused and names the member', async (_, wrong, member) => {
    const world = billsWorld();
    const register = await registerAt(world);
    const body = { id: newId(), version: 0, act: open(null, COFFEE), ...wrong };
    const reply = await register.bill('t4', body);
    expect([reply.status, reply.json.error_type]).toEqual([400, 'validation_error']);
    expect(Object.keys(reply.json.error_details ?? {})).toContain(member);
    expect(world.memory.records).toEqual([]);
  });
});
