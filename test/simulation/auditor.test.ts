import { expect, it } from 'vitest';
import type { SaleView } from '../../shared/terminal/index.ts';
import { saleView } from '../shared/device/kiosk/worlds.ts';
import { createAuditor } from './auditor.ts';
import type { CallSeen } from './calls-seen.ts';

const TILL = 'till1';
const CREATING = saleView({ kind: 'creating' }, { id: 's', tid: null, mode: { kind: 'sale' } });

function audit(policy: 'attended' | 'unattended') {
  const auditor = createAuditor(policy);
  const send = (call: CallSeen) =>
    auditor.sent({ till: TILL, method: '', target: '', json: null }, call, 'served');
  return {
    ...auditor,
    /** The till begins a life, and its first screen shows these sales. */
    lives: (sales: readonly SaleView[]) => {
      auditor.began(TILL);
      auditor.saw(TILL, sales, 'can write');
    },
    told: () => auditor.started(TILL, 's'),
    aborts: () => {
      auditor.served(send({ kind: 'create', posTid: 's', body: '{}' }), 201, { id: 'tid' });
      send({ kind: 'command', tid: 'tid', action: 'abort', part: null });
      return auditor.findings();
    },
  };
}

const FINDING = 'abort of tid, though no person had given up sale s';

it('a till without a cashier may abort a sale that it had at its start, before the register knows it', () => {
  const world = audit('unattended');
  world.lives([]);
  world.lives([CREATING]);
  world.told();
  expect(world.aborts()).toEqual([]);
});

it('a till without a cashier may not abort a sale that began in the same life', () => {
  const world = audit('unattended');
  world.lives([]);
  world.lives([]);
  world.told();
  world.saw(TILL, [CREATING], 'can write');
  expect(world.aborts()).toEqual([FINDING]);
});

it('a till with a cashier may not abort a sale that it had at its start', () => {
  const world = audit('attended');
  world.lives([]);
  world.lives([CREATING]);
  world.told();
  expect(world.aborts()).toEqual([FINDING]);
});

it.each([
  ['in their order', [0, 1]],
  ['the later one first', [1, 0]],
] as const)('two orders that the till refuses do not bind it, %s', (_order, refusals) => {
  const world = audit('attended');
  world.lives([CREATING]);
  world.told();
  const send = (call: CallSeen) =>
    world.sent({ till: TILL, method: '', target: '', json: null }, call, 'served');
  world.served(send({ kind: 'create', posTid: 's', body: '{}' }), 201, { id: 'tid' });
  const orders = [0, 1].map(() => world.ordered(TILL, 's', 'cancel', 'answered later'));
  for (const at of refusals) {
    const order = orders[at];
    if (order !== undefined) world.orderAnswered(order, false);
  }
  // The till closes the other code of the sale and captures the money of this one.
  send({ kind: 'command', tid: 'tid', action: 'release', part: null });
  send({ kind: 'command', tid: 'tid', action: 'capture', part: null });
  expect(world.findings().filter((finding) => finding.includes('had ordered'))).toEqual([]);
});
