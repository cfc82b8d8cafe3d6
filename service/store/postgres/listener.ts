import { Client } from 'pg';
import { type CancelTimer, type Clock, SECOND } from '../../../shared/time/clock.ts';
import { readText } from '../sql/rows.ts';
import { connectionTo, type PostgresDatabase } from './database.ts';
import type { Notices } from './notices.ts';
import { statement } from './statements.ts';

const AGAIN_AFTER = SECOND;
/** A network that died without a word is noticed by a question that nobody answers. */
const ASK_EVERY = 15 * SECOND;
const ANSWER_WITHIN = 5 * SECOND;
/** Channels that are looked at after a silence; each costs one read where a device listens. */
const CHANNELS_MAX = 10_000;
const CHANNELS = statement('SELECT DISTINCT merchant_id, channel FROM channel_event LIMIT ?');

/**
 * Hears what other processes have written, on a connection of its own. When that is lost it is made
 * again, and what may have been missed is announced.
 */
export class Listener {
  readonly #url: string;
  readonly #database: PostgresDatabase;
  readonly #notices: Notices;
  readonly #wall: Clock;
  #client: Client | null = null;
  #closed = false;
  #cancel: CancelTimer = () => {};

  constructor(url: string, database: PostgresDatabase, notices: Notices, wall: Clock) {
    this.#url = url;
    this.#database = database;
    this.#notices = notices;
    this.#wall = wall;
  }

  /** Resolves when it hears. */
  async open(): Promise<void> {
    const client = new Client({
      ...connectionTo(this.#url),
      query_timeout: ANSWER_WITHIN,
    });
    this.#client = client;
    client.on('error', () => {});
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
    await client.connect();
    await client.query('LISTEN tillkit');
    this.#watch(client);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    await this.#client?.end().catch(() => {});
  }

  #hear(payload: string): void {
    try {
      this.#notices.hear(payload);
    } catch {
      // Whatever else speaks on this channel is no notice of ours.
    }
  }

  #watch(client: Client): void {
    if (this.#closed) return;
    this.#cancel = this.#wall.after(ASK_EVERY, () => {
      client.query('SELECT 1').then(
        () => this.#watch(client),
        // Its end brings the next one.
        () => void client.end().catch(() => {}),
      );
    });
  }

  #lost(client: Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#cancel();
    this.#client = null;
    this.#cancel = this.#wall.after(AGAIN_AFTER, () => void this.#again());
  }

  async #again(): Promise<void> {
    try {
      await this.open();
      await this.#catchUp();
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
