import { describe, expect, it } from 'vitest';
import { blocked, currentSale, isLive, openAside } from '../../../renderer/state/sales.ts';
import { BUSY_MORNING } from '../../screens/cashier/busy-morning.ts';
import { NOW, sale, view } from '../../screens/cashier/sales.ts';

describe('the current sale', () => {
  it('is the oldest sale that is not set aside', () => {
    const terminal = view([
      sale({ kind: 'creating' }, { id: 'b', number: 8 }),
      sale({ kind: 'paid', at: NOW }, { id: 'a', number: 7 }),
      sale({ kind: 'creating' }, { id: 'c', number: 1, aside: true }),
    ]);
    expect(currentSale(terminal)?.id).toBe('a');
    expect(isLive(currentSale(terminal))).toBe(false);
    expect(currentSale(BUSY_MORNING)).toBe(null);
    expect(openAside(BUSY_MORNING).map((one) => one.number)).toEqual([186]);
  });

  it('a till that cannot take a payment has a reason', () => {
    const offline = view([], { connection: { kind: 'offline', since: NOW } });
    expect(blocked(view([]), true)).toBe(null);
    expect(blocked(offline, true)).toBe('offline');
    expect(blocked({ ...offline, notReady: 'journal_full' }, true)).toBe('journal_full');
    expect(blocked(offline, false)).toBe('link');
  });
});
