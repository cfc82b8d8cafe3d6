import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../main/host/bridge/dispatch.ts';
import { createScreenSource } from '../../../../main/host/bridge/screen-source.ts';
import { type Goods, openGoods } from '../../../../main/host/goods/goods.ts';
import { BROKEN_FILE, TABLES_FILE } from '../../../../main/host/goods/tables-file.ts';
import type { Basket } from '../../../../shared/basket/basket.ts';
import { createIds } from '../../../../shared/ids/ids.ts';
import { money } from '../../../../shared/money/money.ts';
import { refuse } from '../../../../shared/protocol/errors.ts';
import type { SaleState } from '../../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../../shared/terminal/terminal.ts';
import { SETTINGS, sale, view } from '../../../screens/cashier/sales.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';

const COFFEE: Basket = {
  lines: [
    {
      product: 'flat-white',
      name: 'Flat white',
      quantity: 2,
      price: money(5_200),
      vatRate: '0.25',
      discount: null,
    },
    { ...bun(), quantity: 1 },
  ],
  discount: null,
};

function bun() {
  const price = money(4_500);
  return { product: 'bun', name: 'Bun', quantity: 1, price, vatRate: '0.15', discount: null };
}

let directory: string;
let said: string[];
let host: ReturnType<typeof openHost>;
let seed = 0;
/** What the terminal has found in its journal. */
let before = view([]);

function openHost(terminal: Terminal | null = null) {
  const till = createScriptedTerminal();
  till.show(before);
  const random = (length: number) => {
    seed += 1;
    return Uint8Array.from({ length }, (_, at) => (seed * 31 + at * 7) % 251);
  };
  const goods: Goods = openGoods({
    directory,
    terminal: terminal ?? till.terminal,
    clock: createManualClock(1_000),
    ids: createIds(random),
    report: (sentence) => said.push(sentence),
  });
  const run = createDispatch(till.terminal, { goods });
  return {
    till,
    goods,
    run,
    act: (act: object) => run({ type: 'goods', act }),
    names: () => goods.view().tables.map(({ name, total }) => `${name} ${total}`),
  };
}

/** The same till after a power cut. */
function again(): void {
  host = openHost();
}

async function park(name: string, basket = COFFEE): Promise<string> {
  const parked = await host.act({ kind: 'park', basket, at: { kind: 'new', name } });
  const id = parked.ok ? parked.value?.id : undefined;
  if (id === undefined) throw new Error(JSON.stringify(parked));
  return id;
}

async function refusal(act: object): Promise<string> {
  const done = await host.act(act);
  return done.ok ? 'done' : done.refusal.description;
}

function pay(table: string) {
  const request = { amount: 14_900, method: { kind: 'qr' } };
  return host.run({ type: 'start_sale', request, table });
}

const ended = (state: SaleState) => view([sale(state, { id: 'sale-1' })]);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tillkit-tables-'));
  said = [];
  before = view([]);
  again();
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('an open table', () => {
  it('survives a restart with all lines', async () => {
    const id = await park('Table 4');
    again();
    expect(host.names()).toEqual(['Table 4 14900']);
    expect(await host.act({ kind: 'take', table: id })).toMatchObject({
      ok: true,
      goods: { kind: 'basket', basket: COFFEE },
    });
    // Taken up is not gone: a screen that crashes now has lost nothing.
    again();
    expect(host.names()).toEqual(['Table 4 14900']);
  });

  it('accepts more lines and keeps its name and place', async () => {
    const id = await park('Table 4');
    const more = { ...COFFEE, lines: [...COFFEE.lines, { ...bun(), product: 'tea' }] };
    await host.act({ kind: 'park', basket: more, at: { kind: 'open', table: id } });
    again();
    expect(host.names()).toEqual(['Table 4 19400']);
  });

  it('needs a unique name and at least one line', async () => {
    await park('Table 4');
    const at = { kind: 'new', name: 'table 4' };
    expect(await refusal({ kind: 'park', basket: COFFEE, at })).toMatch(/is open already/);
    const nothing = { lines: [], discount: null };
    expect(
      await refusal({ kind: 'park', basket: nothing, at: { kind: 'new', name: 'B' } }),
    ).toMatch(/nothing to keep/);
    expect(host.names()).toHaveLength(1);
  });

  it('is split by moving lines in one step', async () => {
    const id = await park('Table 4');
    const lines = [{ line: 0, quantity: 1 }];
    await host.act({ kind: 'move', table: id, lines, to: { kind: 'new', name: 'Kari' } });
    again();
    expect(host.names()).toEqual(['Table 4 9700', 'Kari 5200']);
    const kari = host.goods.view().tables[1]?.id ?? '';
    const all = [0, 1].map((line) => ({ line, quantity: 9 }));
    await host.act({ kind: 'move', table: id, lines: all, to: { kind: 'open', table: kari } });
    again();
    expect(host.names()).toEqual(['Kari 14900']);
  });

  it('refuses a move to itself and a move of lines that it does not have', async () => {
    const id = await park('Table 4');
    const lines = [{ line: 0, quantity: 1 }];
    const to = { kind: 'open', table: id };
    expect(await refusal({ kind: 'move', table: id, lines, to })).toMatch(/at that table already/);
    const none = [{ line: 7, quantity: 1 }];
    const other = { kind: 'new', name: 'B' };
    expect(await refusal({ kind: 'move', table: id, lines: none, to: other })).toMatch(/no lines/);
    expect(host.names()).toEqual(['Table 4 14900']);
  });

  it('is removed when it is cleared', async () => {
    const id = await park('Table 4');
    await host.act({ kind: 'clear', table: id });
    expect(await refusal({ kind: 'take', table: id })).toMatch(/not open any more/);
    again();
    expect(host.names()).toEqual([]);
  });
});

describe('a table that is paid', () => {
  it('is closed once the money is taken, and not before', async () => {
    const id = await park('Table 4');
    expect(await pay(id)).toMatchObject({ ok: true });
    expect(await refusal({ kind: 'take', table: id })).toMatch(/being paid/);
    expect(await pay(id)).toMatchObject({ ok: false });
    host.till.show(ended({ kind: 'waiting_approval', expires: 9_000 }));
    expect(host.names()).toHaveLength(1);
    host.till.show(ended({ kind: 'paid', at: 5_000 }));
    expect(host.names()).toEqual([]);
    again();
    expect(host.names()).toEqual([]);
  });

  it('is open again when its sale fails', async () => {
    const id = await park('Table 4');
    await pay(id);
    host.till.show(ended({ kind: 'declined' }));
    expect(host.goods.view().tables).toMatchObject([{ name: 'Table 4', sale: null }]);
    expect(await refusal({ kind: 'take', table: id })).toBe('done');
  });

  it('is closed after a power cut if its sale was paid', async () => {
    const id = await park('Table 4');
    await pay(id);
    again();
    expect(host.goods.view().tables).toMatchObject([{ sale: 'sale-1' }]);
    host.till.show(ended({ kind: 'paid', at: 5_000 }));
    expect(host.names()).toEqual([]);
  });

  it('is closed after a power cut even if its sale was not yet recorded on the table', async () => {
    await park('Table 4');
    await park('Table 5');
    const paid = sale({ kind: 'paid', at: 5_000 }, { label: 'Table 4', started: 2_000 });
    // A sale of yesterday's guests at the same table.
    const older = sale({ kind: 'paid', at: 5 }, { id: 'old', label: 'Table 5', started: 1 });
    before = view([paid, older]);
    again();
    expect(host.names()).toEqual(['Table 5 14900']);
  });

  it('stays open when its sale is refused', async () => {
    const id = await park('Table 4');
    host.till.refuseStarts(refuse('Conflict', 'A sale is under way.'));
    expect(await pay(id)).toMatchObject({ ok: false });
    expect(host.goods.view().tables).toMatchObject([{ sale: null }]);
  });
});

describe('the file of the tables', () => {
  it('that is unreadable is renamed and reported, and the till starts', async () => {
    writeFileSync(join(directory, TABLES_FILE), '{"v":1,"tables":[{"id":');
    again();
    expect(host.names()).toEqual([]);
    expect(said.join(' ')).toContain(BROKEN_FILE);
    await park('Table 5');
    expect(readdirSync(directory).sort()).toEqual([BROKEN_FILE, TABLES_FILE].sort());
    expect(readFileSync(join(directory, BROKEN_FILE), 'utf8')).toContain('"tables"');
  });

  it('that cannot be written refuses the change and keeps the open tables', async () => {
    await park('Table 4');
    rmSync(directory, { recursive: true });
    const at = { kind: 'new', name: 'Table 5' };
    expect(await refusal({ kind: 'park', basket: COFFEE, at })).toMatch(/cannot be saved/);
    expect(host.names()).toEqual(['Table 4 14900']);
    directory = mkdtempSync(join(tmpdir(), 'tillkit-tables-'));
  });
});

describe('the current basket', () => {
  it('is shown on the screens until its sale starts', async () => {
    const source = createScreenSource(host.till.terminal, SETTINGS, { goods: host.goods });
    const shown: (Basket | undefined)[] = [];
    source.subscribe(({ goods }) => shown.push(goods?.basket?.basket));
    await host.act({ kind: 'show', basket: COFFEE, table: null });
    expect(source.snapshot().goods?.basket).toEqual({ basket: COFFEE, table: null });
    await host.run({ type: 'start_sale', request: { amount: 14_900, method: { kind: 'qr' } } });
    expect(shown).toEqual([COFFEE, undefined]);
  });

  it('survives a restart unless its sale was being started', async () => {
    const shown = { basket: COFFEE, table: null };
    await host.act({ kind: 'show', ...shown });
    again();
    expect(host.goods.view().basket).toEqual(shown);
    host.till.refuseStarts(refuse('Conflict', 'A sale is under way.'));
    const start = { type: 'start_sale', request: { amount: 14_900, method: { kind: 'qr' } } };
    await host.run(start);
    again();
    expect(host.goods.view().basket).toEqual(shown);
    // The power goes while the sale is being written.
    const { terminal } = host.till;
    const cut = { ...terminal, start: () => new Promise<never>(() => undefined) };
    void openHost(cut).run(start);
    again();
    expect(host.goods.view().basket).toBeNull();
  });

  it('is removed when it is parked or emptied', async () => {
    await host.act({ kind: 'show', basket: COFFEE, table: null });
    await park('Table 4');
    again();
    expect(host.goods.view().basket).toBeNull();
    await host.act({ kind: 'show', basket: COFFEE, table: null });
    await host.act({ kind: 'show', basket: { lines: [], discount: null }, table: null });
    again();
    expect(host.goods.view().basket).toBeNull();
  });

  it('is validated like every input of a screen', async () => {
    const bad = { ...COFFEE, lines: [{ ...bun(), quantity: 0 }] };
    expect(await host.act({ kind: 'show', basket: bad, table: null })).toMatchObject({
      refusal: { type: 'validation_error' },
    });
    expect(await host.act({ kind: 'read' })).toMatchObject({ refusal: { type: 'Not Found' } });
    const bare = createDispatch(host.till.terminal);
    expect(await bare({ type: 'goods', act: { kind: 'read' } })).toMatchObject({ ok: false });
  });
});
