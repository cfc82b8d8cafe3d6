import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  secureRandom,
  systemClock,
  systemFetch,
  systemIds,
} from '../../main/host/adapters/machine.ts';
import { type LocalApi, startLocalApi } from '../../main/host/local-api/server.ts';
import { createPush, openJournal } from '../../main/host/on-this-machine.ts';
import { createMerchantClient } from '../../shared/client/index.ts';
import { money } from '../../shared/money/money.ts';
import { createTerminal, type Terminal, type TerminalSetup } from '../../shared/terminal/index.ts';
import { newQuickFolder } from './quick-folder.ts';
import { createRegister, type Register } from './register.ts';
import type { TestService } from './service.ts';
import { SETUP } from './till.ts';
import { apiParts } from './till-parts.ts';

/** The most that a register may refund at once. */
const CEILING = money(50_000);

/** A till with its real parts and its local API, and a register that calls it. */
export type LocalTill = {
  readonly terminal: Terminal;
  readonly api: LocalApi;
  readonly register: Register;
  readonly directory: string;
  readonly reports: string[];
  /** Stops the till and starts it again on the same data. */
  restart(): Promise<LocalTill>;
  stop(): Promise<void>;
};

/** Starts a till against a running service; the last `stop` removes the directory. */
export async function startLocalTill(
  service: Pick<TestService, 'ready'>,
  more: {
    readonly settings?: Partial<TerminalSetup>;
    /** Key of the user `admin`, for a till that may refund. */
    readonly refundKey?: string | null;
    /** Without push the till only polls. */
    readonly push?: 'none';
  } = {},
  kept: string | null = null,
): Promise<LocalTill> {
  const directory = kept ?? newQuickFolder('tillkit-local-');
  const path = join(directory, 'terminal.journal');
  const opened = await openJournal({ path, clock: systemClock, ids: systemIds });
  if (!opened.ok) throw new Error(opened.failure.description);
  const { base_url, merchant, users, pos } = service.ready;
  const secret = users.find((user) => user.id === 'pos')?.secret ?? '';
  const access = {
    baseUrl: base_url,
    merchantId: merchant.id,
    userId: 'pos',
    credentials: { kind: 'secret', secret },
    clock: systemClock,
  } as const;
  const { refundKey = null } = more;
  const signing = {
    ...access,
    userId: 'admin',
    credentials: { kind: 'key', privateKey: refundKey ?? '' },
    fetch: systemFetch,
  } as const;
  const terminal = createTerminal({
    client: createMerchantClient({ ...access, fetch: systemFetch }),
    refunds: refundKey === null ? null : createMerchantClient(signing),
    push: more.push === 'none' ? null : createPush({ ...access, random: secureRandom }),
    journal: opened.journal,
    clock: systemClock,
    ids: systemIds,
    settings: { ...SETUP, posId: pos[0]?.id ?? '', ...more.settings },
  });
  const reports: string[] = [];
  const bare = apiParts(terminal, systemClock);
  // A screen for the customer is connected.
  bare.questions.attach();
  const api = await startLocalApi({
    ...bare.parts,
    till: {
      posId: pos[0]?.id ?? '',
      currency: 'NOK',
      refundCeiling: refundKey === null ? null : CEILING,
    },
    directory,
    port: 0,
    ids: systemIds,
    report: (sentence) => reports.push(sentence),
  });
  const register = createRegister(api);
  const halt = async () => {
    register.hangUp();
    await api.stop();
    bare.stop();
    await terminal.stop();
    await opened.journal.close();
  };
  return {
    terminal,
    api,
    register,
    directory,
    reports,
    restart: async () => {
      await halt();
      return startLocalTill(service, more, directory);
    },
    stop: async () => {
      await halt();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
