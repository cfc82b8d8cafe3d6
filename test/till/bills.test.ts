import { describe, expect, it } from 'vitest';
import { amountsOf } from '../../shared/bill/amounts.ts';
import { money } from '../../shared/money/money.ts';
import { billsWorld, goods, outcome } from './bills-world.ts';

/* Two screens of one host. Each test has the name of a mistake that the bills in the host make impossible. */

const COFFEE = goods('Coffee', 5_200);
const BUN = goods('Bun', 4_500);
const open = (name: string | null, ...lines: (typeof COFFEE)[]) =>
  ({ act: 'open', name, lines }) as const;

describe('two screens of one till', () => {
  it('charge a coffee once that one screen has moved to another bill while the other shows it', async () => {
    const world = billsWorld();
    const [one, other] = [world.screen(), world.screen()];
    await one.act('t4', open('Table 4', goods('Coffee', 5_200, 2), BUN));
    await other.see('t4');
    const coffee = one.seen('t4')?.lines[0]?.id ?? '';
    const to = { kind: 'new', bill: 'kari', name: 'Kari' } as const;
    const lines = [{ line: coffee, quantity: goods('', 1).quantity }];
    expect(outcome(await one.act('t4', { act: 'move', lines, to, discount: null }))).toBe('done');
    expect(outcome(await other.pay('t4', 14_900))).toBe('bill_changed');
    expect(other.seen('t4')?.lines.map(({ quantity }) => quantity)).toEqual([1_000, 1_000]);
    expect(outcome(await other.pay('t4', 14_900))).toBe('bill_more_than_due');
    expect(outcome(await other.pay('t4', 9_700))).toBe('done');
    world.service.confirm();
    await world.becomes('paid');
    expect([world.list(), world.captured()]).toEqual([['Kari 5200'], [9_700]]);
    expect(amountsOf(world.bill('t4'))).toMatchObject({ paid: 9_700, due: 0 });
  });

  it('tell a person whose payment is refused what the bill is now', async () => {
    const world = billsWorld();
    const [one, other] = [world.screen(), world.screen()];
    await one.act('t4', open('Table 4', COFFEE));
    await other.see('t4');
    await other.act('t4', { act: 'add', line: BUN });
    const refused = await one.pay('t4', 5_200);
    expect(outcome(refused)).toBe('bill_changed');
    expect(refused.bill && amountsOf(refused.bill).due).toBe(money(9_700));
    expect(world.terminal.view().sales).toEqual([]);
  });
});
