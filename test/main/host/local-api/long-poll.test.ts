import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { refuseTill } from '../../../../shared/refusals/till-problem.ts';
import type { SaleState } from '../../../../shared/terminal/sale/state.ts';
import { sale } from '../../../screens/cashier/sales.ts';
import { type ScriptedWorld, startScriptedWorld } from './register-setup.ts';

/* A till that cannot fulfil a call of a register reports the reason. */

let world: ScriptedWorld;
beforeEach(async () => {
  world = await startScriptedWorld();
});
afterEach(() => world.stop());

const SALE = { reference: 'R-1', amount: 100 };
const WAITING: SaleState = { kind: 'waiting_approval', expires: 0 };

describe('a till', () => {
  it('without a service answers offline and starts no sale', async () => {
    world.till.show({ connection: { kind: 'offline', since: 0 } });
    const status = await world.register.call('GET', '');
    expect(status.json).toMatchObject({
      obstacle: 'offline',
      connection: { kind: 'offline', since: '1970-01-01T00:00:00.000Z' },
    });
    const reply = await world.register.start(SALE);
    expect([reply.status, reply.json.error_type]).toEqual([503, 'offline']);
    expect(reply.headers['retry-after']).toBe('5');
    expect(world.till.asked).toEqual([]);
  });

  it('without a service still finds the sale of a reference', async () => {
    const open = sale(WAITING, { id: 'sale-1', reference: 'R-1' });
    world.till.show({ connection: { kind: 'offline', since: 0 }, sales: [open] });
    const reply = await world.register.start(SALE);
    expect(reply.status).not.toBe(503);
    expect(reply.sale.id).toBe('sale-1');
    expect((await world.register.call('GET', 'sales/?reference=R-1')).json.sales).toHaveLength(1);
  });

  it('with a full journal answers journal_full', async () => {
    world.till.refuseStarts(refuseTill('not_saved', 'The disk is full; make room on it.'));
    world.till.show({ notReady: 'journal_full' });
    expect((await world.register.call('GET', '')).json.obstacle).toBe('journal_full');
    const reply = await world.register.start(SALE);
    expect([reply.status, reply.json.error_type]).toEqual([503, 'journal_full']);
    expect(reply.json.error_description).toContain('make room');
  });

  it('that is stopping answers stopping', async () => {
    world.till.refuseStarts(refuseTill('stopping'));
    const reply = await world.register.start(SALE);
    expect([reply.status, reply.json.error_type]).toEqual([503, 'stopping']);
  });

  it('with a sale on its screen answers busy with that sale', async () => {
    world.till.refuseStarts(refuseTill('another_sale'));
    const [other, aside] = [sale(WAITING), sale(WAITING, { id: 'sale-2', aside: true })];
    world.till.show({ sales: [other, aside] });
    expect((await world.register.call('GET', '')).json).toMatchObject({
      obstacle: 'busy',
      open_sales: 2,
    });
    const reply = await world.register.start(SALE);
    expect([reply.status, reply.json.error_type]).toEqual([409, 'busy']);
    expect(reply.json.error_details?.sales).toMatchObject([{ id: other.id }]);
  });

  it('refuses a late action with 409 and returns the current sale', async () => {
    world.till.show({ sales: [sale({ kind: 'paid', at: 0 }, { id: 'sale-1' })] });
    const reply = await world.register.act('sale-1', 'capture');
    expect([reply.status, reply.json.error_type]).toEqual([409, 'not_possible']);
    expect(reply.json.error_details?.sale).toMatchObject({ id: 'sale-1', state: { kind: 'paid' } });
  });

  it('refuses an action on an unclaimed result, and a claim of a sale, with 404', async () => {
    const late = { tid: 'p1', posTid: null, money: null, currency: null, code: 2000, at: 0 };
    world.till.show({ sales: [sale(WAITING, { id: 'sale-1' })], unclaimed: [late] });
    expect((await world.register.act('p1', 'dismiss')).status).toBe(404);
    const claim = (id: string) => world.register.call('POST', `unclaimed/${id}/claim/`);
    expect((await claim('sale-1')).status).toBe(404);
    expect(world.till.asked).toEqual([]);
    expect((await claim('p1')).status).toBe(204);
    expect(world.till.asked).toEqual([{ act: 'dismiss', saleId: 'p1' }]);
  });
});

describe('a call that waits for a sale', () => {
  const show = (state: SaleState) => world.till.show({ sales: [sale(state, { id: 'sale-1' })] });
  const version = async () => (await world.register.read('sale-1')).sale.version;

  it('is answered when the sale changes, and not when only the connection changes', async () => {
    show(WAITING);
    const since = await version();
    let answered = false;
    const waiting = world.register.read('sale-1', `?wait=25&since=${since}`).then((reply) => {
      answered = true;
      return reply;
    });
    await expect.poll(() => world.clock.armed()).toBeGreaterThan(0);
    world.till.show({ connection: { kind: 'online', push: false } });
    await world.register.call('GET', '');
    expect(answered).toBe(false);
    show({ kind: 'paid', at: 0 });
    const reply = await waiting;
    expect(reply.sale.state.kind).toBe('paid');
    expect(reply.sale.version).not.toBe(since);
  });

  it('is answered at once for an old version, and otherwise after its waiting time', async () => {
    show(WAITING);
    const old = await world.register.read('sale-1', '?wait=25&since=another.1');
    expect(old.status).toBe(200);
    const since = await version();
    const timers = world.clock.armed();
    const waiting = world.register.read('sale-1', `?wait=2&since=${since}`);
    await expect.poll(() => world.clock.armed()).toBeGreaterThan(timers);
    world.clock.advance(2_000);
    expect((await waiting).sale.version).toBe(since);
  });

  it.each(['wait=26', 'wait=-1', 'wait=x', 'wait=1&wait=2'])(
    'is refused with %s',
    async (query) => {
      show(WAITING);
      expect((await world.register.read('sale-1', `?${query}`)).json.error_type).toBe(
        'validation_error',
      );
    },
  );

  it('is refused with 429 above the limit of waiting calls', async () => {
    show(WAITING);
    const since = await version();
    const timers = world.clock.armed();
    const waiting = Array.from({ length: LIMITS.tillApiWaitsMax }, () =>
      world.register.read('sale-1', `?wait=25&since=${since}`),
    );
    await expect.poll(() => world.clock.armed()).toBe(timers + LIMITS.tillApiWaitsMax);
    const next = await world.register.read('sale-1', `?wait=25&since=${since}`);
    expect([next.status, next.json.error_type]).toEqual([429, 'too_many_waiting']);
    expect((await world.register.read('sale-1')).status).toBe(200);
    world.clock.advance(25_000);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(
      waiting.map(() => 200),
    );
  });
});
