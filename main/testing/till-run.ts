import type { Ready } from '../../service/index.ts';
import { type ClientDeps, createMerchantClient, type Identity } from '../../shared/client/index.ts';
import {
  channelName,
  type SaleView,
  type Terminal,
  type TerminalSetup,
  type VendingMachine,
} from '../../shared/terminal/index.ts';
import type { RefundClient } from '../../shared/terminal/refunds/send.ts';
import { signerOf } from '../host/service/access.ts';
import { type Engine, openEngine } from '../host/till/open-engine.ts';
import type { Activity } from './clock.ts';
import { openFeatures, type TillFeatures } from './till-features.ts';
import { createWires, type Wires, type WiresDeps } from './wires.ts';

export type RunDeps = WiresDeps & {
  readonly ready: Ready;
  readonly identity: Identity;
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
  readonly engine: Engine;
  readonly features: TillFeatures;
};

/** Opens a till on its journal. `noteStates` gets its sales after every change. */
export async function openRun(
  deps: RunDeps,
  noteStates: (sales: readonly SaleView[]) => void,
): Promise<Run> {
  const { ready, identity, directory, machine, timeline, origins } = deps;
  const wires = createWires(deps);
  const { clock, fetch } = wires.adapters;
  const signer = signerOf(ready);
  const signing = {
    merchantId: identity.merchantId,
    userId: signer?.userId ?? '',
    credentials: { kind: 'key', privateKey: signer?.privateKey ?? '' },
  } as const;
  const posId = ready.pos[0]?.id ?? 'till';
  const setup: TerminalSetup = {
    posId,
    currency: 'NOK',
    policy: machine === null ? 'attended' : 'unattended',
    channel: channelName('till', posId),
    ...deps.settings,
  };
  const opened = await openEngine(
    { baseUrl: ready.base_url.replace(origins.service, origins.events), identity },
    {
      directory,
      setup,
      report: (sentence) => timeline.add('till', sentence),
      refunds: createRefunds({ ...signing, baseUrl: ready.base_url, fetch, clock }, deps.activity),
      machine,
      env: {},
      adapters: wires.adapters,
    },
  );
  wires.opened();
  const { terminal } = opened;
  const note = () => {
    if (!wires.isDead()) noteStates(terminal.view().sales);
  };
  terminal.subscribe(note);
  note();
  const engine = { ...opened, terminal: withOrders(terminal, deps) };
  const features = await openFeatures(engine.terminal, { ...deps, setup, clock });
  return { wires, engine, features };
}

/**
 * The client of refunds. Another thread signs its requests: until a request is sent, the signing counts as
 * work in progress, so that the time does not move meanwhile.
 */
function createRefunds(options: ClientDeps, activity: Activity): RefundClient {
  async function send<T>(call: (client: RefundClient) => Promise<T>): Promise<T> {
    const end = activity.begin();
    const sending: typeof fetch = (input, init) => {
      const reply = options.fetch(input, init);
      // From here on the request itself counts.
      end();
      return reply;
    };
    try {
      return await call(createMerchantClient({ ...options, fetch: sending }));
    } finally {
      end();
    }
  }
  return {
    paymentUpdate: (...given) => send((client) => client.paymentUpdate(...given)),
    paymentOutcome: (...given) => send((client) => client.paymentOutcome(...given)),
    paymentRead: (...given) => send((client) => client.paymentRead(...given)),
  };
}

/** Records the orders of people and programs. */
function withOrders(terminal: Terminal, { timeline, activity }: WiresDeps): Terminal {
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
