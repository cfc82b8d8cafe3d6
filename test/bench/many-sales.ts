import type { CDPSession } from 'playwright-core';
import { money } from '../../shared/money/money.ts';
import type { SaleState } from '../../shared/terminal/sale/state.ts';
import type { CashierPage } from '../screens/cashier/page.ts';
import { lines, NOW, sale, view } from '../screens/cashier/sales.ts';

/** Memory of the page after a garbage collection. */
export type PageMemory = {
  /** Bytes of the objects, functions and texts that the page's scripts keep. */
  readonly bytes: number;
  readonly nodes: number;
  readonly listeners: number;
};

/** The states of a sale in the order in which the till shows them. */
const SALE_STATES: readonly ((number: number) => SaleState)[] = [
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

/** Shows complete sales on an open screen: from the first typed digit until the keypad is empty. */
export async function showSales(cashier: CashierPage, first: number, count: number): Promise<void> {
  const { page } = cashier;
  for (let number = first; number < first + count; number += 1) {
    await page.keyboard.type('12500');
    for (const stateOf of SALE_STATES) {
      const id = `sale-${number}`;
      const log = lines('request_sent', 'code_shown', 'scanned');
      await cashier.show(view([sale(stateOf(number), { id, number, amount: money(12_500), log })]));
    }
    await cashier.show(view([]));
    await page.keyboard.press('c');
  }
}

/**
 * Types of the nodes of a heap snapshot that hold what the page's scripts keep. The others hold what the
 * browser makes of the scripts: its compiled code grows for as long as a page warms up, and how much is
 * compiled at a moment depends on the speed of the machine.
 */
const KEPT_TYPES = new Set([
  'object',
  'closure',
  'string',
  'concatenated string',
  'sliced string',
  'bigint',
]);

type HeapSnapshot = {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
};

async function takeSnapshot(session: CDPSession): Promise<HeapSnapshot> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { readonly chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', keep);
  return JSON.parse(chunks.join(''));
}

/** Bytes of the objects, functions and texts in a snapshot. */
function keptBytes({ snapshot: { meta }, nodes }: HeapSnapshot): number {
  const [type, size] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('self_size')];
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    const name = meta.node_types[0][nodes[node + type] ?? -1] ?? '';
    if (KEPT_TYPES.has(name)) bytes += nodes[node + size] ?? 0;
  }
  return bytes;
}

/** Returns a function that measures the memory of the page. */
export async function openMemoryMeter(cashier: CashierPage): Promise<() => Promise<PageMemory>> {
  const session: CDPSession = await cashier.page.context().newCDPSession(cashier.page);
  await session.send('Performance.enable');
  return async () => {
    // React keeps what it drew before the last drawing: two more drawings let go of the last sale.
    await cashier.show(view([]));
    await cashier.show(view([]));
    await cashier.page.evaluate(
      () => new Promise((idle) => requestAnimationFrame(() => requestIdleCallback(idle))),
    );
    // The first collection can release objects that kept others alive: the second frees those.
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
    return {
      bytes: keptBytes(await takeSnapshot(session)),
      nodes: value('Nodes'),
      listeners: value('JSEventListeners'),
    };
  };
}

/** Average growth of `values` from one to the next: the slope of the least-squares line. */
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
