import type { ServiceTime } from '../client/service-time.ts';
import { createBillBook } from './bills/bill-book.ts';
import { createCodes } from './codes/codes.ts';
import { createInbox, type Inbox } from './codes/inbox.ts';
import { clockState } from './engine/clock-state.ts';
import { type ConnectionTracker, createConnection } from './engine/connection.ts';
import { createJournalQueue, type JournalQueue } from './engine/journal-queue.ts';
import { createLastPayment } from './engine/last-payment.ts';
import { createSaleIds } from './engine/sale-ids.ts';
import { createSales, type Sales } from './engine/sales.ts';
import { serviceTimeOf } from './engine/service-client.ts';
import { createTenderRecords } from './engine/tender-records.ts';
import { createMoneyOrders, type MoneyOrders } from './money-orders.ts';
import { createPermissionQueue, type PermissionQueue } from './permissions/queue.ts';
import { createReceiptQueue } from './receipts/queue.ts';
import { settingsOf, type TerminalSettings } from './sale/settings.ts';
import type { TerminalView } from './sale/state.ts';
import { createMainScreen } from './start/main-screen.ts';
import type { RecoveredState } from './start/recover.ts';
import { createStartSale } from './start/start-sale.ts';
import type { TerminalDeps } from './terminal.ts';
import {
  permissionsView,
  refundsView,
  salesView,
  saleView,
  unclaimedView,
  unmatchedView,
} from './view.ts';

/** The parts of one terminal, connected to each other. */
export type Components = ReturnType<typeof assemble>;

/** Builds the parts of a terminal. `changed` is called after every change of the view. */
export function assemble(deps: TerminalDeps, recovered: RecoveredState, changed: () => void) {
  const { clock, ids } = deps;
  const settings = effectiveSettings(deps);
  const serviceTime = serviceTimeOf(deps.client, clock);
  const connection = createConnection(changed);
  const journalQueue = createJournalQueue({
    journal: deps.journal,
    clock,
    changed: () => {
      changed();
      if (!journalQueue.isStuck()) core.sales.resume();
    },
  });
  const common = { journalQueue, clock, ids, settings, changed };
  const moneyOrders = createMoneyOrders({
    ...common,
    refunds: deps.refunds ?? null,
    machine: deps.machine ?? null,
    restored: recovered.refunds,
    billRefunds: recovered.billRefunds,
    sales: () => core.sales,
  });
  const permissions = createPermissionQueue({
    ...common,
    client: deps.permissions ?? null,
    restored: recovered.permissions,
  });
  const onChange = () => {
    changed();
    lastPayment.look();
  };
  const core = assembleSales({
    ...common,
    deps,
    serviceTime,
    connection,
    moneyOrders,
    changed: onChange,
  });
  const { sales, receipts } = core;
  const bills = createBillBook({
    ...common,
    restored: recovered.bills,
    otherTender: () => lastPayment.add(),
  });
  const saleIds = createSaleIds(ids, recovered.lastNumber);
  const codes = createCodes({ ...common, sales, saleIds, restored: recovered.codes });
  const inbox = createInbox({ ...common, sales, codes, restored: recovered.unclaimed });
  const lastPayment = createLastPayment({
    sales,
    clock,
    tendered: recovered.tendered,
    restored: recovered.sales.values(),
  });
  const tenderRecords = createTenderRecords({
    ...common,
    permit: deps.permit ?? null,
    lastPayment,
    restored: recovered.tenderIds,
  });
  const mainScreen = createMainScreen(sales);
  const start = createStartSale({
    ...common,
    sales,
    saleIds,
    codes,
    lastPayment,
    mainScreen,
    permit: deps.permit ?? null,
  });
  const parts = {
    settings,
    serviceTime,
    connection,
    journalQueue,
    sales,
    inbox,
    codes,
    moneyOrders,
    permissions,
    mainScreen,
  };
  return {
    ...parts,
    receipts,
    bills,
    tenderRecords,
    start,
    view: () => viewOf(parts),
  };
}

/** A till without a key cannot refund: a person settles what its machine did not deliver. */
function effectiveSettings(deps: Pick<TerminalDeps, 'settings' | 'refunds'>): TerminalSettings {
  const settings = settingsOf(deps.settings);
  return deps.refunds ? settings : { ...settings, undelivered: 'person' };
}

type SaleDeps = {
  readonly deps: TerminalDeps;
  readonly serviceTime: ServiceTime;
  readonly settings: TerminalSettings;
  readonly connection: ConnectionTracker;
  readonly journalQueue: JournalQueue;
  readonly moneyOrders: MoneyOrders;
  readonly changed: () => void;
};

/** The sales and the queue of their receipts, which needs to know about every change of a sale. */
function assembleSales(parts: SaleDeps) {
  const { settings, serviceTime, connection, journalQueue, moneyOrders, changed } = parts;
  const { client, clock, ids } = parts.deps;
  const receipts = createReceiptQueue({
    port: parts.deps.receipts ?? null,
    clock,
    settings,
    viewOf: (sale) => saleView(sale, settings, serviceTime.now()),
    onEnd: (id, how) => sales.dispatch(id, { kind: 'receipt', how }),
  });
  const { dispenser, refundMissing } = moneyOrders;
  const sales: Sales = createSales({
    client,
    serviceTime,
    journalQueue,
    connection,
    clock,
    ids,
    settings,
    dispenser,
    refundMissing,
    changed: () => {
      changed();
      receipts.onChange(sales.all());
    },
  });
  return { sales, receipts };
}

type ViewSources = {
  readonly serviceTime: ServiceTime;
  readonly settings: TerminalSettings;
  readonly connection: ConnectionTracker;
  readonly journalQueue: JournalQueue;
  readonly sales: Sales;
  readonly inbox: Inbox;
  readonly codes: ReturnType<typeof createCodes>;
  readonly moneyOrders: MoneyOrders;
  readonly permissions: PermissionQueue;
};

function viewOf(sources: ViewSources): TerminalView {
  const { settings, serviceTime, connection, journalQueue, sales, inbox, codes } = sources;
  return {
    connection: connection.view(),
    clock: clockState(serviceTime),
    notReady: journalQueue.isStuck() ? 'journal_full' : null,
    sales: salesView(sales.visible(), settings, serviceTime.now()),
    unclaimed: [...inbox.unclaimed().map(unclaimedView), ...unmatchedView(sales.all())],
    refunds: refundsView(sources.moneyOrders.refundQueue.refunds()),
    permissions: permissionsView(sources.permissions.permissions()),
    codes: codes.codes(),
    scans: codes.scans(),
  };
}
