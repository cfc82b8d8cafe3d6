import {
  createMerchantClient,
  type Identity,
  type MerchantClient,
  unwrap,
} from '../../shared/client/index.ts';
import { MONEY_MAX, money, type PlainAmounts } from '../../shared/money/money.ts';
import type { Outcome } from '../../shared/protocol/outcome.ts';
import {
  approveRefund,
  type CaptureRequest,
  isFinal,
  type SaleAction,
  type SaleRequest,
  type SaleStateKind,
  type SaleView,
  type Terminal,
} from '../../shared/terminal/index.ts';
import { instantOf } from '../../shared/time/clock.ts';
import { systemIds } from '../host/adapters/machine.ts';
import type { ShopClock } from './clock.ts';
import { openRun, type Run, type RunDeps } from './till-run.ts';
import type { Timeline } from './timeline.ts';

export type TestTillDeps = RunDeps & { readonly clock: ShopClock; readonly identity: Identity };

/** What a sale needs besides its amount: a code on the screen unless given otherwise. */
export type SaleOptions = Partial<Omit<PlainAmounts<SaleRequest>, 'amount'>>;

/** A sale of the test's till. It stays valid when the till is killed and started again. */
export interface TestSale {
  /** The sale's `pos_tid`. */
  readonly id: string;
  /** What the till shows of it. Throws while the till does not run. */
  view(): SaleView;
  /** The states that the till has shown, in order, without repeats. */
  states(): readonly SaleStateKind[];
  /**
   * Lets time pass until the sale has one of these states and the till is quiet. Throws when the sale ends
   * in another state, or after `within` seconds of the shop's clock (120).
   */
  becomes(state: SaleStateKind | readonly SaleStateKind[], within?: number): Promise<SaleView>;
  /** Carries out a cashier's action. Throws the till's sentence when it refuses. */
  act(action: SaleAction): Promise<void>;
  /** Captures part of an authorised sale; the amount is in minor units. Throws the till's sentence. */
  capture(request: PlainAmounts<CaptureRequest>): Promise<void>;
  /** Refunds this amount in minor units, or everything, with a supervisor's approval. Throws as `act`. */
  refund(amount?: number): Promise<void>;
  /** The outcome at the service, which is the truth about the money. */
  outcome(): Promise<Outcome>;
}

/** A complete till: the engine with its journal on the disk, its client and its event socket. */
export interface TestTill {
  /** The engine of the current run. Throws while the till does not run. */
  readonly terminal: Terminal;
  readonly isRunning: boolean;
  /** Starts a sale; the amount is in minor units: 125.00 is 12500. Throws the till's sentence. */
  sell(amount: number, options?: SaleOptions): Promise<TestSale>;
  /** The sales that the till knows, oldest first: also those of a run that was killed. */
  sales(): readonly TestSale[];
  /** Stops the till as kill -9 does: nothing more reaches the disk or the network. */
  kill(): Promise<void>;
  /** Lets time pass until a fault of `kill` has happened. */
  killed(): Promise<void>;
  /** Starts the till on its journal, after `kill` or as a restart of a running till. */
  restart(): Promise<void>;
  /** An address that opens the till's screen once in a browser; only with the option `screen`. */
  screenAddress(): string;
}

/** Starts a till. `stop` ends it. */
export async function startTestTill(
  deps: TestTillDeps,
): Promise<TestTill & { readonly stop: () => Promise<void> }> {
  const { clock, timeline, ready } = deps;
  const { states, note } = watchStates(timeline);
  let run: Run | null = await openRun(deps, note);

  const running = (): Run => {
    if (run === null || run.wires.isDead()) throw new Error('The till does not run.');
    return run;
  };

  async function end(): Promise<void> {
    const last = run;
    run = null;
    await last?.close();
  }

  const client = createMerchantClient({ ...deps.identity, baseUrl: ready.base_url, clock });

  const saleOf = (id: string) => createSale(id, { ...deps, client, running, states });

  return {
    get terminal() {
      return running().till.terminal;
    },
    get isRunning() {
      return run !== null && !run.wires.isDead();
    },
    async sell(amount, options = {}) {
      const { terminal } = running().till;
      const started = await terminal.start({
        text: null,
        method: { kind: 'qr' },
        ...options,
        amount,
      });
      await clock.settle();
      if (run?.wires.isDead() === true)
        throw new Error('The till was killed while it started the sale.');
      if (!started.ok) throw new Error(started.refusal.description);
      return saleOf(started.value.id);
    },
    sales: () => {
      const known = [...running().till.terminal.view().sales].sort((a, b) => a.number - b.number);
      return known.map(({ id }) => saleOf(id));
    },
    async kill() {
      running().wires.kill();
      await end();
      // Until the other ends of its connections have closed as well.
      await clock.settle();
    },
    async killed() {
      await clock.until(() => run === null || run.wires.isDead(), 'A kill of the till');
      await end();
    },
    async restart() {
      await end();
      timeline.add('till', 'started');
      run = await openRun(deps, note);
      await clock.settle();
    },
    screenAddress: () => running().screenAddress(),
    stop: end,
  };
}

/** The states that each sale has shown. */
function watchStates(timeline: Timeline) {
  const states = new Map<string, SaleStateKind[]>();
  const note = (sales: readonly SaleView[]): void => {
    for (const { id, number, state } of sales) {
      const before = states.get(id) ?? [];
      if (before.at(-1) === state.kind) continue;
      states.set(id, [...before, state.kind]);
      timeline.add('state', `sale ${number} is ${state.kind}`);
    }
  };
  return { states, note };
}

type SaleDeps = {
  readonly clock: ShopClock;
  readonly client: Pick<MerchantClient, 'paymentOutcome'>;
  readonly running: () => Run;
  readonly states: ReadonlyMap<string, readonly SaleStateKind[]>;
};

function createSale(id: string, { clock, client, running, states }: SaleDeps): TestSale {
  const view = () => {
    const sale = running().till.terminal.sale(id);
    if (sale === null) throw new Error(`The till has no sale ${id}.`);
    return sale;
  };
  const tid = () => {
    const { tid: known } = view();
    if (known === null) throw new Error('The service has not answered the request of this sale.');
    return known;
  };
  return {
    id,
    view,
    states: () => states.get(id) ?? [],
    async becomes(state, within) {
      const wanted = [state].flat();
      const holds = () => {
        const { number, state: now } = view();
        if (wanted.includes(now.kind)) return true;
        // A payment that is complete can still be refunded.
        const more = now.kind === 'paid' && wanted.includes('refunded');
        if (more || !isFinal(now)) return false;
        throw new Error(`Sale ${number} is ${now.kind}, and not ${wanted.join(' or ')}.`);
      };
      await clock.until(holds, `Sale ${id} as ${wanted.join(' or ')}`, within);
      return view();
    },
    async act(action) {
      const answered = await running().till.terminal.act(id, action);
      if (!answered.ok) throw new Error(answered.refusal.description);
      await clock.settle();
    },
    async capture(request) {
      const answered = await running().till.terminal.capture(id, request);
      if (!answered.ok) throw new Error(answered.refusal.description);
      await clock.settle();
    },
    async refund(amount) {
      const { currency } = view();
      const approved = { id: systemIds.message(), approver: 'Supervisor', tid: tid(), currency };
      const approval = approveRefund(
        { ...approved, ceiling: money(MONEY_MAX) },
        instantOf(clock.now()),
      );
      const request = { tid: tid(), amount: amount ?? null, text: null };
      const answered = await running().till.terminal.refund(request, approval);
      if (!answered.ok) throw new Error(answered.refusal.description);
      await clock.settle();
    },
    outcome: async () => unwrap(await client.paymentOutcome(tid())),
  };
}
