import { CommitDelay } from '../../../service/store/postgres/commit-delay.ts';
import { HintTurns } from '../../../service/store/postgres/listener.ts';
import { AT_ONCE as READS_AT_ONCE } from '../../../service/store/postgres/lookups.ts';
import { afterQuietTurn } from '../../../service/store/quiet-turn.ts';
import { createPrng } from '../../simulation/prng.ts';
import { percentile } from '../report.ts';
import {
  clockOf,
  createFlushes,
  type Lock,
  Machine,
  newLock,
  newThread,
  type Thread,
} from './machine.ts';

/** Microseconds of processor time of one side: of each request, batch of reads and commit. */
export type Costs = {
  readonly request: number;
  readonly reads: number;
  readonly commit: number;
};

/** What one process needs, as it was measured. */
export type ServiceTimes = {
  readonly service: Costs;
  readonly database: Costs;
  /** Microseconds of processor time of the load generator for a request. */
  readonly generator: number;
  /** Microseconds from the end of a commit's work until the disk has it; no processor time. */
  readonly flush: number;
  /** Microseconds until a core that has nothing to do begins with new work; no processor time. */
  readonly wake: number;
  /** Microseconds of processor time of a process for a received notice, and of the server to deliver it. */
  readonly notice: { readonly service: number; readonly database: number };
};

export type Site = {
  readonly cores: number;
  readonly processes: number;
  /** Connections in all; each waits for a reply before it sends its next request. */
  readonly connections: number;
  readonly merchants: number;
  /** True if the load generator, one thread, shares the cores. Otherwise it is on another machine. */
  readonly withGenerator: boolean;
};

export type Prediction = {
  /** Requests per second. */
  readonly rate: number;
  /** Per request. */
  readonly reads: number;
  readonly commits: number;
  /** Average number of busy cores. */
  readonly busy: number;
  /** Microseconds of a flow of three requests, one after the other. */
  readonly p99: number;
};

/** Round trips of a request: two reads, one after the other, and its commit. */
const READS = 2;
/** A flow has three requests; the confirmation and the capture write to the merchant's ledger. */
const BOOKS = [false, true, true];
/** Shares of the server's work for a commit: before it locks the ledgers, and after the disk has it. */
const BEFORE_LEDGER = 0.5;
const AFTER_FLUSH = 0.07;
/** Microseconds; the first part is not counted. */
const WARM_UP = 200_000;
const MEASURED = 2_000_000;

type Write = { readonly merchant: number; readonly books: boolean; readonly done: () => void };
/** One of the requests of a flow; `done` runs after its reply. */
type Request = { readonly merchant: number; readonly step: number; readonly done: () => void };
type Process = {
  readonly thread: Thread;
  readonly readers: readonly Thread[];
  readonly writer: Thread;
  readonly listener: Thread;
  reads: (() => void)[];
  readsUnderWay: number;
  collecting: boolean;
  writes: Write[];
  committing: boolean;
  /** The store's own, as the delay is, on the time of the simulation. */
  readonly hints: HintTurns;
  readonly delay: CommitDelay;
};

/**
 * Predicts the rate of the durable flow on processes that share one PostgreSQL database, by a simulation
 * of their queues. The same arguments give the same prediction.
 */
export function predict(times: ServiceTimes, site: Site, seed = 1): Prediction {
  const machine = new Machine({ cores: site.cores, wake: times.wake }, createPrng(seed));
  const simulation = new Simulation(machine, times, site);
  machine.runUntil(WARM_UP);
  const before = { ...simulation.count, used: machine.used };
  simulation.flows = [];
  machine.runUntil(WARM_UP + MEASURED);
  const { count, flows } = simulation;
  const requests = count.requests - before.requests;
  return {
    rate: (requests * 1e6) / MEASURED,
    reads: (count.reads - before.reads) / requests,
    commits: (count.commits - before.commits) / requests,
    busy: (machine.used - before.used) / MEASURED,
    p99: percentile(flows, 0.99),
  };
}

/** Processes with one thread each, and the connections that send them requests. */
class Simulation {
  readonly count = { requests: 0, reads: 0, commits: 0 };
  /** Times of the flows that ended, microseconds. */
  flows: number[] = [];
  readonly #machine: Machine;
  readonly #times: ServiceTimes;
  readonly #site: Site;
  readonly #generator = newThread();
  readonly #processes: readonly Process[];
  readonly #ledgers: readonly Lock[];
  readonly #flush: (done: () => void) => void;
  /** Processor time of a request on its process between two round trips, microseconds. */
  readonly #segment: number;

  constructor(machine: Machine, times: ServiceTimes, site: Site) {
    this.#machine = machine;
    this.#times = times;
    this.#site = site;
    this.#ledgers = Array.from({ length: site.merchants }, newLock);
    this.#flush = createFlushes(machine, times.flush);
    this.#segment = times.service.request / (READS + 2);
    const notify = () => this.#notify();
    this.#processes = Array.from({ length: site.processes }, () => newProcess(machine, notify));
    for (let at = 0; at < site.connections; at += 1) {
      const process = this.#processes[at % site.processes];
      if (process !== undefined) this.#flow(process, at, at % BOOKS.length);
    }
  }

  /** Sends the requests of a flow, and then those of the connection's next one. */
  #flow(process: Process, number: number, first = 0): void {
    const merchant = number % this.#site.merchants;
    const begun = this.#machine.now;
    const send = (step: number) => {
      if (step < BOOKS.length) this.#send(process, { merchant, step, done: () => send(step + 1) });
      else {
        this.flows.push(this.#machine.now - begun);
        this.#flow(process, number + this.#site.connections);
      }
    };
    send(first);
  }

  #send(process: Process, { merchant, step, done }: Request): void {
    const replied = () => {
      this.count.requests += 1;
      done();
    };
    const write = { merchant, books: BOOKS[step] ?? false, done: replied };
    const begin = () =>
      this.#machine.work(process.thread, this.#segment, () =>
        this.#read(process, () => this.#read(process, () => this.#write(process, write))),
      );
    if (this.#site.withGenerator) {
      this.#machine.work(this.#generator, this.#times.generator, begin);
    } else this.#machine.after(0, begin);
  }

  #read(process: Process, done: () => void): void {
    process.reads.push(done);
    this.#collectReads(process);
  }

  /** Sends all reads that wait when the thread comes to it, if few batches are in progress. */
  #collectReads(process: Process): void {
    if (process.collecting || process.readsUnderWay >= READS_AT_ONCE) return;
    process.collecting = true;
    // A process that is not alone waits for a turn without a further read, as the store does.
    const nextTurn = (run: () => void) => this.#machine.work(process.thread, 0, run);
    const send = () => this.#sendReads(process);
    if (this.#site.processes === 1) send();
    else afterQuietTurn(() => process.reads.length, send, nextTurn);
  }

  #sendReads(process: Process): void {
    this.#machine.work(process.thread, this.#times.service.reads / 2, () => {
      process.collecting = false;
      const batch = process.reads;
      process.reads = [];
      process.readsUnderWay += 1;
      this.count.reads += 1;
      const reader = process.readers.find(({ busy }) => !busy);
      if (reader === undefined) throw new Error('more batches of reads than connections');
      this.#machine.work(reader, this.#times.database.reads, () => this.#answer(process, batch));
    });
  }

  #answer(process: Process, batch: readonly (() => void)[]): void {
    this.#machine.work(process.thread, this.#times.service.reads / 2, () => {
      process.readsUnderWay -= 1;
      if (process.reads.length > 0) this.#collectReads(process);
      for (const done of batch) this.#machine.work(process.thread, this.#segment, done);
    });
  }

  #write(process: Process, write: Write): void {
    process.writes.push(write);
    process.delay.arrived(process.writes.length);
    if (process.committing) return;
    process.committing = true;
    this.#begin(process);
  }

  /** A process that is not alone waits for more writes first, as the store does. */
  #begin(process: Process): void {
    if (this.#site.processes === 1) this.#commit(process);
    else process.delay.pass(process.writes.length, () => this.#commit(process));
  }

  /**
   * Commits all writes that wait, one commit of a process at a time. It locks its merchants' ledgers,
   * waits for the disk, and then releases them.
   */
  #commit(process: Process): void {
    const machine = this.#machine;
    const { service, database } = this.#times;
    machine.work(process.thread, service.commit / 2, () => {
      const begun = machine.now;
      const batch = process.writes;
      process.writes = [];
      this.count.commits += 1;
      const cost = database.commit + database.request * batch.length;
      const ledgers = this.#ledgersOf(batch);
      const before = ledgers.length > 0 ? BEFORE_LEDGER : 1 - AFTER_FLUSH;
      const ended = () => {
        for (const lock of ledgers) machine.unlock(lock);
        if (this.#site.processes > 1) process.hints.ask();
        this.#committed(process, batch, begun);
      };
      const flushed = () => machine.work(process.writer, cost * AFTER_FLUSH, ended);
      const commit = () => this.#flush(flushed);
      const inLedger = cost * (1 - before - AFTER_FLUSH);
      machine.work(process.writer, cost * before, () =>
        machine.lock(ledgers, () => machine.work(process.writer, inLedger, commit)),
      );
    });
  }

  /** The server sends a notice to all processes, also to the one that wrote it. */
  #notify(): void {
    const { service, database } = this.#times.notice;
    for (const { listener, thread } of this.#processes) {
      this.#machine.work(listener, database, () => this.#machine.work(thread, service, () => {}));
    }
  }

  #committed(process: Process, batch: readonly Write[], begun: number): void {
    this.#machine.work(process.thread, this.#times.service.commit / 2, () => {
      for (const { done } of batch) this.#machine.work(process.thread, this.#segment, done);
      const milliseconds = (this.#machine.now - begun) / 1_000;
      process.delay.committed(batch.length, process.writes.length, milliseconds);
      process.committing = process.writes.length > 0;
      if (process.committing) this.#begin(process);
    });
  }

  #ledgersOf(batch: readonly Write[]): readonly Lock[] {
    const merchants = new Set(batch.filter(({ books }) => books).map(({ merchant }) => merchant));
    return this.#ledgers.filter((_, merchant) => merchants.has(merchant));
  }
}

function newProcess(machine: Machine, notify: () => void): Process {
  const wall = clockOf(machine);
  return {
    thread: newThread(),
    readers: Array.from({ length: READS_AT_ONCE }, newThread),
    writer: newThread(),
    listener: newThread(),
    reads: [],
    readsUnderWay: 0,
    collecting: false,
    writes: [],
    committing: false,
    hints: new HintTurns(wall, (sent) => {
      notify();
      sent();
    }),
    delay: new CommitDelay(wall),
  };
}
