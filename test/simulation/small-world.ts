import { money } from '../../shared/money/money.ts';
import { isFinal, type SaleView } from '../../shared/terminal/index.ts';
import { type Clock, MINUTE } from '../../shared/time/clock.ts';
import { createAuditor } from './auditor.ts';
import { NO_FAULTS } from './faults.ts';
import { finalAudit } from './final-audit.ts';
import { createNetwork, type Fate } from './network.ts';
import { createPrng } from './prng.ts';
import { CUSTOMERS, openSimService, type SimService } from './service.ts';
import { createTill, type Till } from './till.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

/** The one thing that goes wrong: at a call of the till, or between two events of the world. */
export type OneFault =
  | { readonly kind: Exclude<Fate, 'deliver'>; readonly call: number }
  | { readonly kind: 'kill' | 'power_cut'; readonly step: number };

/** One order of events of one sale; steps are counted from the press of the button. */
export type Play = {
  readonly policy: 'attended' | 'unattended';
  readonly push: boolean;
  readonly customer: { readonly act: 'confirm' | 'reject'; readonly step: number };
  /** The step at which the cashier presses cancel, if that is possible then. */
  readonly cancel: number | null;
  readonly fault: OneFault | null;
};

export type Played = {
  readonly findings: readonly string[];
  /** Whether the fault, and the cancel, came to be at all; beyond that there is nothing new. */
  readonly faultCame: boolean;
  readonly cancelCame: boolean;
  readonly calls: number;
  readonly end: string;
};

const LATENCY = 10;
const DISK = 1;
const DEAD_FOR = 500;
const PATIENCE = 5 * MINUTE;

/** A service that stays for many plays, each with a till and a time of its own. */
export type Stage = { time: VirtualTime; readonly service: SimService; plays: number };

export async function openStage(place: string): Promise<Stage> {
  let time = createVirtualTime(Date.UTC(2026, 0, 5, 8, 0, 0));
  const clock: Clock = { now: () => time.now(), after: (delay, run) => time.after(delay, run) };
  const service = await openSimService(place, clock, createPrng(1));
  return {
    service,
    plays: 0,
    get time() {
      return time;
    },
    set time(next) {
      time = next;
    },
  };
}

/** Plays one order of events from the press of the button to the end of the sale. */
export async function play(stage: Stage, script: Play): Promise<Played> {
  // Nothing that an earlier play has left may come in between.
  stage.time = createVirtualTime(stage.time.now() + MINUTE);
  const { time, service } = stage;
  stage.plays += 1;
  // The same chance in every play: what differs between two plays is the script alone.
  const prng = createPrng(1);
  const auditor = createAuditor(script.policy, () => time.now());
  let calls = 0;
  let faultCame = false;
  let tid: string | null = null;
  const fateOf = (): Fate => {
    calls += 1;
    const { fault } = script;
    if (fault === null || !('call' in fault) || fault.call !== calls) return 'deliver';
    faultCame = true;
    return fault.kind;
  };
  const network = createNetwork({
    time,
    prng,
    fateOf,
    latency: () => LATENCY,
    service,
    auditor,
    say: () => undefined,
    atTheDoor: async () => undefined,
    onPayment: (payment) => {
      tid = payment.tid;
    },
  });
  const till = createTill({
    name: `t${stage.plays}`,
    policy: script.policy,
    time,
    prng,
    faults: { odds: NO_FAULTS },
    service,
    network,
    auditor,
    say: () => undefined,
    alter: (parts) => parts,
    hasPush: script.push,
    diskDelay: () => DISK,
    deadFor: () => DEAD_FOR,
  });
  const actors = createActors(stage, script, till, auditor, () => tid);
  void till.start();
  await time.settle();
  const end = time.now() + PATIENCE;
  for (let step = 0; time.now() < end; step += actors.hasBegun() ? 1 : 0) {
    const { fault } = script;
    if (fault !== null && 'step' in fault && fault.step === step) {
      till.die(fault.kind);
      faultCame = true;
    }
    await actors.act(step);
    if (actors.isOver()) break;
    if (!(await time.step(end))) break;
  }
  const sales = till.terminal()?.view().sales ?? [];
  const callsOfPlay = calls;
  await finalAudit(auditor, service, [{ till: till.name, sales }], 'those seen');
  await till.close();
  const [sale] = sales;
  return {
    findings: auditor.findings(),
    faultCame,
    cancelCame: actors.cancelCame(),
    calls: callsOfPlay,
    end: sale?.state.kind ?? 'nothing',
  };
}

function createActors(
  { time, service }: Stage,
  script: Play,
  till: Till,
  auditor: ReturnType<typeof createAuditor>,
  tid: () => string | null,
) {
  const { customerSide } = service.core.context.payments;
  const [customer] = CUSTOMERS;
  let begun = false;
  let decided = false;
  let cancelCame = false;

  const saleNow = (): SaleView | undefined => till.terminal()?.view().sales[0];

  async function press(action: 'cancel' | 'capture' | 'release', sale: SaleView): Promise<void> {
    const terminal = till.terminal();
    const waiting = auditor.ordered(till.name, sale.id, action, 'answered later');
    // Not awaited: the till answers once the disk has the order, which takes time of this world.
    void terminal?.act(sale.id, action).then((done) => {
      if (till.terminal() === terminal) auditor.orderAnswered(waiting, done.ok);
    });
    await time.settle();
  }

  async function actAsCustomer(): Promise<void> {
    const known = tid();
    if (known === null) return;
    decided = true;
    const choice = { additionalAmount: null, credit: false };
    const { act } = script.customer;
    const done = await time.track(
      act === 'confirm'
        ? customerSide.confirm(customer.id, known, choice)
        : customerSide.reject(customer.id, known),
    );
    if (done.ok) auditor.customerDid(act, known);
    await time.settle();
  }

  async function actAsCashier(step: number): Promise<void> {
    const sale = saleNow();
    if (sale === undefined) return;
    if (script.cancel === step && sale.actions.includes('cancel')) {
      cancelCame = true;
      await press('cancel', sale);
      return;
    }
    // What waits for a decision gets one: back where it was cancelled, taken where it was not.
    if (!decided || sale.state.kind !== 'authorised') return;
    const wish = cancelCame ? 'release' : 'capture';
    if (sale.actions.includes(wish)) await press(wish, sale);
  }

  return {
    hasBegun: () => begun,
    cancelCame: () => cancelCame,
    isOver: () => {
      const sale = saleNow();
      return begun && sale !== undefined && isFinal(sale.state);
    },
    async act(step: number): Promise<void> {
      const terminal = till.terminal();
      if (!begun && terminal !== null) {
        begun = true;
        const request = { amount: money(12_500), text: null, way: { kind: 'qr' } as const };
        void terminal.start(request).then((started) => {
          if (started.ok) auditor.started(till.name, started.value.id);
        });
        await time.settle();
        return;
      }
      if (!decided && step >= script.customer.step) await actAsCustomer();
      await actAsCashier(step);
    },
  };
}
