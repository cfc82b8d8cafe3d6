import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createDispatch } from '../../../../main/host/bridge/dispatch.ts';
import { type GoodsOptions, openGoods } from '../../../../main/host/goods/goods.ts';
import { TABLES_FILE } from '../../../../main/host/goods/tables-file.ts';
import type { Basket } from '../../../../shared/basket/basket.ts';
import type { BridgeAnswer } from '../../../../shared/bridge/contract.ts';
import { money } from '../../../../shared/money/money.ts';
import { present } from '../../../../shared/objects/present.ts';
import { answer } from '../../../../shared/protocol/errors.ts';
import type { SaleRequest, SaleState, SaleView } from '../../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../../shared/terminal/terminal.ts';
import { sale, view } from '../../../screens/cashier/sales.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';
import { testIds } from '../../../support/till.ts';

/* A till host with goods. The test decides what its sales do, and when its power is cut. */

export function bun() {
  const price = money(4_500);
  return { product: 'bun', name: 'Bun', quantity: 1, price, vatRate: '0.15', discount: null };
}

const COFFEE_LINE = {
  ...{ product: 'flat-white', name: 'Flat white', quantity: 2 },
  ...{ price: money(5_200), vatRate: '0.25', discount: null },
};
/** A bill of 149.00. */
export const COFFEE: Basket = { lines: [COFFEE_LINE, bun()], discount: null };
/** The same bill with one more line, 194.00. */
export const MORE: Basket = { ...COFFEE, lines: [...COFFEE.lines, { ...bun(), product: 'tea' }] };

/** A sale of the bill of 149.00. */
export const REQUEST = { amount: 14_900, method: { kind: 'qr' }, label: 'Table 4' };
export const NEVER = new Promise<never>(() => undefined);

type Begin = () => ReturnType<Terminal['start']>;
type OnStart = (begin: Begin) => ReturnType<Terminal['start']>;

/** Opens the goods of this folder. `close` stops them. */
export function openHost(directory: string, terminal: Terminal) {
  const said: string[] = [];
  const options: GoodsOptions = {
    ...{ directory, terminal, clock: createManualClock(1_000), ids: testIds() },
    report: (sentence) => said.push(sentence),
  };
  const goods = openGoods(options);
  const run = createDispatch(terminal, { goods });
  const act = (one: object) => run({ type: 'goods', act: one });
  const refusalOf = (done: BridgeAnswer) => (done.ok ? 'done' : done.refusal.description);
  return {
    goods,
    said,
    run,
    act,
    names: () => goods.view().tables.map(({ name, total }) => `${name} ${total}`),
    sales: () => goods.view().tables.map((table) => table.sale),
    park: async (name: string, basket = COFFEE): Promise<string> => {
      const parked = await act({ kind: 'park', basket, at: { kind: 'new', name } });
      const id = parked.ok ? parked.value?.id : undefined;
      if (id === undefined) throw new Error(JSON.stringify(parked));
      return id;
    },
    refusal: async (one: object) => refusalOf(await act(one)),
    pay: async (table: string, more: object = {}) =>
      refusalOf(await run({ type: 'start_sale', request: { ...REQUEST, ...more }, table })),
  };
}

/** Makes an empty folder that is removed after the test. */
export function newFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-goods-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts a till for one test. */
export function goodsWorld() {
  const directory = newFolder();
  const blocked = join(directory, `${TABLES_FILE}.new`);
  let sales: readonly SaleView[] = [];
  let isShown = (_sale: SaleView) => true;
  let onStart: OnStart = (begin) => begin();

  function boot() {
    const till = createScriptedTerminal();
    const show = () => till.show(view(sales.filter(isShown)));
    show();
    const begin = ({ amount, label, method }: Parameters<Terminal['start']>[0]) => {
      const number = Math.max(0, ...sales.map((one) => one.number)) + 1;
      const id = `sale-${number}`;
      const rest = { amount: money(amount), method: method as SaleRequest['method'] };
      const begun = sale({ kind: 'creating' }, { id, number, ...rest, ...present({ label }) });
      sales = [begun, ...sales];
      show();
      return Promise.resolve(answer({ id }));
    };
    const terminal: Terminal = {
      ...till.terminal,
      start: (request) => onStart(() => begin(request)),
      sale: (id) => sales.find((one) => one.id === id) ?? null,
    };
    return { till, terminal, show, ...openHost(directory, terminal) };
  }

  const world = {
    directory,
    host: boot(),
    /** The power is cut, and the till starts again. */
    restart: () => {
      world.host.goods.stop();
      onStart = (begin) => begin();
      world.host = boot();
    },
    /** What the start of a sale does; `begin` writes the sale to the journal. */
    onStart: (next: OnStart) => {
      onStart = next;
    },
    /** Adds a sale that this till made earlier, or removes one from its journal. */
    add: (one: SaleView) => {
      sales = [one, ...sales];
      world.host.show();
    },
    forget: (id: string) => {
      sales = sales.filter((one) => one.id !== id);
      world.host.show();
    },
    becomes: (id: string, state: SaleState) => {
      sales = sales.map((one) => (one.id === id ? { ...one, state } : one));
      world.host.show();
    },
    /** The sales that are in the view; the terminal knows the others too. */
    showOnly: (next: (one: SaleView) => boolean) => {
      isShown = next;
      world.host.show();
    },
    /** The disk refuses to write the tables. */
    fillDisk: () => mkdirSync(blocked),
    freeDisk: () => rmdirSync(blocked),
  };
  return world;
}
