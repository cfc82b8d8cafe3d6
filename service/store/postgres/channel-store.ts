import type { CallbackMessage } from '../../../shared/protocol/events.ts';
import { CHANNEL_SQL } from '../sql/outbox-tables.ts';
import { readInteger, readText, readTextOrNull } from '../sql/rows.ts';
import { type ChannelStore, NO_EFFECTS, SERVICE } from '../store.ts';
import type { Commits } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import type { Notices } from './notices.ts';
import { statements } from './statements.ts';

const SQL = statements(CHANNEL_SQL);

type ChannelStoreDeps = {
  readonly database: PostgresDatabase;
  readonly commits: Commits;
  readonly notices: Notices;
};

export function createChannelStore({ database, commits, notices }: ChannelStoreDeps): ChannelStore {
  return {
    async publish(merchantId, at, messages) {
      if (messages.length === 0) return;
      const run = async () => ({ ...NO_EFFECTS, messages });
      await commits.write({ merchantId, at, changed: null, run });
    },
    async read(merchantId, channel, after, limit) {
      const rows = await database.all(SQL.read, merchantId, channel, after, limit);
      return rows.map((row) => {
        const message: CallbackMessage = JSON.parse(readText(row, 'message'));
        const trace = readTextOrNull(row, 'trace');
        return { channel, seq: readInteger(row, 'seq'), message, trace };
      });
    },
    async acknowledge(merchantId, channel, seq) {
      await database.writesOf(merchantId).run(SQL.acknowledge, merchantId, channel, seq);
    },
    sweep: (before) => database.writesOf(SERVICE).run(SQL.sweep, before),
    onEvents: (listener) => notices.onEvents(listener),
  };
}
