import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  secureRandom,
  systemClock,
  systemFetch,
  systemIds,
} from '../../main/host/adapters/machine.ts';
import { createPush, openJournal } from '../../main/host/on-this-machine.ts';
import { type Credentials, createMerchantClient } from '../../shared/client/index.ts';
import {
  createTerminal,
  type Journal,
  type Terminal,
  type TerminalSetup,
} from '../../shared/terminal/index.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { QR_SALE, SETUP, saleOf, stateOf, untilShown } from '../support/till.ts';

/*
 * The terminal with its file journal, its HTTP client and its event socket, against the real service.
 */

let service: TestService;
let directory: string;
let journal: Journal;
let till: Terminal;

beforeAll(async () => {
  service = await startTestService({ clock: 'system' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tillkit-terminal-'));
  await start();
});

afterEach(async () => {
  await stop();
  await rm(directory, { recursive: true, force: true });
});

async function start(
  credentials: Credentials = secretOf('pos'),
  userId = 'pos',
  more: Partial<TerminalSetup> = {},
): Promise<void> {
  const path = join(directory, 'journal');
  const opened = await openJournal({ path, clock: systemClock, ids: systemIds });
  if (!opened.ok) throw new Error(opened.failure.description);
  journal = opened.journal;
  const { base_url, merchant } = service.ready;
  const access = { baseUrl: base_url, merchantId: merchant.id, userId, credentials };
  till = createTerminal({
    client: createMerchantClient({ ...access, fetch: systemFetch, clock: systemClock }),
    push: createPush({ ...access, clock: systemClock, random: secureRandom }),
    journal,
    clock: systemClock,
    ids: systemIds,
    settings: { ...SETUP, posId: service.ready.pos[0]?.id ?? '', ...more },
  });
}

async function stop(): Promise<void> {
  await till.stop();
  await journal.close();
}

function secretOf(id: string): Credentials {
  const user = service.ready.users.find((one) => one.id === id);
  return { kind: 'secret', secret: user?.secret ?? '' };
}

const until = (holds: () => boolean) => untilShown(till, holds);
const becomes = (kind: string) => until(() => stateOf(till) === kind);
const hasPush = () => until(() => JSON.stringify(till.view().connection).includes('true'));
const tidOf = () => saleOf(till).tid ?? '';
const customer = () => service.ready.customers[0]?.msisdn ?? '';
const { claim, confirm } = {
  claim: () => service.service.simulator.claim(tidOf(), customer()),
  confirm: () => service.service.simulator.confirm(tidOf()),
};

describe('a terminal at the real service', () => {
  it('ends a sale at once if the service refuses the secret', async () => {
    await stop();
    await start({ kind: 'secret', secret: 'not-the-secret' });
    await till.start(QR_SALE);
    await becomes('refused');
    expect(saleOf(till).state).toMatchObject({ because: { kind: 'not_allowed' } });
  });

  it('signs every request and the event socket with a key', async () => {
    await stop();
    const admin = service.ready.users.find((user) => user.id === 'admin');
    await start({ kind: 'key', privateKey: admin?.private_key_pem ?? '' }, 'admin');
    await hasPush();
    await till.start(QR_SALE);
    await becomes('waiting_scan');
    await claim();
    await confirm();
    await becomes('paid');
  });
});
