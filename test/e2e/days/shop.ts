import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildScreens } from '../../../main/build/screens.ts';
import { packageRoot, systemClock } from '../../../main/host/adapters/machine.ts';
import { seedGoods } from '../../../main/host/goods/seed.ts';
import { loadSettings, shopOf } from '../../../main/host/settings/till-settings.ts';
import { createService } from '../../../service/index.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { HOUR, instantOf, SECOND } from '../../../shared/time/clock.ts';
import { type Command, runCommand } from '../../main/start/run-till.ts';
import { takePort } from '../../support/free-port.ts';
import { zoneWithHour } from '../../support/midday-zone.ts';
import { startPrinter } from '../../support/printer.ts';
import { giveKeys } from '../../support/seeded-data.ts';
import { PAID_SHOWN } from '../start-house.ts';
import type { LogLine, OnDisk } from './read-books.ts';
import type { Cut, Handed, Orders, Staff } from './till-program.ts';

export type ShopOptions = {
  readonly settings: Partial<TillSettings>;
  /** Nobody when left out: the till has no lock then. */
  readonly staff?: readonly Staff[];
  /** The hour in the shop at which the test begins; midday when left out. */
  readonly hour?: number;
  /** Service and till have a time that the test moves. It begins at the next full hour after `hour`. */
  readonly moves?: boolean;
};

/** A shop: a service with its database, a receipt printer, and a till in a process that can be killed. */
export async function openShop({ settings, staff = [], hour = 12, moves = false }: ShopOptions) {
  await buildScreens();
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-shop-'));
  const data = join(folder, 'service');
  const directory = mkdtempSync(join(folder, 'till-'));
  await giveKeys(data);
  const printer = await startPrinter();
  const service = createService({
    data: { kind: 'directory', path: data },
    port: await takePort(),
    demo: true,
    simulator: true,
    clock: moves ? 'manual' : 'system',
    walletPages: join(packageRoot(), 'dist/screens/wallet'),
    log: 'silent',
  });
  const ready = await service.start();
  const begun = instantOf(systemClock.now());
  const loaded = loadSettings(directory, {
    shop: shopOf(ready.merchant),
    posId: ready.pos[0]?.id ?? '',
    systemLanguage: 'en',
    machineZone: 'UTC',
  });
  const form = { columns: 48, codePage: 'pc858', cut: 'partial', drawer: 'left_shut' } as const;
  const given: Handed['settings'] = {
    ...loaded,
    timeZone: zoneWithHour(begun, hour),
    paidDwellSeconds: PAID_SHOWN,
    lockAfterSeconds: 3_600,
    printer: {
      receipts: 'always',
      connection: { kind: 'network', host: '127.0.0.1', port: printer.port, form },
    },
    ...settings,
  };
  seedGoods(directory);
  const handed = join(folder, 'handed.json');
  const orderFile = join(folder, 'orders.json');
  writeFileSync(
    handed,
    JSON.stringify({ directory, settings: given, service: ready, staff } satisfies Handed),
  );

  let till: Command | null = null;
  let opened = 0;
  let orders: Orders = { turn: 0, ahead: 0, cut: null };
  const before = new Map<string, Record<string, unknown>>();
  const write = (next: Partial<Orders>) => {
    orders = { ...orders, ...next, turn: orders.turn + 1 };
    writeFileSync(orderFile, JSON.stringify(orders));
  };
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
  /** Notes what the journal says now: the next start makes it shorter. */
  const noteJournal = () => {
    for (const one of journal()) before.set(JSON.stringify(one), one);
  };
  /** Each printed receipt as its lines. */
  const papers = () =>
    printer
      .papers()
      .map(({ lines }) => lines.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()))
      .filter((lines) => lines.length > 0);

  /** Orders something of the running till, and waits until it has heard it. */
  async function order(next: Partial<Orders>): Promise<void> {
    write(next);
    till?.signal('SIGUSR2');
    await till?.line(new RegExp(`Order ${orders.turn}\\.`));
  }

  async function end(): Promise<void> {
    till?.signal('SIGKILL');
    await till?.ended;
  }

  const shop = {
    papers,
    /** Pulses that opened the drawer. */
    pulses: () => printer.drawer.length,
    directory,
    customer: ready.customers[0]?.msisdn ?? '',
    simulator: service.simulator,
    /** Starts the till on what its disk has. */
    start() {
      opened = 0;
      write({ cut: null });
      till = runCommand('test/e2e/days/till-program.ts', [handed, orderFile]);
    },
    /** The next address that opens the till's screen; each is valid for one browser. */
    async address(): Promise<string> {
      opened += 1;
      const [, address = ''] =
        (await till?.line(new RegExp(`(?:[^]*?Open (\\S+)){${opened}}`))) ?? [];
      return address;
    },
    /** Moves the time of service and till forward, in milliseconds. */
    async pass(milliseconds: number): Promise<void> {
      const moved = await service.simulator.advance(milliseconds / SECOND);
      if (!moved.ok) throw new Error(moved.refusal.description);
      const ahead = orders.ahead + milliseconds;
      // The till may not have been started yet.
      if (till === null) write({ ahead });
      else await order({ ahead });
    },
    /** The power will fail at this write of the till. */
    cutAt: (cut: Cut) => order({ cut }),
    /** Resolves when the power has failed as ordered. */
    async isCut(): Promise<void> {
      await till?.ended;
      noteJournal();
    },
    /** The till's process ends as in a power cut. */
    async cut(): Promise<void> {
      await end();
      noteJournal();
    },
    /** The payments that the till has created, the newest first. */
    tids: () =>
      journal()
        .flatMap(({ kind, tid }) => (kind === 'created' ? [String(tid)] : []))
        .reverse(),
    /** Number of the last period that the till has handed over; 0 before the first. */
    handedOver(): number {
      const path = join(directory, 'books-handed-over.json');
      return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).number : 0;
    },
    /** Rows of the service's database, after `close`. */
    rows: <Row>(sql: string) => rowsOf<Row>(file(/\.(?:db|sqlite)$/, data), sql),
    /** Ends till and service, and reads what is on their disks. */
    async close(): Promise<OnDisk> {
      await end();
      noteJournal();
      await service.stop();
      const database = file(/\.(?:db|sqlite)$/, data);
      return {
        journal: [...before.values()],
        papers: papers(),
        log: rowsOf<LogLine>(
          database,
          'SELECT tid, action, amount, additional_amount FROM transaction_log',
        ),
        entries: rowsOf(database, 'SELECT account, amount FROM ledger_entry'),
      };
    },
    async stop(): Promise<void> {
      await end();
      await service.stop();
      await printer.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  if (moves) await shop.pass(HOUR - (begun % HOUR));
  return shop;
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

function rowsOf<Row>(file: string, sql: string): Row[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}
