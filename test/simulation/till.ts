import type { HostBills } from '../../main/host/bills/bills.ts';
import { createBookFiles } from '../../main/host/books/book-files.ts';
import { bookedJournal } from '../../main/host/books/booked-journal.ts';
import { type HostBooks, NO_PAPER } from '../../main/host/books/books.ts';
import { openTillBooks, type TillBooks } from '../../main/host/books/till-books.ts';
import type { PlacedLine } from '../../main/host/books/verify-books.ts';
import { receiptOfNew } from '../../main/host/fiscal/open-fiscal.ts';
import { permitOf } from '../../main/host/fiscal/payment-permit.ts';
import { openJournalFile } from '../../main/host/journal/open-file.ts';
import { readShownReceipt } from '../../main/host/receipts/shown-receipt.ts';
import { openSelling, type Selling, type SellingDeps } from '../../main/host/till/selling.ts';
import type { BookFact } from '../../shared/books/entry.ts';
import { createMerchantClient, createServiceTime } from '../../shared/client/index.ts';
import type { TillSettings } from '../../shared/device/bridge/contract.ts';
import { vendOf } from '../../shared/ids/host-ids.ts';
import { createIds } from '../../shared/ids/ids.ts';
import { present } from '../../shared/objects/present.ts';
import { refuseTill } from '../../shared/refusals/till-problem.ts';
import {
  createTerminal,
  isFinal,
  type Journal,
  type Push,
  type RefundClient,
  type SaleView,
  type Terminal,
  type TerminalClient,
  type TerminalSetup,
  type TerminalView,
} from '../../shared/terminal/index.ts';
import type { VendingMachine } from '../../shared/terminal/sale/machine-port.ts';
import type { PaymentPermit } from '../../shared/terminal/sale/payment-permit.ts';
import type { DeviceClock } from '../../shared/time/clock.ts';
import { BOOKS_KEY } from '../support/books.ts';
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

/** A supervisor gives the commands, and one approves whatever is given with an approval. */
const STAFF: SellingDeps['staff'] = {
  hasStaff: () => true,
  approve: async () => ({ ok: true, value: { id: 'approved' } }),
  approver: (approval) => ({ ok: true, by: approval }),
};
const PATH = 'till/terminal.journal';
const BOOKS = 'till/books';
export const SETTINGS: TillSettings = {
  shop: { name: 'Shop', address: null, organisationNumber: null },
  currency: 'NOK',
  locale: 'nb-NO',
  language: 'en',
  posId: 'till',
  paidDwellSeconds: 8,
  timeZone: 'UTC',
  cashRounding: { step: 100, half: 'up' },
};
/** How long a customer has; shorter than in a shop, so that worlds are short. */
const EXPIRES_IN_SECONDS = 90;

/** A till in a world. Each life has its own engine; the disk and the machine stay the same. */
export function createTill(parts: TillParts) {
  const { name, time, prng, auditor, say, coverage } = parts;
  const hasBills = (parts.bills ?? null) !== null;
  const { merchant = MERCHANT, posId = name } = parts;
  const noteMachine = (vend: string) =>
    coverage?.note(vend.replace(vendOf(''), ''), 'machine', conditions());
  const machine = createMachine(time, prng.fork('machine'), say, noteMachine);
  const disk = createSimDisk(time, prng.fork('disk'), parts.diskDelay);
  let life = { number: 0, alive: false };
  let terminal: Terminal | null = null;
  let bills: HostBills | null = null;
  let ownBooks: TillBooks | null = null;
  let hostBooks: HostBooks | null = null;
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
    const mine = { number: life.number + 1, alive: true };
    life = mine;
    const isAlive = () => mine.alive;
    const clock = clockOf(mine);
    const held = disk.hold(isAlive);
    const books = hasBills ? await booksOf(held, clock).catch(() => null) : null;
    if (!isAlive()) return;
    // A till does not start without its books, nor without its journal.
    if (hasBills && books === null) return startLater('the books', mine);
    const file = { path: PATH, clock, ...present({ beforeCompaction: books?.catchUp }) };
    const opened = await openJournalFile(file, held).catch(() => null);
    if (!isAlive()) return;
    if (opened === null) return startLater('the journal', mine);
    if (!opened.ok) {
      auditor.find(`${name} has a damaged journal: ${opened.damage.why}`);
      return;
    }
    say(`${name}: life ${mine.number}, ${opened.journal.records.length} records`);
    auditor.began(name);
    stoppedBy = null;
    ownBooks = books;
    terminal = engine(bookedJournal(opened.journal, books), clock, isAlive, mine.number);
    watch(terminal);
    noteLife();
  }

  function startLater(what: string, mine: { alive: boolean }): void {
    say(`${name}: ${what} cannot be opened now`);
    mine.alive = false;
    time.after(5_000, () => void start());
  }

  function sellingOf(books: TillBooks, clock: DeviceClock, engine: Terminal): Selling {
    return openSelling({
      books,
      terminal: engine,
      settings: () => SETTINGS,
      terms: () => ({ timeZone: 'UTC', startOfDay: '00:00:00' }),
      clock,
      staff: STAFF,
      missed: { of: () => null, saw: () => undefined },
      publicKey: BOOKS_KEY.publicKey,
      openReceipt: async () => refuseTill('service_away'),
      readShown: readShownReceipt({ books, fiscal: null, settings: () => SETTINGS, links: null }),
      paper: NO_PAPER,
      permit: permitOf(books, () => null),
    });
  }

  async function booksOf(held: ReturnType<typeof disk.hold>, clock: DeviceClock) {
    const books = await openTillBooks({
      files: createBookFiles(BOOKS, held),
      key: BOOKS_KEY,
      clock,
      closes: 'by_person',
      till: posId,
      currency: 'NOK',
      terms: () => ({ timeZone: 'UTC', startOfDay: '00:00:00' }),
      words: {
        part: (one) => `Part of ${one ?? 'the bill'}`,
        discount: 'Discount',
        other: 'Other',
      },
      report: () => undefined,
    });
    return parts.alterBooks?.(books) ?? books;
  }

  function permitOfEngine(): PaymentPermit | null {
    if (ownBooks === null) return null;
    const permit = permitOf(ownBooks, () => null);
    return (payment) => permit(receiptOfNew(payment));
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

  function engine(
    journal: Journal,
    clock: DeviceClock,
    isAlive: () => boolean,
    number: number,
  ): Terminal {
    const random = prng.fork(`life ${number}`);
    const credentials = { kind: 'secret', secret: SECRET } as const;
    const who = { baseUrl: BASE, merchantId: merchant, userId: USER, credentials };
    const serviceTime = createServiceTime(clock);
    const fetch = parts.network.fetchOf(name, isAlive, serviceTime.now);
    const client = createMerchantClient({ ...who, fetch, clock, time: serviceTime });
    const { present, presentBills, ...deps } = parts.alter({
      client,
      refunds: hasBills ? client : null,
      permit: permitOfEngine(),
      journal,
      push: pushOf(random.fork('push'), isAlive),
      machine: machine.hold(isAlive),
      clock,
      settings: {
        posId,
        currency: 'NOK',
        policy: parts.policy,
        capture: parts.capture ?? 'automatic',
        channel: `till.${posId}`,
        expiresInSeconds: EXPIRES_IN_SECONDS,
        undelivered: 'person',
        deviceCode: { shortlinkId: deviceCodeOf(name), address: 'http://service.test' },
      },
      present: (running) => running,
      presentBills: (open) => open,
    });
    const shown = present(createTerminal({ ...deps, ids: createIds(random.bytes) }));
    if (parts.bills === undefined || parts.bills === null) return shown;
    const { questions: asking = null } = parts;
    const watched = parts.bills.watch(shown);
    const audited = asking === null ? watched : asking.watchTerminal(watched);
    if (ownBooks === null) throw new Error('a till with bills has books');
    const selling = sellingOf(ownBooks, clock, audited);
    const presented = presentBills(selling.bills, audited);
    bills = asking === null ? presented : asking.watchBills(presented);
    hostBooks = selling.books;
    if (asking !== null) {
      questionHost = openQuestionHost({
        ...{ terminal: audited, bills, books: ownBooks, settings: SETTINGS, clock },
        ...{ prng: random.fork('questions'), audit: asking, alter: parts.alterQuestions ?? {} },
      });
    }
    return audited;
  }

  function watch(running: Terminal): void {
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
    hostBooks = null;
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
    hostBooks: () => hostBooks,
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
    journal: () => disk.bytes(PATH),
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
