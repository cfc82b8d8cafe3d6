import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { TABLES_FILE } from '../../../../main/host/goods/tables-file.ts';
import { money } from '../../../../shared/money/money.ts';
import { refuse } from '../../../../shared/protocol/errors.ts';
import type { SaleView } from '../../../../shared/terminal/sale/state.ts';
import { sale } from '../../../screens/cashier/sales.ts';
import { COFFEE, goodsWorld, MORE, NEVER } from './goods-world.ts';

let world: ReturnType<typeof goodsWorld>;
beforeEach(() => {
  world = goodsWorld();
});

const PAID = { kind: 'paid', at: 5_000 } as const;
const file = () => readFileSync(join(world.directory, TABLES_FILE), 'utf8');

/** A paid sale of the same label and amount as `Table 4`. */
const sold = (over: Partial<SaleView>) =>
  sale(PAID, { id: 'other', label: 'Table 4', amount: money(14_900), ...over });

describe('an open table', () => {
  it('survives a restart with all lines', async () => {
    const id = await world.host.park('Table 4');
    world.restart();
    expect(world.host.names()).toEqual(['Table 4 14900']);
    expect(await world.host.act({ kind: 'take', table: id })).toMatchObject({
      ok: true,
      goods: { kind: 'basket', basket: COFFEE },
    });
    // Taken up is not gone: a screen that crashes now has lost nothing.
    world.restart();
    expect(world.host.names()).toEqual(['Table 4 14900']);
  });

  it('accepts more lines and keeps its name and place', async () => {
    const id = await world.host.park('Table 4');
    await world.host.act({ kind: 'park', basket: MORE, at: { kind: 'open', table: id } });
    world.restart();
    expect(world.host.names()).toEqual(['Table 4 19400']);
  });

  it('needs a unique name and at least one line', async () => {
    const { refusal, park, names } = world.host;
    await park('Table 4');
    const at = { kind: 'new', name: 'table 4' };
    expect(await refusal({ kind: 'park', basket: COFFEE, at })).toMatch(/is open already/);
    const nothing = { lines: [], discount: null };
    const other = { kind: 'new', name: 'B' };
    expect(await refusal({ kind: 'park', basket: nothing, at: other })).toMatch(/nothing to keep/);
    expect(names()).toHaveLength(1);
  });

  it('is split by moving lines in one step', async () => {
    const id = await world.host.park('Table 4');
    const lines = [{ line: 0, quantity: 1 }];
    await world.host.act({ kind: 'move', table: id, lines, to: { kind: 'new', name: 'Kari' } });
    world.restart();
    expect(world.host.names()).toEqual(['Table 4 9700', 'Kari 5200']);
    const kari = world.host.goods.view().tables[1]?.id ?? '';
    const all = [0, 1].map((line) => ({ line, quantity: 9 }));
    const to = { kind: 'open', table: kari };
    await world.host.act({ kind: 'move', table: id, lines: all, to });
    world.restart();
    expect(world.host.names()).toEqual(['Kari 14900']);
  });

  it('refuses a move to itself and a move of lines that it does not have', async () => {
    const { refusal, park, names } = world.host;
    const id = await park('Table 4');
    const lines = [{ line: 0, quantity: 1 }];
    const to = { kind: 'open', table: id };
    expect(await refusal({ kind: 'move', table: id, lines, to })).toMatch(/at that table already/);
    const none = [{ line: 7, quantity: 1 }];
    const other = { kind: 'new', name: 'B' };
    expect(await refusal({ kind: 'move', table: id, lines: none, to: other })).toMatch(/no lines/);
    expect(names()).toEqual(['Table 4 14900']);
  });

  it('is removed when it is cleared', async () => {
    const id = await world.host.park('Table 4');
    await world.host.act({ kind: 'clear', table: id });
    expect(await world.host.refusal({ kind: 'take', table: id })).toMatch(/not open any more/);
    world.restart();
    expect(world.host.names()).toEqual([]);
  });
});

describe('a table that is paid', () => {
  it('is closed once the money is taken, and not before', async () => {
    const { park, pay, refusal, names } = world.host;
    const id = await park('Table 4');
    expect(await pay(id)).toBe('done');
    expect(await refusal({ kind: 'take', table: id })).toMatch(/being paid/);
    expect(await pay(id)).toMatch(/being paid/);
    world.becomes('sale-1', { kind: 'waiting_approval', expires: 9_000 });
    expect(names()).toHaveLength(1);
    world.becomes('sale-1', PAID);
    expect(names()).toEqual([]);
    world.restart();
    expect(world.host.names()).toEqual([]);
  });

  it('is open again when its sale fails', async () => {
    const id = await world.host.park('Table 4');
    await world.host.pay(id);
    world.becomes('sale-1', { kind: 'declined' });
    expect(world.host.sales()).toEqual([null]);
    expect(await world.host.refusal({ kind: 'take', table: id })).toBe('done');
  });

  it('is closed after a power cut if its sale was paid', async () => {
    const id = await world.host.park('Table 4');
    await world.host.pay(id);
    world.restart();
    expect(world.host.sales()).toEqual(['sale-1']);
    world.becomes('sale-1', PAID);
    expect(world.host.names()).toEqual([]);
  });

  it('stays open when its sale is refused', async () => {
    const id = await world.host.park('Table 4');
    world.onStart(async () => refuse('Conflict', 'A sale is under way.'));
    expect(await world.host.pay(id)).toBe('A sale is under way.');
    expect(await world.host.refusal({ kind: 'take', table: id })).toBe('done');
    world.restart();
    expect(await world.host.refusal({ kind: 'take', table: id })).toBe('done');
  });

  it('has its sale also after that has left the view', async () => {
    const id = await world.host.park('Table 4');
    await world.host.pay(id);
    world.showOnly(() => false);
    expect(await world.host.refusal({ kind: 'take', table: id })).toMatch(/being paid/);
    world.becomes('sale-1', PAID);
    expect(world.host.names()).toEqual([]);
  });
});

describe('a power cut while the sale of a table is being started', () => {
  it('opens the table again if its sale was not yet in the journal', async () => {
    const id = await world.host.park('Table 4');
    world.onStart(() => NEVER);
    void world.host.pay(id);
    world.restart();
    expect(await world.host.refusal({ kind: 'take', table: id })).toBe('done');
  });

  it.each([
    ['paid', PAID, []],
    ['waiting', { kind: 'waiting_approval', expires: 9_000 } as const, ['sale-8']],
    ['declined', { kind: 'declined' } as const, [null]],
  ])('leaves the table with its sale of the journal, which is %s', async (_, state, sales) => {
    // Yesterday's guests at the same table had the same bill.
    world.add(sold({ number: 7, started: 9_000 }));
    const id = await world.host.park('Table 4');
    world.onStart(async (begin) => {
      await begin();
      return NEVER;
    });
    void world.host.pay(id);
    world.becomes('sale-8', state);
    world.restart();
    expect(world.host.sales()).toEqual(sales);
    // The file says the same: the sale may have left the view by the next restart.
    world.showOnly(() => false);
    world.restart();
    expect(world.host.sales()).toEqual(sales);
  });

  it('does not close the table for a sale of another bill, or of a cash register', async () => {
    const id = await world.host.park('Table 4');
    world.onStart(() => NEVER);
    void world.host.pay(id);
    world.add(sold({ id: 'a', number: 8, reference: 'register-1' }));
    world.add(sold({ id: 'b', number: 9, amount: money(14_800) }));
    world.add(sold({ id: 'c', number: 10, label: 'Table 5' }));
    world.restart();
    expect(world.host.names()).toEqual(['Table 4 14900']);
    expect(world.host.sales()).toEqual([null]);
  });
});

describe('a table that was not being paid', () => {
  it('stays open for an older sale of its name, whatever the clock said', async () => {
    world.add(sold({ number: 7, started: 9_000 }));
    const id = await world.host.park('Table 4');
    // A cash register sells under the same name while the table is open.
    world.add(sold({ id: 'register', number: 8, started: 9_500, reference: 'register-1' }));
    world.add(sold({ id: 'screen', number: 9, started: 9_600 }));
    world.restart();
    expect(world.host.names()).toEqual(['Table 4 14900']);
    expect(await world.host.refusal({ kind: 'take', table: id })).toBe('done');
  });
});

describe('a disk that refuses the tables', () => {
  it('prevents a park and no sale; the tables are written at a later view', async () => {
    const id = await world.host.park('Table 4');
    world.fillDisk();
    const at = { kind: 'open', table: id };
    expect(await world.host.refusal({ kind: 'park', basket: MORE, at })).toMatch(/cannot be saved/);
    expect(await world.host.pay(id)).toBe('done');
    expect(file()).not.toContain('sale-1');
    world.freeDisk();
    world.host.show();
    expect(file()).toContain('sale-1');
    // Once only: a view without a change writes nothing.
    writeFileSync(join(world.directory, TABLES_FILE), 'the file as it is');
    world.host.show();
    expect(file()).toBe('the file as it is');
  });

  it('does not bring a paid table back after a restart', async () => {
    const id = await world.host.park('Table 4');
    await world.host.pay(id);
    world.fillDisk();
    world.becomes('sale-1', PAID);
    expect(world.host.names()).toEqual([]);
    world.freeDisk();
    world.host.show();
    expect(file()).not.toContain('Table 4');
  });

  it('leaves a table whose ended sale is found outside the view', async () => {
    const id = await world.host.park('Table 4');
    await world.host.pay(id);
    world.fillDisk();
    world.becomes('sale-1', PAID);
    world.showOnly(() => false);
    world.restart();
    expect(world.host.names()).toEqual([]);
  });

  it('leaves a table that a person can clear if the till has dropped its sale', async () => {
    const id = await world.host.park('Table 4');
    await world.host.pay(id);
    world.forget('sale-1');
    world.restart();
    const { refusal, pay, sales, names } = world.host;
    const lines = [{ line: 0, quantity: 1 }];
    const to = { kind: 'new', name: 'Kari' };
    expect(sales()).toEqual([null]);
    expect(await refusal({ kind: 'take', table: id })).toMatch(/Look for its payment/);
    expect(await refusal({ kind: 'move', table: id, lines, to })).toMatch(/Look for its payment/);
    expect(await pay(id)).toMatch(/Look for its payment/);
    expect(await refusal({ kind: 'clear', table: id })).toBe('done');
    expect(names()).toEqual([]);
    world.restart();
    expect(world.host.names()).toEqual([]);
  });
});
