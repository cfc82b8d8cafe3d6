import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildScreens } from '../../../main/build/screens.ts';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { seedGoods } from '../../../main/host/goods/seed.ts';
import { loadSettings, shopOf } from '../../../main/host/settings/till-settings.ts';
import { createService } from '../../../service/index.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { type Command, runCommand } from '../../main/start/run-till.ts';
import { takePort } from '../../support/free-port.ts';
import { startPrinter } from '../../support/printer.ts';
import { giveKeys } from '../../support/seeded-data.ts';
import { PAID_SHOWN } from '../start-house.ts';
import type { LogLine, OnDisk } from './read-books.ts';
import type { Handed } from './till-program.ts';

/** A café: a service with its database, a receipt printer, and a till in a process that can be killed. */
export async function openCafe() {
  await buildScreens();
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-cafe-'));
  const data = join(folder, 'service');
  const directory = mkdtempSync(join(folder, 'till-'));
  await giveKeys(data);
  const printer = await startPrinter();
  const service = createService({
    data: { kind: 'directory', path: data },
    port: await takePort(),
    demo: true,
    simulator: true,
    clock: 'system',
    walletPages: join(packageRoot(), 'dist/screens/wallet'),
    log: 'silent',
  });
  const ready = await service.start();
  const loaded = loadSettings(directory, {
    shop: shopOf(ready.merchant),
    posId: ready.pos[0]?.id ?? '',
    systemLanguage: 'en',
  });
  const form = { columns: 48, codePage: 'pc858', cut: 'partial', drawer: 'left_shut' } as const;
  const settings: Handed['settings'] = {
    ...loaded,
    paidDwellSeconds: PAID_SHOWN,
    tips: { ask: 'display', percents: [1_000], amounts: [], patience: 300 * SECOND },
    printer: {
      receipts: 'always',
      connection: { kind: 'network', host: '127.0.0.1', port: printer.port, form },
    },
  };
  seedGoods(directory);
  const handed = join(folder, 'handed.json');
  writeFileSync(handed, JSON.stringify({ directory, settings, service: ready } satisfies Handed));

  let till: Command | null = null;
  let opened = 0;
  let before: OnDisk['journal'] = [];
  const file = (name: RegExp, of: string) => {
    const found = readdirSync(of).find((one) => name.test(one));
    if (found === undefined) throw new Error(`no ${name} among ${readdirSync(of).join(', ')}`);
    return join(of, found);
  };
  /** The records of the till's journal, as its file has them. The last line may be half written. */
  const journal = (): OnDisk['journal'] =>
    readFileSync(file(/journal$/, directory), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line.slice(18)));
  /** Each printed receipt as its lines. */
  const papers = () =>
    printer
      .papers()
      .map(({ lines }) => lines.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()));
  return {
    papers,
    customer: ready.customers[0]?.msisdn ?? '',
    simulator: service.simulator,
    /** Starts the till on what its disk has. */
    start() {
      opened = 0;
      till = runCommand('test/e2e/cafe/till-program.ts', [handed]);
    },
    /** The next address that opens the till's screen; each is valid for one browser. */
    async address(): Promise<string> {
      opened += 1;
      const [, address = ''] =
        (await till?.line(new RegExp(`(?:[^]*?Open (\\S+)){${opened}}`))) ?? [];
      return address;
    },
    /** The till's process ends as in a power cut. */
    async cut() {
      till?.signal('SIGKILL');
      await till?.ended;
      // The next start makes the journal shorter.
      before = journal();
    },
    /** The payments that the till has created, the newest first. */
    tids: () =>
      journal()
        .flatMap(({ kind, tid }) => (kind === 'created' ? [String(tid)] : []))
        .reverse(),
    /** Ends till and service, and reads what is on their disks. */
    async close(): Promise<OnDisk> {
      till?.signal('SIGKILL');
      await till?.ended;
      await service.stop();
      return {
        journal: [...before, ...journal()],
        papers: papers(),
        ...booksOf(file(/\.(?:db|sqlite)$/, data)),
      };
    },
    async stop() {
      till?.signal('SIGKILL');
      await till?.ended;
      await service.stop();
      await printer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Cafe = Awaited<ReturnType<typeof openCafe>>;

function booksOf(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const all = <Row>(sql: string) => database.prepare(sql).all() as Row[];
    return {
      log: all<LogLine>('SELECT tid, action, amount, additional_amount FROM transaction_log'),
      entries: all<{ account: string; amount: number }>('SELECT account, amount FROM ledger_entry'),
    };
  } finally {
    database.close();
  }
}
