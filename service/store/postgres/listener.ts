import { Client } from 'pg';
import { type CancelTimer, type Clock, SECOND } from '../../../shared/time/clock.ts';
import { type Row, readInteger, readText } from '../sql/rows.ts';
import { type Connecting, connectionTo } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import type { Notices } from './notices.ts';
import { statement } from './statements.ts';

const AGAIN_AFTER = SECOND;
/** A network that died without a word is noticed by a question that nobody answers. */
const ASK_EVERY = 15 * SECOND;
const ANSWER_WITHIN = 5 * SECOND;
/** Beside the numbers of the other locks: each that listens holds it, together with the others. */
const PRESENT = '74136, 48';
const COUNT_PRESENT = `SELECT COUNT(*) AS present FROM pg_locks WHERE locktype = 'advisory'
  AND classid = 74136 AND objid = 48 AND objsubid = 2
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
/** So often in a row nobody else must have been there: one that lost its connection comes back. */
const ALONE_AFTER = 2;
/** Channels that are looked at after a silence; each costs one read where a device listens. */
const CHANNELS_MAX = 10_000;
const CHANNELS = statement('SELECT DISTINCT merchant_id, channel FROM channel_event LIMIT ?');

/**
 * Hears what other processes have written, on a connection of its own. When that is lost it is made
 * again, and what may have been missed is announced.
 */
export class Listener {
  readonly #connecting: Connecting;
  readonly #database: PostgresDatabase;
  readonly #notices: Notices;
  readonly #wall: Clock;
  #client: Client | null = null;
  #closed = false;
  #cancel: CancelTimer = () => {};
  #cancelCatchUp: CancelTimer = () => {};

  constructor(url: string, database: PostgresDatabase, notices: Notices, wall: Clock) {
    this.#connecting = connectionTo(url);
    this.#database = database;
    this.#notices = notices;
    this.#wall = wall;
  }

  /** Resolves when it hears. */
  async open(): Promise<void> {
    const client = new Client({
      ...this.#connecting,
      query_timeout: ANSWER_WITHIN,
    });
    this.#client = client;
    client.on('error', () => {});
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
    await client.connect();
    // In this order: who comes at the same time is counted here, or is heard, or hears this.
    await client.query(`SELECT pg_advisory_lock_shared(${PRESENT})`);
    await client.query('LISTEN tillkit');
    await client.query("SELECT pg_notify('tillkit', $1)", [this.#notices.arrival()]);
    this.#notices.setAlone(await this.#nobody(client));
    this.#watch(client, 0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    this.#cancelCatchUp();
    await this.#client?.end().catch(() => {});
  }

  #hear(payload: string): void {
    try {
      this.#notices.hear(payload);
    } catch {
      // Whatever else speaks on this channel is no notice of ours.
    }
  }

  /** Whether nobody else listens, on any machine; a question too, to see that there is a server. */
  async #nobody(client: Client): Promise<boolean> {
    const before = this.#notices.heard;
    const { rows } = await client.query<Row>(COUNT_PRESENT);
    // Who was heard since the count was made is not in it.
    return readInteger(rows[0] ?? {}, 'present') === 1 && this.#notices.heard === before;
  }

  /** `lonely` is how often in a row nobody else was there. */
  #watch(client: Client, lonely: number): void {
    if (this.#closed) return;
    this.#cancel = this.#wall.after(ASK_EVERY, () => {
      this.#nobody(client).then(
        (nobody) => {
          const now = nobody ? lonely + 1 : 0;
          this.#notices.setAlone(now >= ALONE_AFTER);
          this.#watch(client, now);
        },
        // Its end brings the next one.
        () => void client.end().catch(() => {}),
      );
    });
  }

  #lost(client: Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#cancel();
    this.#client = null;
    // Who comes now is not heard.
    this.#notices.setAlone(false);
    this.#cancel = this.#wall.after(AGAIN_AFTER, () => void this.#again());
  }

  async #again(): Promise<void> {
    try {
      await this.open();
      await this.#catchUp();
      if (this.#closed) return;
      // Others that took themselves to be alone may have heard of this one a moment after that.
      this.#cancelCatchUp();
      const again = () => void this.#catchUp().catch(() => {});
      this.#cancelCatchUp = this.#wall.after(AGAIN_AFTER, again);
    } catch {
      const client = this.#client;
      await client?.end().catch(() => {});
      if (client !== null) this.#lost(client);
    }
  }

  async #catchUp(): Promise<void> {
    const rows = await this.#database.all(CHANNELS, CHANNELS_MAX);
    const events = rows.map(
      (row) => [readText(row, 'merchant_id'), readText(row, 'channel')] as const,
    );
    this.#notices.tell({ events, due: true, changes: [] });
  }
}
