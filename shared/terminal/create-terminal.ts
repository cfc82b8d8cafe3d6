import type { MoneyInteger } from '../money/money.ts';
import { present } from '../objects/present.ts';
import { type Answer, answer, refuse } from '../protocol/errors.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { Instant } from '../time/clock.ts';
import { startScanWatch } from './codes/scan-watch.ts';
import { assemble, type Components } from './components.ts';
import { STOPPING } from './engine/orders.ts';
import { startProbe } from './engine/probe.ts';
import type { Sales } from './engine/sales.ts';
import { secondaryId } from './sale/pair.ts';
import { permit } from './sale/permit.ts';
import { isOver, isUnmatched, type Sale } from './sale/sale.ts';
import type { SaleRequest, TerminalView } from './sale/state.ts';
import { recoverState } from './start/recover.ts';
import type { Terminal, TerminalDeps } from './terminal.ts';
import { saleView } from './view.ts';

/**
 * Creates the payment engine of one device. It resumes every open sale of the journal at once: it
 * repeats the request under the same id, reads the outcome and acts by the policy.
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
      // A sale that is saved now would not be sent before the next start of the till.
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

async function recordTender(
  { journalQueue, lastPayment }: Components,
  at: Instant,
  method: string | null,
  amount: MoneyInteger | null,
): Promise<Answer<null>> {
  const tender = present({ method: method?.slice(0, LIMITS.labelMax), amount });
  const written = await journalQueue.must({ v: 1, at, kind: 'tendered', ...tender });
  if (!written.ok) return refuse('Service Unavailable', written.failure.description);
  lastPayment.add(at);
  return answer(null);
}

const NO_ROOM = refuse('Conflict', 'Another sale is on the main screen. Put it on hold first.');

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

/** Opens the push channel and starts the polls. Returns a function that ends them. */
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
