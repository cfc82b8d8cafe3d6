import { expect, test } from 'vitest';
import type { Phase } from '../../../shared/kiosk/contract.ts';
import { phaseOf } from '../../../shared/kiosk/phase.ts';
import { money } from '../../../shared/money/money.ts';
import type { SaleRequest } from '../../../shared/terminal/index.ts';
import { createMoneyWorld } from '../../support/money-world.ts';
import { QR_SALE } from '../../support/till.ts';

/** The steps of a sale before the delivery. */
const BEFORE: readonly Phase['kind'][] = ['preparing', 'scan', 'approve', 'taking', 'cancelling'];

const RESULTS = [
  ['everything', { kind: 'ok', amount: null }, 'paid', 'vended'],
  ['a part', { kind: 'partial', amount: money(1_500), why: 'One of two.' }, 'paid', 'partly'],
  ['nothing', { kind: 'failed', why: 'Jammed.' }, 'released', 'given_back'],
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
