import type { HostBills } from '../../main/host/bills/bills.ts';
import type { HostBooks } from '../../main/host/books/books.ts';
import { openTillBooks, type TillBooks } from '../../main/host/books/till-books.ts';
import type { PlacedLine } from '../../main/host/books/verify-books.ts';
import { openJournalFile } from '../../main/host/journal/open-file.ts';
import type { Till as SoldTill } from '../../main/host/till/open-till.ts';
import type { BookFact } from '../../shared/books/entry.ts';
import { createMerchantClient, createServiceTime } from '../../shared/client/index.ts';
import { vendOf } from '../../shared/ids/host-ids.ts';
import { createIds } from '../../shared/ids/ids.ts';
import {
  createTerminal,
  isFinal,
  type Journal,
  type Push,
  type RefundClient,
  type SaleView,
  type Terminal,
  type TerminalClient,
  type TerminalDeps,
  type TerminalSetup,
  type TerminalView,
} from '../../shared/terminal/index.ts';
import type { VendingMachine } from '../../shared/terminal/sale/machine-port.ts';
import type { PaymentPermit } from '../../shared/terminal/sale/payment-permit.ts';
import type { DeviceClock } from '../../shared/time/clock.ts';
import { type Auditor, saleIdOf } from './auditor.ts';
import type { BookAudit } from './bills/book-audit.ts';
import type { Coverage } from './coverage.ts';
import { createSimDisk, type DiskFault } from './disk.ts';
import type { Fault, FaultState } from './faults.ts';
import { createMachine } from './machine.ts';
import type { createNetwork } from './network.ts';
import { rewritten } from './planted/rewritten.ts';
import type { Prng } from './prng.ts';
import { createSimPush } from './push.ts';
import type { QuestionAudit } from './questions/audit.ts';
import { type AlterQuestions, openQuestionHost, type QuestionHost } from './questions/host.ts';
import { BASE, deviceCodeOf, MERCHANT, SECRET, type SimService, USER } from './service.ts';
import { BOOKS, furnish, JOURNAL, openSoldTill, SETTINGS } from './sold-till.ts';
import type { VirtualClock, VirtualTime } from './virtual-time.ts';

/** The parts of an engine that a planted bug may replace. */
export type EngineParts = {
  readonly client: TerminalClient;
  readonly journal: Journal;
  readonly push: Push | null;
  readonly machine: VendingMachine;
  readonly clock: DeviceClock;
  readonly settings: TerminalSetup;
  /** Asked before each payment begins; null at a till without books. */
  readonly permit: PaymentPermit | null;
  /** What sends refunds; null at a till that refunds nothing. */
  readonly refunds: RefundClient | null;
  /** What the till's screen and buttons are connected to. */
  readonly present: (terminal: Terminal) => Terminal;
  /** What the screens that give commands on bills are connected to. */
  readonly presentBills: (bills: HostBills, terminal: Terminal) => HostBills;
};
export type Alter = (parts: EngineParts) => EngineParts;
/** A planted bug of the books. */
export type AlterBooks = (books: TillBooks) => TillBooks;
/** A planted bug of what is booked: the fact in place of another one, after those before it; null leaves it out. */
export type AlterFacts = (fact: BookFact, before: readonly BookFact[]) => BookFact | null;

export type TillParts = {
  readonly name: string;
  readonly policy: 'attended' | 'unattended';
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly faults: FaultState;
  readonly service: SimService;
  readonly network: ReturnType<typeof createNetwork>;
  readonly auditor: Auditor;
  readonly say: (line: string) => void;
  readonly coverage?: Coverage;
  /** The till's merchant and its name there; the first merchant and `name` unless given. */
  readonly merchant?: string;
  readonly posId?: string;
  /** Milliseconds by which its clock is wrong from the start. */
  readonly skew?: number;
  readonly capture?: 'automatic' | 'manual';
  readonly alter: Alter;
  readonly alterBooks?: AlterBooks;
  /** Called once for each sale that waits for a scan of this device's own code. */
  readonly onDeviceCode?: (till: string, saleId: string) => void;
  /** A till without push only polls. */
  readonly hasPush: boolean;
  /** Audits the bills of a till that has some; a till without them has no host of bills. */
  readonly bills?: BookAudit | null;
  /** Audits the questions to the customers of a till with bills that asks some. */
  readonly questions?: QuestionAudit | null;
  readonly alterQuestions?: AlterQuestions;
  readonly alterFacts?: AlterFacts;
  /** Whether no request arrives at present; never unless given. */
  readonly isOut?: () => boolean;
  /** Milliseconds that an operation of its disk takes; random unless given. */
  readonly diskDelay?: () => number;
  /** Milliseconds from the stop of a till to its next start; random unless given. */
  readonly deadFor?: () => number;
};

/** How long a customer has; shorter than in a shop, so that worlds are short. */
const EXPIRES_IN_SECONDS = 90;
const CREDENTIALS = { kind: 'secret', secret: SECRET } as const;
/** No world asks for permissions, and none draws receipts for phones. */
const NO_PARTS = { permissions: null, receipts: null, permit: null, machine: null, refunds: null };
const deviceCodeAt = (till: string) => ({
  shortlinkId: deviceCodeOf(till),
  address: 'http://service.test',
});

type Life = { readonly number: number; alive: boolean };
const isTill = (opened: unknown): opened is SoldTill =>
  typeof opened === 'object' && opened !== null && 'terminal' in opened;

/** A till in a world. Each life has its own engine; the disk and the machine stay the same. */
export function createTill(parts: TillParts) {
  const { name, time, prng, auditor, say, coverage } = parts;
  const hasBills = (parts.bills ?? null) !== null;
  const { merchant = MERCHANT, posId = name } = parts;
  const noteMachine = (vend: string) =>
    coverage?.note(vend.replace(vendOf(''), ''), 'machine', conditions());
  const machine = createMachine(time, prng.fork('machine'), say, noteMachine);
  const disk = createSimDisk(time, prng.fork('disk'), parts.diskDelay);
  furnish(disk.filesOf(() => true));
  let life: Life = { number: 0, alive: false };
  let terminal: Terminal | null = null;
  let bills: HostBills | null = null;
  let ownBooks: TillBooks | null = null;
  let sold: SoldTill | null = null;
  let questionHost: QuestionHost | null = null;
  const lives = new Set<() => void>();
  const noteLife = () => {
    for (const listener of lives) listener();
  };
  const deadFor = parts.deadFor ?? (() => prng.between(100, 20_000));
  const seenCodes = new Set<string>();
  /** The error of the clock at `since`, and what it gains from there in parts per million. */
  let skew = parts.skew ?? 0;
  let gain = 0;
  let since = time.now();
  const wrongBy = () => skew + Math.round(((time.now() - since) * gain) / 1_000_000);
  let screen: TerminalView | null = null;
  let stoppedBy: 'kill' | 'power_cut' | null = null;
  let diskFault: DiskFault = 'none';
  let hasLink = false;
  /** Starts in a row that failed on a disk without a fault. */
  let refusals = 0;

  /** The faults that affect this till now. */
  function conditions(): readonly Fault[] {
    const met: Fault[] = [];
    if (stoppedBy !== null) met.push(stoppedBy);
    if (diskFault === 'full') met.push('disk_full');
    if (diskFault === 'broken_sync') met.push('disk_sync');
    if (parts.hasPush && !hasLink) met.push('push_down');
    if (wrongBy() !== 0) met.push('clock_jump');
    if (parts.isOut?.() === true) met.push('outage');
    return met;
  }

  function clockOf(mine: { readonly alive: boolean }): VirtualClock {
    const clock = time.clock(wrongBy);
    return { ...clock, after: (delay, run) => clock.after(delay, () => mine.alive && run()) };
  }

  async function start(): Promise<void> {
    const mine: Life = { number: life.number + 1, alive: true };
    life = mine;
    const isAlive = () => mine.alive;
    const clock = clockOf(mine);
    if (hasBills) return startSold(mine, clock, isAlive);
    const opened = await openJournalFile({ path: JOURNAL, clock }, disk.hold(isAlive)).catch(
      () => null,
    );
    if (!isAlive()) return;
    if (opened === null) return startLater('the journal', mine);
    if (!opened.ok) {
      auditor.find(`${name} has a damaged journal: ${opened.damage.why}`);
      return;
    }
    const random = prng.fork(`life ${mine.number}`);
    const { client } = connectionOf(clock, isAlive);
    const deps = {
      ...NO_PARTS,
      client,
      journal: opened.journal,
      clock,
      ids: createIds(random.bytes),
    };
    watch(engineOf(deps, null, random, isAlive).terminal);
    noteLife();
  }

  /** A till with bills is the one that is sold: its journal, its books and all that sells are opened by its own function. */
  async function startSold(mine: Life, clock: VirtualClock, isAlive: () => boolean) {
    const random = prng.fork(`life ${mine.number}`);
    const { access, fetch, client } = connectionOf(clock, isAlive);
    const held = disk.hold(isAlive);
    let presentBills: EngineParts['presentBills'] = (open) => open;
    let books: TillBooks | null = null;
    const opened = await openSoldTill(access, posId, deviceCodeAt(name), {
      clock,
      random: random.bytes,
      ids: createIds(random.bytes),
      fetch,
      disk: held,
      booksDisk: held,
      files: disk.filesOf(isAlive),
      async books(options) {
        const right = await openTillBooks(options);
        books = parts.alterBooks?.(right) ?? right;
        return books;
      },
      engine(deps) {
        const made = engineOf(deps, client, random, isAlive);
        presentBills = made.presentBills;
        const watched = parts.bills?.watch(made.terminal) ?? made.terminal;
        const audited = parts.questions?.watchTerminal(watched) ?? watched;
        watch(audited);
        return audited;
      },
    }).catch((error: unknown) => error);
    if (!isAlive()) return;
    if (!isTill(opened)) {
      terminal = null;
      screen = null;
      if (/ is damaged at byte /.test(String(opened))) auditor.find(`${name}: ${String(opened)}`);
      // A till does not start without its books, nor without its journal.
      return startLater(String(opened), mine);
    }
    ownBooks = books;
    const presented = presentBills(opened.bills, opened.terminal);
    bills = parts.questions?.watchBills(presented) ?? presented;
    sold = { ...opened, bills };
    if (parts.questions) {
      questionHost = openQuestionHost({
        ...{ till: sold, books, settings: SETTINGS, clock },
        ...{ prng: random.fork('questions'), audit: parts.questions },
        alter: parts.alterQuestions ?? {},
      });
    }
    noteLife();
  }

  function startLater(what: string, mine: Life): void {
    say(`${name}: cannot be opened now: ${what}`);
    mine.alive = false;
    refusals = diskFault === 'none' ? refusals + 1 : 0;
    // A fault of the disk that has just ended explains one refusal.
    if (refusals > 3) auditor.find(`${name} cannot be opened: ${what}`);
    time.after(5_000, () => void start());
  }

  function pushOf(random: Prng, isAlive: () => boolean): Push | null {
    if (!parts.hasPush) return null;
    return createSimPush({
      ...parts,
      merchant,
      prng: random,
      isAlive,
      say,
      onLink: (isUp) => {
        hasLink = isUp;
      },
      onEvent: ({ meta, object }, fault) => {
        auditor.said(sentenceOf(object));
        const tid = /\/payment_request\/([^/]+)\//.exec(meta.uri ?? '')?.[1] ?? '';
        const sale = auditor.ownerOf(tid);
        if (sale !== undefined)
          coverage?.note(saleIdOf(sale), 'push', fault === null ? [] : [fault]);
      },
    });
  }

  /** How one life reaches its service. Its client signs with the service's time, as far as the replies have shown it. */
  function connectionOf(clock: VirtualClock, isAlive: () => boolean) {
    const identity = { merchantId: merchant, userId: USER, credentials: CREDENTIALS };
    const learned = createServiceTime(clock);
    const send = parts.network.fetchOf(name, isAlive, learned.now);
    const heard: typeof fetch = async (input, init) => {
      const response = await send(input, init);
      learned.note(response.headers);
      return response;
    };
    const client = createMerchantClient({ ...identity, baseUrl: BASE, fetch: heard, clock });
    return { access: { baseUrl: BASE, identity }, fetch: heard, client };
  }

  function engineOf(
    deps: Omit<TerminalDeps, 'push' | 'settings'>,
    refunds: RefundClient | null,
    random: Prng,
    isAlive: () => boolean,
  ) {
    say(`${name}: life ${life.number}, ${deps.journal.records.length} records`);
    // The auditor knows of the life before its terminal does anything.
    auditor.began(name);
    stoppedBy = null;
    refusals = 0;
    const { present, presentBills, ...altered } = parts.alter({
      ...{ client: deps.client, refunds, permit: deps.permit, journal: deps.journal },
      push: pushOf(random.fork('push'), isAlive),
      machine: machine.hold(isAlive),
      clock: deps.clock,
      settings: {
        posId,
        currency: 'NOK',
        policy: parts.policy,
        capture: parts.capture ?? 'automatic',
        channel: `till.${posId}`,
        expiresInSeconds: EXPIRES_IN_SECONDS,
        undelivered: 'person',
        deviceCode: deviceCodeAt(name),
      },
      present: (running) => running,
      presentBills: (open) => open,
    });
    const terminal = createTerminal({ ...deps, ...NO_PARTS, ...altered });
    return { terminal: present(terminal), presentBills };
  }

  function watch(running: Terminal): void {
    terminal = running;
    const seen = new Map<string, SaleView['state']['kind']>();
    const look = (view: TerminalView) => {
      screen = view;
      for (const sale of view.sales) {
        const { id, method, tid, state } = sale;
        const waits =
          method.kind === 'device_code' && tid === null && state.kind === 'waiting_scan';
        if (waits && !seenCodes.has(id)) {
          seenCodes.add(id);
          parts.onDeviceCode?.(name, id);
        }
        if (seen.get(id) === state.kind) continue;
        say(`${name}: sale ${id} is ${state.kind}`);
        seen.set(id, state.kind);
        const codes = method.kind === 'qr_and_sticker' ? 'two' : 'one';
        coverage?.shows(id, state.kind, codes);
      }
      auditor.saw(name, view.sales, view.notReady === null ? 'can write' : 'cannot write');
    };
    running.subscribe(look);
    look(running.view());
  }

  /** Counts the end of a life for every sale that was open in it. */
  function noteStop(how: 'kill' | 'power_cut'): void {
    for (const { id, state } of screen?.sales ?? []) {
      if (!isFinal(state)) coverage?.note(id, 'restart', [how]);
    }
  }

  /** Stops the till at once as `how` says, and starts it again later. */
  function die(how: 'kill' | 'power_cut'): void {
    if (!life.alive) return;
    life.alive = false;
    terminal = null;
    bills = null;
    ownBooks = null;
    sold = null;
    questionHost = null;
    noteStop(how);
    screen = null;
    stoppedBy = how;
    hasLink = false;
    if (how === 'kill') disk.kill();
    else disk.powerCut();
    say(`${name}: ${how}`);
    noteLife();
    time.after(deadFor(), () => void start());
  }

  return {
    name,
    start,
    die,
    terminal: () => terminal,
    /** The bills of its host; null while the till is stopped, and at a till without bills. */
    bills: () => bills,
    /** Its books; null while the till is stopped. */
    books: () => ownBooks,
    /** What the person at its drawer uses. */
    hostBooks: (): HostBooks | null => sold?.books ?? null,
    /** Its staff, of whom Sam approves; null as above. */
    staff: (): SoldTill['backOffice'] | null => sold?.backOffice ?? null,
    /** What its screens and its cash register are connected to; null while it is stopped, and at a till that asks nothing. */
    questionHost: () => questionHost,
    /** Calls `listener` when a life begins or ends. */
    onLife: (listener: () => void) => void lives.add(listener),
    /** The last entry that its books know; the disk may have one more, whose write was refused (`books_not_saved`). */
    lastEntry: () => ownBooks?.books().entry ?? 0,
    /** The lines of its books on the disk. */
    bookLines: (): readonly PlacedLine[] => {
      const lines = [...disk.names()]
        .filter((path) => path.startsWith(`${BOOKS}/`))
        .sort()
        .flatMap((path) => linesIn(path, disk.bytes(path)));
      return parts.alterFacts === undefined ? lines : rewritten(lines, parts.alterFacts);
    },
    /** The time of its clock. */
    clockNow: () => time.now() + wrongBy(),
    /** What the screen shows; null while the till is stopped. */
    screen: () => screen,
    conditions,
    merchant,
    setDisk: (fault: DiskFault) => {
      diskFault = fault;
      disk.setFault(fault);
    },
    /** The till's clock changes by so many milliseconds. */
    jump: (by: number) => {
      skew += by;
    },
    /** The till's clock gains so many parts per million from now on. */
    drift: (partsPerMillion: number) => {
      skew = wrongBy();
      since = time.now();
      gain = partsPerMillion;
    },
    /** Milliseconds by which the till's clock is ahead. */
    wrongBy,
    journal: () => disk.bytes(JOURNAL),
    delivered: () => machine.delivered(),
    /** Stops the till as a person would; the journal stays as it is. */
    close: async () => {
      const running = terminal;
      life.alive = false;
      terminal = null;
      bills = null;
      screen = null;
      // The calls of a stopped life get no answer, so this does not wait for them.
      void running?.stop();
      await time.settle();
    },
  };
}

export type Till = ReturnType<typeof createTill>;

function linesIn(file: string, bytes: Buffer): readonly PlacedLine[] {
  const lines = bytes.toString('utf8').split('\n').slice(0, -1);
  return lines.map((text, place) => ({ file, line: place + 1, text }));
}

/** The sentence of a display message; empty for other events. */
function sentenceOf(object: unknown): string {
  const isMessage = typeof object === 'object' && object !== null && 'message' in object;
  return isMessage ? String(object.message) : '';
}
