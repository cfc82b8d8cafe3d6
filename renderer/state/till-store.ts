import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  Bridge,
  BridgeAnswer,
  BridgeCommand,
  Snapshot,
} from '../../shared/bridge/contract.ts';
import type { SetupStep } from '../../shared/bridge/setup.ts';
import { isAskedAgain } from '../../shared/money/ask-above.ts';
import { money } from '../../shared/money/money.ts';
import { present } from '../../shared/objects/present.ts';
import { learnScanner, SET_UP_CODE } from '../../shared/scanner/learn.ts';
import { rulesOf, type ScannerRules } from '../../shared/scanner/profile.ts';
import { readScan } from '../../shared/scanner/read-scan.ts';
import type { ScannerKey } from '../../shared/scanner/scanner-key.ts';
import type { PaymentMethod, SaleAction, SaleView } from '../../shared/terminal/sale/state.ts';
import { createGoods, type Goods } from './goods.ts';
import { linkGoods } from './goods-link.ts';
import { readPhone, splitMsisdn } from './phone.ts';
import { EMPTY_ENTRY, type SaleEntry } from './sale-entry.ts';
import { currentSale, isLive, isSaleOf, mayBeDone, type UnansweredStart } from './sales.ts';
import { scanResult } from './scans.ts';
import { createTables, type Tables } from './tables.ts';
import { type Ask, call, createAsk, runTool, type ToolCommand } from './till-commands.ts';
import { BLANK_TILL, type Screen, type TillState } from './till-state.ts';
import { createTips, type Tips } from './tips.ts';
import { createTyping, type Typing } from './typing.ts';

export type Till = Typing & {
  readonly store: StoreApi<TillState>;
  /** The basket and the catalogue. */
  readonly goods: Goods;
  /** The baskets that are parked at tables. */
  readonly tables: Tables;
  show(screen: Screen): void;
  /** Starts a sale with the typed number, or shows what is wrong with it. The typed values stay. */
  askByPhone(): void;
  /** Starts a sale; asks first if its amount is above the shop's limit. */
  startSale(method: PaymentMethod): Promise<void>;
  /** Answers the question about a large amount: starts the sale, or goes back to what was typed. */
  answerAsked(answer: 'take' | 'change'): void;
  /** The cashier does not wait for the customer's tip. */
  skipTip(): Promise<void>;
  /** Shows this till's own code before the total is known. */
  openCode(): Promise<boolean>;
  /** Removes that code. A customer who has scanned it gets no request. */
  closeCode(codeId: string): Promise<boolean>;
  /** Handles a scan: adds the product, starts a sale with the customer's code, or says why not. */
  scanned(keys: readonly ScannerKey[]): void;
  /** How this till recognises its scanner. */
  scannerRules(): ScannerRules;
  forgetScan(): void;
  /** True while the keys of a scan are learned from. */
  learns(): boolean;
  /** Starts or stops to learn the scanner. */
  learn(what: 'start' | 'stop'): void;
  /** Learns from the keys of a scan of the set-up code or of an item. */
  learned(keys: readonly ScannerKey[]): void;
  /** Keeps what was learned about the scanner, or forgets it. */
  keepScanner(what: 'learned' | 'nothing'): Promise<void>;
  /** Runs an action of a sale; returns true if the host accepted it. */
  act(saleId: string, action: SaleAction): Promise<boolean>;
  /** Dismisses a final sale and restores what was typed for it. */
  backToSale(sale: SaleView, stage: SaleEntry['stage']): Promise<boolean>;
  /** Dismisses a final sale and starts the same sale again. */
  again(sale: SaleView, method: PaymentMethod): Promise<void>;
  /** Cancels the sale, waits for the result, and then asks for the customer's number. */
  phoneInstead(sale: SaleView): Promise<void>;
  refresh(): void;
  /**
   * Sends any command to the host; null if the host could not be reached. The caller handles the
   * answer.
   */
  call(command: BridgeCommand): Promise<BridgeAnswer | null>;
  /** Runs a step of the first-run setup. The next snapshot shows the result. */
  setup(step: SetupStep): Promise<boolean>;
  /** Sends a printer or diagnosis command. A refusal is shown as a problem. */
  run(command: ToolCommand): Promise<boolean>;
  /**
   * Runs the steps of a refund. Until they end, no other command starts and the cashier cannot leave the
   * screen, which shows their result.
   */
  refunding(saleId: string, steps: () => Promise<void>): Promise<void>;
  /** Shows why a command failed whose screen has closed. */
  showProblem(answer: BridgeAnswer | null): void;
  forgetProblem(): void;
  stop(): void;
};

/** The state of the cashier screen over a bridge. The state of sales comes only from snapshots. */
export function createTill(bridge: Bridge): Till {
  const store = createStore<TillState>(() => BLANK_TILL);
  const ask = createAsk(bridge, store);
  const goods = createGoods(() => store.getState().snapshot);
  const tips = createTips(bridge, store);
  const { confirmed, ...starting } = createStart(store, goods, ask, tips);
  const tables = createTables(bridge, goods, store);
  const stopGoods = linkGoods(bridge, goods, store);
  const till: Till = {
    store,
    goods,
    tables,
    ...createTyping({ store, goods, tables }),
    show: (screen) => {
      tables.leave();
      store.setState((state) => (mayLeave(state) ? { screen, problem: null } : {}));
    },
    scannerRules: () => rulesOf(store.getState().snapshot?.scanner?.profile ?? null),
    forgetScan: () => store.setState({ scanProblem: null }),
    ...createLearning(bridge, store, goods),
    scanned: (keys) => {
      const scan = readScan(keys, till.scannerRules());
      const result = scanResult(scan, { state: store.getState(), goods, tables });
      store.setState({ scanProblem: result.kind === 'problem' ? result.problem : null });
      if (result.kind === 'payment') void till.startSale(result.method);
      if (result.kind === 'search') store.setState({ scannedReceipt: { text: result.text } });
      if (result.kind !== 'product') return;
      result.add();
      if (result.after !== null) void till.act(result.after.id, 'dismiss');
    },
    askByPhone: () => {
      const { country, number } = store.getState().entry;
      const read = readPhone(country, number);
      if (read.ok) void till.startSale({ kind: 'phone', msisdn: read.msisdn });
      else store.setState({ phoneProblem: read.problem });
    },
    ...starting,
    skipTip: tips.skip,
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
    again: async (sale, method) => {
      const back = await till.backToSale(sale, method.kind === 'phone' ? 'phone' : 'amount');
      // The cashier has answered the question about this amount already.
      if (back) await confirmed(method);
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
    ...createRefunding(store),
    forgetProblem: () => store.setState({ problem: null }),
    stop: () => {
      disconnect();
      stopGoods();
    },
  };
  const disconnect = connect(bridge, store, (sale) => void till.backToSale(sale, 'phone'));
  return till;
}

/**
 * Starts sales. As soon as a sale has started, the typed amount and the basket are cleared: goods that
 * stayed on the screen could be charged a second time. The sale of a lost answer is found in a snapshot.
 */
function createStart(
  store: StoreApi<TillState>,
  goods: Goods,
  ask: Ask,
  tips: Tips,
): Pick<Till, 'startSale' | 'answerAsked'> & {
  readonly confirmed: Till['startSale'];
} {
  let unanswered: UnansweredStart | null = null;
  const clear = () => {
    unanswered = null;
    goods.clear();
    store.setState({ entry: EMPTY_ENTRY, problem: null });
  };
  const findSale = ({ snapshot }: TillState) => {
    const wanted = unanswered;
    if (wanted !== null && snapshot?.view.sales.some((sale) => isSaleOf(wanted, sale))) clear();
  };
  store.subscribe(findSale);
  const billNow = () => {
    const { entry, pending } = store.getState();
    return pending === null ? goods.requestFor(entry.amount) : null;
  };
  const confirmed: Till['startSale'] = async (method) => {
    const price = billNow()?.amount;
    if (price === undefined) return;
    let tip = tips.known(price);
    // Without a question the command is sent at once: a second tap finds it under way.
    tip ??= await tips.ask(price);
    const { snapshot } = store.getState();
    const bill = billNow();
    // The tip is for the price that the customer saw.
    if (bill?.amount !== price) return;
    const table = goods.store.getState().table?.id;
    const known = new Set(snapshot?.view.sales.map(({ id }) => id));
    const request = { ...bill, text: null, method, ...(tip === 'none' ? {} : { additional: tip }) };
    const started = await ask(
      { type: 'start_sale', request, ...present({ table }) },
      { saleId: null, action: 'start' },
    );
    if (started) return clear();
    // After a refusal the typed values stay, and so does an earlier request without an answer.
    const { problem } = store.getState();
    if (problem === null || !mayBeDone(problem.refusal)) return;
    unanswered = { known, request };
    findSale(store.getState());
  };
  const startSale: Till['startSale'] = async (method) => {
    const { asked, tip, snapshot } = store.getState();
    const bill = billNow();
    if (bill === null || asked !== null || tip !== null) return;
    if (snapshot !== null && isAskedAgain(bill.amount, snapshot.settings)) {
      store.setState({ asked: { method, amount: bill.amount } });
    } else await confirmed(method);
  };
  const answerAsked: Till['answerAsked'] = (answer) => {
    const { asked } = store.getState();
    store.setState({ asked: null });
    if (asked === null || answer === 'change') return;
    // The answer is for the amount of the question only.
    void (billNow()?.amount === asked.amount ? confirmed : startSale)(asked.method);
  };
  return { startSale, answerAsked, confirmed };
}

/** The set-up of the scanner. The till's host keeps the result. */
function createLearning(
  bridge: Bridge,
  store: StoreApi<TillState>,
  goods: Goods,
): Pick<Till, 'learns' | 'learn' | 'learned' | 'keepScanner'> {
  return {
    learns: () => store.getState().learning.kind !== 'off',
    learn: (what) => store.setState({ learning: { kind: what === 'start' ? 'waiting' : 'off' } }),
    learned: (keys) => {
      const products = goods.store.getState().catalogue?.products ?? [];
      const codes = products.flatMap(({ barcodes }) => barcodes);
      store.setState({ learning: learnScanner(keys, [SET_UP_CODE, ...codes]) });
    },
    keepScanner: async (what) => {
      const { learning } = store.getState();
      const profile = what === 'learned' && learning.kind === 'learned' ? learning.profile : null;
      if (what === 'learned' && profile === null) return;
      const kept = await runTool(bridge, store, { type: 'scanner', profile });
      if (kept) store.setState({ learning: { kind: profile === null ? 'waiting' : 'saved' } });
    },
  };
}

function createRefunding(store: StoreApi<TillState>): Pick<Till, 'refunding' | 'showProblem'> {
  return {
    refunding: async (saleId, steps) => {
      if (store.getState().pending !== null) return;
      store.setState({ pending: { saleId, action: 'refund' }, problem: null });
      await steps();
      store.setState({ pending: null });
    },
    showProblem: (answer) => {
      if (answer?.ok !== true) store.setState({ problem: { refusal: answer?.refusal ?? null } });
    },
  };
}

function connect(
  bridge: Bridge,
  store: StoreApi<TillState>,
  askForNumber: (sale: SaleView) => void,
): () => void {
  const stopSnapshots = bridge.subscribe((snapshot) => {
    store.setState((state) => ({ snapshot, ...settle(state, snapshot) }));
  });
  // The sale's result and the answer to the cancel command arrive in either order. Both must be
  // there.
  const stopFollowing = store.subscribe(({ snapshot, pending, phoneAfter }) => {
    if (phoneAfter === null || pending !== null || snapshot === null) return;
    const sale = currentSale(snapshot.view);
    if (sale?.id === phoneAfter && sale.state.kind !== 'aborted') {
      // The customer approved before the cancel arrived. The cashier decides about that first.
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

/** A live sale closes every other screen. */
function settle(state: TillState, snapshot: Snapshot): Partial<TillState> {
  const sale = currentSale(snapshot.view);
  const here = present({ lastPerson: snapshot.backOffice?.personId });
  // After an unlock the till shows the counter, not the previous person's screen.
  const locked = snapshot.backOffice?.state === 'locked';
  // The next person has not typed the amount that the question is about.
  const asked = locked ? ({ asked: null } as const) : {};
  const leaves = (isLive(sale) || locked) && state.screen !== 'sale';
  return { ...here, ...asked, ...(leaves ? { screen: 'sale' } : {}) };
}

function mayLeave(state: TillState): boolean {
  if (state.pending?.action === 'refund') return false;
  return state.snapshot === null || !isLive(currentSale(state.snapshot.view));
}

/** The entry for a dismissed sale. If its lines are back in the basket, the amount is zero. */
function entryOf(sale: SaleView, stage: SaleEntry['stage'], goodsAreBack: boolean): SaleEntry {
  const phone = sale.method.kind === 'phone' ? splitMsisdn(sale.method.msisdn) : {};
  const { amount: price, additionalAmount: amount } = sale;
  const chosen = amount === 0 ? ('none' as const) : ({ amount, edit: 'fixed' } as const);
  const tip = { price, chosen };
  return { ...EMPTY_ENTRY, ...phone, amount: goodsAreBack ? money(0) : price, stage, tip };
}
