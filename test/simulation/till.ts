import { openJournalFile } from '../../main/host/journal-file.ts';
import { createMerchantClient } from '../../shared/client/index.ts';
import { createIds } from '../../shared/ids/ids.ts';
import {
  createTerminal,
  type Journal,
  type Push,
  type Terminal,
  type TerminalClient,
} from '../../shared/terminal/index.ts';
import type { VendingMachine } from '../../shared/terminal/vending/port.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Auditor } from './auditor.ts';
import { createSimDisk, type DiskTrouble } from './disk.ts';
import { createMachine } from './machine.ts';
import type { createNetwork } from './network.ts';
import type { Prng } from './prng.ts';
import { createSimPush } from './push.ts';
import { BASE, deviceCodeOf, MERCHANT, SECRET, type SimService, USER } from './service.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { Sky } from './weather.ts';

/** The parts of an engine that a planted bug may wrap. */
export type EngineParts = {
  readonly client: TerminalClient;
  readonly journal: Journal;
  readonly push: Push | null;
  readonly machine: VendingMachine;
};
export type Alter = (parts: EngineParts) => EngineParts;

export type TillParts = {
  readonly name: string;
  readonly policy: 'attended' | 'unattended';
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly sky: Sky;
  readonly service: SimService;
  readonly network: ReturnType<typeof createNetwork>;
  readonly auditor: Auditor;
  readonly say: (line: string) => void;
  readonly alter: Alter;
  /** Called once for each sale that waits for a scan of this device's own code. */
  readonly onDeviceCode?: (till: string, saleId: string) => void;
  /** Without push a till has its own questions alone. */
  readonly hasPush: boolean;
  /** Milliseconds that an operation of its disk takes; by chance unless given. */
  readonly diskDelay?: () => number;
  /** Milliseconds from a till's death to its next start; by chance unless given. */
  readonly deadFor?: () => number;
};

const PATH = 'till/terminal.journal';
/** How long a customer has; shorter than in a shop, for a world has no patience. */
const EXPIRES_IN_SECONDS = 90;

/** A till in the world: engines come and go, its disk stays. */
export function createTill(parts: TillParts) {
  const { name, time, prng, auditor, say } = parts;
  const machine = createMachine(time, prng.fork('machine'), say);
  const disk = createSimDisk(time, prng.fork('disk'), parts.diskDelay);
  let life = { number: 0, alive: false };
  let terminal: Terminal | null = null;
  const deadFor = parts.deadFor ?? (() => prng.between(100, 20_000));
  const seenCodes = new Set<string>();
  let skew = 0;

  function clockOf(mine: { readonly alive: boolean }): Clock {
    const clock = time.clock(() => skew);
    return { ...clock, after: (delay, run) => clock.after(delay, () => mine.alive && run()) };
  }

  async function start(): Promise<void> {
    const mine = { number: life.number + 1, alive: true };
    life = mine;
    const isAlive = () => mine.alive;
    const clock = clockOf(mine);
    const opened = await openJournalFile({ path: PATH, clock }, disk.hold(isAlive)).catch(
      () => null,
    );
    if (!isAlive()) return;
    if (opened === null) {
      say(`${name}: the journal cannot be opened now`);
      mine.alive = false;
      time.after(5_000, () => void start());
      return;
    }
    if (!opened.ok) {
      auditor.find(`${name} has a damaged journal: ${opened.damage.why}`);
      return;
    }
    say(`${name}: life ${mine.number}, ${opened.journal.records.length} records`);
    auditor.began(name);
    terminal = engine(opened.journal, clock, isAlive, mine.number);
    watch(terminal);
  }

  function engine(
    journal: Journal,
    clock: Clock,
    isAlive: () => boolean,
    number: number,
  ): Terminal {
    const random = prng.fork(`life ${number}`);
    const credentials = { kind: 'secret', secret: SECRET } as const;
    const who = { baseUrl: BASE, merchantId: MERCHANT, userId: USER, credentials };
    const fetch = parts.network.fetchOf(name, isAlive);
    const push = createSimPush({ ...parts, prng: random.fork('push'), isAlive, say });
    const engineParts = parts.alter({
      client: createMerchantClient({ ...who, fetch, clock }),
      journal,
      push: parts.hasPush ? push : null,
      machine: machine.hold(isAlive),
    });
    return createTerminal({
      ...engineParts,
      clock,
      ids: createIds(random.bytes),
      settings: {
        posId: name,
        currency: 'NOK',
        policy: parts.policy,
        channel: `till.${name}`,
        expiresInSeconds: EXPIRES_IN_SECONDS,
        deviceCode: { shortlinkId: deviceCodeOf(name), address: 'http://service.test' },
      },
    });
  }

  function watch(running: Terminal): void {
    const seen = new Map<string, string>();
    const look = () => {
      const { sales, notReady } = running.view();
      for (const { id, way, tid, state } of sales) {
        const waits = way.kind === 'device_code' && tid === null && state.kind === 'waiting_scan';
        if (waits && !seenCodes.has(id)) parts.onDeviceCode?.(name, id);
        if (waits) seenCodes.add(id);
      }
      const shown = sales.map(({ id, tid, amount, state }) => ({
        id,
        tid,
        amount,
        kind: state.kind,
      }));
      for (const { id, kind } of shown) {
        if (seen.get(id) !== kind) say(`${name}: sale ${id} is ${kind}`);
        seen.set(id, kind);
      }
      auditor.saw(name, shown, notReady === null ? 'can write' : 'cannot write');
    };
    running.subscribe(look);
    look();
  }

  /** Ends this life at once, as `how` says, and begins the next one in a while. */
  function die(how: 'kill' | 'power_cut'): void {
    if (!life.alive) return;
    life.alive = false;
    terminal = null;
    if (how === 'kill') disk.kill();
    else disk.powerCut();
    say(`${name}: ${how}`);
    time.after(deadFor(), () => void start());
  }

  return {
    name,
    start,
    die,
    terminal: () => terminal,
    setDisk: (trouble: DiskTrouble) => disk.setTrouble(trouble),
    /** The till's idea of the hour changes by so many milliseconds. */
    jump: (by: number) => {
      skew += by;
    },
    journal: () => disk.bytes(PATH),
    delivered: () => machine.delivered(),
    /** Stops the till as a person would; its journal is left alone. */
    close: async () => {
      const running = terminal;
      life.alive = false;
      terminal = null;
      // Calls of a dead life are never answered, so nobody waits for them.
      void running?.stop();
      await time.settle();
    },
  };
}

export type Till = ReturnType<typeof createTill>;
