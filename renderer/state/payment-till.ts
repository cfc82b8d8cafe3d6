import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge, Snapshot } from '../../shared/device/bridge/contract.ts';
import { present } from '../../shared/objects/present.ts';
import type { SaleAction } from '../../shared/terminal/sale/state.ts';
import { currentSale, isLive } from './sales.ts';
import {
  type Accepted,
  type Call,
  call,
  createAsk,
  runTool,
  type ToolCommand,
} from './till-commands.ts';
import { BLANK_TILL, isBusy, type TillState } from './till-state.ts';

/** What every page with payments needs of a till: its state, and the commands to its host. */
export type PaymentTill = {
  readonly store: StoreApi<TillState>;
  /** Runs an action of a sale; returns true if the host accepted it. */
  act(saleId: string, action: SaleAction): Promise<boolean>;
  refresh(): void;
  /** Sends any command to the host. The caller handles the answer. */
  readonly call: Call;
  /** Sends a printer or diagnosis command; null if the host did not accept it. A refusal is shown as a problem. */
  run<C extends ToolCommand>(command: C): Promise<Accepted<C['type']> | null>;
  /** Writes the file for support; the store has its path then. */
  writeBundle(): Promise<void>;
  forgetProblem(): void;
  stop(): void;
};

/** A till that follows its host only after `connect`, whose result stops it. */
type Unconnected = Omit<PaymentTill, 'stop'> & { connect(): () => void };

/** The state of a page that shows payments and nothing else: no bills, goods or other tenders. */
export function createPaymentTill(bridge: Bridge): PaymentTill {
  const { connect, ...till } = createPayments(bridge);
  return { ...till, stop: connect() };
}

/**
 * The part that every till has. The state of sales comes only from snapshots. What else follows the store is linked
 * before `connect`, so that it sees the first snapshot.
 */
export function createPayments(bridge: Bridge): Unconnected {
  const store = createStore<TillState>(() => BLANK_TILL);
  const ask = createAsk(bridge, store);
  return {
    store,
    act: async (saleId, action) => {
      if (isBusy(store.getState())) return false;
      return ask({ type: 'act', saleId, action }, { saleId, action });
    },
    refresh: () => {
      void ask({ type: 'refresh' }, null);
    },
    call: (command) => call(bridge, command),
    run: (command) => runTool(bridge, store, command),
    writeBundle: async () => {
      const written = await runTool(bridge, store, { type: 'support_bundle' });
      if (written !== null) store.setState({ written: written.value.id });
    },
    forgetProblem: () => store.setState({ problem: null }),
    connect: () => {
      const stopSnapshots = bridge.subscribe((snapshot) => {
        store.setState((state) => ({ snapshot, ...settle(state, snapshot) }));
      });
      const stopLink = bridge.onLink((link) => store.setState({ link }));
      return () => {
        stopSnapshots();
        stopLink();
      };
    },
  };
}

/** A live sale closes every other screen. */
function settle(state: TillState, snapshot: Snapshot): Partial<TillState> {
  const sale = currentSale(snapshot.view);
  const here = present({ lastPerson: snapshot.backOffice?.personId });
  // After an unlock the till shows the counter, not the previous person's screen.
  const locked = snapshot.backOffice?.state === 'locked';
  const leaves = (isLive(sale) || locked) && state.screen !== 'sale';
  return { ...here, ...(leaves ? { screen: 'sale' } : {}) };
}
