import type { StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../shared/device/bridge/contract.ts';
import type { SetupStep } from '../../shared/device/commands/setup.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import { learnScanner, SET_UP_CODE } from '../../shared/device/scanner/learn.ts';
import { rulesOf, type ScannerRules } from '../../shared/device/scanner/profile.ts';
import { readScan, type Scan } from '../../shared/device/scanner/read-scan.ts';
import type { ScannerKey } from '../../shared/device/scanner/scanner-key.ts';
import { formatFor } from '../../shared/format/format.ts';
import { money, ZERO } from '../../shared/money/money.ts';
import { isFinal, type PaymentMethod, type SaleView } from '../../shared/terminal/sale/state.ts';
import type { NeedsApproval } from './bills/bill-copies.ts';
import { type BillDesk, createBills, openOn, type ScreenDevice } from './bills/bills.ts';
import { linkCatalogue } from './catalogue-link.ts';
import { createGoods, type Goods } from './goods.ts';
import { createMember, type Member } from './member.ts';
import { approvalIn, type Stage, type TenderKind } from './mode/mode.ts';
import { type Modes, modesOf } from './mode/modes.ts';
import { createPay } from './pay.ts';
import { createPayments, type PaymentTill } from './payment-till.ts';
import { readPhone, splitMsisdn } from './phone.ts';
import { EMPTY_ENTRY, type SaleEntry } from './sale-entry.ts';
import { currentSale, isLive } from './sales.ts';
import { type Gs1Reader, looksLikeGs1, scanResult } from './scans.ts';
import { createTables, type Tables } from './tables.ts';
import { createTenders, type Tenders } from './tenders.ts';
import { createAsk, runTool } from './till-commands.ts';
import { type FoundReceipt, isBusy, type Screen, type TillState } from './till-state.ts';
import { createTips } from './tips.ts';
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
    /** Does what the supervisor was asked to approve; without an approval it is forgotten. */
    approved(asked: NeedsApproval, approval: string | null): void;
    /** Leaves whatever the cashier has opened. What was typed for the sale stays. */
    goHome(): void;
    show(screen: Screen): void;
    /** Starts a sale with the typed number, or shows what is wrong with it. The typed values stay. */
    askByPhone(): void;
    /** Starts a sale; asks first if its amount is above the shop's limit. */
    startSale(method: PaymentMethod): Promise<void>;
    /** Ends a bill on which everything is free. */
    finishFree(): void;
    /** Answers the question about a large amount: pays, or goes back to what was typed. */
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
    /** Dismisses a final sale for the next customer. A typed amount that it did not pay does not stay on the slip. */
    newSale(sale: SaleView): void;
    /** Dismisses a final sale and shows its bill, or restores what was typed for it. */
    backToSale(sale: SaleView, stage: Stage): Promise<boolean>;
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
    showProblem(answer: AnyAnswer | null): void;
  };

/**
 * The state of the cashier screen over a bridge: a payment till with the parts of the counter. The state of sales comes
 * only from snapshots.
 */
export function createTill(bridge: Bridge, device: ScreenDevice): Till {
  const { connect, ...payments } = createPayments(bridge);
  const { store } = payments;
  const modes = modesOf(store);
  const ask = createAsk(bridge, store);
  const bills = createBills(bridge, store, device, {
    renamed: (ids) => {
      const { selected } = goods.store.getState();
      const now = selected === null ? undefined : ids.get(selected);
      if (now !== undefined) goods.select(now);
    },
    restored: ({ lines }) => goods.select(lines[0]?.id ?? null),
    needsApproval: (asked) => modes.send({ type: 'ask', question: { kind: 'approval', asked } }),
    shown: () => modes.send({ type: 'shown' }),
    ended: () => {
      goods.select(null);
      modes.send({ type: 'bill_ended' });
    },
  });
  const scale = askScaleOf(bridge, device);
  const goods = createGoods(() => store.getState().snapshot, modes, bills, scale, device.keepDeck);
  const member = createMember({ bridge, store, bills, modes });
  const tips = createTips(bridge, store, modes);
  const paying = createPay({ store, modes, bills, goods, tips });
  const tables = createTables(bills, goods, store, modes);
  const tenders = createTenders({ store, modes, bills, paying });
  const stops = [
    linkCatalogue(bridge, goods, store, modes, device.keptDeck),
    bills.link(),
    paying.link(),
    tenders.link(),
  ];
  /** A script that was loaded, as its loader hands it over. It says nothing about the screen. */
  let gs1: Gs1Reader | null = null;
  const loadGs1 = async () => {
    // A reader that cannot be loaded leaves the code unknown, which the screen says.
    gs1 = await import('./adapters/gs1.ts').then(
      (module) => module.readGs1,
      () => null,
    );
  };
  const take = (scan: Scan) => {
    const state = store.getState();
    const language = state.snapshot?.settings.language ?? 'en';
    const today = formatFor({ language }).day(device.now());
    const result = scanResult(scan, { state, bills, goods, today, gs1 });
    store.setState({ scanProblem: result.kind === 'problem' ? result.problem : null });
    if (result.kind === 'payment') void till.startSale(result.method);
    if (result.kind === 'receipt') void openReceipt(till, store, result.code);
    if (result.kind === 'search') store.setState({ scannedReceipt: { text: result.text } });
    if (result.kind === 'member') {
      member.type(result.number);
      member.take();
    }
    if (result.kind !== 'product') return;
    if (result.after !== null) till.newSale(result.after);
    result.add();
  };
  const till: Till = {
    ...payments,
    bills,
    goods,
    tables,
    member,
    tenders,
    ...createTyping({ store, modes, bills, goods }),
    show: (screen) => {
      tables.leave();
      store.setState((state) => (mayLeave(state) ? { screen, problem: null } : {}));
    },
    scannerRules: () => rulesOf(store.getState().snapshot?.scanner?.profile ?? null),
    forgetScan: () => store.setState({ scanProblem: null }),
    ...createLearning(bridge, store, goods),
    scanned: (keys) => {
      const scan = readScan(keys, till.scannerRules());
      const isFirst = gs1 === null && scan.readings.some(looksLikeGs1);
      // The first such code loads its reader.
      if (isFirst) void loadGs1().then(() => take(scan));
      else take(scan);
    },
    askByPhone: () => {
      const { country, number } = store.getState().entry;
      const read = readPhone(country, number);
      if (read.ok) void till.startSale({ kind: 'phone', msisdn: read.msisdn });
      else store.setState({ phoneProblem: read.problem });
    },
    startSale: async (method) => {
      const order = paying.byPhone(method);
      if (order.amount > 0) await paying.pay(order);
    },
    finishFree: () => {
      const seen = paying.asked();
      void paying.payAtOnce({ seen, amount: ZERO, tip: ZERO, by: { kind: 'free' } });
    },
    answerAsked: paying.answerAsked,
    approved: (asked, approval) => {
      // Something else, or nothing, may wait by now.
      if (approvalIn(modes.now()) !== asked) return;
      modes.send({ type: 'answered', kind: 'approval' });
      if (approval !== null) bills.approved(asked, approval);
    },
    goHome: () => {
      modes.send({ type: 'home' });
      till.show('sale');
    },
    skipTip: tips.skip,
    openCode: () => ask({ type: 'open_code' }, { saleId: null, action: 'start' }),
    closeCode: (codeId) => ask({ type: 'close_code', codeId }, { saleId: null, action: 'start' }),
    newSale: (sale) => {
      goods.leaveTyped(sale.bill?.bill ?? null);
      if (sale.bill !== undefined) bills.goOn(sale.bill.bill);
      void till.act(sale.id, 'dismiss');
    },
    backToSale: async (sale, stage) => {
      const gone = await till.act(sale.id, 'dismiss');
      if (!gone) return false;
      if (sale.bill !== undefined) bills.show(sale.bill.bill);
      modes.send({ type: 'cleared' });
      modes.send({ type: 'stage', stage });
      modes.send({ type: 'typed', change: entryOf(sale) });
      // Until then the screen may know the bill as it was before the payment ended.
      if (sale.bill !== undefined) await bills.settled();
      return true;
    },
    again: async (sale, method) => {
      const back = await till.backToSale(sale, method.kind === 'phone' ? 'phone' : 'amount');
      const order = paying.byPhone(method);
      // The cashier has answered the question about this amount already. Another one is seen first.
      if (back && order.amount === sale.amount) await paying.payAtOnce(order);
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
      for (const stop of stops) stop();
    },
  };
  const disconnect = connect();
  const stopFollowing = follow(store, modes, bills, (sale) => void till.backToSale(sale, 'phone'));
  return till;
}

/**
 * Opens the refund of a scanned receipt: a payment by phone of this till in the list of sales, and every other one by its
 * receipt.
 */
async function openReceipt(till: Till, store: StoreApi<TillState>, code: string): Promise<void> {
  const answer = await till.call({ type: 'open_receipt', code });
  if (answer?.ok !== true) return till.showProblem(answer);
  const { value } = answer;
  const found: FoundReceipt =
    'receipt' in value
      ? { kind: 'own', page: value.receipt }
      : { kind: 'other_till', receipt: value.otherTill };
  if (found.kind === 'own' && found.page.receipt.method.kind === 'phone') {
    till.show('sales');
    return store.setState({ scannedReceipt: { text: found.page.receipt.method.tid } });
  }
  till.show('receipt');
  store.setState(({ foundReceipt }) => ({
    foundReceipt: { what: found, scan: (foundReceipt?.scan ?? 0) + 1 },
  }));
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
      if (isBusy(store.getState())) return;
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
  modes: Modes,
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
    const current = openOn(bills.store.getState().slip);
    const isHeld = snapshot?.view.sales.some(
      ({ bill, aside, state }) => bill?.bill === current && aside && !isFinal(state),
    );
    if (current !== null && isHeld === true) bills.show(null);
  });
  // The next person has neither typed nor done what the till asks about.
  const stopLocking = store.subscribe(({ snapshot }, before) => {
    if (snapshot === before.snapshot) return;
    if (snapshot?.backOffice?.state === 'locked') modes.send({ type: 'locked' });
  });
  return () => {
    stopHolding();
    stopAsking();
    stopLocking();
  };
}

function mayLeave(state: TillState): boolean {
  if (state.pending?.action === 'refund') return false;
  return state.snapshot === null || !isLive(currentSale(state.snapshot.view));
}

/** The entry for a dismissed sale. What the bill of the sale has is not typed again. */
function entryOf(sale: SaleView): SaleEntry {
  const phone = sale.method.kind === 'phone' ? splitMsisdn(sale.method.msisdn) : {};
  const { amount: price, additionalAmount: additional } = sale;
  const amount = sale.bill === undefined ? price : money(0);
  const chosen =
    additional === 0 ? ('none' as const) : ({ amount: additional, edit: 'fixed' } as const);
  const tip = { bill: sale.bill?.bill ?? null, price, chosen };
  return { ...EMPTY_ENTRY, ...phone, amount, tip };
}
