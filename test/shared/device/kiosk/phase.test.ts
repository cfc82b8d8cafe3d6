import { expect, test } from 'vitest';
import type { Phase } from '../../../../shared/device/kiosk/contract.ts';
import { phaseOf, servicePhaseOf } from '../../../../shared/device/kiosk/phase.ts';
import { money } from '../../../../shared/money/money.ts';
import type { SaleRequest } from '../../../../shared/terminal/index.ts';
import { amounts } from '../../../support/amounts.ts';
import { createMoneyWorld } from '../../../support/money-world.ts';
import { QR_SALE } from '../../../support/till.ts';
import { saleView } from './worlds.ts';

/** The steps of a sale before the delivery. */
const BEFORE: readonly Phase['kind'][] = ['preparing', 'scan', 'approve', 'taking', 'cancelling'];

const RESULTS = [
  ['everything', { kind: 'ok', amount: null }, 'paid', 'vended'],
  ['a part', { kind: 'partial', amount: money(1_500), why: 'One of two.' }, 'paid', 'partly'],
  ['nothing', { kind: 'failed', why: 'Jammed.' }, 'released', 'not_charged'],
] as const;

test.each(RESULTS)(
  'a sale whose machine delivers %s shows no earlier step again after the delivery has begun',
  async (_name, result, state, end) => {
    const world = createMoneyWorld({ settings: { policy: 'unattended' } });
    world.machine.script(result);
    const kinds: Phase['kind'][] = [];
    world.till().subscribe(({ sales }) => {
      const [sale] = sales;
      const kind = sale === undefined ? null : phaseOf(sale).kind;
      if (kind !== null && kinds.at(-1) !== kind) kinds.push(kind);
    });
    const request: SaleRequest = {
      ...QR_SALE,
      amount: money(10_000),
      mode: { kind: 'vend', item: 'slot-14', order: 'deposit' },
    };
    await world.approved(request);
    await world.becomes(state);
    const after = kinds.slice(kinds.indexOf('delivering'));
    expect(after.filter((kind) => BEFORE.includes(kind))).toEqual([]);
    expect(after[0]).toBe('delivering');
    expect(after.at(-1)).toBe(end);
  },
);

test('the service menu distinguishes money that is released from money that is refunded', () => {
  const missed = { log: [{ at: 0, key: 'not_delivered' }] } as const;
  const taken = amounts({ captured: 5_200, refunded: 5_200 });
  const missing = money(5_200);
  expect([
    servicePhaseOf(saleView({ kind: 'releasing' }, missed)),
    servicePhaseOf(saleView({ kind: 'released' }, missed)),
    servicePhaseOf(saleView({ kind: 'undelivered', missing, refund: 'under_way' }, missed)),
    servicePhaseOf(saleView({ kind: 'refunded' }, { ...missed, money: taken })),
    servicePhaseOf(saleView({ kind: 'undelivered', missing, refund: 'by_person' }, missed)),
    servicePhaseOf(saleView({ kind: 'declined' })),
  ]).toEqual(['releasing', 'released', 'refunding', 'refunded', 'ask', 'declined']);
});
