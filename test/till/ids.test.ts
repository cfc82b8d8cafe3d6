import { describe, expect, it } from 'vitest';
import { drive, rest } from '../support/till.ts';
import { goods, outcome } from './bills-world.ts';
import { booksWorld, inWords } from './books-world.ts';

/* Screens and registers choose the ids of their commands. None of them can meet an id that the till makes. */

const BUN = goods('Bun', 2_000);
const CAKE = goods('Cake', 3_000);

describe('an id of a client that looks like one of the till', () => {
  it('is a line of its own: a removal takes one line', async () => {
    const world = await booksWorld();
    const act = (id: string, version: number, given: object) =>
      world.run({ type: 'bill', id, bill: 'a', version, act: given });
    await act('g1', 0, { act: 'open', name: 'a', lines: [BUN] });
    await act('g1.0', 1, { act: 'add', line: CAKE });
    const [bun, cake] = world.bill('a').lines;
    expect(bun?.id).not.toBe(cake?.id);
    await act('r', 2, { act: 'remove', line: bun?.id });
    expect(world.bill('a').lines.map(({ name }) => name)).toEqual(['Cake']);
  });

  it('hides no result of a payment by phone', async () => {
    const world = await booksWorld();
    await world.order('a', BUN);
    for (const id of ['t-jp.result', 'tender.jp.result']) {
      await world.run({
        ...{ type: 'bill', id, bill: 'a', version: world.bill('a').version },
        act: { act: 'rename', name: id },
      });
    }
    await world.byPhone('a', 2_000, { id: 'jp' });
    expect(world.bill('a').tenders).toMatchObject([{ state: 'paid', amount: 2_000 }]);
    expect(inWords(world.entries())).toEqual(['begin', '1 receipt 2000 phone']);
  });

  it('hides no refund by phone, no receipt and no count of a close', async () => {
    const world = await booksWorld();
    for (const id of ['refund.r-1', 'tender.t-p1', 'correction.c1', 'k8.count', 'k8.bank', 'x.9']) {
      await world.drawerAct({ act: 'float', amount: 1_000 }, id);
    }
    await world.order('a', BUN, CAKE);
    const cake = world.bill('a').lines[1]?.id;
    await world.act('a', { act: 'remove', line: cake }, { id: 'c1' });
    await world.byPhone('a', 2_000, { id: 'p1' });
    const { tid = '' } = world.terminal.view().sales[0] ?? {};
    const expires = world.clock.now() + 60_000;
    const approval = { id: 'x', approver: 'Ada', tid, ceiling: 2_000, currency: 'NOK', expires };
    const refund = { tid: tid ?? '', amount: 2_000, text: null, refundId: 'r-1' };
    expect(await world.terminal.refund(refund as never, approval as never)).toMatchObject({
      ok: true,
    });
    await drive(world.clock, () => world.entries().some(({ fact }) => fact.kind === 'refund'));
    expect(outcome(await world.close([[1_000, 6]], { id: 'k8' }))).toBe('done');
    await rest();
    expect(inWords(world.entries()).slice(7)).toEqual([
      'removed 3000',
      '1 receipt 2000 phone',
      '2 refund 2000 phone',
      'count 6000 of 6000',
      'pay_out 6000',
      'close 1',
    ]);
  });
});

it('a line under the id of a line that is still on a bill is refused, however long ago it was ordered', async () => {
  const world = await booksWorld();
  const add = (version: number) =>
    world.run({ type: 'bill', id: 'g1', bill: 'a', version, act: { act: 'add', line: CAKE } });
  await world.order('a', BUN);
  await add(1);
  for (let more = 0; more <= 1_000; more += 1) {
    await world.act('a', { act: 'rename', name: `a${more}` });
  }
  expect(outcome(await add(world.bill('a').version))).toBe('bill_command_used');
  expect(world.bill('a').lines).toHaveLength(2);
});
