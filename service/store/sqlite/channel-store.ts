import type { DatabaseSync } from 'node:sqlite';
import { createListeners } from '../../../shared/objects/listeners.ts';
import type { CallbackMessage } from '../../../shared/protocol/events.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { CHANNEL_SQL } from '../sql/outbox-tables.ts';
import { readInteger, readText, readTextOrNull } from '../sql/rows.ts';
import { type ChannelMessage, type ChannelStore, SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';

/** Lets other writes add messages to their commit, and announces them after it. */
export interface ChannelWriter {
  /** Inside a transaction: gives each message the next number of its channel. */
  append(merchantId: string, at: Instant, messages: readonly ChannelMessage[]): void;
  /** Called after the commit. */
  announce(merchantId: string, messages: readonly ChannelMessage[]): void;
}

export function createChannelStore(
  database: DatabaseSync,
  commits: GroupCommit,
): { readonly store: ChannelStore; readonly writer: ChannelWriter } {
  const sql = prepareAll(database, CHANNEL_SQL);
  const listeners = createListeners<[merchantId: string, channel: string]>();

  const writer: ChannelWriter = {
    append(merchantId, at, messages) {
      for (const { channel, message, trace = null } of messages) {
        const row = sql.number.get(merchantId, channel);
        if (row === undefined) throw new Error('a channel gave no number');
        const seq = readInteger(row, 'last_seq');
        sql.insert.run(merchantId, channel, seq, at, JSON.stringify(message), trace);
      }
    },
    announce(merchantId, messages) {
      for (const channel of new Set(messages.map((message) => message.channel))) {
        listeners.tell(merchantId, channel);
      }
    },
  };

  const store: ChannelStore = {
    async publish(merchantId, at, messages) {
      if (messages.length === 0) return;
      await commits.write(merchantId, () => writer.append(merchantId, at, messages));
      writer.announce(merchantId, messages);
    },
    async read(merchantId, channel, after, limit) {
      return sql.read.all(merchantId, channel, after, limit).map((row) => {
        const message: CallbackMessage = JSON.parse(readText(row, 'message'));
        const trace = readTextOrNull(row, 'trace');
        return { channel, seq: readInteger(row, 'seq'), message, trace };
      });
    },
    async newest(merchantId, channel) {
      const row = sql.newest.get(merchantId, channel);
      return row === undefined ? 0 : readInteger(row, 'last_seq');
    },
    async acknowledge(merchantId, channel, seq) {
      await commits.write(merchantId, () => sql.acknowledge.run(merchantId, channel, seq));
    },
    async sweep(before) {
      const { changes } = await commits.write(SERVICE, () => sql.sweep.run(before));
      return Number(changes);
    },
    onEvents: listeners.subscribe,
    // The file is part of this process: another one is restored while no process has it open.
    onInterruption: () => () => undefined,
  };
  return { store, writer };
}
