import { describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import type { SaleLogKey } from '../../shared/terminal/index.ts';
import { saleView } from '../shared/device/kiosk/worlds.ts';
import { createAuditedSale } from './audited-sale.ts';
import { createAuditor } from './auditor.ts';
import { type Evidence, LOG_CLAIMS } from './log-claims.ts';

const TILL = 'till1';
const NOTHING = {
  ...{ sale: 's', claimed: false, approved: false, rejected: false, taken: 0, refunded: 0 },
};

function evidence(key: SaleLogKey, over: Partial<Evidence> = {}): Evidence {
  const sale = createAuditedSale('s', TILL);
  sale.life = 1;
  sale.mode = 'sale';
  const view = saleView({ kind: 'creating' }, { id: 's', method: { kind: 'qr' } });
  return {
    ...{ line: { at: 0, key, text: 'A sentence.' }, view, sale, payment: undefined, life: 1 },
    ...{ policy: 'attended', isScanned: false, isStuck: false, isSaid: () => false },
    ...over,
  };
}

/** Worlds in which some lines are false: nothing has happened, all was taken, a sale with another amount. */
const WORLDS: readonly ((key: SaleLogKey) => Evidence)[] = [
  (key) => evidence(key),
  (key) => evidence(key, { payment: { ...NOTHING, claimed: true, approved: true, taken: 12_500 } }),
  (key) => {
    const other = evidence(key);
    other.sale.bodies.set('s', JSON.stringify({ amount: 1 }));
    return other;
  },
];

describe('the conditions of the log lines', () => {
  const keys = Object.keys(LOG_CLAIMS) as SaleLogKey[];

  it.each(keys)('%s is false in at least one world', (key) => {
    expect(WORLDS.map((world) => LOG_CLAIMS[key].holds(world(key)))).toContain(false);
  });

  it('a refund line is true up to the refunded amount', () => {
    const back = (amount: number, refunded: number) =>
      LOG_CLAIMS.refunded.holds(
        evidence('refunded', {
          line: { at: 0, key: 'refunded', amount: money(amount) },
          payment: { ...NOTHING, approved: true, taken: 12_500, refunded },
        }),
      );
    expect(back(12_500, 12_500)).toBe(true);
    expect(back(4_500, 12_500)).toBe(true);
    expect(back(12_500, 4_500)).toBe(false);
    expect(back(0, 12_500)).toBe(false);
  });
});

describe('the auditor', () => {
  function shows(refunded: number) {
    const auditor = createAuditor('attended');
    const tid = 'tid';
    auditor.began(TILL);
    auditor.started(TILL, 's');
    const call = { kind: 'create', posTid: 's', body: '{"amount":12500}' } as const;
    const wire = { till: TILL, method: '', target: '', json: null };
    auditor.served(auditor.sent(wire, call, 'served'), 201, { id: tid });
    auditor.customerDid('confirm', tid);
    auditor.took(tid, 12_500, refunded);
    const log = [{ at: 0, key: 'refunded', amount: money(12_500) }] as const;
    const view = saleView({ kind: 'capturing' }, { id: 's', tid, mode: { kind: 'sale' }, log });
    auditor.saw(TILL, [view], 'can write');
    return auditor.findings();
  }

  it('reports a log line with a larger refund than the real one', () => {
    expect(shows(12_500)).toEqual([]);
    expect(shows(4_500)).toEqual([expect.stringContaining('"Refunded')]);
  });
});
