import type { StoreApi } from 'zustand/vanilla';
import type { Bridge, BridgeAnswer } from '../../shared/device/bridge/contract.ts';
import type { SetupStep } from '../../shared/device/bridge/setup.ts';
import { learnScanner, SET_UP_CODE } from '../../shared/device/scanner/learn.ts';
import { rulesOf, type ScannerRules } from '../../shared/device/scanner/profile.ts';
import { readScan } from '../../shared/device/scanner/read-scan.ts';
import type { ScannerKey } from '../../shared/device/scanner/scanner-key.ts';
import { isAskedAgain } from '../../shared/money/ask-above.ts';
import { money } from '../../shared/money/money.ts';
import { present } from '../../shared/objects/present.ts';
import { isFinal, type PaymentMethod, type SaleView } from '../../shared/terminal/sale/state.ts';
import { type BillDesk, createBills, type Paying, type ScreenDevice } from './bills/bills.ts';
import { linkCatalogue } from './catalogue-link.ts';
import { createGoods, type Goods } from './goods.ts';
import { amountToAsk } from './goods-state.ts';
import { createMember, type Member } from './member.ts';
import { createPayments, type PaymentTill } from './payment-till.ts';
import { readPhone, splitMsisdn } from './phone.ts';
import { type ChosenTip, EMPTY_ENTRY, type SaleEntry } from './sale-entry.ts';
import {
  currentSale,
  isLive,
  isSaleOf,
  mayBeDone,
  type UnansweredPayment,
  type UnansweredStart,
} from './sales.ts';
import { scanResult } from './scans.ts';
import { createTables, type Tables } from './tables.ts';
import { createTenders, type TenderKind, type Tenders } from './tenders.ts';
import { type Ask, createAsk, runTool } from './till-commands.ts';
import type { FoundReceipt, Screen, TillState } from './till-state.ts';
import { createTips, type Tips } from './tips.ts';
import { createTyping, type Typing } from './typing.ts';
import { askScaleOf } from './weigh.ts';

/** The till of a cashier: its payments, and the bills, goods, tables and tenders of the counter. */
export type Till = PaymentTill &
  Typing & {
    /** The bills that the host holds. */
    readonly bills: BillDesk;
    /** The catalogue, and what is done on the bill on the slip. */
    readonly goods: Goods;
    /** The open bills: parked, taken up, split and joined. */
    readonly tables: Tables;
    /** The membership number of the bill on the slip. */
    readonly member: Member;
    /** Cash and the shop's other tenders. */
    readonly tenders: Tenders;
    show(screen: Screen): void;
    /** Starts a sale with the typed number, or shows what is wrong with it. The typed values stay. */
    askByPhone(): void;
    /** Starts a sale; asks first if its amount is above the shop's limit. */
    startSale(method: PaymentMethod): Promise<void>;
    /** Ends a bill on which everything is free. */
    finishFree(): void;
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
    /** Dismisses a final sale and shows its bill, or restores what was typed for it. */
    backToSale(sale: SaleView, stage: SaleEntry['stage']): Promise<boolean>;
    /** Dismisses a final sale and starts the same sale again, unless its bill has another amount by now. */
    again(sale: SaleView, method: PaymentMethod): Promise<void>;
    /** Dismisses a sale that ended without a payment, and takes this for its bill or amount. */
    payOtherwise(sale: SaleView, kind: TenderKind): Promise<void>;
    /** Cancels the sale, waits for the result, and then asks for the customer's number. */
    phoneInstead(sale: SaleView): Promise<void>;
    /** Runs a step of the first-run setup. The next snapshot shows the result. */
    setup(step: SetupStep): Promise<boolean>;
    /**
     * Runs the steps of a refund. Until they end, no other command starts and the cashier cannot leave the
     * screen, which shows their result. `saleId` is null for a receipt of the books.
     */
    refunding(saleId: string | null, steps: () => Promise<void>): Promise<void>;
    /** Shows why a command failed whose screen has closed. */
    showProblem(answer: BridgeAnswer | null): void;
  };

/**
 * The state of the cashier screen over a bridge: a payment till with the parts of the counter. The state of sales comes
 * only from snapshots.
 */
export function createTill(bridge: Bridge, device: ScreenDevice): Till {
  const { connect, ...payments } = createPayments(bridge);
  const { store } = payments;
  const ask = createAsk(bridge, store);
  const bills = createBills(bridge, store, device, {
    renamed: (ids) => {
      const now = ids.get(goods.store.getState().selected ?? '');
      if (now !== undefined) goods.select(now);
    },
    restored: ({ lines }) => goods.select(lines[0]?.id ?? null),
  });
  const goods = createGoods(() => store.getState().snapshot, bills, askScaleOf(bridge, device));
  const member = createMember({ bridge, store, bills, goods });
  const tips = createTips(bridge, store);
  const { confirmed, ...starting } = createStart(store, bills, goods, ask, tips, () => tenders);
  const tables = createTables(bills, goods, store);
  const tenders = createTenders({ store, bills, goods });
  const stopCatalogue = linkCatalogue(bridge, goods, store);
  const stopBills = bills.link();
  const stopTenders = tenders.link();
  const till: Till = {
    ...payments,
    bills,
    goods,
    tables,
    member,
    tenders,
    ...createTyping({ store, bills, goods, tables, tenders }),
    show: (screen) => {
      tables.leave();
      store.setState((state) => (mayLeave(state) ? { screen, problem: null } : {}));
    },
    scannerRules: () => rulesOf(store.getState().snapshot?.scanner?.profile ?? null),
    forgetScan: () => store.setState({ scanProblem: null }),
    ...createLearning(bridge, store, goods),
    scanned: (keys) => {
      const scan = readScan(keys, till.scannerRules());
      const result = scanResult(scan, { state: store.getState(), bills, goods, tables });
      store.setState({ scanProblem: result.kind === 'problem' ? result.problem : null });
      if (result.kind === 'payment') void till.startSale(result.method);
      if (result.kind === 'receipt') void openReceipt(till, store, result.code);
      if (result.kind === 'search') store.setState({ scannedReceipt: { text: result.text } });
      if (result.kind === 'member') {
        member.type(result.number);
        member.take();
      }
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
    backToSale: async (sale, stage) => {
      const gone = await till.act(sale.id, 'dismiss');
      if (!gone) return false;
      if (sale.bill !== undefined) bills.show(sale.bill.bill);
      store.setState({ entry: entryOf(sale, stage) });
      // Until then the screen may know the bill as it was before the payment ended.
      if (sale.bill !== undefined) await bills.settled();
      return true;
    },
    again: async (sale, method) => {
      const back = await till.backToSale(sale, method.kind === 'phone' ? 'phone' : 'amount');
      const { entry } = store.getState();
      const amount = amountToAsk(goods.store.getState(), bills.current(), entry.amount);
      // The cashier has answered the question about this amount already. Another one is seen first.
      if (back && amount === sale.amount) await confirmed(method);
    },
    payOtherwise: async (sale, kind) => {
      if (await till.backToSale(sale, 'amount')) tenders.ask(kind);
    },
    phoneInstead: async (sale) => {
      store.setState({ phoneAfter: sale.id });
      await till.act(sale.id, 'cancel');
    },
    setup: (step) => ask({ type: 'setup', step }, null),
    ...createRefunding(store),
    stop: () => {
      disconnect();
      stopFollowing();
      stopCatalogue();
      stopBills();
      stopTenders();
    },
  };
  const disconnect = connect();
  const stopFollowing = follow(store, bills, (sale) => void till.backToSale(sale, 'phone'));
  return till;
}

type Starting = Pick<Till, 'startSale' | 'finishFree' | 'answerAsked'> & {
  readonly confirmed: Till['startSale'];
};

/**
 * Starts sales: of the bill on the slip, or of a typed amount alone. As soon as a sale has started, the typed amount is
 * cleared: it could be charged a second time. The sale of a lost answer is found in a snapshot.
 */
function createStart(
  store: StoreApi<TillState>,
  bills: BillDesk,
  goods: Goods,
  ask: Ask,
  tips: Tips,
  tenders: () => Tenders,
): Starting {
  let unanswered: UnansweredStart | UnansweredPayment | null = null;
  const clear = () => {
    unanswered = null;
    goods.nextCustomer();
    store.setState({ entry: EMPTY_ENTRY, problem: null });
  };
  const findSale = ({ snapshot }: TillState) => {
    const wanted = unanswered;
    if (wanted !== null && snapshot?.view.sales.some((sale) => isSaleOf(wanted, sale))) clear();
  };
  store.subscribe(findSale);
  const amountNow = () => {
    const { entry, pending } = store.getState();
    return pending === null
      ? amountToAsk(goods.store.getState(), bills.current(), entry.amount)
      : 0;
  };

  /** Sells a typed amount that belongs to no bill. */
  async function sellAmount(method: PaymentMethod): Promise<void> {
    // The quantity of the next item counts for a typed amount too.
    const amount = money(amountNow());
    let tip = tips.known(amount, null);
    // Without a question the command is sent at once: a second tap finds it under way.
    tip ??= await tips.ask(amount, null);
    // The tip is for the price that the customer saw.
    if (amountNow() !== amount || bills.current() !== null) return;
    const { snapshot, entry } = store.getState();
    const known = new Set(snapshot?.view.sales.map(({ id }) => id));
    const lines = goods.itemsOf(entry.amount);
    const additional = tip === 'none' ? undefined : tip;
    const request = { amount, text: null, method, ...present({ lines, additional }) };
    const started = await ask({ type: 'start_sale', request }, { saleId: null, action: 'start' });
    if (started) return clear();
    lose({ known, request });
  }

  /** After a refusal the typed values stay, and so does an earlier request without an answer. */
  function lose(start: UnansweredStart | UnansweredPayment): void {
    const { problem } = store.getState();
    if (problem === null || !mayBeDone(problem.refusal)) return;
    unanswered = start;
    findSale(store.getState());
  }

  /** Pays the bill on the slip, once the host has answered everything that was done on it. */
  async function payBill(method: PaymentMethod | null): Promise<void> {
    const { entry } = store.getState();
    const seen = amountToAsk(goods.store.getState(), bills.current(), entry.amount);
    if (entry.amount > 0 && !goods.addAmount(entry.amount)) return;
    store.setState((state) => ({
      entry: { ...state.entry, amount: money(0), full: false },
      pending: { saleId: null, action: 'start' },
      problem: null,
    }));
    const isTaken = await bills.settled();
    const bill = bills.current();
    const amount = amountToAsk(goods.store.getState(), bill, money(0));
    // Another screen has changed the bill meanwhile: the person has not seen this amount, and no customer is asked.
    if (!isTaken || bill === null || amount !== seen) return store.setState({ pending: null });
    let chosen = method === null ? ('none' as const) : tips.known(amount, bill.id);
    chosen ??= await tips.ask(amount, bill.id);
    const tip = chosen === 'none' ? money(0) : chosen.amount;
    const by = payingBy(method, chosen);
    // The host refuses a bill that was changed meanwhile: the tip is for what the customer saw.
    const { answer, tender } = await bills.pay(bill, { amount, tip, with: by });
    store.setState({ pending: null });
    if (answer?.ok === true) return clear();
    store.setState({ problem: { refusal: answer?.refusal ?? null } });
    if (method !== null) lose({ tender });
  }

  const confirmed: Till['startSale'] = async (method) => {
    const { entry, pending } = store.getState();
    if (pending !== null) return;
    if (bills.current() !== null) await payBill(method);
    else if (entry.amount > 0) await sellAmount(method);
  };
  const startSale: Till['startSale'] = async (method) => {
    const { asked, tip, snapshot } = store.getState();
    const amount = money(amountNow());
    if (amount === 0 || asked !== null || tip !== null) return;
    if (snapshot !== null && isAskedAgain(amount, snapshot.settings)) {
      store.setState({ asked: { method, amount } });
    } else await confirmed(method);
  };
  const answerAsked: Till['answerAsked'] = (answer) => {
    const { asked } = store.getState();
    store.setState({ asked: null });
    if (asked?.method === null) return tenders().answer(answer);
    if (asked === null || answer === 'change') return;
    // The answer is for the amount of the question only.
    void (amountNow() === asked.amount ? confirmed : startSale)(asked.method);
  };
  const finishFree = () => {
    if (store.getState().pending === null) void payBill(null);
  };
  return { startSale, finishFree, answerAsked, confirmed };
}

/** How a bill is paid: by phone, or at the till if there is no method. */
function payingBy(method: PaymentMethod | null, tip: ChosenTip): Paying['with'] {
  if (method === null) return { kind: 'cash' };
  const tipEdit = tip === 'none' ? 'fixed' : tip.edit;
  return { kind: 'phone', method, place: 'main_screen', tipEdit };
}

/**
 * Opens the refund of a scanned receipt: a payment by phone of this till in the list of sales, and every other one by its
 * receipt.
 */
async function openReceipt(till: Till, store: StoreApi<TillState>, code: string): Promise<void> {
  const answer = await till.call({ type: 'open_receipt', code });
  const found = foundIn(answer);
  if (found === null) return till.showProblem(answer);
  if (found.kind === 'own' && found.page.receipt.means.kind === 'phone') {
    till.show('sales');
    return store.setState({ scannedReceipt: { text: found.page.receipt.means.tid } });
  }
  till.show('receipt');
  store.setState(({ foundReceipt }) => ({
    foundReceipt: { what: found, scan: (foundReceipt?.scan ?? 0) + 1 },
  }));
}

function foundIn(answer: BridgeAnswer | null): FoundReceipt | null {
  const value = answer?.ok === true ? answer.value : null;
  if (value === null) return null;
  if ('receipt' in value) return { kind: 'own', page: value.receipt };
  return 'otherTill' in value ? { kind: 'other_till', receipt: value.otherTill } : null;
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
      if (kept !== null)
        store.setState({ learning: { kind: profile === null ? 'waiting' : 'saved' } });
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

/** What the counter does when a sale ends or is put on hold. */
function follow(
  store: StoreApi<TillState>,
  bills: BillDesk,
  askForNumber: (sale: SaleView) => void,
): () => void {
  // The sale's result and the answer to the cancel command arrive in either order. Both must be
  // there.
  const stopAsking = store.subscribe(({ snapshot, pending, phoneAfter }) => {
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
  // A sale on hold takes its bill along: the slip is free for the next customer.
  const stopHolding = store.subscribe(({ snapshot }) => {
    const { current } = bills.store.getState();
    const isHeld = snapshot?.view.sales.some(
      ({ bill, aside, state }) => bill?.bill === current && aside && !isFinal(state),
    );
    if (current !== null && isHeld === true) bills.show(null);
  });
  return () => {
    stopHolding();
    stopAsking();
  };
}

function mayLeave(state: TillState): boolean {
  if (state.pending?.action === 'refund') return false;
  return state.snapshot === null || !isLive(currentSale(state.snapshot.view));
}

/** The entry for a dismissed sale. What the bill of the sale has is not typed again. */
function entryOf(sale: SaleView, stage: SaleEntry['stage']): SaleEntry {
  const phone = sale.method.kind === 'phone' ? splitMsisdn(sale.method.msisdn) : {};
  const { amount: price, additionalAmount: additional } = sale;
  const amount = sale.bill === undefined ? price : money(0);
  const chosen =
    additional === 0 ? ('none' as const) : ({ amount: additional, edit: 'fixed' } as const);
  const tip = { bill: sale.bill?.bill ?? null, price, chosen };
  return { ...EMPTY_ENTRY, ...phone, amount, stage, tip };
}
