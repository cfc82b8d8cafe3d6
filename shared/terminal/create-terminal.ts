import type { Ids } from '../ids/ids.ts';
import type { MoneyInteger } from '../money/money.ts';
import { type Answer, answer, refuse } from '../protocol/errors.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { Clock, Instant } from '../time/clock.ts';
import { createCodes } from './codes/codes.ts';
import { createInbox } from './codes/inbox.ts';
import { startScanWatch } from './codes/scan-watch.ts';
import { createConnection } from './engine/connection.ts';
import type { Journal } from './engine/journal.ts';
import { createJournalQueue } from './engine/journal-queue.ts';
import { createLastPayment } from './engine/last-payment.ts';
import { STOPPING } from './engine/orders.ts';
import { startProbe } from './engine/probe.ts';
import type { Push } from './engine/push.ts';
import { createSaleIds } from './engine/sale-ids.ts';
import { createSales, type Sales } from './engine/sales.ts';
import type { TerminalClient } from './engine/service-client.ts';
import { createMoneyOrders } from './money-orders.ts';
import type { PermissionClient } from './permissions/follow.ts';
import { createPermissionQueue } from './permissions/queue.ts';
import { createReceiptQueue, type ReceiptPort } from './receipts/queue.ts';
import type { RefundClient } from './refunds/send.ts';
import { permit } from './sale/actions.ts';
import type { VendingMachine } from './sale/machine-port.ts';
import { secondaryId } from './sale/pair.ts';
import { isOver, isUnmatched, type Sale } from './sale/sale.ts';
import { settingsOf, type TerminalSetup } from './sale/settings.ts';
import type { SaleRequest, TerminalView } from './sale/state.ts';
import { type RecoveredState, recoverState } from './start/recover.ts';
import { createStartSale } from './start/start-sale.ts';
import type { Terminal } from './terminal.ts';
import {
  permissionsView,
  refundsView,
  salesView,
  saleView,
  unclaimedView,
  unmatchedView,
} from './view.ts';

export type TerminalDeps = {
  readonly client: TerminalClient;
  /** Opened by the caller, who closes it after `stop`. */
  readonly journal: Journal;
  /** Null: polling alone. */
  readonly push: Push | null;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: TerminalSetup;
  /** Signs refunds with a key; without it this till gives nothing back. */
  readonly refunds?: RefundClient | null;
  /** Asks customers for data; without it this till asks for money alone. */
  readonly permissions?: PermissionClient | null;
  /** The machine that this till sells from. */
  readonly machine?: VendingMachine | null;
  /** Puts receipts on customers' phones; none are uploaded without it. */
  readonly receipts?: ReceiptPort | null;
  /** Told of a listener that threw; the engine goes on. */
  readonly onFault?: (fault: unknown) => void;
};

/**
 * One device's payment engine (design, section 5). Takes up at once every sale that the journal
 * says is open: asks for it again under its old id, reads what became of it, acts by policy.
 */
export function createTerminal(deps: TerminalDeps): Terminal {
  const recovered = recoverState(deps.journal.records);
  const listeners = new Set<(view: TerminalView) => void>();
  const components = assemble(deps, recovered, () =>
    publish(listeners, components.view, deps.onFault),
  );
  const { sales, inbox, journalQueue, settings, codes, moneyOrders, permissions } = components;
  for (const sale of recovered.sales.values()) sales.add(sale);
  for (const { facts } of sales.all()) sales.dispatch(facts.id, { kind: 'begin' });
  const disconnect = connect(deps, components);
  const viewOf = (sale: Sale | null, id: string) =>
    sale === null ? null : saleView(sale, settings, deps.clock.now(), id);
  const isNew = ({ register }: SaleRequest) =>
    register === undefined || sales.byReference(register.reference) === null;
  let stopping = false;

  return {
    view: components.view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async (request) =>
      // Written now and sent by nobody, it would surprise the next run of the till.
      stopping
        ? STOPPING
        : ((isNew(request) ? moneyOrders.obstacle(request) : null) ?? components.start(request)),
    sale: (id) => viewOf(sales.resolveVisible(id), id),
    saleByReference: (reference) => {
      const id = sales.byReference(reference)?.facts.id ?? '';
      return viewOf(sales.resolveVisible(id), id);
    },
    act: async (saleId, action) => {
      const claimed = action === 'dismiss' ? await inbox.claim(saleId) : null;
      if (claimed !== null) return claimed;
      return sales.order(unmatchedSaleId(saleId, sales) ?? saleId, (sale) => {
        const permitted = permit(sale, action, settings);
        if (!permitted.ok) return permitted;
        if (action === 'bring_to_front' && !isMainScreenFree(sales, sale)) return NO_ROOM;
        return answer({ kind: 'action', action });
      });
    },
    openCode: async (label = null) => (stopping ? STOPPING : codes.open(label)),
    closeCode: (id) => codes.close(id),
    tendered: (method, amount) =>
      recordTender(components, deps.clock.now(), method ?? null, amount ?? null),
    capture: (saleId, request) => moneyOrders.capture(saleId, request),
    refund: (request, approval) => moneyOrders.refundQueue.refund(request, approval),
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

type Components = ReturnType<typeof assemble>;

async function recordTender(
  { journalQueue, lastPayment }: Components,
  at: Instant,
  method: string | null,
  amount: MoneyInteger | null,
): Promise<Answer<null>> {
  const named = method === null ? {} : { method: method.slice(0, LIMITS.labelMax) };
  const sum = amount === null ? {} : { amount };
  const written = await journalQueue.must({ v: 1, at, kind: 'tendered', ...named, ...sum });
  if (!written.ok) return refuse('Service Unavailable', written.failure.description);
  lastPayment.add(at);
  return answer(null);
}

const NO_ROOM = refuse('Conflict', 'Another sale is on the main screen; set it aside first.');

/** The id of the request whose unmatched payment has this tid. */
function unmatchedSaleId(tid: string, sales: Sales): string | null {
  const isIt = ({ facts }: Sale) => facts.created?.tid === tid && isUnmatched(facts);
  const unmatched = sales.all().find(isIt);
  return unmatched === undefined ? null : secondaryId(unmatched.facts);
}

function isMainScreenFree(sales: Sales, sale: Sale): boolean {
  const { id, leg } = sale.facts;
  return sales.all().every(({ facts }) => {
    return facts.aside || isOver(facts) || facts.id === id || facts.id === leg?.other;
  });
}

function assemble(deps: TerminalDeps, recovered: RecoveredState, changed: () => void) {
  const { client, clock, ids } = deps;
  const configured = settingsOf(deps.settings);
  // A till without a key cannot refund, so a person must settle undelivered goods.
  const settings = deps.refunds ? configured : { ...configured, undelivered: 'person' as const };
  const connection = createConnection(changed);
  const journalQueue = createJournalQueue(deps.journal, clock, () => {
    changed();
    if (!journalQueue.isStuck()) sales.resume();
  });
  const moneyOrders = createMoneyOrders({
    refunds: deps.refunds ?? null,
    machine: deps.machine ?? null,
    restored: recovered.refunds,
    sales: () => sales,
    journalQueue,
    clock,
    ids,
    settings,
    changed,
  });
  const permissions = createPermissionQueue({
    client: deps.permissions ?? null,
    restored: recovered.permissions,
    journalQueue,
    clock,
    ids,
    settings,
    changed,
  });
  const receipts = createReceiptQueue({
    port: deps.receipts ?? null,
    clock,
    settings,
    viewOf: (sale) => saleView(sale, settings, clock.now()),
    onEnd: (id, how) => sales.dispatch(id, { kind: 'receipt', how }),
  });
  const saleChanged = () => {
    changed();
    receipts.onChange(sales.all());
  };
  const sales: Sales = createSales({
    client,
    journalQueue,
    connection,
    clock,
    ids,
    settings,
    dispenser: moneyOrders.dispenser,
    refundMissing: moneyOrders.refundMissing,
    changed: saleChanged,
  });
  const saleIds = createSaleIds(ids, recovered.lastNumber);
  const codes = createCodes({
    sales,
    journalQueue,
    clock,
    settings,
    saleIds,
    restored: recovered.codes,
    changed,
  });
  const inbox = createInbox({
    sales,
    codes,
    journalQueue,
    clock,
    restored: recovered.unclaimed,
    changed,
  });
  const lastPayment = createLastPayment(sales, clock, recovered.tendered);
  const start = createStartSale({
    sales,
    journalQueue,
    clock,
    settings,
    saleIds,
    codes,
    lastPayment,
  });
  const view = (): TerminalView => ({
    connection: connection.view(),
    notReady: journalQueue.isStuck() ? 'journal_full' : null,
    sales: salesView(sales.visible(), settings, clock.now()),
    unclaimed: [...inbox.unclaimed().map(unclaimedView), ...unmatchedView(sales.all())],
    refunds: refundsView(moneyOrders.refundQueue.refunds()),
    permissions: permissionsView(permissions.permissions()),
    codes: codes.codes(),
    scans: codes.scans(),
  });
  return {
    settings,
    connection,
    journalQueue,
    sales,
    inbox,
    codes,
    lastPayment,
    start,
    view,
    moneyOrders,
    permissions,
    receipts,
  };
}

/** Opens the push channel and the probe; returns how to end both. */
function connect(deps: TerminalDeps, components: Components): () => Promise<void> {
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
  const stopProbe = startProbe({ client, clock, settings, connection, isKnown });
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
