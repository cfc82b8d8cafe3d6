import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR_SOCKET } from '../../service/app/operator/socket.ts';
import { newPostgres } from './postgres/shared.ts';
import { newQuickFolder } from './quick-folder.ts';
import { giveKeys } from './seeded-data.ts';
import { member, startTestService, type TestService } from './service.ts';
import { sendOnSocket } from './socket-request.ts';
import type { StoreKind } from './stores.ts';
import type { Received, Sent } from './wire.ts';

export const JSON_HEADERS = { 'content-type': 'application/json' };
export const CSV_HEADERS = { 'content-type': 'text/csv' };

/** A service with the demo on a data folder, and the operator's program that calls its socket. */
export type OperatorApi = {
  readonly test: TestService;
  readonly folder: string;
  /** Null on SQLite. */
  readonly databaseUrl: string | null;
  /** The lines of the service's log. */
  readonly log: string[];
  readonly call: (path: string, sent?: Sent) => Promise<Received>;
  /** Sends a JSON body. */
  readonly post: (path: string, body?: unknown) => Promise<Received>;
  readonly importFile: (csv: string) => Promise<Received>;
  /** Creates a customer with a new number. */
  readonly added: (name?: string) => Promise<{ readonly id: string; readonly msisdn: string }>;
  readonly stop: () => Promise<void>;
};

export async function startOperatorApi(kind: StoreKind): Promise<OperatorApi> {
  const folder = newQuickFolder('tillkit-operator-');
  await giveKeys(folder);
  const database = kind === 'postgres' ? await newPostgres() : null;
  const log: string[] = [];
  const test = await startTestService({
    data: { kind: 'directory', path: folder },
    log: { write: (line: string) => log.push(line) },
    ...(database === null ? {} : { databaseUrl: database.url }),
  });
  const call = (path: string, sent?: Sent) =>
    sendOnSocket(join(folder, OPERATOR_SOCKET), path, sent);
  const post = (path: string, body: unknown = {}) =>
    call(path, { method: 'POST', headers: JSON_HEADERS, body });
  let last = 4_740_000_000;
  return {
    test,
    folder,
    databaseUrl: database?.url ?? null,
    log,
    call,
    post,
    importFile: (body) =>
      call('/customers/import/', { method: 'POST', headers: CSV_HEADERS, body }),
    async added(name = 'Kari Nordmann') {
      last += 1;
      const msisdn = String(last);
      const made = await post('/customers/', { msisdn, name });
      if (made.status !== 201) throw new Error(`not created: ${made.status} ${made.text}`);
      return { id: member(made.json, 'id'), msisdn };
    },
    async stop() {
      await test.stop();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
