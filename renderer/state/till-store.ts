import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  Bridge,
  BridgeAnswer,
  BridgeCommand,
  Snapshot,
} from '../../shared/bridge/contract.ts';
import type { SetupStep } from '../../shared/bridge/setup.ts';
import type { Refusal } from '../../shared/protocol/errors.ts';
import type { ReadCode } from '../../shared/scanner/read-code.ts';
import type { SaleAction, SaleView, WayToPay } from '../../shared/terminal/state.ts';
import { EMPTY_ENTRY, type Entry, type EntryKey, pressKey } from './entry.ts';
import { type PhoneProblem, readPhone, splitMsisdn } from './phone.ts';
import { blocked, currentSale, isLive } from './pick.ts';

export type Screen = 'sale' | 'sales' | 'unclaimed' | 'staff' | 'day' | 'diagnosis';

/** What is asked of the till's tools: its printer, and its eyes for what is wrong. */
export type ToolCommand = Extract<
  BridgeCommand,
  { readonly type: `print_${string}` | 'diagnose' | 'support_bundle' }
>;

/** A refusal of the host, or null where the host could not be asked at all. */
export type Problem = { readonly refusal: Refusal | null };

export type TillState = {
  readonly snapshot: Snapshot | null;
  readonly link: boolean;
  readonly screen: Screen;
  readonly entry: Entry;
  readonly problem: Problem | null;
  /** What is wrong with the typed number, since the cashier last asked with it. */
  readonly phoneProblem: PhoneProblem | null;
  /** Why the last code that was scanned asks nobody. */
  readonly scanProblem: 'no_amount' | 'unknown' | null;
  /** A command that has not been answered yet; its keys wait for it. */
  readonly asked: { readonly saleId: string | null; readonly action: SaleAction | 'start' } | null;
  /** After this sale is cancelled, the customer's number is asked for instead of the code. */
  readonly phoneAfter: string | null;
  /** Who stood here last; a locked till offers this name first. */
  readonly lastPerson: string | null;
  /** A tool was asked and has not answered; a sale does not wait for that. */
  readonly running: boolean;
  /** Where the last file for support was written. */
  readonly written: string | null;
};

export type Till = {
  readonly store: StoreApi<TillState>;
  press(key: EntryKey): void;
  edit(change: Partial<Entry>): void;
  /** Everything typed goes. */
  clear(): void;
  show(screen: Screen): void;
  /** Asks by the typed number, or says what is wrong with it; nothing typed is lost. */
  askByPhone(): void;
  startSale(way: WayToPay): Promise<void>;
  /** A scanner has read a code; it asks its customer where a sale waits to be asked for. */
  scanned(code: ReadCode): void;
  /** True when the host took the command. */
  act(saleId: string, action: SaleAction): Promise<boolean>;
  /** Ends the screen of a finished sale and keeps what it was for. */
  backToSale(sale: SaleView, stage: Entry['stage']): Promise<boolean>;
  /** Ends the screen of a finished sale and asks again the same way. */
  again(sale: SaleView, way: WayToPay): Promise<void>;
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

const BLANK: TillState = {
  snapshot: null,
  link: true,
  screen: 'sale',
  entry: EMPTY_ENTRY,
  problem: null,
  phoneProblem: null,
  scanProblem: null,
  asked: null,
  phoneAfter: null,
  lastPerson: null,
  running: false,
  written: null,
};

/** The screen's state over a bridge. All truth about sales comes in snapshots. */
export function createTill(bridge: Bridge): Till {
  const store = createStore<TillState>(() => BLANK);
  const ask = (command: BridgeCommand, asked: TillState['asked']) =>
    send(bridge, store, command, asked);
  const till: Till = {
    store,
    press: (key) =>
      store.setState((state) => ({
        entry: pressKey(state.entry, key),
        phoneProblem: null,
        scanProblem: null,
      })),
    edit: (change) =>
      store.setState((state) => ({ entry: { ...state.entry, ...change }, scanProblem: null })),
    show: (screen) => store.setState((state) => (mayLeave(state) ? { screen, problem: null } : {})),
    clear: () =>
      store.setState({
        entry: EMPTY_ENTRY,
        phoneProblem: null,
        scanProblem: null,
        problem: null,
      }),
    scanned: (code) => {
      const meant = meaningOf(code, store.getState());
      if (meant === null) return;
      if (typeof meant === 'string') store.setState({ scanProblem: meant });
      else void till.startSale(meant);
    },
    askByPhone: () => {
      const { country, number } = store.getState().entry;
      const read = readPhone(country, number);
      if (read.ok) void till.startSale({ kind: 'phone', msisdn: read.msisdn });
      else store.setState({ phoneProblem: read.problem });
    },
    startSale: async (way) => {
      const { entry, asked } = store.getState();
      if (asked !== null || entry.amount === 0) return;
      const request = { amount: entry.amount, text: null, way };
      const started = await ask({ type: 'start_sale', request }, { saleId: null, action: 'start' });
      // Only an accepted sale empties the keypad; after a refusal everything typed is still there.
      if (started) store.setState({ entry: EMPTY_ENTRY });
    },
    act: async (saleId, action) => {
      if (store.getState().asked !== null) return false;
      return ask({ type: 'act', saleId, action }, { saleId, action });
    },
    backToSale: async (sale, stage) => {
      const gone = await till.act(sale.id, 'dismiss');
      if (gone) store.setState({ entry: entryOf(sale, stage) });
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
    stop: connect(bridge, store, (sale) => void till.backToSale(sale, 'phone')),
  };
  return till;
}

/** What a code that was scanned asks for, why it asks nobody, or null where it belongs to nothing. */
function meaningOf(code: ReadCode, state: TillState): WayToPay | TillState['scanProblem'] {
  const { snapshot, link, screen, entry, asked } = state;
  if (snapshot === null || asked !== null || screen !== 'sale' || entry.asking) return null;
  if (snapshot.desk?.state === 'locked') return null;
  if (currentSale(snapshot.view) !== null || blocked(snapshot.view, link) !== null) return null;
  if (code.kind === 'unknown') return 'unknown';
  return entry.amount === 0 ? 'no_amount' : code;
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
  const stopFollowing = store.subscribe(({ snapshot, asked, phoneAfter }) => {
    if (phoneAfter === null || asked !== null || snapshot === null) return;
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

async function send(
  bridge: Bridge,
  store: StoreApi<TillState>,
  command: BridgeCommand,
  asked: TillState['asked'],
): Promise<boolean> {
  if (asked !== null) store.setState({ asked, problem: null });
  const answer = await call(bridge, command);
  if (asked !== null) store.setState({ asked: null });
  if (answer?.ok === true) return true;
  if (asked !== null) store.setState({ problem: { refusal: answer?.refusal ?? null } });
  return false;
}

async function runTool(
  bridge: Bridge,
  store: StoreApi<TillState>,
  command: ToolCommand,
): Promise<boolean> {
  if (store.getState().running) return false;
  store.setState({ running: true, problem: null });
  const answer = await call(bridge, command);
  store.setState({ running: false });
  if (answer?.ok !== true) {
    store.setState({ problem: { refusal: answer?.refusal ?? null } });
    return false;
  }
  if (command.type === 'support_bundle') store.setState({ written: answer.value?.id ?? null });
  return true;
}

async function call(bridge: Bridge, command: BridgeCommand): Promise<BridgeAnswer | null> {
  try {
    return await bridge.call(command);
  } catch {
    // The way to the host broke under the call; the screen says so and keeps what was typed.
    return null;
  }
}

function entryOf(sale: SaleView, stage: Entry['stage']): Entry {
  const phone = sale.way.kind === 'phone' ? splitMsisdn(sale.way.msisdn) : {};
  return { ...EMPTY_ENTRY, ...phone, amount: sale.amount, stage };
}
