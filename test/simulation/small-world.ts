import { type Clock, MINUTE, SECOND, ticksOf } from '../../shared/time/clock.ts';
import { type Auditor, createAuditor } from './auditor.ts';
import type { DataPlace } from './data-place.ts';
import { NO_FAULTS } from './faults.ts';
import { finalAudit } from './final-audit.ts';
import { createNetwork, type Fate } from './network.ts';
import { createPrng } from './prng.ts';
import { deviceCodeOf, MERCHANT, openSimService, type SimService, stickerAt } from './service.ts';
import { createSmallActors, type SmallActors } from './small-actors.ts';
import type { SmallScenario } from './small-scenarios.ts';
import { type Alter, createTill, type Till } from './till.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

/** The network's fault for one call of the till; calls are counted from the press of the button. */
export type CallFault = { readonly kind: Exclude<Fate, 'deliver'>; readonly call: number };

/** The till stops between two events of the world and starts again. */
export type Stop = { readonly kind: 'kill' | 'power_cut'; readonly step: number };

/** One order of events; steps are counted from the press of the button. */
export type Play = {
  readonly scenario: SmallScenario;
  readonly policy: 'attended' | 'unattended';
  readonly push: boolean;
  /** The step at which the first customer acts; each other one acts two steps later. */
  readonly customer: { readonly act: 'confirm' | 'reject'; readonly step: number };
  /** The step at which the cashier presses cancel, if that is possible then. */
  readonly cancel: number | null;
  readonly faults: readonly CallFault[];
  readonly stop: Stop | null;
};

export type Played = {
  readonly findings: readonly string[];
  /** The number of faults that occurred, and whether the stop and the cancel occurred. */
  readonly faultsCame: number;
  readonly stopCame: boolean;
  readonly cancelCame: boolean;
  readonly calls: number;
  readonly ends: readonly string[];
};

const LATENCY = 10;
const DISK = 1;
const DEAD_FOR = 500;
const PATIENCE = 5 * MINUTE;
/** The losing one of two codes is closed after its sale has ended. */
const QUIET = 40 * SECOND;

/** A service for many plays, each with another till and another time. */
export type Stage = { time: VirtualTime; readonly service: SimService; plays: number };

export async function openStage(place: DataPlace): Promise<Stage> {
  let time = createVirtualTime(Date.UTC(2026, 0, 5, 8, 0, 0));
  const clock: Clock = {
    now: () => time.now(),
    ticks: () => ticksOf(time.now()),
    after: (delay, run) => time.after(delay, run),
  };
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

/** Plays one order of events from the press of the button to the end of its sales. */
export async function play(
  stage: Stage,
  script: Play,
  alter: Alter = (parts) => parts,
): Promise<Played> {
  // Nothing of an earlier play may affect this one.
  stage.time = createVirtualTime(stage.time.now() + MINUTE);
  const { time, service } = stage;
  stage.plays += 1;
  const name = `t${stage.plays}`;
  if (script.scenario.hasOwnCodes) await registerCodes(stage, name);
  const auditor = createAuditor(script.policy, () => time.now());
  const came = { calls: 0, faults: 0, stop: false };
  const actors = createSmallActors({ time, service, script, auditor });
  const till = openTill(stage, script, { name, auditor, came, actors, alter });
  actors.at(till);
  void till.start();
  await time.settle();
  await run(stage, script, { till, actors, came });
  const view = till.terminal()?.view();
  const sales = view?.sales ?? [];
  const { calls } = came;
  if (script.scenario.repeats && sales.length > 1) {
    auditor.find(`the register's sale was started ${sales.length} times`);
  }
  const end = { till: name, sales, unclaimed: view?.unclaimed ?? [] };
  await finalAudit(auditor, service, [end], 'those seen');
  await till.close();
  return {
    findings: auditor.findings(),
    faultsCame: came.faults,
    stopCame: came.stop,
    cancelCame: actors.cancelCame(),
    calls,
    ends: sales.map(({ state }) => state.kind),
  };
}

/** The printed code and the device's code of a till that is new to the service. */
async function registerCodes({ service, time }: Stage, till: string): Promise<void> {
  for (const id of [stickerAt(till), deviceCodeOf(till)]) {
    await service.core.deps.store.shortlinks.create({
      id,
      merchantId: MERCHANT,
      callbackUri: `ws:till.${till}`,
      serialNumber: null,
      label: null,
      isActive: true,
      created: time.now(),
    });
  }
}

type Came = { calls: number; faults: number; stop: boolean };
type TillOf = {
  readonly name: string;
  readonly auditor: Auditor;
  readonly came: Came;
  readonly actors: SmallActors;
  readonly alter: Alter;
};

function openTill({ time, service }: Stage, script: Play, parts: TillOf): Till {
  const { name, auditor, came, actors, alter } = parts;
  // The same random numbers in every play, so that plays differ only by their script.
  const prng = createPrng(script.scenario.chance);
  const fateOf = (): Fate => {
    came.calls += 1;
    const fault = script.faults.find(({ call }) => call === came.calls);
    if (fault === undefined) return 'deliver';
    came.faults += 1;
    return fault.kind;
  };
  const network = createNetwork({
    ...{ time, prng, fateOf, service, auditor },
    latency: () => LATENCY,
    say: () => undefined,
    atTheDoor: async () => undefined,
    onPayment: actors.meet,
  });
  return createTill({
    ...{ name, time, prng, service, network, auditor, alter },
    policy: script.policy,
    faults: { odds: NO_FAULTS },
    say: () => undefined,
    hasPush: script.push,
    onDeviceCode: (_till, saleId) => actors.seeCode(saleId),
    diskDelay: () => DISK,
    deadFor: () => DEAD_FOR,
  });
}

async function run(
  { time, service }: Stage,
  script: Play,
  { till, actors, came }: { till: Till; actors: SmallActors; came: Came },
): Promise<void> {
  const end = time.now() + PATIENCE;
  for (let step = 0; time.now() < end; step += actors.hasBegun() ? 1 : 0) {
    if (script.stop?.step === step && actors.hasBegun()) {
      till.die(script.stop.kind);
      came.stop = true;
    }
    await actors.act(step);
    if (actors.isOver()) break;
    if (!(await time.step(end))) break;
    if (service.mayBeDue(time.now())) await service.runDue(time.now());
  }
  const quiet = time.now() + QUIET;
  const hasTwo =
    till.screen()?.sales.some(({ method }) => method.kind === 'qr_and_sticker') === true;
  while (hasTwo && (await time.step(quiet))) {
    if (service.mayBeDue(time.now())) await service.runDue(time.now());
  }
}
