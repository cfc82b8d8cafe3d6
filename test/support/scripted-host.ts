import { createTill } from '../../renderer/state/till-store.ts';
import type {
  Bridge,
  BridgeAnswer,
  BridgeCommand,
  Snapshot,
} from '../../shared/bridge/contract.ts';
import type { GoodsView } from '../../shared/bridge/goods.ts';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { GOODS } from '../screens/cashier/goods-shop.ts';
import { SETTINGS, view } from '../screens/cashier/sales.ts';

/** The state of a cashier's screen. The test works its host: the answers, the snapshots and the link. */
export function openTill() {
  const commands: BridgeCommand[] = [];
  const waiting: { type: string; answer(answer: BridgeAnswer | null): void }[] = [];
  let onSnapshot: (snapshot: Snapshot) => void = () => undefined;
  const onLink: ((up: boolean) => void)[] = [];
  const bridge: Bridge = {
    subscribe: (listener) => {
      onSnapshot = listener;
      return () => undefined;
    },
    onLink: (listener) => {
      onLink.push(listener);
      return () => undefined;
    },
    call: (command) => {
      commands.push(command);
      return new Promise((resolve, reject) => {
        const answer = (given: BridgeAnswer | null) =>
          given === null ? reject(new Error('the host did not answer')) : resolve(given);
        waiting.push({ type: command.type, answer });
      });
    },
  };
  const till = createTill(bridge);
  const show = (
    sales: readonly SaleView[],
    goods: Partial<GoodsView> = {},
    more: Partial<Snapshot> = {},
  ) =>
    onSnapshot({
      settings: SETTINGS,
      view: view(sales),
      goods: { ...GOODS, catalogue: null, ...goods },
      ...more,
    });
  /** Answers the oldest command of this type; null means that the answer is lost. */
  const answer = async (type: string, given: BridgeAnswer | null) => {
    const place = waiting.findIndex((one) => one.type === type);
    waiting.splice(place, 1)[0]?.answer(given);
    await new Promise((done) => setImmediate(done));
  };
  const link = (up: boolean) => {
    for (const listener of onLink) listener(up);
  };
  const baskets = () =>
    commands.flatMap((one) => (one.type === 'goods' && one.act.kind === 'show' ? [one.act] : []));
  const shown = () => ({
    amount: till.store.getState().entry.amount,
    lines: till.goods.store.getState().basket.lines.length,
    problem: till.store.getState().problem,
  });
  show([]);
  return { till, commands, show, answer, link, baskets, shown };
}
