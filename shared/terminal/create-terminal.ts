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
import { type Remembered, remember } from './start/recover.ts';
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
  const remembered = remember(deps.journal.records);
  const listeners = new Set<(view: TerminalView) => void>();
  const parts = assemble(deps, remembered, () => publish(listeners, parts.view, deps.onFault));
  const { fleet, inbox, journalQueue, settings, codes, money } = parts;
  for (const sale of remembered.sales.values()) fleet.add(sale);
  for (const { facts } of fleet.sales()) fleet.dispatch(facts.id, { kind: 'begin' });
  const disconnect = connect(deps, parts);
  const shown = (sale: Sale | null, id: string) =>
    sale === null ? null : saleView(sale, settings, deps.clock.now(), id);
  const isNew = ({ register }: SaleRequest) =>
    register === undefined || fleet.named(register.reference) === null;
  let stopping = false;

  return {
    view: parts.view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async (request) =>
      // Written now and sent by nobody, it would surprise the next run of the till.
      stopping
        ? STOPPING
        : ((isNew(request) ? money.obstacle(request) : null) ?? parts.start(request)),
    sale: (id) => shown(fleet.shownRequest(id), id),
    named: (reference) => {
      const id = fleet.named(reference)?.facts.id ?? '';
      return shown(fleet.shownRequest(id), id);
    },
    act: async (saleId, action) => {
      const claimed = action === 'dismiss' ? await inbox.claim(saleId) : null;
      if (claimed !== null) return claimed;
      return fleet.order(unmatchedBy(saleId, fleet) ?? saleId, (sale) => {
        const permitted = permit(sale, action, settings);
        if (!permitted.ok) return permitted;
        if (action === 'bring_to_front' && !hasRoom(fleet, sale)) return NO_ROOM;
        return answer({ kind: 'action', action });
      });
    },
    openCode: async (label = null) => (stopping ? STOPPING : codes.open(label)),
    closeCode: (id) => codes.close(id),
    tendered: (method, amount) =>
      noteTender(parts, deps.clock.now(), method ?? null, amount ?? null),
    ...besides(parts, () => stopping),
    refresh: () => {
      fleet.lookAll();
      parts.permissions.look();
    },
    stop: async () => {
      stopping = true;
      money.stop();
      parts.permissions.stop();
      parts.receipts.stop();
      await Promise.all([disconnect(), fleet.stop()]);
      await journalQueue.stop();
      listeners.clear();
    },
  };
}

type Parts = ReturnType<typeof assemble>;

async function noteTender(
  { journalQueue, lastPayment }: Parts,
  at: Instant,
  method: string | null,
  amount: MoneyInteger | null,
): Promise<Answer<null>> {
  const named = method === null ? {} : { method: method.slice(0, LIMITS.labelMax) };
  const sum = amount === null ? {} : { amount };
  const written = await journalQueue.must({ v: 1, at, kind: 'tendered', ...named, ...sum });
  if (!written.ok) return refuse('Service Unavailable', written.failure.description);
  lastPayment.note(at);
  return answer(null);
}

/** What a terminal does besides its sales. */
function besides(
  { money, permissions }: Parts,
  isStopping: () => boolean,
): Pick<Terminal, 'capture' | 'refund' | 'askPermission' | 'takePermission'> {
  return {
    capture: (saleId, request) => money.capture(saleId, request),
    refund: (request, approval) => money.desk.refund(request, approval),
    askPermission: async (request) => (isStopping() ? STOPPING : permissions.ask(request)),
    takePermission: (id) => permissions.take(id),
  };
}

const NO_ROOM = refuse('Conflict', 'Another sale is on the main screen; set it aside first.');

/** The id of the request whose unmatched payment has this tid. */
function unmatchedBy(tid: string, fleet: Sales): string | null {
  const isIt = ({ facts }: Sale) => facts.created?.tid === tid && isUnmatched(facts);
  const restored = fleet.sales().find(isIt);
  return restored === undefined ? null : secondaryId(restored.facts);
}

function hasRoom(fleet: Sales, sale: Sale): boolean {
  const { id, leg } = sale.facts;
  return fleet.sales().every(({ facts }) => {
    return facts.aside || isOver(facts) || facts.id === id || facts.id === leg?.other;
  });
}

function assemble(deps: TerminalDeps, remembered: Remembered, changed: () => void) {
  const { client, clock, ids } = deps;
  const given = settingsOf(deps.settings);
  // Who cannot sign a refund leaves it to a person.
  const settings = deps.refunds ? given : { ...given, undelivered: 'person' as const };
  const connection = createConnection(changed);
  const journalQueue = createJournalQueue(deps.journal, clock, () => {
    changed();
    if (!journalQueue.isStuck()) fleet.resume();
  });
  const money = createMoneyOrders({
    refunds: deps.refunds ?? null,
    machine: deps.machine ?? null,
    restored: remembered.refunds,
    fleet: () => fleet,
    ...{ journalQueue, clock, ids, settings, changed },
  });
  const permissions = createPermissionQueue({
    client: deps.permissions ?? null,
    restored: remembered.permissions,
    ...{ journalQueue, clock, ids, settings, changed },
  });
  const { dispenser, giveBack } = money;
  const receipts = createReceiptQueue({
    port: deps.receipts ?? null,
    clock,
    settings,
    shown: (sale) => saleView(sale, settings, clock.now()),
    onEnd: (id, how) => fleet.dispatch(id, { kind: 'receipt', how }),
  });
  const moved = () => {
    changed();
    receipts.notice(fleet.sales());
  };
  const sales = { client, journalQueue, connection, clock, ids, settings, changed: moved };
  const fleet: Sales = createSales({ ...sales, dispenser, giveBack });
  const mint = createSaleIds(ids, remembered.lastNumber);
  const restored = { codes: remembered.codes, unclaimed: remembered.unclaimed };
  const codes = createCodes({ fleet, journalQueue, clock, settings, mint, restored: restored.codes, changed });
  const inbox = createInbox({ fleet, codes, journalQueue, clock, restored: restored.unclaimed, changed });
  const lastPayment = createLastPayment(fleet, clock, remembered.tendered);
  const start = createStartSale({ fleet, journalQueue, clock, settings, mint, codes, lastPayment });
  const view = (): TerminalView => ({
    connection: connection.view(),
    notReady: journalQueue.isStuck() ? 'journal_full' : null,
    sales: salesView(fleet.shown(), settings, clock.now()),
    unclaimed: [...inbox.unclaimed().map(unclaimedView), ...unmatchedView(fleet.sales())],
    refunds: refundsView(money.desk.refunds()),
    permissions: permissionsView(permissions.permissions()),
    codes: codes.codes(),
    scans: codes.scans(),
  });
  return {
    settings,
    connection,
    journalQueue,
    fleet,
    inbox,
    codes,
    lastPayment,
    start,
    view,
    money,
    permissions,
    receipts,
  };
}

/** Opens the push channel and the probe; returns how to end both. */
function connect(deps: TerminalDeps, parts: Parts): () => Promise<void> {
  const { client, clock } = deps;
  const { settings, connection, fleet, inbox } = parts;
  const closePush = deps.push?.open(settings.channel, {
    onEvent: (event) => {
      if (event.message.meta.event.startsWith('permission_')) parts.permissions.look();
      return inbox.receive(event);
    },
    onLink: (up) => {
      connection.link(up);
      fleet.lookAll();
    },
  });
  const isKnown = () => connection.pushUp() || fleet.sales().some((sale) => !isOver(sale.facts));
  const stopProbe = startProbe({ client, clock, settings, connection, isKnown });
  const { pushUp } = connection;
  const stopWatch = startScanWatch({ client, clock, settings, codes: parts.codes, pushUp });
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
