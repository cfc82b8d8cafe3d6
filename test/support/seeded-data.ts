import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { createService, type ServiceOptions } from '../../service/index.ts';
import { businessDate } from '../../shared/ledger/calendar.ts';
import { withRealCrypto } from './quick-crypto.ts';
import { newQuickFolder } from './quick-folder.ts';
import { RUN_FOLDER } from './run-folder.ts';

/*
 * The first start on new data makes five RSA keys, hashes secrets and runs every migration, which is most
 * of the time of a start. A run of tests does this once: the result of the product's own first start is
 * kept, and each service of the run starts on a copy.
 */

export type SeededData = {
  /** The demo's day on which the data were made, as `YYYY-MM-DD`. */
  readonly day: string;
  readonly data: ServiceOptions['data'];
  readonly remove: () => void;
};

/** A separate data directory with the demo in it; an ephemeral one outside of a run. */
export async function seededData(): Promise<SeededData> {
  const run = process.env[RUN_FOLDER];
  const day = seedDay();
  // A test that built a page may have left `production`, in which simulators have ephemeral data only.
  if (run === undefined || process.env.NODE_ENV === 'production')
    return { day, data: { kind: 'ephemeral' }, remove: () => {} };
  const original = await originalOf(run, day);
  const path = newQuickFolder('tillkit-');
  cpSync(original, path, { recursive: true });
  return {
    day,
    data: { kind: 'directory', path },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The files in which a data directory keeps its keys. */
const KEYS = /(-keys|^demo-.*)\.json$/;

/**
 * Copies the run's keys to a data directory that is otherwise empty; outside of a run the service makes
 * its own.
 */
export async function giveKeys(directory: string): Promise<void> {
  const run = process.env[RUN_FOLDER];
  if (run === undefined) return;
  const original = await originalOf(run, seedDay());
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(original)) {
    if (KEYS.test(name)) cpSync(join(original, name), join(directory, name));
  }
}

/** The demo's merchants; their day ends at midnight in this zone. */
const DAYS = { timeZone: 'Europe/Oslo', startOfDay: '00:00:00' };

/** The demo's present day: a service settles data of an earlier day as soon as it starts on them. */
export const seedDay = (): string => businessDate(Date.now(), DAYS);

/** The seedings that this process has not finished, by the path of the result. */
const underWay = new Map<string, Promise<void>>();

/** Services that start at the same time wait for the same seeding. */
async function originalOf(run: string, day: string): Promise<string> {
  const original = join(run, `seeded-${day}`);
  if (existsSync(original)) return original;
  const seeding =
    underWay.get(original) ?? seed(run, original).finally(() => underWay.delete(original));
  underWay.set(original, seeding);
  await seeding;
  return original;
}

/**
 * Two workers may do it at the same time: the first result is kept, complete, because a rename is atomic.
 */
async function seed(run: string, original: string): Promise<void> {
  const path = mkdtempSync(join(run, 'seeding-'));
  // Processes start on this data too, and no other data has its keys. A service makes some of them before its
  // start, and others until it has stopped.
  await withRealCrypto(async () => {
    const service = createService({
      data: { kind: 'directory', path },
      port: 0,
      demo: true,
      simulator: true,
      clock: 'manual',
      log: 'silent',
    });
    await service.start();
    await service.stop();
  });
  try {
    renameSync(path, original);
  } catch (error) {
    if (!existsSync(original)) throw error;
    rmSync(path, { recursive: true, force: true });
  }
}
