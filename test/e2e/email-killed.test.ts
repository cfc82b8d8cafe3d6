import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildScreens } from '../../main/build/screens.ts';
import { systemClock } from '../../main/host/adapters/machine.ts';
import { HANDED_OVER_FILE } from '../../main/host/receipts/hand-over.ts';
import { loadSettings, shopOf } from '../../main/host/settings/till-settings.ts';
import type { Ready } from '../../service/index.ts';
import { instantOf, MINUTE, SECOND } from '../../shared/time/clock.ts';
import { type Command, runCommand } from '../main/start/run-till.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { takePort } from '../support/free-port.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';
import { middayZone } from '../support/midday-zone.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { send } from '../support/wire.ts';
import { key, nextSale, typeAmount } from './days/counter.ts';
import type { Cut, Handed, Orders } from './days/till-program.ts';
import { openScreen, readCode, state } from './people.ts';
import { PAID_SHOWN } from './start-house.ts';

/*
 * From the cashier's screen to the mail server, with real processes that are killed: the till before it orders and after
 * the order was answered, the service while the mail server has the e-mail and says nothing. Each customer gets the own
 * receipt once; a second copy exists only where the mail server was silent, and it is the same e-mail (D-363).
 */

/** More than a lease of an order lasts (D-363). */
const AFTER_LEASE = 12 * MINUTE;

let folder: string;
let directory: string;
let mail: MailServer;
let port: number;
let browser: Browser;
let page: Page | null = null;
let service: { readonly process: Command; readonly ready: Ready } | null = null;
let till: Command | null = null;
const texts: string[] = [];
let turn = 0;
let ahead = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-email-killed-'));
  directory = join(folder, 'till');
  mkdirSync(directory);
  await buildScreens();
  await giveKeys(join(folder, 'service'));
  [mail, browser, port] = await Promise.all([startMailServer(), openBrowser(), takePort()]);
});
afterAll(async () => {
  await closePages();
  await kill(till);
  await kill(service?.process ?? null);
  await mail?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function kill(process: Command | null): Promise<void> {
  process?.signal('SIGKILL');
  const ended = await process?.ended;
  if (ended !== undefined) texts.push(ended.text);
}

async function startService(): Promise<void> {
  const place = ['--data', join(folder, 'service'), '--port', `${port}`, '--demo', '--simulator'];
  const sends = ['--mail-server', mail.url, '--mail-from', 'receipts@shop.example'];
  const said = ['--clock', 'manual', '--ready-json', '--log-requests', 'yes'];
  const process = runCommand('service/app/cli.ts', [...place, ...sends, ...said]);
  const [line] = await process.line(/^\{.*"base_url".*\}$/m);
  service = { process, ready: JSON.parse(line) };
}

function simulate(path: string, body: object) {
  const url = `${service?.ready.simulator_url}${path}`;
  return send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

/** The service dies with an order under way, and its successor goes on when the lease is over. */
async function killService(): Promise<void> {
  await kill(service?.process ?? null);
  delete mail.replies.MAIL;
  delete mail.replies.DATA;
  await startService();
  // The clock of a service begins at the machine's time, whatever the one before it had.
  const before = ahead;
  ahead = 0;
  await pass(before + AFTER_LEASE);
}

/** Moves the service's clock forward, in milliseconds: it does what is due, such as to begin with an e-mail. */
async function pass(milliseconds: number): Promise<void> {
  await simulate('/clock/', { advance_seconds: milliseconds / SECOND });
  ahead += milliseconds;
}

const orderFile = () => join(folder, 'orders.json');
function write(cut: Cut | null): void {
  turn += 1;
  writeFileSync(orderFile(), JSON.stringify({ turn, ahead: 0, cut } satisfies Orders));
}

/** Starts the till on what its disk has, and opens its screen. */
async function startTill(ready: Ready): Promise<Page> {
  const begun = loadSettings(directory, {
    shop: shopOf(ready.merchant),
    posId: ready.pos[0]?.id ?? '',
    systemLanguage: 'en',
    machineZone: 'UTC',
  });
  const timeZone = middayZone(instantOf(systemClock.now()));
  const settings = { ...begun, timeZone, paidDwellSeconds: PAID_SHOWN, receiptLinks: true };
  const path = join(folder, 'handed.json');
  const handed: Handed = { directory, settings, service: ready, staff: [] };
  writeFileSync(path, JSON.stringify(handed));
  write(null);
  till = runCommand('test/e2e/days/till-program.ts', [path, orderFile()]);
  const [, address = ''] = await till.line(/Open (\S+)/);
  await page?.context().close();
  return openScreen(browser, address);
}

/** The power of the till will fail there. */
async function cutAt(cut: Cut): Promise<void> {
  write(cut);
  till?.signal('SIGUSR2');
  await till?.line(new RegExp(`Order ${turn}\\.`));
}

/** Resolves when the power of the till has failed as ordered. */
async function isCut(): Promise<void> {
  await till?.ended;
  await kill(till);
}

/** A customer pays by phone, and the service has the receipt. */
async function pay(screen: Page, digits: string, receipt: number): Promise<void> {
  await typeAmount(screen, digits);
  await key(screen, /^Show QR code/).click();
  const tid = new URL(await readCode(screen)).pathname.split('/').filter(Boolean).at(-1) ?? '';
  const customer = service?.ready.customers[0]?.msisdn;
  await simulate(`/payment_request/${tid}/claim/`, { customer });
  await simulate(`/payment_request/${tid}/confirm/`, {});
  await state(screen, 'Paid');
  const kept = join(directory, HANDED_OVER_FILE);
  const handedOver = () => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')).receipt : 0);
  await expect.poll(handedOver).toBe(receipt);
}

/** The cashier types the address on the paid picture and orders the e-mail. */
async function email(screen: Page, address: string): Promise<void> {
  await key(screen, 'E-mail').click();
  await screen.locator('.email-form input').waitFor();
  await screen.keyboard.type(address);
  await screen.keyboard.press('Enter');
}
const isOrdered = (screen: Page) => screen.getByText(/^E-mail ordered\./).waitFor();

const arrived = (count: number) => expect.poll(() => mail.mails).toHaveLength(count);

const idOf = ({ data }: ReceivedMail) => /^Message-ID: (.+)$/im.exec(data)?.[1];
/** The address of an e-mail, the receipt behind its link, and whether its total is the one of this receipt. */
function contentOf({ to, data }: ReceivedMail) {
  // Long lines end with `=`.
  const text = data.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const receipt = /\/re\/[^\s"]+-R(\d+)\./.exec(text)?.[1];
  return { to, receipt, total: text.includes(`125.0${receipt}`) };
}

/** The orders as they are on the service's disk. */
function orders(): object[] {
  const data = join(folder, 'service');
  const file = readdirSync(data).find((name) => /\.(?:db|sqlite)$/.test(name)) ?? '';
  const database = new DatabaseSync(join(data, file), { readOnly: true });
  try {
    const rows = database.prepare('SELECT state, address, due FROM receipt_email').all();
    return rows.map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

test('each customer gets the own receipt, whatever process is killed on the way', async () => {
  await startService();
  const ready = service?.ready;
  if (ready === undefined) throw new Error('no service');

  // The till dies before it orders: nothing is ordered, and nothing of the address is on the till.
  page = await startTill(ready);
  await pay(page, '12501', 1);
  await cutAt({ email: 'before_order' });
  await email(page, 'ada@home.example');
  await isCut();

  // The till dies when the order is answered: the service needs no till.
  page = await startTill(ready);
  await pay(page, '12502', 2);
  await cutAt({ email: 'after_answer' });
  await email(page, 'bo@home.example');
  await isCut();
  await pass(SECOND);
  await arrived(1);

  // The service dies before the mail server has the e-mail.
  page = await startTill(ready);
  await pay(page, '12503', 3);
  mail.replies.MAIL = '';
  await email(page, 'eva@home.example');
  await isOrdered(page);
  await pass(SECOND);
  await expect.poll(mail.dialogues).toBe(2);
  await killService();
  await arrived(2);

  // The service dies when the mail server has the e-mail and has not answered.
  await nextSale(page);
  await pay(page, '12504', 4);
  mail.replies.DATA = '';
  await email(page, 'kim@home.example');
  await isOrdered(page);
  await pass(SECOND);
  await expect.poll(() => mail.unanswered).toHaveLength(1);
  await killService();
  await arrived(3);

  await kill(till);
  await kill(service?.process ?? null);
  expect(mail.mails.map(contentOf)).toEqual([
    { to: ['bo@home.example'], receipt: '2', total: true },
    { to: ['eva@home.example'], receipt: '3', total: true },
    { to: ['kim@home.example'], receipt: '4', total: true },
  ]);
  expect(mail.unanswered.map(contentOf)).toEqual(mail.mails.slice(2).map(contentOf));
  expect(mail.unanswered.map(idOf)).toEqual(mail.mails.slice(2).map(idOf));
  expect(new Set(mail.mails.map(idOf)).size).toBe(3);
  // Nothing waits: no other e-mail ever follows.
  expect(orders()).toEqual(Array(3).fill({ state: 'sent', address: null, due: null }));
  const said = texts.join('');
  expect(said).toContain('/receipt/:code/email/');
  for (const secret of ['home.example', '-R1.', '-R4.']) expect(said).not.toContain(secret);
});
