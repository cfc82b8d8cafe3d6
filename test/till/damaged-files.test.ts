import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { realFiles } from '../../main/host/adapters/small-files.ts';
import { CATALOGUE_FILE, readCatalogue } from '../../main/host/goods/catalogue-file.ts';
import { seedGoods } from '../../main/host/goods/seed.ts';
import { KIOSK_FILE, loadKiosk } from '../../main/host/kiosk/config.ts';
import { writeDemoKiosk } from '../../main/host/kiosk/demo-files.ts';
import { loadToken, TOKEN_FILE, writeToken } from '../../main/host/local-api/token-file.ts';
import {
  CONNECTION_FILE,
  readConnection,
  writeConnection,
} from '../../main/host/pairing/connection-file.ts';
import { openScreens } from '../../main/host/screens/screens.ts';
import { SCREENS_FILE, screensFileIn } from '../../main/host/screens/screens-file.ts';
import { openSecretStore, SECRETS_FILE } from '../../main/host/secrets/secret-store.ts';
import { loadShellSettings, SHELL_FILE } from '../../main/host/settings/shell-settings.ts';
import { loadSettings, SETTINGS_FILE } from '../../main/host/settings/till-settings.ts';
import { readStaff, STAFF_FILE, writeStaff } from '../../main/host/staff/staff-file.ts';
import { codeOf, PRODUCT_FILES } from '../architecture/sources.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng } from '../simulation/prng.ts';
import { DAMAGES, damage, RAW_TEXT } from '../support/damage.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { ids } from '../support/payments.ts';

/*
 * Goal: a till reads a damaged file of its data folder as it was, or names the file in one sentence; and
 * it keeps the file, so that no data are lost.
 * Method: random damage to each file that the code of the till names, so a new file needs a reader here.
 * `DAMAGED=50` sets the number of damages to each file; `SEED` sets the seed.
 */

const TIMES = Number(process.env.DAMAGED ?? 12);
const SEED = testSeed().seed;
const DEFAULTS = {
  shop: { name: 'Kaffebaren', address: null, organisationNumber: null },
  posId: 'till1',
  systemLanguage: 'en',
  machineZone: 'UTC',
};
const PIN =
  '$scrypt$ln=14,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

const ALWAYS_SEEN = [
  'emptied',
  'cut short',
  'overwritten with zeros',
  'no JSON',
  'replaced by a folder',
];

/** The result of a reader: the value of the file, or the sentence of its refusal. */
type Said = { readonly value: unknown } | { readonly sentence: string };
const refusedWith = (error: unknown): Said => ({ sentence: String(Object(error).message) });
const value = (read: unknown): Said => ({ value: read });

function screensIn(folder: string) {
  let said: string | null = null;
  const report = (sentence: string) => {
    said = sentence;
  };
  const file = screensFileIn(folder);
  const screens = openScreens({ file, ids, clock: createManualClock(), report });
  return { screens, said };
}

const READERS: Readonly<Record<string, (folder: string) => Promise<Said>>> = {
  [SETTINGS_FILE]: async (folder) => value(loadSettings(folder, DEFAULTS)),
  [SHELL_FILE]: async (folder) => value(loadShellSettings(folder)),
  [STAFF_FILE]: async (folder) => value(readStaff(folder, realFiles)),
  [CONNECTION_FILE]: async (folder) => value(await readConnection(folder)),
  [TOKEN_FILE]: async (folder) => value(await loadToken(folder, ids)),
  async [CATALOGUE_FILE](folder) {
    const read = readCatalogue(folder);
    return read.kind === 'wrong' ? { sentence: read.problem } : value(read);
  },
  async [KIOSK_FILE](folder) {
    const read = loadKiosk(folder);
    return read.kind === 'wrong' ? { sentence: read.sentence } : value(read);
  },
  async [SCREENS_FILE](folder) {
    const read = screensIn(folder);
    return read.said === null ? value(read.screens.list()) : { sentence: read.said };
  },
  async [SECRETS_FILE](folder) {
    const read = await openSecretStore(folder, null).read('shop/till');
    return read.kind === 'unreadable' ? { sentence: read.description } : value(read);
  },
};

/** Files without data that must be kept: the till writes them again without a message. */
const COMFORT = [
  ...['kiosk-tries.json', 'staff-tries.json', 'kiosk-pin.json'],
  ...['scanner.json', 'missed-close.json', 'open-day.json'],
  // Receipts that were not handed over before have no link then.
  'receipts-handed-over.json',
  // Made again. If the service has another content already, it refuses the new one.
  ...['receipt-on-its-way.json', 'period-on-its-way.json'],
  // Copies of the service's catalogue and of the shop's name, which the till reads again.
  ...['shop-catalogue.json', 'shop.json'],
  // Written for others, never read by the till; or of another folder.
  ...['dev-environment.json', 'tillkit-release.json'],
];

const base = mkdtempSync(join(tmpdir(), 'tillkit-damaged-till-'));
const [whole, folder] = [join(base, 'whole'), join(base, 'till')];
afterAll(() => rmSync(base, { recursive: true, force: true }));

beforeAll(async () => {
  mkdirSync(whole);
  loadSettings(whole, DEFAULTS);
  writeFileSync(join(whole, SHELL_FILE), JSON.stringify({ window: 'kiosk' }));
  seedGoods(whole);
  await writeDemoKiosk(whole, ids, (length) => new Uint8Array(length));
  const people = [{ id: 's1', name: 'Kari', role: 'supervisor', pin: PIN }] as const;
  writeStaff(whole, realFiles, people);
  await writeToken(whole, 'http://127.0.0.1:1', ids.token());
  await writeConnection(whole, {
    ...{ version: 1, base_url: 'https://pay.example/merchant/v1', merchant_id: 'shop' },
    ...{ user_id: 'till', credentials: 'secret', secrets: 'file', rights: null, pos_id: 'till1' },
    ...{ shortlink_id: null, shortlink_url: null },
  });
  await openSecretStore(whole, null).write('shop/till', 'hidden words');
  const { screens } = screensIn(whole);
  screens.exchange(screens.launchCode(), { kind: 'cashier', userAgent: '' });
});

it('this test has a reader for each file that the till’s code names', () => {
  const named = PRODUCT_FILES.filter((file) => file.startsWith('main/')).flatMap((file) =>
    [...codeOf(file).matchAll(/_FILE = '([\w.-]+\.json)'/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name in READERS) && !COMFORT.includes(name))).toEqual([]);
});

it.each(Object.keys(READERS))('a damaged %s is reported by its name and kept', async (name) => {
  const prng = createPrng(SEED);
  const said = (place: string) => READERS[name]?.(place).catch(refusedWith);
  const good = await said(whole);
  expect(good).toHaveProperty('value');
  const findings: string[] = [];
  let refused = 0;
  for (let number = 0; number < TIMES; number += 1) {
    const way = DAMAGES[number % DAMAGES.length] ?? '';
    rmSync(folder, { recursive: true, force: true });
    cpSync(whole, folder, { recursive: true });
    const path = join(folder, name);
    damage(path, way, prng);
    const story = `seed ${SEED}, ${number}, ${way}`;
    const isFile = way !== 'replaced by a folder' && way !== 'unreadable';
    const before = isFile ? readFileSync(path) : null;
    const answer = await said(folder);
    if (answer !== undefined && 'sentence' in answer) {
      refused += 1;
      const { sentence } = answer;
      if (!sentence.includes(name)) findings.push(`${story}: ${sentence}`);
      if (RAW_TEXT.test(sentence.replace(name, ''))) findings.push(`${story}, raw: ${sentence}`);
    }
    // Damage inside of a text may leave a valid file; these do not.
    else if (ALWAYS_SEEN.includes(way) && !isDeepStrictEqual(answer, good)) {
      findings.push(`${story}: is read as ${JSON.stringify(answer)}`);
    }
    const kept = existsSync(path) ? path : `${path}.broken`;
    if (!existsSync(kept)) findings.push(`${story}: the file is gone`);
    else if (before !== null && !readFileSync(kept).equals(before)) {
      findings.push(`${story}: the file is another one`);
    }
  }
  expect(findings).toEqual([]);
  expect(refused).toBeGreaterThan(0);
});
