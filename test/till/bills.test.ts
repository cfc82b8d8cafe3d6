import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { BillsOptions } from '../../main/host/bills/bills.ts';
import { amountsOf } from '../../shared/bill/amounts.ts';
import { pieces } from '../../shared/bill/quantity.ts';
import type { ScreenAct } from '../../shared/device/commands/bills.ts';
import { money } from '../../shared/money/money.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { JournalRecord } from '../../shared/terminal/index.ts';
import { billIn, saleIn } from '../support/host-commands.ts';
import { drive, rest } from '../support/till.ts';
import { type BillsWorld, billsWorld, goods, outcome } from './bills-world.ts';

/* Two screens of one host. Each test has the name of a mistake that the bills in the host make impossible. */

const COFFEE = goods('Coffee', 5_200);
const BUN = goods('Bun', 4_500);
const open = (name: string | null, ...lines: (typeof COFFEE)[]) =>
  ({ act: 'open', name, lines }) as const;

const CASH = { method: { kind: 'cash' } };

/** Moves units of a line, all of them if no number is given, to a new bill with this name. */
function moving(
  screen: ReturnType<BillsWorld['screen']>,
  bill: string,
  place: number,
  to: string,
  count?: number,
): ScreenAct {
  const line = screen.seen(bill)?.lines[place];
  if (line === undefined) throw new Error('no such line');
  const quantity = count === undefined ? line.quantity : pieces(count);
  return {
    act: 'move',
    lines: [{ line: line.id, quantity }],
    to: { kind: 'new', bill: to, name: to },
    discount: null,
  };
}

describe('two screens of one till', () => {
  it('charge a coffee once that one screen has moved to another bill while the other shows it', async () => {
    const world = billsWorld();
    const [one, other] = [world.screen(), world.screen()];
    await one.act('t4', open('Table 4', goods('Coffee', 5_200, 2), BUN));
    await other.see('t4');
    expect(outcome(await one.act('t4', moving(one, 't4', 0, 'Kari', 1)))).toBe('done');
    expect(outcome(await other.pay('t4', 14_900))).toBe('bill_changed');
    expect(other.seen('t4')?.lines.map(({ quantity }) => quantity)).toEqual([1_000, 1_000]);
    expect(outcome(await other.pay('t4', 14_900))).toBe('bill_more_than_due');
    expect(outcome(await other.pay('t4', 9_700))).toBe('done');
    await drive(world.clock, () => world.service.payments().length === 1);
    world.service.confirm();
    await world.becomes('paid');
    expect([world.list(), world.captured()]).toEqual([['Kari 5200'], [9_700]]);
    expect(amountsOf(world.bill('t4'))).toMatchObject({ paid: 9_700, due: 0 });
  });

  it('charge a coffee once that was moved after a declined sale, and the payment is tried again', async () => {
    const world = billsWorld();
    const [one, other] = [world.screen(), world.screen()];
    await one.act('t4', open('Table 4', COFFEE, BUN));
    await one.pay('t4', 9_700);
    await drive(world.clock, () => world.service.payments().length === 1);
    world.service.happen({ kind: 'reject' });
    await world.becomes('declined');
    await other.see('t4');
    await other.act('t4', moving(other, 't4', 0, 'kari'));
    expect(outcome(await one.pay('t4', 9_700))).toBe('bill_changed');
    expect(world.list()).toEqual(['Table 4 4500', 'kari 5200']);
  });

  it('can clear no bill that is being paid, and it stays payable after the sale has failed', async () => {
    const world = billsWorld();
    const [one, other] = [world.screen(), world.screen()];
    await one.act('t4', open('Table 4', COFFEE));
    await one.pay('t4', 5_200);
    await other.see('t4');
    const clear = { act: 'clear', reason: 'left' } as const;
    expect(outcome(await other.act('t4', clear))).toBe('bill_being_paid');
    expect(outcome(await other.act('t4', { act: 'rename', name: 'Bar' }))).toBe('bill_being_paid');
    await drive(world.clock, () => world.service.payments().length === 1);
    world.service.happen({ kind: 'reject' });
    await world.becomes('declined');
    await other.see('t4');
    expect(outcome(await other.pay('t4', 5_200, CASH))).toBe('done');
    expect(world.list()).toEqual([]);
  });

  it('both add to the same table, and no line is lost', async () => {
    const world = billsWorld();
    const [one, other] = [world.screen(), world.screen()];
    await one.act('t4', open('Table 4', COFFEE));
    await other.see('t4');
    expect(outcome(await other.act('t4', { act: 'add', line: goods('Toast', 8_900) }))).toBe(
      'done',
    );
    const tea = { act: 'add', line: goods('Tea', 4_200) } as const;
    expect(outcome(await one.act('t4', tea))).toBe('bill_changed');
    expect(outcome(await one.act('t4', tea))).toBe('done');
    expect(world.bill('t4').lines.map(({ name }) => name)).toEqual(['Coffee', 'Toast', 'Tea']);
    expect(world.list()).toEqual(['Table 4 18300']);
  });

  it('pay no total that the other screen has changed, and say what the bill is now', async () => {
    const world = billsWorld();
    const [one, other] = [world.screen(), world.screen()];
    await one.act('t4', open('Table 4', goods('Coffee', 5_200, 2)));
    await other.see('t4');
    await other.act('t4', { act: 'add', line: goods('Toast', 8_900) });
    const refused = await one.pay('t4', 10_400);
    expect(outcome(refused)).toBe('bill_changed');
    const now = billIn(refused);
    expect(now && amountsOf(now).due).toBe(19_300);
    expect(world.terminal.view().sales).toEqual([]);
    expect(world.list()).toEqual(['Table 4 19300']);
  });

  it('move the line that a person chose, and no other one in its place', async () => {
    const world = billsWorld();
    const [one, other] = [world.screen(), world.screen()];
    await one.act('t4', open('Table 4', COFFEE, BUN));
    await other.see('t4');
    const chosen = moving(other, 't4', 0, 'kari');
    const coffee = one.seen('t4')?.lines[0]?.id ?? 'line:';
    await one.act('t4', { act: 'remove', line: coffee });
    await one.act('t4', { act: 'add', line: goods('Wine', 15_000) });
    expect(outcome(await other.act('t4', chosen))).toBe('bill_changed');
    // The same choice on the new bill names a line that is gone.
    expect(outcome(await other.act('t4', chosen))).toBe('bill_no_line');
    expect(world.list()).toEqual(['Table 4 19500']);
  });

  it('cannot charge a bill again that the other screen has paid', async () => {
    const world = billsWorld();
    const [one, other] = [world.screen(), world.screen()];
    await one.act('b1', open(null, COFFEE));
    await other.see('b1');
    await one.pay('b1', 5_200);
    await drive(world.clock, () => world.service.payments().length === 1);
    expect(outcome(await other.pay('b1', 5_200))).toBe('bill_changed');
    expect(outcome(await other.pay('b1', 5_200))).toBe('bill_unclear');
    world.service.confirm();
    await world.becomes('paid');
    await other.see('b1');
    expect(outcome(await other.pay('b1', 5_200))).toBe('bill_more_than_due');
    expect(outcome(await other.act('b1', { act: 'add', line: BUN }))).toBe('bill_paid');
    expect(world.captured()).toEqual([5_200]);
  });

  it('find a bill without a name again after a restart: one of them, and once', async () => {
    const first = billsWorld();
    await first.screen().act('b1', open(null, COFFEE));
    await first.screen().act('t4', open('Table 4', BUN));
    const world = first.restart();
    const asked = [await world.screen().call({ type: 'restore_bill' })];
    asked.push(await world.screen().call({ type: 'restore_bill' }));
    expect(asked.map((one) => billIn(one)?.id)).toEqual(['b1', undefined]);
  });
});

it('a screen that outlived a restart of the till keeps its bill, and no other screen gets it', async () => {
  const first = billsWorld();
  await first.screen().act('b1', open(null, COFFEE));
  const world = first.restart();
  await world.screen().see('b1');
  expect(billIn(await world.screen().call({ type: 'restore_bill' }))).toBeUndefined();
});

it('a till shows no paid bill to the customer, also if the screen that showed it has stopped', async () => {
  const world = billsWorld();
  const screen = world.screen();
  await screen.act('b1', open(null, COFFEE));
  await screen.call({ type: 'show_bill', bill: 'b1' });
  await screen.pay('b1', 5_200, CASH);
  expect(world.bills.view().shown).toBeNull();
});

it('a till shows one bill to the customer, knows no bill that is gone, and holds not too many', async () => {
  const world = billsWorld();
  const screen = world.screen();
  await screen.act('b1', open(null, COFFEE));
  await screen.call({ type: 'show_bill', bill: 'b1' });
  expect(world.bills.view().shown?.id).toBe('b1');
  await screen.call({ type: 'show_bill', bill: null });
  expect(world.bills.view().shown).toBeNull();
  expect(outcome(await screen.see('gone'))).toBe('bill_gone');
  expect(outcome(await screen.act('gone', { act: 'add', line: BUN }))).toBe('bill_gone');
  for (let more = 1; more < LIMITS.billsMax; more += 1)
    await screen.act(`m${more}`, open(null, BUN));
  expect(outcome(await screen.act('last', open(null, BUN)))).toBe('bill_too_many');
  const repeat = { type: 'bill', bill: 'b1', version: 0, act: open(null, COFFEE) };
  const [id] = world.terminal.bills.bills().done;
  expect(outcome(await screen.call({ ...repeat, id }))).toBe('done');
});

describe('a discount', () => {
  const percent = { kind: 'percent', basisPoints: 2_000, reason: 'regular' } as const;
  const off = (amount: number) =>
    ({ kind: 'amount', amount: money(amount), reason: 'late' }) as const;

  it('in per cent stays a rule after a cancelled sale', async () => {
    const world = billsWorld();
    const screen = world.screen();
    await screen.act('b1', open(null, goods('Salad', 12_000), goods('Espresso', 3_800)));
    await screen.act('b1', { act: 'discount_bill', discount: percent });
    const paid = await screen.pay('b1', 12_640);
    const sale = saleIn(paid) ?? '';
    await world.becomes('waiting_scan');
    await screen.call({ type: 'act', saleId: sale, action: 'cancel' });
    await world.becomes('aborted');
    await screen.see('b1');
    await screen.act('b1', { act: 'remove', line: screen.seen('b1')?.lines[0]?.id ?? 'line:' });
    expect(world.list()).toEqual(['- 3040']);
    expect(outcome(await screen.pay('b1', 3_040))).toBe('done');
  });

  it('in money goes along when all lines move, and never without a choice', async () => {
    const world = billsWorld();
    const screen = world.screen();
    await screen.act('t1', open('Table 1', goods('Dinner', 45_000)));
    await screen.act('t1', { act: 'discount_bill', discount: off(5_000) });
    await screen.act('t2', open('Table 2', COFFEE));
    const version = screen.seen('t2')?.version ?? 0;
    const line = screen.seen('t1')?.lines[0]?.id ?? 'line:';
    const move = (discount: number | null) =>
      screen.act('t1', {
        act: 'move',
        lines: [{ line, quantity: pieces(1) }],
        to: { kind: 'open', bill: 't2', version },
        discount: discount === null ? null : money(discount),
      });
    expect(outcome(await move(null))).toBe('bill_choose_discount');
    expect(outcome(await move(2_000))).toBe('bill_discount_too_large');
    expect(outcome(await move(5_000))).toBe('done');
    expect(world.list()).toEqual(['Table 2 45200']);
  });

  it('in money on a line is divided with the line', async () => {
    const world = billsWorld();
    const screen = world.screen();
    await screen.act('t1', open('Table 1', goods('Wine', 5_000, 2)));
    const line = screen.seen('t1')?.lines[0]?.id ?? 'line:';
    await screen.act('t1', { act: 'discount_line', line, discount: off(8_000) });
    await screen.act('t1', moving(screen, 't1', 0, 'kari', 1));
    expect(world.list()).toEqual(['Table 1 1000', 'kari 1000']);
  });

  it('above the limit of a cashier needs the approval of a supervisor, once for each', async () => {
    const half = { act: 'discount_bill', discount: { ...percent, basisPoints: 5_000 } } as const;
    const all = { act: 'discount_bill', discount: { ...percent, basisPoints: 10_000 } } as const;
    const approvals = new Map([['yes', { bill: 'b1', usedBy: '' }]]);
    const staff: BillsOptions['staff'] = {
      approver: (approval, { bill, act }, command) => {
        const one = approvals.get(approval);
        if (one === undefined || one.bill !== bill || !isDeepStrictEqual(act, half)) return null;
        if (one.usedBy !== '' && one.usedBy !== command) return null;
        approvals.set(approval, { bill, usedBy: command });
        return 'Sam';
      },
    };
    const world = billsWorld({ staff, giver: () => ({ id: 'kim', name: 'Kim', role: 'cashier' }) });
    const screen = world.screen();
    await screen.act('b1', open(null, COFFEE, BUN));
    expect(outcome(await screen.act('b1', { act: 'discount_bill', discount: percent }))).toBe(
      'done',
    );
    expect(outcome(await screen.act('b1', half))).toBe('bill_needs_approval');
    expect(outcome(await screen.act('b1', half, { approval: 'no' }))).toBe('bill_needs_approval');
    expect(outcome(await screen.act('b1', all, { approval: 'yes' }))).toBe('bill_needs_approval');
    expect(outcome(await screen.act('b1', half, { approval: 'yes' }))).toBe('done');
    expect(world.bill('b1').percent).toMatchObject({ by: 'Kim', approvedBy: 'Sam' });
    expect(outcome(await screen.act('b1', half, { approval: 'yes' }))).toBe('bill_needs_approval');
  });
});

describe('a payment', () => {
  it('has the bill, its lines and options in the request, and the bill in the view of the sale', async () => {
    const world = billsWorld();
    const screen = world.screen();
    const options = [{ group: 'milk', option: 'oat', name: 'Oat milk', surcharge: money(600) }];
    await screen.act('t4', open('Table 4', { ...COFFEE, options }));
    await screen.pay('t4', 5_800);
    const [sale] = world.terminal.view().sales;
    expect(sale).toMatchObject({ label: 'Table 4', bill: { bill: 't4' }, amount: 5_800 });
    expect(sale?.lines).toMatchObject([
      {
        description: 'Coffee, Oat milk',
        quantity: '1',
        item_cost: 5_800,
        total: 5_800,
        vat: 1_160,
      },
    ]);
    expect(world.bills.view().open).toMatchObject([
      { id: 't4', due: 0, total: 5_800, sale: sale?.id },
    ]);
  });

  it('of a part leaves the rest due, and a tip is beside the bill', async () => {
    const world = billsWorld();
    const screen = world.screen();
    await screen.act('t4', open('Table 4', goods('Dinner', 30_000)));
    await screen.pay('t4', 10_000, { tip: 1_500 });
    const [sale] = world.terminal.view().sales;
    expect(sale).toMatchObject({ amount: 10_000, additionalAmount: 1_500 });
    expect(sale?.lines).toMatchObject([
      { description: 'Part of Table 4', total: 10_000, vat: 2_000 },
    ]);
    await drive(world.clock, () => world.service.payments().length === 1);
    world.service.confirm();
    await world.becomes('paid');
    expect(amountsOf(world.bill('t4'))).toMatchObject({ paid: 10_000, tips: 1_500, due: 20_000 });
    await screen.see('t4');
    expect(outcome(await screen.pay('t4', 20_000, CASH))).toBe('done');
    expect(world.list()).toEqual([]);
  });

  it('lets the customer choose the tip on the phone where the shop asks there', async () => {
    const world = billsWorld();
    const screen = world.screen();
    await screen.act('b1', open(null, COFFEE));
    await screen.pay('b1', 5_200, {
      method: { kind: 'phone', method: { kind: 'qr' }, tipEdit: 'by_customer' },
    });
    await drive(world.clock, () => world.service.payments().length === 1);
    expect(world.service.payments()).toMatchObject([
      { request: { amount: 5_200, additional_amount: 0, additional_edit: true } },
    ]);
  });

  it('that is repeated after a lost answer starts one sale, also while the first is being started', async () => {
    const world = billsWorld();
    const screen = world.screen();
    await screen.act('b1', open(null, COFFEE));
    const command = {
      ...{ type: 'pay_bill', id: 'again', bill: 'b1', version: 1, amount: 5_200, tip: 0 },
      method: { kind: 'phone', method: { kind: 'qr' } },
    };
    const answers = await Promise.all([screen.call(command), screen.call(command)]);
    answers.push(await screen.call(command));
    const [sale] = world.terminal.view().sales;
    expect(answers.map(saleIn)).toEqual(Array(3).fill(sale?.id));
    const restarted = world.restart();
    const late = await restarted.screen().call(command);
    expect(late).toMatchObject({ ok: true, value: { sale: sale?.id } });
    expect(restarted.terminal.view().sales).toHaveLength(1);
  });

  it('waits for its sale while the sale is being saved, whatever other sales do meanwhile', async () => {
    const world = billsWorld();
    const screen = world.screen();
    const aside = { kind: 'phone', method: { kind: 'qr' }, place: 'aside' };
    await screen.act('b1', open(null, COFFEE));
    await screen.act('b2', open(null, BUN));
    await screen.pay('b1', 5_200, { method: aside });
    await world.becomes('waiting_scan');
    let save = () => undefined;
    world.memory.onAppend(async ({ kind }) => {
      if (kind === 'opened') {
        await new Promise<void>((resolve) => {
          save = () => void resolve();
        });
      }
      return { ok: true };
    });
    const paid = screen.pay('b2', 4_500);
    await rest();
    world.service.confirm();
    await drive(world.clock, () => world.terminal.view().sales[0]?.state.kind !== 'waiting_scan');
    save();
    expect(outcome(await paid)).toBe('done');
    expect(world.bill('b2').tenders).toMatchObject([{ state: 'open' }]);
  });

  it('that the terminal does not start fails at once, and its repeat starts none', async () => {
    const world = billsWorld();
    const screen = world.screen();
    await screen.act('b1', open(null, COFFEE));
    await screen.act('b2', open(null, BUN));
    await screen.pay('b1', 5_200);
    const refused = { id: 'second', method: { kind: 'phone', method: { kind: 'qr' } } };
    expect(outcome(await screen.pay('b2', 4_500, refused))).toBe('another_sale');
    expect(world.bill('b2').tenders).toMatchObject([{ state: 'failed' }]);
    expect(outcome(await screen.pay('b2', 4_500, refused))).toBe('bill_not_started');
  });

  it('stays paid when it is refunded, also if the till learns of both at once', async () => {
    const world = billsWorld();
    const screen = world.screen();
    await screen.act('b1', open(null, COFFEE));
    await screen.pay('b1', 5_200);
    await drive(world.clock, () => world.service.payments().length === 1);
    world.service.confirm();
    await world.becomes('paid');
    const beforeResult = world.memory.records.findIndex(isResult);
    expect(world.service.happen({ kind: 'refund', part: null, text: null }).ok).toBe(true);
    const again = world.restart(beforeResult - 1);
    await again.becomes('refunded');
    expect(again.bill('b1').tenders).toMatchObject([{ state: 'paid', amount: 5_200 }]);
  });
});

describe('a full disk', () => {
  it('refuses a change with a sentence and changes nothing; the result of a sale waits for it', async () => {
    const world = billsWorld();
    const screen = world.screen();
    await screen.act('b1', open(null, COFFEE));
    await screen.act('t4', open('Table 4', BUN));
    await screen.pay('b1', 5_200);
    await world.becomes('waiting_scan');
    const failure = { kind: 'full', description: 'The disk is full.' } as const;
    world.memory.onAppend(async () => ({ ok: false, failure }));
    expect(outcome(await screen.act('t4', { act: 'add', line: COFFEE }))).toBe('bill_not_saved');
    expect(world.list()).toContain('Table 4 4500');
    world.service.confirm();
    await world.becomes('paid');
    await drive(world.clock, () => amountsOf(world.bill('b1')).paid === 5_200);
    world.memory.onAppend(async () => ({ ok: true }));
    await drive(world.clock, () => world.memory.records.some(isResult));
    expect(outcome(await screen.act('t4', { act: 'add', line: COFFEE }))).toBe('done');
    const again = world.restart();
    expect(again.list()).toEqual(['Table 4 9700']);
  });
});

const isResult = (one: JournalRecord) => one.kind === 'bill' && one.record.act === 'tender_paid';
