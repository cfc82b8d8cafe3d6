import { MINUTE } from '../../shared/time/clock.ts';
import { type Auditor, createAuditor } from './auditor.ts';
import { type Cashier, createCashier } from './cashier.ts';
import { createCustomers } from './customers.ts';
import { lastJudgement } from './last-judgement.ts';
import { createNetwork, fatesOf, latencyOf } from './network.ts';
import { createPrng, type Prng } from './prng.ts';
import { openSimService, type SimService } from './service.ts';
import { type Alter, createTill, type Till } from './till.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';
import { CALM, drawWeather, forecast, type Sky, type Weather } from './weather.ts';

export type WorldOptions = {
  readonly seed: number;
  /** Where its database may be. */
  readonly place: string;
  /** A planted bug; none unless given. */
  readonly alter?: Alter;
  /** Troubles instead of those that the seed draws. */
  readonly weather?: Weather;
};

export type WorldResult = {
  readonly seed: number;
  readonly findings: readonly string[];
  readonly trace: readonly string[];
  readonly sales: number;
  readonly requests: number;
  readonly restarts: number;
  readonly steps: number;
  /** The tills' journals at the end, so that a replay can be compared to the byte. */
  readonly journals: readonly Buffer[];
};

const START = Date.UTC(2026, 0, 5, 8, 0, 0);
/** The storm lasts at most so long, and then everything must come right within this time. */
const STORM = 6 * MINUTE;
const AFTERMATH = 20 * MINUTE;
const QUIET = MINUTE;

/** Plays one world from its seed to its end, and has it judged. */
export async function playWorld(options: WorldOptions): Promise<WorldResult> {
  const prng = createPrng(options.seed);
  const time = createVirtualTime(START);
  const service = await openSimService(options.place, time.clock(), prng.fork('service'));
  try {
    const world = furnish(options, prng, time, service);
    await runStorm(world);
    await runAftermath(world);
    await lastJudgement(
      world.auditor,
      service,
      world.tills.map((till) => ({ till: till.name, sales: till.terminal()?.view().sales ?? [] })),
    );
    for (const till of world.tills) judgeMachine(world.auditor, till);
    const { started, requests, restarts } = world.auditor.counts();
    return {
      seed: options.seed,
      findings: world.auditor.findings(),
      trace: world.trace,
      sales: started,
      requests,
      restarts,
      steps: time.steps(),
      journals: world.tills.map((till) => till.journal()),
    };
  } finally {
    await service.close();
  }
}

/** A machine delivers once for a sale, and money is taken for what it delivered alone. */
function judgeMachine(auditor: Auditor, till: Till): void {
  const delivered = till.delivered();
  if (new Set(delivered).size < delivered.length) {
    auditor.find(`a machine delivered twice for one sale: ${delivered.join(', ')}`);
  }
  for (const sale of till.terminal()?.view().sales ?? []) {
    const { mode, state, id } = sale;
    if (mode.kind !== 'vend' || mode.order !== 'deposit' || state.kind !== 'paid') continue;
    if (!delivered.includes(`${id}-v`)) auditor.find(`sale ${id} was taken for nothing`);
  }
}

type World = {
  readonly prng: Prng;
  readonly time: VirtualTime;
  readonly sky: Sky;
  readonly tills: readonly Till[];
  readonly cashiers: readonly Cashier[];
  readonly auditor: Auditor;
  readonly service: SimService;
  readonly trace: string[];
  calm: boolean;
};

function furnish(options: WorldOptions, prng: Prng, time: VirtualTime, service: SimService): World {
  const trace: string[] = [];
  const say = (line: string) => trace.push(`${((time.now() - START) / 1_000).toFixed(3)} ${line}`);
  const sky: Sky = { weather: options.weather ?? drawWeather(prng.fork('weather')) };
  const policy = prng.chance(0.75) ? 'attended' : 'unattended';
  const hasPush = prng.chance(0.75);
  const push = hasPush ? 'push' : 'no push';
  say(`seed ${options.seed}, ${policy}, ${push}, ${forecast(sky.weather)}`);
  const auditor = createAuditor(policy);
  const customers = createCustomers({ time, prng: prng.fork('customers'), service, say });
  const fate = prng.fork('network');
  const network = createNetwork({
    time,
    prng: fate,
    fateOf: fatesOf({ time, prng: fate, sky, say }),
    latency: latencyOf(fate),
    service,
    auditor,
    say,
    atTheDoor: customers.atTheDoor,
    onPayment: customers.meet,
  });
  const world: { calm: boolean } = { calm: false };
  const names = prng.chance(0.3) ? ['till1', 'till2'] : ['till1'];
  const alter = options.alter ?? ((parts) => parts);
  const tills = names.map((name) =>
    createTill({
      name,
      policy,
      time,
      prng: prng.fork(name),
      sky,
      service,
      network,
      auditor,
      say,
      alter,
      hasPush,
      onDeviceCode: customers.seeCode,
    }),
  );
  const cashiers = tills.map((till) => {
    void till.start();
    const sales = prng.between(1, 8 / tills.length);
    const own = prng.fork(`cashier of ${till.name}`);
    const isCalm = () => world.calm;
    return createCashier({ till, time, prng: own, auditor, say, sales, isCalm });
  });
  return Object.assign(world, { prng, time, sky, tills, cashiers, auditor, service, trace });
}

async function runStorm(world: World): Promise<void> {
  const { time, tills, cashiers, sky } = world;
  const chaos = world.prng.fork('chaos');
  const end = time.now() + STORM;
  await time.settle();
  while (time.now() < end && !cashiers.every((cashier) => cashier.isDone())) {
    if (!(await time.step(end))) break;
    for (const till of tills) trouble(till, chaos, sky.weather, time);
    await dueWork(world);
  }
}

/** What befalls a till between two events of the world. */
function trouble(till: Till, chaos: Prng, weather: Weather, time: VirtualTime): void {
  if (chaos.chance(weather.kill)) till.die('kill');
  if (chaos.chance(weather.power_cut)) till.die('power_cut');
  if (chaos.chance(weather.clock_jump)) till.jump(chaos.between(-3_600_000, 3_600_000));
  for (const [odds, state] of [
    [weather.disk_full, 'full'],
    [weather.disk_sync, 'broken_sync'],
  ] as const) {
    if (!chaos.chance(odds)) continue;
    till.setDisk(state);
    time.after(chaos.between(500, 60_000), () => till.setDisk('none'));
  }
}

/** Time's own work in the service, done at most once in a second of the world. */
async function dueWork({ time, service }: World): Promise<void> {
  const due = await service.core.context.store.payments.nextDue();
  if (due !== null && due <= time.now()) await service.core.dueWork.run();
}

/** The troubles end, and what is open must be brought to an end by tills and cashiers. */
async function runAftermath(world: World): Promise<void> {
  const { time, tills, cashiers, sky } = world;
  world.calm = true;
  sky.weather = CALM;
  for (const till of tills) till.setDisk('none');
  const end = time.now() + AFTERMATH;
  while (!cashiers.every((cashier) => cashier.isDone())) {
    if (!(await time.step(end))) break;
    await dueWork(world);
  }
  // A code that lost against another is closed after its sale is done, where nobody sees it.
  const quiet = time.now() + QUIET;
  while (await time.step(quiet)) await dueWork(world);
  for (const cashier of cashiers) cashier.stop();
}
