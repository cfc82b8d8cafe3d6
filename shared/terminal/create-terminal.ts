import type { Ids } from '../ids/ids.ts';
import { answer, refuse } from '../protocol/errors.ts';
import type { Clock } from '../time/clock.ts';
import { permit } from './actions.ts';
import type { TerminalClient } from './caller.ts';
import { createConnection } from './connection.ts';
import { createFleet } from './fleet.ts';
import { createInbox } from './inbox.ts';
import type { Journal } from './journal.ts';
import { startProbe } from './probe.ts';
import type { Push } from './push.ts';
import { type Remembered, remember } from './recover.ts';
import { isOver } from './sale.ts';
import { createScribe } from './scribe.ts';
import { settingsOf, type TerminalSetup } from './settings.ts';
import { createStarter } from './starter.ts';
import type { TerminalView } from './state.ts';
import type { Terminal } from './terminal.ts';
import { salesView, unclaimedView } from './view.ts';

export type TerminalDeps = {
  readonly client: TerminalClient;
  /** Opened by the caller, who closes it after `stop`. */
  readonly journal: Journal;
  /** Null: polling alone. */
  readonly push: Push | null;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: TerminalSetup;
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
  const { fleet, inbox, scribe, settings } = parts;
  for (const sale of remembered.sales.values()) fleet.add(sale);
  for (const { facts } of fleet.sales()) fleet.dispatch(facts.id, { kind: 'begin' });
  const disconnect = connect(deps, parts);
  let stopping = false;

  return {
    view: parts.view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async (request) =>
      // Written now and sent by nobody, it would surprise the next run of the till.
      stopping ? refuse('Service Unavailable', 'This till is stopping.') : parts.start(request),
    act: async (saleId, action) => {
      if (action === 'dismiss' && inbox.claim(saleId)) return answer(null);
      const sale = fleet.get(saleId);
      if (sale === null) return refuse('Not Found', 'This till has no sale by this id.');
      const permitted = permit(sale, action, settings);
      if (permitted.ok) fleet.dispatch(saleId, { kind: 'action', action });
      return permitted;
    },
    refresh: () => fleet.lookAll(),
    stop: async () => {
      stopping = true;
      await Promise.all([disconnect(), fleet.stop()]);
      await scribe.stop();
      listeners.clear();
    },
  };
}

type Parts = ReturnType<typeof assemble>;

function assemble(deps: TerminalDeps, remembered: Remembered, changed: () => void) {
  const { client, clock, ids } = deps;
  const settings = settingsOf(deps.settings);
  const connection = createConnection(changed);
  const scribe = createScribe(deps.journal, clock, changed);
  const fleet = createFleet({ client, scribe, connection, clock, ids, settings, changed });
  const inbox = createInbox({ fleet, scribe, clock, found: remembered.unclaimed, changed });
  const numbers = [...remembered.sales.values()].map((sale) => sale.facts.number);
  const firstNumber = Math.max(0, ...numbers) + 1;
  const start = createStarter({ fleet, scribe, clock, ids, settings, firstNumber });
  const view = (): TerminalView => ({
    connection: connection.view(),
    notReady: scribe.isStuck() ? 'journal_full' : null,
    sales: salesView(fleet.sales(), settings),
    unclaimed: inbox.unclaimed().map(unclaimedView),
  });
  return { settings, connection, scribe, fleet, inbox, start, view };
}

/** Opens the push channel and the probe; returns how to end both. */
function connect(deps: TerminalDeps, parts: Parts): () => Promise<void> {
  const { client, clock } = deps;
  const { settings, connection, fleet, inbox } = parts;
  const closePush = deps.push?.open(settings.channel, {
    onEvent: inbox.receive,
    onLink: (up) => {
      connection.link(up);
      fleet.lookAll();
    },
  });
  const isKnown = () => connection.pushUp() || fleet.sales().some((sale) => !isOver(sale.facts));
  const stopProbe = startProbe({ client, clock, settings, connection, isKnown });
  return async () => {
    stopProbe();
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
