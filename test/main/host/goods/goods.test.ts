import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../main/host/bridge/dispatch.ts';
import { createScreenSource } from '../../../../main/host/bridge/screen-source.ts';
import { BROKEN_FILE, TABLES_FILE } from '../../../../main/host/goods/tables-file.ts';
import type { Basket } from '../../../../shared/basket/basket.ts';
import { money } from '../../../../shared/money/money.ts';
import { refuse } from '../../../../shared/protocol/errors.ts';
import type { PaymentMethod } from '../../../../shared/terminal/sale/state.ts';
import { SETTINGS } from '../../../screens/cashier/sales.ts';
import { tillWorld } from '../../../support/till-world.ts';
import {
  bun,
  COFFEE,
  goodsWorld,
  MORE,
  NEVER,
  newFolder,
  openHost,
  REQUEST,
} from './goods-world.ts';

let world: ReturnType<typeof goodsWorld>;
beforeEach(() => {
  world = goodsWorld();
});

const START = { type: 'start_sale', request: REQUEST };

describe('a table whose sale is being started', () => {
  it('refuses a second screen until the start is refused', async () => {
    const [id, other] = [await world.host.park('Table 4'), await world.host.park('Table 5')];
    let refuseStart = () => {};
    world.onStart(
      () =>
        new Promise((resolve) => {
          refuseStart = () => resolve(refuse('Conflict', 'A sale is under way.'));
        }),
    );
    const paid = world.host.pay(id);
    const { refusal, names } = world.host;
    const lines = [{ line: 0, quantity: 1 }];
    const at = { kind: 'open', table: id };
    const to = { kind: 'open', table: other };
    expect(await refusal({ kind: 'park', basket: MORE, at })).toMatch(/being paid/);
    expect(await refusal({ kind: 'move', table: id, lines, to })).toMatch(/being paid/);
    expect(await refusal({ kind: 'move', table: other, lines, to: at })).toMatch(/being paid/);
    expect(await refusal({ kind: 'clear', table: id })).toMatch(/being paid/);
    expect(await world.host.pay(id)).toMatch(/being paid/);
    expect(names()).toEqual(['Table 4 14900', 'Table 5 14900']);
    refuseStart();
    expect(await paid).toBe('A sale is under way.');
    expect(await refusal({ kind: 'park', basket: MORE, at })).toBe('done');
  });

  it('is opened by a restart if the till failed before it knew the sale', async () => {
    const id = await world.host.park('Table 4');
    world.onStart(() => Promise.reject(new Error('the till fell over')));
    expect(await world.host.pay(id)).toMatch(/Try again/);
    expect(await world.host.refusal({ kind: 'take', table: id })).toMatch(/does not know/);
    expect(await world.host.pay(id)).toMatch(/does not know/);
    // The journal says that there was no sale.
    world.restart();
    expect(await world.host.refusal({ kind: 'take', table: id })).toBe('done');
  });

  it('keeps the sale of a start that failed after the sale was in the journal', async () => {
    const id = await world.host.park('Table 4');
    world.onStart(async (begin) => {
      await begin();
      throw new Error('the till fell over');
    });
    await world.host.pay(id);
    expect(world.host.sales()).toEqual(['sale-1']);
    world.becomes('sale-1', { kind: 'paid', at: 5_000 });
    expect(world.host.names()).toEqual([]);
  });
});

describe('the terminal of a till whose power is cut', () => {
  const SERIAL = { kind: 'serial', serial: 'A1' } as const;
  const METHODS: readonly (readonly [string, PaymentMethod])[] = [
    ['code', { kind: 'qr' }],
    ['code and sticker', { kind: 'qr_and_sticker', sticker: SERIAL }],
    ['code of the device', { kind: 'device_code', code: null }],
  ];

  it.each(METHODS)(
    'finds the started sale of a table by %s, and no older one',
    async (_, method) => {
      const { till, clock, again } = tillWorld();
      await sellEarlier(till);
      clock.setBack(3_600_000);
      const directory = newFolder();
      const { id, started } = await cutPower(directory, till, { method });
      const restarted = await again();
      const host = openHost(directory, restarted.till);
      expect(host.sales()).toEqual([started]);
      expect(await host.refusal({ kind: 'take', table: id })).toMatch(/being paid/);
      await restarted.till.act(started, 'cancel');
      await restarted.saleBecomes(started, 'aborted');
      expect(await host.refusal({ kind: 'take', table: id })).toBe('done');
    },
  );

  it('finds the started sale of a code that was shown before the total was known', async () => {
    const { till, again } = tillWorld();
    const code = await till.openCode(null);
    if (!code.ok) throw new Error(code.refusal.description);
    // Sales with larger numbers than the code's.
    await sellEarlier(till);
    const directory = newFolder();
    const method = { kind: 'device_code', code: code.value.id };
    const { started } = await cutPower(directory, till, { method });
    expect(started).toBe(code.value.id);
    const restarted = await again();
    expect(openHost(directory, restarted.till).sales()).toEqual([started]);
  });

  it('finds no sale if the sale was not in the journal', async () => {
    const { till, again } = tillWorld();
    await sellEarlier(till);
    const directory = newFolder();
    const host = openHost(directory, { ...till, start: () => NEVER });
    const id = await host.park('Table 4');
    void host.pay(id);
    const restarted = await again();
    const next = openHost(directory, restarted.till);
    expect(await next.refusal({ kind: 'take', table: id })).toBe('done');
  });

  type Till = ReturnType<typeof tillWorld>['till'];

  /** The sale of earlier guests: the same table, the same bill. */
  async function sellEarlier(till: Till): Promise<void> {
    const bill = { amount: money(14_900), label: 'Table 4', text: null };
    const sold = await till.start({ ...bill, method: { kind: 'qr' } });
    if (!sold.ok) throw new Error(sold.refusal.description);
    await till.act(sold.value.id, 'set_aside');
  }

  /** Parks and pays a table. The power is cut after the sale is in the journal. */
  async function cutPower(directory: string, till: Till, more: object) {
    let started = '';
    const start: Till['start'] = async (request) => {
      const sale = await till.start(request);
      started = sale.ok ? sale.value.id : sale.refusal.description;
      reached();
      return NEVER;
    };
    let reached = () => {};
    const inJournal = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const host = openHost(directory, { ...till, start });
    const id = await host.park('Table 4');
    void host.pay(id, more);
    await inJournal;
    host.goods.stop();
    return { id, started };
  }
});

describe('the file of the tables', () => {
  it('that is unreadable is renamed and reported, and the till starts', async () => {
    writeFileSync(join(world.directory, TABLES_FILE), '{"v":1,"tables":[{"id":');
    world.restart();
    expect(world.host.names()).toEqual([]);
    expect(world.host.said.join(' ')).toContain(BROKEN_FILE);
    await world.host.park('Table 5');
    expect(readdirSync(world.directory).sort()).toEqual([BROKEN_FILE, TABLES_FILE].sort());
    expect(readFileSync(join(world.directory, BROKEN_FILE), 'utf8')).toContain('"tables"');
  });
});

describe('the current basket', () => {
  it('is shown on the screens until its sale starts', async () => {
    const { goods, act, run, terminal } = world.host;
    const source = createScreenSource(terminal, SETTINGS, { goods });
    const shown: (Basket | undefined)[] = [];
    await act({ kind: 'show', basket: COFFEE, table: null });
    expect(source.snapshot().goods?.basket).toEqual({ basket: COFFEE, table: null });
    source.subscribe((snapshot) => shown.push(snapshot.goods?.basket?.basket));
    await run(START);
    expect(shown.at(-1)).toBeUndefined();
  });

  it('survives a restart unless its sale was being started', async () => {
    const shown = { basket: COFFEE, table: null };
    await world.host.act({ kind: 'show', ...shown });
    world.restart();
    expect(world.host.goods.view().basket).toEqual(shown);
    world.onStart(async () => refuse('Conflict', 'A sale is under way.'));
    await world.host.run(START);
    world.restart();
    expect(world.host.goods.view().basket).toEqual(shown);
    // The power goes while the sale is being written.
    world.onStart(() => NEVER);
    void world.host.run(START);
    world.restart();
    expect(world.host.goods.view().basket).toBeNull();
  });

  it('is removed when it is parked or emptied', async () => {
    await world.host.act({ kind: 'show', basket: COFFEE, table: null });
    await world.host.park('Table 4');
    world.restart();
    expect(world.host.goods.view().basket).toBeNull();
    await world.host.act({ kind: 'show', basket: COFFEE, table: null });
    const empty = { lines: [], discount: null };
    await world.host.act({ kind: 'show', basket: empty, table: null });
    world.restart();
    expect(world.host.goods.view().basket).toBeNull();
  });

  it('is validated like every input of a screen', async () => {
    const bad = { ...COFFEE, lines: [{ ...bun(), quantity: 0 }] };
    expect(await world.host.act({ kind: 'show', basket: bad, table: null })).toMatchObject({
      refusal: { type: 'validation_error' },
    });
    expect(await world.host.act({ kind: 'read' })).toMatchObject({
      refusal: { type: 'Not Found' },
    });
    const bare = createDispatch(world.host.terminal);
    expect(await bare({ type: 'goods', act: { kind: 'read' } })).toMatchObject({ ok: false });
  });
});
