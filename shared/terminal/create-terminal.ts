import { withMoney } from '../money/money.ts';
import { answer } from '../protocol/errors.ts';
import { refuseTill } from '../refusals/till-problem.ts';
import { runtimeClock, runtimeIds } from '../runtime.ts';
import { startScanWatch } from './codes/scan-watch.ts';
import { assemble, type Components } from './components.ts';
import { startProbe } from './engine/journal-queue.ts';
import { STOPPING } from './engine/orders.ts';
import type { Sales } from './engine/sales.ts';
import type { OtherPayment } from './engine/tender-records.ts';
import { saleUntil } from './engine/until.ts';
import type { RefundApproval } from './refunds/check-approval.ts';
import { type BillRefund, problem, type RefundRequest } from './refunds/refund.ts';
import { secondaryId } from './sale/pair.ts';
import { permit } from './sale/permit.ts';
import { isOver, isUnmatched, type Sale } from './sale/sale.ts';
import type { CaptureRequest, SaleRequest, TerminalView } from './sale/state.ts';
import { recoverState } from './start/recover.ts';
import type { Terminal, TerminalDeps, TerminalOptions } from './terminal.ts';
import { saleView } from './view.ts';

/** What a caller of the library may leave out. */
const WITHOUT = {
  refunds: null,
  permissions: null,
  machine: null,
  receipts: null,
  permit: null,
};

/**
 * Creates the payment engine of one device. It resumes every open sale of the journal at once: it
 * repeats the request under the same id, reads the outcome and acts by the policy.
 */
export function createTerminal(options: TerminalOptions): Terminal {
  const { clock = runtimeClock, ids = runtimeIds } = options;
  const deps: TerminalDeps = { ...WITHOUT, ...options, clock, ids };
  const recovered = recoverState(deps.journal.records);
  const listeners = new Set<(view: TerminalView) => void>();
  const changed = () => publish(listeners, components.view, deps.onFault);
  const components = assemble(deps, recovered, changed);
  const { sales, inbox, journalQueue, settings, codes, moneyOrders, permissions } = components;
  for (const sale of recovered.sales.values()) sales.add(sale);
  for (const { facts } of sales.all()) sales.dispatch(facts.id, { kind: 'begin' });
  const disconnect = connect(deps, components, changed);
  const viewOf = (sale: Sale | null, id: string) =>
    sale === null ? null : saleView(sale, settings, components.serviceTime.now(), id);
  const isNew = ({ register }: SaleRequest) =>
    register === undefined || sales.byReference(register.reference) === null;
  const saleById = (id: string) => viewOf(sales.resolveVisible(id), id);
  const subscribe: Terminal['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  let stopping = false;

  return {
    view: components.view,
    subscribe,
    until: (id, state, options) =>
      saleUntil({ clock, sale: saleById, subscribe }, id, state, options?.timeout),
    start: async (plain) => {
      // A sale that is saved now would not be sent before the next start of the till.
      if (stopping) return STOPPING;
      const request = withMoney<SaleRequest>(plain);
      if (request === null) return NOT_WHOLE;
      const obstacle = isNew(request) ? moneyOrders.obstacle(request) : null;
      return obstacle ?? components.start(request);
    },
    sale: saleById,
    saleByReference: (reference) => {
      const id = sales.byReference(reference)?.facts.id ?? '';
      return viewOf(sales.resolveVisible(id), id);
    },
    saleOfTender: (tender) => {
      const id = sales.byTender(tender)?.facts.id ?? '';
      return viewOf(sales.resolveVisible(id), id);
    },
    bills: components.bills,
    act: async (saleId, action) => {
      const claimed = action === 'dismiss' ? await inbox.claim(saleId) : null;
      if (claimed !== null) return claimed;
      return components.mainScreen.hold((take) =>
        sales.order(unmatchedSaleId(saleId, sales) ?? saleId, (sale) => {
          const permitted = permit(sale, action, settings);
          if (!permitted.ok) return permitted;
          if (action === 'bring_to_front' && !take(sale)) return NO_ROOM;
          return answer({ kind: 'action', action });
        }),
      );
    },
    openCode: async (label = null) => (stopping ? STOPPING : codes.open(label)),
    closeCode: (id) => codes.close(id),
    ...moneyCommands(components),
    askPermission: async (request) => (stopping ? STOPPING : permissions.ask(request)),
    takePermission: (id) => permissions.take(id),
    refresh: () => {
      sales.lookAll();
      permissions.look();
    },
    stop: async () => {
      stopping = true;
      moneyOrders.stop();
      permissions.stop();
      components.receipts.stop();
      await Promise.all([disconnect(), sales.stop()]);
      await journalQueue.stop();
      listeners.clear();
    },
  };
}

/** The commands that take amounts, which it checks. */
function moneyCommands(
  components: Components,
): Pick<Terminal, 'tendered' | 'capture' | 'refund' | 'refundBill' | 'billRefund' | 'refundable'> {
  const { moneyOrders } = components;
  return {
    tendered: async (plain) => {
      const payment = withMoney<OtherPayment>(plain);
      return payment === null ? NOT_WHOLE : components.tenderRecords.record(payment);
    },
    capture: async (saleId, plain) => {
      const request = withMoney<CaptureRequest>(plain);
      return request === null ? NOT_WHOLE : moneyOrders.capture(saleId, request);
    },
    refund: async (plain, plainApproval) => {
      const request = withMoney<RefundRequest>(plain);
      const approval = withMoney<RefundApproval>(plainApproval);
      if (request === null || approval === null) return problem('bad_request');
      return moneyOrders.refundQueue.refund(request, approval);
    },
    refundBill: async (plain) => {
      const order = withMoney<BillRefund>(plain);
      return order === null ? problem('bad_request') : moneyOrders.refundQueue.refundBill(order);
    },
    billRefund: (id) => moneyOrders.refundQueue.billRefund(id),
    refundable: (tid) => moneyOrders.refundQueue.refundable(tid),
  };
}

const NOT_WHOLE = refuseTill('not_whole');
const NO_ROOM = refuseTill(
  'another_sale',
  'Another sale is on the main screen. Put it on hold first.',
);

/** The id of the request whose unmatched payment has this tid. */
function unmatchedSaleId(tid: string, sales: Sales): string | null {
  const isIt = ({ facts }: Sale) => facts.created?.tid === tid && isUnmatched(facts);
  const unmatched = sales.all().find(isIt);
  return unmatched === undefined ? null : secondaryId(unmatched.facts);
}

/** Opens the push channel and starts the polls. Returns a function that ends them. */
function connect(
  deps: Pick<TerminalDeps, 'client' | 'push' | 'clock'>,
  components: Components,
  changed: () => void,
): () => Promise<void> {
  const { client, clock } = deps;
  const { settings, connection, sales, inbox } = components;
  const closePush = deps.push?.open(settings.channel, {
    onEvent: (event) => {
      if (event.message.meta.event.startsWith('permission_')) components.permissions.look();
      return inbox.receive(event);
    },
    onLink: (up) => {
      connection.setPush(up);
      sales.lookAll();
    },
  });
  const isKnown = () => connection.pushUp() || sales.all().some((sale) => !isOver(sale.facts));
  const stopProbe = startProbe({
    client,
    clock,
    settings,
    connection,
    isKnown,
    changed,
  });
  const { pushUp } = connection;
  const stopWatch = startScanWatch({ client, clock, settings, codes: components.codes, pushUp });
  return async () => {
    stopProbe();
    stopWatch();
    await closePush?.();
  };
}

function publish(
  listeners: ReadonlySet<(view: TerminalView) => void>,
  view: () => TerminalView,
  onFault: TerminalDeps['onFault'],
): void {
  if (listeners.size === 0) return;
  const seen = view();
  for (const listener of listeners) {
    try {
      listener(seen);
    } catch (fault) {
      onFault?.(fault);
    }
  }
}
