import type { Client } from 'pg';
import { type CancelTimer, type Clock, SECOND } from '../../../shared/time/clock.ts';
import { type Row, readInteger, readText } from '../sql/rows.ts';
import { StoreTooNew } from '../store-errors.ts';
import type { PostgresDatabase } from './database.ts';
import { NOTIFY, type Notices } from './notices.ts';
import type { Servers } from './servers.ts';
import { statement } from './statements.ts';
import { showStep } from './versions.ts';

const AGAIN_AFTER = SECOND;
/** Interval of a test query, whose missing answer shows a dead network. */
const CHECK_EVERY = 15 * SECOND;
const ANSWER_WITHIN = 5 * SECOND;
/**
 * Milliseconds from one notice with hints to the next one. A busy process commits more often, and each
 * notice wakes every process; a person does not see the delay.
 */
export const HINTS_EVERY = 50;
/** A second lock number. Every listener holds this lock in shared mode. */
const PRESENT = '74136, 48';
const LISTENING = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
  AND classid = 74136 AND objid = 48 AND objsubid = 2
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
/**
 * How many checks in a row must find no other listener: a process that lost its connection connects
 * again.
 */
const ALONE_AFTER = 2;
/**
 * Maximum number of channels that are announced after an interruption; each costs one read per
 * listening device.
 */
const CHANNELS_MAX = 10_000;
const CHANNELS = statement('SELECT DISTINCT merchant_id, channel FROM channel_event LIMIT ?');

/** Decides when hints are sent: at once, or together with the others of the time after the last ones. */
export class HintTurns {
  readonly #wall: Clock;
  readonly #send: (sent: () => void) => void;
  #isWaiting = false;
  #isAsked = false;
  #cancel: CancelTimer = () => {};

  /** `send` takes the hints and calls `sent` when they are on their way. */
  constructor(wall: Clock, send: (sent: () => void) => void) {
    this.#wall = wall;
    this.#send = send;
  }

  /** Called when there are hints. */
  ask(): void {
    if (this.#isWaiting) {
      this.#isAsked = true;
      return;
    }
    this.#isWaiting = true;
    this.#isAsked = false;
    this.#send(() => {
      this.#cancel = this.#wall.after(HINTS_EVERY, () => {
        this.#isWaiting = false;
        if (this.#isAsked) this.ask();
      });
    });
  }

  /** Forgets the hints in progress and the pause after them. */
  reset(): void {
    this.#cancel();
    this.#isWaiting = false;
    this.#isAsked = false;
  }
}

type ListenerDeps = {
  readonly servers: Servers;
  readonly database: PostgresDatabase;
  readonly notices: Notices;
  readonly wall: Clock;
  /** The last step of the schema that this process knows. */
  readonly step: number;
  /** Called once if a newer version excludes this process while it is not connected. */
  readonly onTooNew: (error: StoreTooNew) => void;
};

/**
 * Receives notices from other processes and sends them hints, on a separate connection. When that is
 * lost, it is opened again, and everything that may have been missed is announced.
 */
export class Listener {
  readonly #servers: Servers;
  readonly #database: PostgresDatabase;
  readonly #notices: Notices;
  readonly #wall: Clock;
  readonly #step: number;
  readonly #onTooNew: (error: StoreTooNew) => void;
  readonly #turns: HintTurns;
  #isTooNew = false;
  #client: Client | null = null;
  #closed = false;
  /** The connections of all processes that listened at the last count. */
  #listening: ReadonlySet<number> = new Set();
  #cancel: CancelTimer = () => {};
  #cancelCatchUp: CancelTimer = () => {};

  constructor({ servers, database, notices, wall, step, onTooNew }: ListenerDeps) {
    this.#servers = servers;
    this.#database = database;
    this.#notices = notices;
    this.#wall = wall;
    this.#step = step;
    this.#onTooNew = onTooNew;
    this.#turns = new HintTurns(wall, (sent) => this.#sendHints(sent));
    notices.onHint(() => this.#hint());
  }

  /** Resolves when it listens. */
  async open(): Promise<void> {
    const client = await this.#servers.connect({ query_timeout: ANSWER_WITHIN });
    if (this.#closed) return void (await client.end());
    this.#client = client;
    this.#listening = new Set();
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    // In this order: a process that starts at the same time is counted here, or this process receives
    // its notices, or it receives those of this process.
    await client.query(`SELECT pg_advisory_lock_shared(${PRESENT})`);
    await showStep(client, this.#step);
    await client.query('LISTEN tillkit');
    await client.query({ ...NOTIFY, values: [this.#notices.arrival()] });
    const isAlone = await this.#isAlone(client);
    this.#notices.setAlone(isAlone);
    // A process that connects again announces itself, so that the first count is enough.
    this.#watch(client, isAlone ? ALONE_AFTER : 0);
    if (this.#notices.hasHints) this.#hint();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    this.#cancelCatchUp();
    this.#turns.reset();
    const client = this.#client;
    if (client === null) return;
    await this.#hintBy(client).catch(() => {});
    await client.end().catch(() => {});
  }

  #hint(): void {
    // Without a connection the hints stay, and the next connection sends them.
    if (this.#client !== null && !this.#closed) this.#turns.ask();
  }

  #sendHints(sent: () => void): void {
    const client = this.#client;
    if (client === null) return;
    this.#hintBy(client).then(
      () => {
        if (!this.#closed && client === this.#client) sent();
      },
      // The end of the connection starts the next one.
      () => void client.end().catch(() => {}),
    );
  }

  async #hintBy(client: Client): Promise<void> {
    const { payloads, giveBack } = this.#notices.takeHints();
    try {
      for (const payload of payloads) await client.query({ ...NOTIFY, values: [payload] });
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  #receive(payload: string): void {
    try {
      this.#notices.receive(payload);
    } catch {
      // Other messages on this channel are ignored.
    }
  }

  /**
   * True if no other process listens on any machine. If one has ended since the last count, this process
   * checks what the other one may not have announced. The query also tests the connection.
   */
  async #isAlone(client: Client): Promise<boolean> {
    const before = this.#notices.received;
    const { rows } = await client.query<Row>(LISTENING);
    const listening = new Set(rows.map((row) => readInteger(row, 'pid')));
    // A killed process has not sent the hints of its last commits.
    const allStay = [...this.#listening].every((pid) => listening.has(pid));
    if (!allStay) void this.#catchUp().catch(() => {});
    this.#listening = listening;
    // Processes that sent a notice since the count began are not in it.
    return listening.size === 1 && this.#notices.received === before;
  }

  /** `checks` is the number of checks in a row that found no other listener and no notice of one. */
  #watch(client: Client, checks: number): void {
    if (this.#closed) return;
    const { received } = this.#notices;
    this.#cancel = this.#wall.after(CHECK_EVERY, () => {
      const before = this.#notices.received === received ? checks : 0;
      this.#isAlone(client).then(
        (isAlone) => {
          const now = isAlone ? before + 1 : 0;
          this.#notices.setAlone(now >= ALONE_AFTER);
          this.#watch(client, now);
        },
        // The end of the connection starts the next one.
        () => void client.end().catch(() => {}),
      );
    });
  }

  #lost(client: Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = null;
    this.#turns.reset();
    this.#notices.interrupted('begins');
    // This process no longer learns of a process that starts now.
    this.#notices.setAlone(false);
    this.#openLater();
  }

  #openLater(): void {
    this.#cancel();
    this.#cancel = this.#wall.after(AGAIN_AFTER, () => void this.#again());
  }

  async #again(): Promise<void> {
    try {
      await this.open();
      this.#notices.interrupted('ends');
      await this.#catchUp();
      if (this.#closed) return;
      // Another process may have received the notice of this one only after its next commit, for which
      // it sent no notice.
      this.#cancelCatchUp();
      const again = () => void this.#catchUp().catch(() => {});
      this.#cancelCatchUp = this.#wall.after(AGAIN_AFTER, again);
    } catch (error) {
      if (error instanceof StoreTooNew && !this.#isTooNew) {
        this.#isTooNew = true;
        this.#onTooNew(error);
      }
      const client = this.#client;
      await client?.end().catch(() => {});
      if (client !== null) this.#lost(client);
      else if (!this.#closed) this.#openLater();
    }
  }

  async #catchUp(): Promise<void> {
    const rows = await this.#database.all(CHANNELS, CHANNELS_MAX);
    const events = rows.map(
      (row) => [readText(row, 'merchant_id'), readText(row, 'channel')] as const,
    );
    this.#notices.notify({ events, due: true });
  }
}
