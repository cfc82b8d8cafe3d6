import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  secureRandom,
  systemClock,
  systemFetch,
  systemIds,
} from '../../main/host/adapters/machine.ts';
import { createPush, openJournal } from '../../main/host/on-this-machine.ts';
import { createMerchantClient } from '../../shared/client/index.ts';
import { createUploader } from '../../shared/client/upload.ts';
import { money } from '../../shared/money/money.ts';
import {
  createTerminal,
  type Journal,
  type Terminal,
  type TerminalDeps,
  type TerminalSetup,
} from '../../shared/terminal/index.ts';
import type { ReceiptRenderer } from '../../shared/terminal/receipts/queue.ts';
import { approveRefund } from '../../shared/terminal/refunds/check-approval.ts';
import { instantOf } from '../../shared/time/clock.ts';
import { newQuickFolder } from './quick-folder.ts';
import { startTestService } from './service.ts';
import { SETUP, saleOf, stateOf, untilShown } from './till.ts';

/** Called with each request of a till before it is sent; if it throws, the connection is cut. */
type Tap = (method: string, path: string, body: string) => 'deliver' | 'drop_before' | 'drop_after';

/**
 * The real service over real sockets, and the real terminal with its file journal, its clients and
 * its event socket: refunds signed with the admin's key, everything else with the till's secret.
 */
export async function createMoneyService(
  more: Partial<TerminalDeps> = {},
  renderer: ReceiptRenderer | null = null,
) {
  const service = await startTestService({ clock: 'system' });
  const directory = newQuickFolder('tillkit-money-');
  const { ready } = service;
  const { simulator } = service.service;
  let tap: Tap = () => 'deliver';
  const done: { readonly path: string; readonly status: number }[] = [];
  let journal: Journal | null = null;
  let till: Terminal | null = null;

  const fetch: typeof systemFetch = async (url, init) => {
    const body = init?.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : '';
    const fate = tap(init?.method ?? 'GET', new URL(String(url)).pathname, body);
    if (fate === 'drop_before') throw new TypeError('the wire is cut');
    const reply = await systemFetch(url, init);
    done.push({ path: new URL(String(url)).pathname, status: reply.status });
    if (fate === 'drop_after') throw new TypeError('the answer is lost');
    return reply;
  };

  async function start(setup: Partial<TerminalSetup> = {}): Promise<Terminal> {
    const path = join(directory, 'journal');
    const opened = await openJournal({ path, clock: systemClock, ids: systemIds });
    if (!opened.ok) throw new Error(opened.failure.description);
    journal = opened.journal;
    const secret = ready.users.find(({ id }) => id === 'pos')?.secret ?? '';
    const key = ready.users.find(({ id }) => id === 'admin')?.private_key_pem ?? '';
    const place = { baseUrl: ready.base_url, merchantId: ready.merchant.id, clock: systemClock };
    const bySecret = { userId: 'pos', credentials: { kind: 'secret', secret } } as const;
    const byKey = { userId: 'admin', credentials: { kind: 'key', privateKey: key } } as const;
    const client = createMerchantClient({ ...place, ...bySecret, fetch });
    till = createTerminal({
      client,
      permissions: client,
      receipts:
        renderer === null
          ? null
          : { renderer, client, upload: createUploader({ fetch, clock: systemClock }) },
      refunds: createMerchantClient({ ...place, ...byKey, fetch }),
      push: createPush({ ...place, ...bySecret, random: secureRandom }),
      journal,
      clock: systemClock,
      ids: systemIds,
      settings: { ...SETUP, posId: ready.pos[0]?.id ?? '', pollAlone: 100, ...setup },
      ...more,
    });
    return till;
  }

  async function stop(): Promise<void> {
    await till?.stop();
    await journal?.close();
  }

  const now = () => {
    if (till === null) throw new Error('no till runs');
    return till;
  };
  const tid = () => saleOf(now()).tid ?? '';

  const until = (holds: () => boolean) => untilShown(now(), holds);

  return {
    ready,
    simulator,
    service,
    directory,
    start,
    stop,
    till: now,
    tid,
    sale: () => saleOf(now()),
    until,
    becomes: (kind: string) => until(() => stateOf(now()) === kind),
    customer: ready.customers[0]?.msisdn ?? '',
    approve: async () => {
      await simulator.claim(tid(), ready.customers[0]?.msisdn ?? '');
      await simulator.confirm(tid());
    },
    /** What the service answered, even if the till did not receive it. */
    done,
    outcome: async (of = tid()) => {
      const path = `/payment_request/${of}/outcome/`;
      return JSON.parse((await service.secret(service.users.pos, path)).text);
    },
    word: () =>
      approveRefund(
        {
          id: systemIds.message(),
          approver: 'Kari',
          tid: tid(),
          ceiling: money(1_000_000),
          currency: 'NOK',
        },
        instantOf(systemClock.now()),
      ),
    onWire: (next: Tap) => {
      tap = next;
    },
    end: async () => {
      await stop();
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type MoneyService = Awaited<ReturnType<typeof createMoneyService>>;
