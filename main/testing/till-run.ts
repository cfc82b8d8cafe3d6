import { join } from 'node:path';
import type { Ready } from '../../service/index.ts';
import type { PrinterSettings } from '../../shared/device/printing/settings.ts';
import { peerUserHere } from '../../shared/node/http/peer-user.ts';
import type {
  SaleView,
  Terminal,
  TerminalSetup,
  VendingMachine,
} from '../../shared/terminal/index.ts';
import { packageRoot } from '../host/adapters/machine.ts';
import type { BridgeServer } from '../host/bridge/server.ts';
import { NO_MACHINE_ACCESS } from '../host/diagnosis/machine-access.ts';
import { shopOf } from '../host/settings/till-settings.ts';
import { openTill, type Till } from '../host/till/open-till.ts';
import { startHost } from '../host/till/screen-host.ts';
import { createWires, type Wires, type WiresDeps } from './wires.ts';

export type RunDeps = Omit<WiresDeps, 'engine'> & {
  readonly ready: Ready;
  /** The till's data folder, which stays when the till is killed. */
  readonly directory: string;
  readonly settings: Partial<TerminalSetup>;
  /** The vending machine, which stays when the till is killed. */
  readonly machine: VendingMachine | null;
  /** Port of the receipt printer; null without one. */
  readonly printerPort: number | null;
  readonly screen: boolean;
};

/** One run of a till, from its start to its stop or its kill. */
export type Run = {
  readonly wires: Wires;
  readonly till: Till;
  /** The address that opens its screen; throws at a till without one. */
  readonly screenAddress: () => string;
  readonly close: () => Promise<void>;
};

const NO_SCREEN = 'This shop has no screen; create it with the option screen: true.';
/** How long a customer at a machine has, seconds. */
const EXPIRES_IN_SECONDS = 300;

/** Opens the till that is sold, on its journal. `noteStates` gets its sales after every change. */
export async function openRun(
  deps: RunDeps,
  noteStates: (sales: readonly SaleView[]) => void,
): Promise<Run> {
  const { ready, directory, machine, timeline, printerPort } = deps;
  const { posId = ready.pos[0]?.id ?? 'till', currency = 'NOK', ...engine } = deps.settings;
  const wires = createWires({ ...deps, engine });
  const { clock, ids } = wires.ports;
  const settings = {
    shop: shopOf(ready.merchant),
    currency,
    locale: 'en-GB',
    language: 'en',
    posId,
    paidDwellSeconds: 8,
    timeZone: 'UTC',
    ...(printerPort === null ? {} : { printer: printerAt(printerPort) }),
  } as const;
  const till = await openTill({
    service: ready,
    directory,
    settings,
    presence:
      machine === null
        ? { kind: 'cashier' }
        : { kind: 'customer', machine, expiresInSeconds: EXPIRES_IN_SECONDS },
    deviceCode: null,
    firstCode: null,
    machineAccess: NO_MACHINE_ACCESS,
    heardShop: null,
    report: (sentence) => timeline.add('till', sentence),
    ports: wires.ports,
  });
  wires.opened();
  const note = () => {
    if (!wires.isDead()) noteStates(till.terminal.view().sales);
  };
  till.terminal.subscribe(note);
  note();
  const terminal = withOrders(till.terminal, deps);
  const host: BridgeServer | null = deps.screen
    ? await startHost({
        terminal,
        settings,
        features: till,
        assetsDir: join(packageRoot(), 'dist/screens/cashier'),
        clock,
        ids,
        port: 0,
        directory: null,
        displayDir: null,
        access: null,
        peerUser: peerUserHere(),
        onLaunchAddress: () => undefined,
        report: () => undefined,
      })
    : null;
  return {
    wires,
    till: { ...till, terminal },
    screenAddress() {
      if (host === null) throw new Error(NO_SCREEN);
      return host.launchAddress();
    },
    async close() {
      await host?.stop();
      await till.close();
    },
  };
}

function printerAt(port: number): PrinterSettings {
  const form = { columns: 48, codePage: 'pc858', cut: 'partial', drawer: 'left_shut' } as const;
  const connection = { kind: 'network', host: '127.0.0.1', port, form } as const;
  return { receipts: 'always', connection };
}

/** Records the orders of people and programs. */
function withOrders(terminal: Terminal, { timeline, activity }: RunDeps): Terminal {
  const order = async <T extends { readonly ok: boolean }>(text: string, work: Promise<T>) => {
    timeline.add('order', text);
    const end = activity.begin();
    try {
      const answered = await work;
      if (!answered.ok) timeline.add('order', `refused: ${text}`);
      return answered;
    } finally {
      end();
    }
  };
  const numberOf = (id: string) => terminal.sale(id)?.number ?? id;
  return {
    ...terminal,
    start: (request) =>
      order(`start ${request.amount}, ${request.method.kind}`, terminal.start(request)),
    act: (id, action) => order(`${action} of sale ${numberOf(id)}`, terminal.act(id, action)),
    capture: (id, request) =>
      order(`capture ${request.amount} of sale ${numberOf(id)}`, terminal.capture(id, request)),
    refund: (request, approval) =>
      order(`refund of ${request.tid}`, terminal.refund(request, approval)),
  };
}
