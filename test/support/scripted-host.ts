import { NOTHING_KEPT, type ScreenDevice } from '../../renderer/state/bills/bills.ts';
import type { KeptDeck } from '../../renderer/state/goods-state.ts';
import { createTill } from '../../renderer/state/till-store.ts';
import type { BillsView } from '../../shared/device/bridge/bills.ts';
import type { Snapshot } from '../../shared/device/bridge/contract.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { GOODS } from '../screens/cashier/goods-shop.ts';
import { SETTINGS, view } from '../screens/cashier/sales.ts';
import { createRecordingBridge } from './recording-bridge.ts';

const NO_BILLS_OPEN: BillsView = { open: [], shown: null, pays: null };

/** A device whose ids count, and whose timers the test lets run out. */
export function createTestDevice(name = 'id'): ScreenDevice & { runOut(): void } {
  const timers: (() => void)[] = [];
  let kept = NOTHING_KEPT;
  let deck: KeptDeck | null = null;
  let ids = 0;
  return {
    now: () => 0,
    newId: () => {
      ids += 1;
      return `${name}-${ids}`;
    },
    after: (_, run) => {
      timers.push(run);
    },
    kept: () => kept,
    keptDeck: () => deck,
    keepDeck: (next) => {
      deck = next;
    },
    keep: (bills) => {
      kept = bills;
    },
    runOut: () => {
      for (const run of timers.splice(0)) run();
    },
  };
}

/** The state of a cashier's screen. The test works its host: the answers, the snapshots and the link. */
export function openTill(device = createTestDevice()) {
  const waiting: { type: string; answer(answer: AnyAnswer | null): void }[] = [];
  const screen = createRecordingBridge(
    ({ type }) =>
      new Promise((resolve, reject) => {
        const answer = (given: AnyAnswer | null) =>
          given === null ? reject(new Error('the host did not answer')) : resolve(given);
        waiting.push({ type, answer });
      }),
  );
  const { commands, link, sent } = screen;
  const till = createTill(screen.bridge, device);
  const show = (
    sales: readonly SaleView[],
    bills: BillsView = NO_BILLS_OPEN,
    more: Partial<Snapshot> = {},
  ) =>
    screen.show({
      settings: SETTINGS,
      view: view(sales),
      goods: { ...GOODS, catalogue: null },
      bills,
      ...more,
    });
  /** Answers the oldest command of this type; null means that the answer is lost. */
  const answer = async (type: string, given: AnyAnswer | null) => {
    const place = waiting.findIndex((one) => one.type === type);
    waiting.splice(place, 1)[0]?.answer(given);
    await new Promise((done) => setImmediate(done));
  };
  const shown = () => ({
    amount: till.store.getState().entry.amount,
    lines: till.bills.current()?.lines.length ?? 0,
    problem: till.store.getState().problem,
  });
  show([]);
  return { till, commands, show, answer, link, sent, shown, device };
}
