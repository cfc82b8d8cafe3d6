import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  Bridge,
  BridgeAnswer,
  BridgeCommand,
  Snapshot,
} from '../../shared/bridge/contract.ts';
import type { SetupStep } from '../../shared/bridge/setup.ts';
import { type MoneyInteger, money } from '../../shared/money/money.ts';
import type { ReadCode } from '../../shared/scanner/read-code.ts';
import type { PaymentMethod, SaleAction, SaleView } from '../../shared/terminal/sale/state.ts';
import { EMPTY_ENTRY, type Entry } from './entry.ts';
import { createGoods, type Goods } from './goods.ts';
import { linkGoods } from './goods-link.ts';
import { goodsTotal } from './goods-state.ts';
import { readPhone, splitMsisdn } from './phone.ts';
import { blocked, currentSale, isLive } from './sales.ts';
import { createTables, type Tables } from './tables.ts';
import { call, runTool, sendCommand, type ToolCommand } from './till-commands.ts';
import { BLANK_TILL, type Screen, type TillState } from './till-state.ts';
import { createTyping, type Typing } from './typing.ts';

export type Till = Typing & {
  readonly store: StoreApi<TillState>;
  /** What is being sold, besides amounts. */
  readonly goods: Goods;
  /** Baskets that wait at tables. */
  readonly tables: Tables;
  show(screen: Screen): void;
  /** Asks by the typed number, or says what is wrong with it; nothing typed is lost. */
  askByPhone(): void;
  startSale(way: PaymentMethod): Promise<void>;
  /** Shows this till's own code before the total is known. */
  openCode(): Promise<boolean>;
  /** Takes it away; whoever has scanned it is not asked. */
  closeCode(codeId: string): Promise<boolean>;
  /** A scanner has read a code; it asks its customer where a sale waits to be asked for. */
  scanned(code: ReadCode, text: string | null): void;
  /** True when the host took the command. */
  act(saleId: string, action: SaleAction): Promise<boolean>;
  /** Ends the screen of a finished sale and keeps what it was for. */
  backToSale(sale: SaleView, stage: Entry['stage']): Promise<boolean>;
  /** Ends the screen of a finished sale and asks again the same way. */
  again(sale: SaleView, way: PaymentMethod): Promise<void>;
  /** Cancels, waits for the result, and then asks for the customer's number. */
  phoneInstead(sale: SaleView): Promise<void>;
  refresh(): void;
  /** Gives the host any command; null where it could not be asked. The caller shows what came. */
  call(command: BridgeCommand): Promise<BridgeAnswer | null>;
  /** Takes a step of the first-run screen; what comes of it is in the snapshot. */
  setup(step: SetupStep): Promise<boolean>;
  /** Asks a tool; a refusal is shown as a problem. */
  run(command: ToolCommand): Promise<boolean>;
  forgetProblem(): void;
  stop(): void;
};

/** The screen's state over a bridge. All truth about sales comes in snapshots. */
export function createTill(bridge: Bridge): Till {
  const store = createStore<TillState>(() => BLANK_TILL);
  const ask = (command: BridgeCommand, pending: TillState['pending']) =>
    sendCommand(bridge, store, command, pending);
  const goods = createGoods(() => store.getState().snapshot);
  const tables = createTables(bridge, goods);
  const stopGoods = linkGoods(bridge, goods, store);
  const till: Till = {
    store,
    goods,
    tables,
    ...createTyping(store, goods, tables),
    show: (screen) => {
      tables.leave();
      store.setState((state) => (mayLeave(state) ? { screen, problem: null } : {}));
    },
    scanned: (code, text) => {
      if (text !== null && sells(store.getState()) && goods.scanned(text)) return;
      const { amount } = store.getState().entry;
      const total = goodsTotal(goods.store.getState(), amount);
      const request = scanRequest(code, total, store.getState());
      if (request === null) return;
      if (typeof request === 'string') store.setState({ scanProblem: request });
      else void till.startSale(request);
    },
    askByPhone: () => {
      const { country, number } = store.getState().entry;
      const read = readPhone(country, number);
      if (read.ok) void till.startSale({ kind: 'phone', msisdn: read.msisdn });
      else store.setState({ phoneProblem: read.problem });
    },
    startSale: (way) => startSale(store, goods, ask, way),
    openCode: () => ask({ type: 'open_code' }, { saleId: null, action: 'start' }),
    closeCode: (codeId) => ask({ type: 'close_code', codeId }, { saleId: null, action: 'start' }),
    act: async (saleId, action) => {
      if (store.getState().pending !== null) return false;
      return ask({ type: 'act', saleId, action }, { saleId, action });
    },
    backToSale: async (sale, stage) => {
      const gone = await till.act(sale.id, 'dismiss');
      if (gone) store.setState({ entry: entryOf(sale, stage, goods.takeBack(sale)) });
      return gone;
    },
    again: async (sale, way) => {
      const back = await till.backToSale(sale, way.kind === 'phone' ? 'phone' : 'amount');
      if (back) await till.startSale(way);
    },
    phoneInstead: async (sale) => {
      store.setState({ phoneAfter: sale.id });
      await till.act(sale.id, 'cancel');
    },
    setup: (step) => ask({ type: 'setup', step }, null),
    refresh: () => {
      void ask({ type: 'refresh' }, null);
    },
    call: (command) => call(bridge, command),
    run: (command) => runTool(bridge, store, command),
    forgetProblem: () => store.setState({ problem: null }),
    stop: () => {
      disconnect();
      stopGoods();
    },
  };
  const disconnect = connect(bridge, store, (sale) => void till.backToSale(sale, 'phone'));
  return till;
}

type Ask = (command: BridgeCommand, pending: TillState['pending']) => Promise<boolean>;

async function startSale(
  store: StoreApi<TillState>,
  goods: Goods,
  ask: Ask,
  way: PaymentMethod,
): Promise<void> {
  const { entry, pending } = store.getState();
  const bill = pending === null ? goods.requestFor(entry.amount) : null;
  if (bill === null) return;
  const table = goods.store.getState().table?.id;
  const started = await ask(
    {
      type: 'start_sale',
      request: { ...bill, text: null, way },
      ...(table === undefined ? {} : { table }),
    },
    { saleId: null, action: 'start' },
  );
  // Only an accepted sale empties the keypad; after a refusal everything typed is still there.
  if (!started) return;
  goods.clear();
  store.setState({ entry: EMPTY_ENTRY });
}

/** What a code that was scanned asks for, why it asks nobody, or null where it belongs to nothing. */
function scanRequest(
  code: ReadCode,
  total: MoneyInteger,
  state: TillState,
): PaymentMethod | TillState['scanProblem'] {
  const { snapshot, link } = state;
  if (snapshot === null || !sells(state) || blocked(snapshot.view, link) !== null) return null;
  if (code.kind === 'unknown') return 'unknown';
  return total === 0 ? 'no_amount' : code;
}

/** True while a sale is being put together, and nothing else is on the screen. */
function sells({ snapshot, screen, entry, pending }: TillState): boolean {
  if (snapshot === null || pending !== null || screen !== 'sale' || entry.asking) return false;
  if (snapshot.desk?.state === 'locked') return false;
  return currentSale(snapshot.view) === null;
}

function connect(
  bridge: Bridge,
  store: StoreApi<TillState>,
  askForNumber: (sale: SaleView) => void,
): () => void {
  const stopSnapshots = bridge.subscribe((snapshot) => {
    store.setState((state) => ({ snapshot, ...settle(state, snapshot) }));
  });
  // The result and the answer to the cancel come in either order; both must be there.
  const stopFollowing = store.subscribe(({ snapshot, pending, phoneAfter }) => {
    if (phoneAfter === null || pending !== null || snapshot === null) return;
    const sale = currentSale(snapshot.view);
    if (sale?.id === phoneAfter && sale.state.kind !== 'aborted') {
      // Reserved money after all: the cashier decides about that first.
      if (sale.state.kind === 'authorised' || !isLive(sale)) store.setState({ phoneAfter: null });
      return;
    }
    store.setState({ phoneAfter: null });
    if (sale?.id === phoneAfter) askForNumber(sale);
  });
  const stopLink = bridge.onLink((link) => store.setState({ link }));
  return () => {
    stopSnapshots();
    stopFollowing();
    stopLink();
  };
}

/** A live sale takes the main screen, whatever was being looked at. */
function settle(state: TillState, snapshot: Snapshot): Partial<TillState> {
  const sale = currentSale(snapshot.view);
  const person = snapshot.desk?.personId ?? null;
  const here = person === null ? {} : { lastPerson: person };
  // Whoever unlocks the till begins at the counter, not in somebody else's list.
  const leaves = isLive(sale) || snapshot.desk?.state === 'locked';
  return leaves && state.screen !== 'sale' ? { ...here, screen: 'sale' } : here;
}

function mayLeave(state: TillState): boolean {
  return state.snapshot === null || !isLive(currentSale(state.snapshot.view));
}

/** What was typed for a sale; where its goods are back in the basket, they are the amount. */
function entryOf(sale: SaleView, stage: Entry['stage'], goodsAreBack: boolean): Entry {
  const phone = sale.way.kind === 'phone' ? splitMsisdn(sale.way.msisdn) : {};
  return { ...EMPTY_ENTRY, ...phone, amount: goodsAreBack ? money(0) : sale.amount, stage };
}
