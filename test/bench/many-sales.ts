import type { CDPSession } from 'playwright-core';
import { money } from '../../shared/money/money.ts';
import type { SaleState } from '../../shared/terminal/sale/state.ts';
import type { CashierPage } from '../screens/cashier/page.ts';
import { lines, NOW, sale, view } from '../screens/cashier/sales.ts';

/** What the screen holds after a garbage collection. */
export type Held = {
  readonly bytes: number;
  readonly nodes: number;
  readonly listeners: number;
};

/** The states of a sale as a till shows them, one after the other. */
const LIFE: readonly ((number: number) => SaleState)[] = [
  () => ({ kind: 'creating' }),
  (number) => ({
    kind: 'waiting_scan',
    uri: `http://127.0.0.1:4600/p/p${String(number).padStart(11, '0')}/`,
    expires: NOW + 300_000,
  }),
  () => ({ kind: 'waiting_approval', expires: NOW + 300_000 }),
  () => ({ kind: 'capturing' }),
  () => ({ kind: 'paid', at: NOW }),
];

/** Shows whole sales to an open screen, from the first typed digit to the empty keypad again. */
export async function sell(cashier: CashierPage, first: number, count: number): Promise<void> {
  const { page } = cashier;
  for (let number = first; number < first + count; number += 1) {
    await page.keyboard.type('12500');
    for (const stateOf of LIFE) {
      const id = `sale-${number}`;
      const log = lines('request_sent', 'code_shown', 'scanned');
      await cashier.show(view([sale(stateOf(number), { id, number, amount: money(12_500), log })]));
    }
    await cashier.show(view([]));
    await page.keyboard.press('c');
  }
}

/** A way to ask what the page holds. */
export async function openScales(cashier: CashierPage): Promise<() => Promise<Held>> {
  const session: CDPSession = await cashier.page.context().newCDPSession(cashier.page);
  await session.send('Performance.enable');
  return async () => {
    // Twice: what the first pass lets go may be what others are held by.
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
    return {
      bytes: value('JSHeapUsedSize'),
      nodes: value('Nodes'),
      listeners: value('JSEventListeners'),
    };
  };
}

/** By how much `values` grow from one to the next: the slope of the line of least squares. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [up, across] = values.reduce<readonly [number, number]>(
    ([over, under], value, at) => [
      over + (at - middle) * (value - mean),
      under + (at - middle) ** 2,
    ],
    [0, 0],
  );
  return up / across;
}
