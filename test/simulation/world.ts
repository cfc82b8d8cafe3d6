import { present } from '../../shared/objects/present.ts';
import { MINUTE } from '../../shared/time/clock.ts';
import { type Auditor, createAuditor, saleIdOf } from './auditor.ts';
import { auditBills } from './bills/bills-audit.ts';
import { type BookAudit, createBookAudit } from './bills/book-audit.ts';
import { auditBooks } from './bills/books-audit.ts';
import { type Clerk, createClerk } from './bills/clerk.ts';
import { type BillScreen, createBillScreen } from './bills/screens.ts';
import type { CallSeen } from './calls-seen.ts';
import { type Cashier, createCashier } from './cashier.ts';
import { type Counts, type Coverage, createCoverage } from './coverage.ts';
import { createCustomers } from './customers.ts';
import type { DataPlace } from './data-place.ts';
import {
  describeFaults,
  drawFaults,
  type Fault,
  type FaultOdds,
  type FaultState,
  NO_FAULTS,
} from './faults.ts';
import { describeFeatures, drawFeatures, type Features } from './features.ts';
import { finalAudit } from './final-audit.ts';
import { createNetwork, fatesOf, latencyOf } from './network.ts';
import { createPrng, type Prng } from './prng.ts';
import { type Asking, openAsking } from './questions/actors.ts';
import { createQuestionAudit, type QuestionAudit } from './questions/audit.ts';
import type { AlterQuestions } from './questions/host.ts';
import { readWorld } from './reader/read-world.ts';
import { openSimService, type SimService } from './service.ts';
import { type Alter, type AlterBooks, type AlterFacts, createTill, type Till } from './till.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

export type WorldOptions = {
  readonly seed: number;
  /** Where the world's service has its data. */
  readonly place: DataPlace;
  /** A planted bug; none unless given. */
  readonly alter?: Alter;
  readonly alterBooks?: AlterBooks;
  readonly alterQuestions?: AlterQuestions;
  readonly alterFacts?: AlterFacts;
  /** Replaces the faults that the seed draws. */
  readonly faults?: FaultOdds;
  /** Replaces some of the features that the seed draws. */
  readonly features?: Partial<Features>;
};

export type WorldResult = {
  readonly seed: number;
  readonly findings: readonly string[];
  readonly trace: readonly string[];
  readonly sales: number;
  readonly requests: number;
  readonly restarts: number;
  readonly steps: number;
  readonly coverage: Counts;
  /** How often each thing happened to bills. */
  readonly bills: ReadonlyMap<string, number>;
  /** The tills' journals at the end, so that a replay can be compared to the byte. */
  readonly journals: readonly Buffer[];
};

const START = Date.UTC(2026, 0, 5, 8, 0, 0);
/** Faults end after this time; then every sale must end within `FINISH`. */
const FAULTY = 6 * MINUTE;
const FINISH = 20 * MINUTE;
const QUIET = MINUTE;

/** Plays one world from its seed to its end and audits it. */
export async function playWorld(options: WorldOptions): Promise<WorldResult> {
  const prng = createPrng(options.seed);
  const time = createVirtualTime(START);
  const service = await openSimService(options.place, time.clock(), prng.fork('service'));
  try {
    const world = setUp(options, prng, time, service);
    await runFaulty(world);
    await runToEnd(world);
    const views = world.tills.map((till) => {
      const view = till.terminal()?.view();
      const { name, merchant } = till;
      return { till: name, merchant, sales: view?.sales ?? [], unclaimed: view?.unclaimed ?? [] };
    });
    await finalAudit(world.auditor, service, views);
    for (const till of world.tills) auditMachine(world.auditor, till);
    for (const { till, audit } of world.books) {
      auditBills(till, audit, world.auditor.find);
      const clerk = world.clerks.find((one) => one.till === till);
      auditBooks(till, clerk?.booked() ?? new Set(), world.auditor.find);
    }
    if (world.books.length > 0) {
      const audits = new Map(world.books.map(({ till, audit }) => [till, audit]));
      await readWorld(service, world.tills, audits, time.now(), world.auditor.find);
    }
    for (const asking of world.asking) asking.finish();
    const { started, requests, restarts } = world.auditor.counts();
    return {
      seed: options.seed,
      findings: world.auditor.findings(),
      trace: world.trace,
      sales: started,
      requests,
      restarts,
      steps: time.steps(),
      coverage: world.coverage.counts(),
      bills: countsOf(world.books),
      journals: world.tills.map((till) => till.journal()),
    };
  } finally {
    await service.close();
  }
}

/** The machine delivers at most once for a sale, and a deposit is captured only after a delivery. */
function auditMachine(auditor: Auditor, till: Till): void {
  const delivered = till.delivered();
  const sales = new Set(delivered.map((vend) => vend.replace(/-v.*$/, '')));
  if (sales.size < delivered.length) {
    auditor.find(`a machine delivered twice for one sale: ${delivered.join(', ')}`);
  }
  for (const sale of till.terminal()?.view().sales ?? []) {
    const { mode, state, id } = sale;
    if (mode.kind !== 'vend' || mode.order !== 'deposit' || state.kind !== 'paid') continue;
    if (!delivered.includes(`_vend.${id}`)) auditor.find(`sale ${id} was taken for nothing`);
  }
}

/** A till that has bills, with their audit. */
type Book = {
  readonly till: Till;
  readonly audit: BookAudit;
  /** Null if the till asks its customers nothing. */
  readonly questions: QuestionAudit | null;
};

function countsOf(books: readonly Book[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { audit } of books) {
    for (const [what, count] of audit.counts()) sums.set(what, (sums.get(what) ?? 0) + count);
  }
  return sums;
}

type World = {
  readonly prng: Prng;
  readonly time: VirtualTime;
  readonly faults: FaultState;
  readonly tills: readonly Till[];
  readonly cashiers: readonly Cashier[];
  readonly screens: readonly BillScreen[];
  readonly books: readonly Book[];
  readonly clerks: readonly Clerk[];
  readonly asking: readonly Asking[];
  readonly auditor: Auditor;
  readonly coverage: Coverage;
  readonly service: SimService;
  readonly trace: string[];
  readonly phase: { finishing: boolean };
  /** The active faults of the participants in a sale. */
  readonly conditions: (sale: string) => readonly Fault[];
};

function setUp(options: WorldOptions, prng: Prng, time: VirtualTime, service: SimService): World {
  const trace: string[] = [];
  const say = (line: string) => trace.push(`${((time.now() - START) / 1_000).toFixed(3)} ${line}`);
  const faults: FaultState = { odds: options.faults ?? drawFaults(prng.fork('faults')) };
  const features = { ...drawFeatures(prng.fork('features')), ...options.features };
  say(`seed ${options.seed}, ${describeFeatures(features)}, ${describeFaults(faults.odds)}`);
  const auditor = createAuditor(features.policy, () => time.now());
  const coverage = createCoverage();
  const tills: Till[] = [];
  const books: Book[] = [];
  const fate = prng.fork('network');
  const fates = fatesOf({ time, prng: fate, faults, say });
  const conditions = (sale: string): readonly Fault[] => {
    const name = auditor.tillOf(sale);
    return tills.find((till) => till.name === name)?.conditions() ?? [];
  };
  const customers = createCustomers({
    time,
    prng: prng.fork('customers'),
    service,
    say,
    auditor,
    moods: features.moods,
    onAct: (what, tid) => {
      const sale = saleIdOf(auditor.ownerOf(tid) ?? '');
      coverage.note(sale, `customer ${what}`, conditions(sale));
    },
  });
  const network = createNetwork({
    time,
    prng: fate,
    fateOf: fates.next,
    latency: latencyOf(fate),
    service,
    auditor,
    say,
    atTheDoor: customers.atTheDoor,
    onPayment: customers.meet,
    onSent: (_till, call, met) => noteCall(coverage, auditor, call, met),
  });
  const { isOut } = fates;
  const parts = { time, faults, service, network, auditor, coverage, say, isOut };
  const { policy, capture, push: hasPush } = features;
  const onDeviceCode = customers.seeCode;
  const alter = options.alter ?? ((engine) => engine);
  for (const place of features.tills) {
    const own = { ...place, prng: prng.fork(place.name) };
    const audit = features.bills === null ? null : createBookAudit(place.name, auditor.find);
    const { alterBooks, alterQuestions, alterFacts } = options;
    const asks = (features.bills?.questions ?? null) !== null;
    const questions =
      audit !== null && asks
        ? createQuestionAudit({
            till: place.name,
            now: time.now,
            find: auditor.find,
            count: audit.count,
          })
        : null;
    const way = { policy, capture, hasPush, alter, onDeviceCode, bills: audit, questions };
    const till = createTill({
      ...parts,
      ...own,
      ...way,
      ...present({ alterBooks, alterQuestions, alterFacts }),
    });
    tills.push(till);
    if (audit !== null) books.push({ till, audit, questions });
  }
  const phase = { finishing: false };
  const cashiers = tills.map((till) => {
    void till.start();
    const sales = prng.between(1, Math.floor(8 / tills.length));
    const own = prng.fork(`cashier of ${till.name}`);
    return createCashier({
      ...{ till, time, prng: own, auditor, say, sales, features },
      onOrder: (sale, order) => coverage.note(saleIdOf(sale), order, conditions(saleIdOf(sale))),
      isFinishing: () => phase.finishing,
    });
  });
  const isFinishing = () => phase.finishing;
  const { bills } = features;
  const screens = books.flatMap(({ till, audit }) =>
    Array.from({ length: bills?.screens ?? 0 }, (_, place) => `${till.name}-s${place + 1}`).flatMap(
      (name) => {
        if (bills === null) return [];
        const onReturn = coverage.returns;
        const shop = () => tills.filter(({ merchant }) => merchant === till.merchant);
        const own = { name, till, shop, audit, onReturn, prng: prng.fork(`screen ${name}`) };
        return [createBillScreen({ ...own, time, auditor, say, features: bills, isFinishing })];
      },
    ),
  );
  const clerks = books.map(({ till, audit }) => {
    const own = { till, audit, prng: prng.fork(`clerk of ${till.name}`), lost: bills?.lost ?? 0 };
    return createClerk({ ...own, time, auditor, isFinishing });
  });
  const asking = books.flatMap(({ till, questions }) => {
    const asks = bills?.questions ?? null;
    if (questions === null || asks === null) return [];
    const own = { till, audit: questions, prng: prng.fork(`questions of ${till.name}`) };
    return [
      openAsking({
        ...own,
        time,
        auditor,
        say,
        features: asks,
        lost: bills?.lost ?? 0,
        isFinishing,
      }),
    ];
  });
  return {
    ...{ prng, time, faults, tills, cashiers, auditor, screens, books, clerks, asking },
    ...{ coverage, service, trace, phase, conditions },
  };
}

/** Does what is due at the service, and counts the sales that expire. */
async function expire({ service, time, auditor, coverage, conditions }: World): Promise<void> {
  await service.runDue(time.now(), (tid) => {
    const sale = saleIdOf(auditor.ownerOf(tid) ?? '');
    coverage.note(sale, 'time expires', conditions(sale));
  });
}

function noteCall(coverage: Coverage, auditor: Auditor, call: CallSeen, fate: Fault | 'deliver') {
  const met = fate === 'deliver' ? [] : [fate];
  if (call.kind === 'create') coverage.note(saleIdOf(call.posTid), 'call create', met);
  if (call.kind !== 'read' && call.kind !== 'command') return;
  const sale = saleIdOf(auditor.ownerOf(call.tid) ?? '');
  if (call.kind === 'read') coverage.note(sale, 'call read', met);
  else if (isCommand(call.action)) coverage.note(sale, `call ${call.action}`, met);
}

const COMMANDS = ['capture', 'abort', 'release', 'reauth'] as const;
type Command = (typeof COMMANDS)[number];
function isCommand(action: string): action is Command {
  return COMMANDS.some((command) => command === action);
}

const isDone = ({ cashiers, screens, asking }: World) =>
  [...cashiers, ...screens, ...asking].every((person) => person.isDone());

async function runFaulty(world: World): Promise<void> {
  const { time, tills, faults, service } = world;
  const chance = world.prng.fork('chaos');
  const end = time.now() + FAULTY;
  await time.settle();
  while (time.now() < end && !isDone(world)) {
    if (!(await time.step(end))) break;
    for (const till of tills) strike(till, chance, faults.odds, time);
    if (service.mayBeDue(time.now())) await expire(world);
  }
}

/** The faults of one till between two events of the world. */
function strike(till: Till, chance: Prng, odds: FaultOdds, time: VirtualTime): void {
  if (chance.chance(odds.kill)) till.die('kill');
  if (chance.chance(odds.power_cut)) till.die('power_cut');
  if (chance.chance(odds.clock_jump)) till.jump(drawJump(chance, till.wrongBy()));
  if (chance.chance(odds.clock_drift)) till.drift(chance.between(-MOST_DRIFT, MOST_DRIFT));
  for (const [share, state] of [
    [odds.disk_full, 'full'],
    [odds.disk_sync, 'broken_sync'],
  ] as const) {
    if (!chance.chance(share)) continue;
    till.setDisk(state);
    time.after(chance.between(500, 60_000), () => till.setDisk('none'));
  }
}

/** How much a clock gains or loses at most, in parts per million; a bad crystal has 200. */
const MOST_DRIFT = 20_000;
const DAY = 24 * 60 * MINUTE;

/** A person, a time server or a lost battery sets a clock: a little, by hours, by years, or right. */
function drawJump(prng: Prng, wrongBy: number): number {
  if (prng.chance(0.25)) return -wrongBy;
  const size = prng.pick([3_000, 2 * MINUTE, 60 * MINUTE, DAY, 3_000 * DAY]);
  return prng.between(-size, size);
}

/** Ends all faults: tills and cashiers finish everything that is open. */
async function runToEnd(world: World): Promise<void> {
  const { time, tills, cashiers, screens, asking, faults, phase, auditor, service } = world;
  phase.finishing = true;
  faults.odds = NO_FAULTS;
  for (const till of tills) till.setDisk('none');
  auditor.faultsEnded();
  const end = time.now() + FINISH;
  while (!isDone(world)) {
    if (!(await time.step(end))) break;
    if (service.mayBeDue(time.now())) await expire(world);
  }
  // The losing one of two codes is closed after its sale has ended, when no screen shows it.
  const quiet = time.now() + QUIET;
  while (await time.step(quiet)) {
    if (service.mayBeDue(time.now())) await expire(world);
  }
  for (const person of [...cashiers, ...screens, ...asking]) person.stop();
}
