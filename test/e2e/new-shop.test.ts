import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildScreens } from '../../main/build/screens.ts';
import { packageRoot } from '../../main/host/adapters/machine.ts';
import { createService, type Service } from '../../service/index.ts';
import { type Command, runCommand } from '../main/start/run-till.ts';
import { openAdmin } from '../service/admin/run-admin.ts';
import { closePages, openBrowser } from '../support/browser.ts';
import { until } from '../support/last-resort.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { makeItemAtTill } from './make-item.ts';
import { approve, openPhone, openScreen, readCode, state } from './people.ts';

/*
 * A new shop, from nothing to its first sale: five items, two groups of options and a picture are made in the
 * portal, a till is paired, and one more item is made at the till. Nobody edits a file.
 */

let admin: ReturnType<typeof openAdmin>;
let service: Service;
let origin: string;
let browser: Browser;
let folder: string;
const commands: Command[] = [];

beforeAll(async () => {
  await buildScreens();
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'tillkit-new-shop-'));
  admin = openAdmin();
  await giveKeys(admin.data);
  service = createService({
    data: { kind: 'directory', path: admin.data },
    port: 0,
    // The customers of the demo; its shops are others.
    demo: true,
    simulator: true,
    clock: 'system',
    walletPages: join(packageRoot(), 'dist/screens/wallet'),
    log: 'silent',
  });
  origin = new URL((await service.start()).base_url).origin;
});
afterAll(async () => {
  for (const command of commands) {
    command.signal('SIGKILL');
    await command.ended;
  }
  await closePages();
  await service.stop();
  admin.stop();
  rmSync(folder, { recursive: true, force: true });
});

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);

/** Opens the portal of a shop that the operator has just made, as its first user. */
async function openShop(): Promise<Page> {
  const named = ['--id', 'nykafe', '--name', 'Ny Kafé', '--currency', 'NOK'];
  const printed = await admin.done('create-merchant', ...named, '--public-origin', origin);
  const [address = ''] = /http\S+#first-user=\S+/.exec(printed) ?? [];
  const portal = await openScreen(browser, address);
  await field(portal, 'user').fill('eier');
  await press(portal, 'Create the user');
  await portal.getByLabel('I have written it down').check();
  await press(portal, 'Save the private key');
  await press(portal, 'I have kept both');
  await portal.getByRole('link', { name: 'Items' }).click();
  await portal.getByText('No items yet.').waitFor();
  return portal;
}

async function makeGroup(
  portal: Page,
  name: string,
  options: readonly (readonly [string, string])[],
): Promise<void> {
  await press(portal, 'Options');
  await press(portal, 'New options');
  await field(portal, 'name').fill(name);
  for (const [place, [option, surcharge]] of options.entries()) {
    await field(portal, `option-${place + 1}`).fill(option);
    await field(portal, `surcharge-${place + 1}`).fill(surcharge);
  }
  await press(portal, 'Create');
  await portal.getByRole('link', { name, exact: true }).waitFor();
}

type NewItem = {
  readonly name: string;
  readonly price: string;
  readonly groups?: readonly string[];
  readonly picture?: Buffer;
};

async function makeItem(portal: Page, item: NewItem): Promise<void> {
  await press(portal, 'New item');
  await fillItem(portal, item);
}

/** Fills in the form of a new item, and creates it. */
async function fillItem(portal: Page, item: NewItem): Promise<void> {
  const { name, price, groups = [], picture } = item;
  await field(portal, 'name').fill(name);
  await field(portal, 'price').fill(price);
  await field(portal, 'vat').fill('25');
  for (const group of groups) await portal.getByRole('checkbox', { name: group }).check();
  if (picture !== undefined) {
    const file = { name: 'item.png', mimeType: 'image/png', buffer: picture };
    await field(portal, 'picture').setInputFiles(file);
    await portal.getByRole('img', { name: `Picture of ${name}` }).waitFor();
  }
  await press(portal, 'Create');
  await portal.getByRole('link', { name, exact: true }).waitFor();
}

/** Starts a till in a process of its own and pairs it with a code of the portal. */
async function pairTill(portal: Page): Promise<Page> {
  await portal.getByRole('link', { name: 'Tills' }).click();
  await press(portal, 'Pair a till');
  await field(portal, 'name').fill('Kasse 1');
  // Only such a till signs what it asks of the service, also changes of the items.
  await portal.getByRole('radio', { name: 'Sales, refunds and items' }).check();
  await press(portal, 'Create code');
  const code = await portal.locator('.pairing-code').innerText();
  const own = ['--port', '0', '--data', folder, '--service', origin];
  const till = runCommand('main/start.ts', own);
  commands.push(till);
  const [, address = ''] = await till.line(
    /Open (http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{43}) for the cashier/,
  );
  const screen = await openScreen(browser, address);
  await screen.getByRole('heading', { name: 'Connect this till' }).waitFor();
  await screen.keyboard.type(code.toLowerCase());
  await screen.keyboard.press('Enter');
  await screen.locator('.setup-problem').waitFor();
  await screen.locator('.setup-consent').click();
  await press(screen, 'Pair this till');
  await screen.getByRole('heading', { name: 'Ready to sell' }).waitFor();
  await screen.keyboard.press('Enter');
  return screen;
}

it('goes from nothing to its first sale on the portal’s pages and the till’s screen', async () => {
  const portal = await openShop();
  await makeGroup(portal, 'Milk', [
    ['Whole', ''],
    ['Oat', '6'],
  ]);
  await makeGroup(portal, 'Size', [
    ['Small', ''],
    ['Large', '9'],
  ]);
  await press(portal, 'Items');
  const red = new PNG({ width: 40, height: 30 });
  red.data.fill(200);
  await press(portal, 'New item');
  // The list of the shop begins to replace what tills keep themselves.
  await portal.getByText(/^With the first item that is saved here/).waitFor();
  await fillItem(portal, {
    name: 'Latte',
    price: '52',
    groups: ['Milk', 'Size'],
    picture: PNG.sync.write(red),
  });
  for (const [name, price] of [
    ['Espresso', '29'],
    ['Tea', '34'],
    ['Bun', '45'],
    ['Salad', '129'],
  ] as const) {
    await makeItem(portal, { name, price });
  }
  await portal.getByRole('heading', { name: '5 items' }).waitFor();

  const till = await pairTill(portal);
  await press(till, 'Items');
  const latte = till.locator('.product', { hasText: 'Latte' });
  await latte.waitFor();
  expect(await till.locator('.product').count()).toBe(5);
  // The picture is a file of the service, which the till has taken.
  await until(
    () => latte.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth),
    (width) => width > 0,
  );
  // A supervisor makes one more at the till, in the service of the shop.
  await makeItemAtTill(till, 'Tea');
  await till.locator('.product', { hasText: 'Mocha' }).waitFor();
  // The till names the page of the portal on which it gets its picture and its options.
  await till.locator('.product', { hasText: 'Mocha' }).click({ button: 'right' });
  const rest = till.getByRole('link', { name: 'Change everything else in the merchant portal' });
  await portal.goto((await rest.getAttribute('href')) ?? '');
  const picture = { name: 'mocha.png', mimeType: 'image/png', buffer: PNG.sync.write(red) };
  await field(portal, 'picture').setInputFiles(picture);
  await portal.getByRole('img', { name: 'Picture of Mocha' }).waitFor();
  await portal.getByRole('checkbox', { name: 'Milk' }).check();
  await press(portal, 'Save');
  await press(till, 'Not now');
  const mocha = till.locator('.product', { hasText: 'Mocha' });
  await until(
    () => mocha.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth),
    (width) => width > 0,
  );
  await latte.click();
  await press(till, /^Oat/);
  await press(till, /^Large/);
  await till.keyboard.press('Enter');
  await till.locator('.product', { hasText: 'Bun' }).click();
  await press(till, /^Show QR code/);
  const phone = await openPhone(browser);
  await phone.goto(await readCode(till));
  // 52 + 6 + 9 + 45
  await phone.getByText('112.00').first().waitFor();
  await approve(phone);
  await state(till, 'Paid');
});
