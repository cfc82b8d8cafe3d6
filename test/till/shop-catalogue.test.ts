import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScreenBackend } from '../../main/host/bridge/screen-backend.ts';
import { createScreenSources } from '../../main/host/bridge/screen-source.ts';
import { KIOSK_FILE } from '../../main/host/kiosk/config.ts';
import { type KioskHost, openKiosk } from '../../main/host/kiosk/open-kiosk.ts';
import { DEVICE_SCREEN } from '../../main/host/screens/screens.ts';
import { signerOf } from '../../main/host/service/access.ts';
import { openTill, type Till } from '../../main/host/till/open-till.ts';
import { MACHINE_PORTS } from '../../main/host/till/ports.ts';
import { presenceAt } from '../../main/host/till/presence.ts';
import type { TillSettings } from '../../shared/device/bridge/contract.ts';
import type { InputOf } from '../../shared/device/commands/table.ts';
import { money } from '../../shared/money/money.ts';
import { portalCatalogue } from '../../shared/portal/catalogue.ts';
import { WEEKDAYS } from '../../shared/protocol/opening-hours.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time/clock.ts';
import { closeAll, forward } from '../support/forward.ts';
import { SCREEN } from '../support/host-commands.ts';
import { stopHostTime } from '../support/host-time.ts';
import { until } from '../support/last-resort.ts';
import { merchantBrowser } from '../support/merchant-pages.ts';
import { middayZone } from '../support/midday-zone.ts';
import { member, startTestService, type TestService } from '../support/service.ts';
import { ON_THIS_MACHINE } from '../support/sold-till.ts';

/*
 * A price is changed in the portal, and tills and a kiosk of the shop sell by it: a real service, and real tills. The
 * clocks of both stand still unless a test moves them, so a change that arrives has taken none of the shop's time.
 */

/** The supervisor at the screen. */
const KARI = {
  at: 'screen',
  screen: DEVICE_SCREEN,
  giver: { id: 'kari', name: 'Kari', role: 'supervisor' },
} as const;

let service: TestService;
let time: ReturnType<typeof stopHostTime>;
let folders: string[];
const tills = new Set<Till>();
const stops: (() => void)[] = [];
beforeEach(async () => {
  service = await startTestService();
  time = stopHostTime(service.service.simulator.now());
  folders = [];
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  for (const till of tills) await till.close();
  tills.clear();
  time.release();
  await service.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-shop-catalogue-'));
  folders.push(folder);
  return folder;
}

const settingsOf = (posId: string): TillSettings => ({
  shop: { name: 'Fjord Kaffe', address: null, organisationNumber: '987654321' },
  currency: 'NOK',
  locale: 'nb-NO',
  language: 'nb',
  paidDwellSeconds: 8,
  timeZone: middayZone(service.service.simulator.now()),
  posId,
});

/** Where nothing answers. */
const NOWHERE = 'http://127.0.0.1:9/merchant/v1';

/** A till of the shop; `at` is the address at which it looks for its service. */
async function open(
  posId: string,
  directory: string,
  at: string = service.ready.base_url,
  kiosk: KioskHost | null = null,
  settings = settingsOf(posId),
  signs = false,
): Promise<Till> {
  const { merchant, users } = service.ready;
  const till = await openTill({
    service: { base_url: at, merchant, users },
    directory,
    settings,
    report: () => undefined,
    ...ON_THIS_MACHINE,
    ...(signs ? { signer: signerOf(service.ready) } : {}),
    presence: presenceAt(kiosk),
  });
  tills.add(till);
  return till;
}

/** A kiosk of the shop that sells the bun, with another price in its own file. */
async function openBunKiosk(posId: string) {
  const directory = newFolder();
  const goods = [{ id: 'bun', name: { en: 'Bun of the file', nb: 'Bolle' }, price: 100 }];
  writeFileSync(join(directory, KIOSK_FILE), JSON.stringify({ goods }));
  const host = await openKiosk({
    directory,
    screen: new Map(),
    voice: new Map(),
    service: 'elsewhere',
    report: () => undefined,
    ports: MACHINE_PORTS,
  });
  const till = await open(posId, directory, undefined, host);
  const kiosk = host.open(createScreenBackend(till.terminal, settingsOf(posId), till), {
    restartScreen: () => undefined,
    fullScreen: () => null,
    setFullScreen: () => undefined,
  });
  stops.push(() => {
    kiosk.stop();
    host.close();
  });
  return {
    /** The file that the kiosk's page gets at an address. */
    file: (address: string) => host.assets.get(address.replace('./', ''))?.type,
    /** What the kiosk shows. */
    screen: () => kiosk.source.snapshot().screen,
    /** The bun on the kiosk's page. */
    bun: () => kiosk.source.snapshot().goods.find(({ id }) => id === 'bun'),
  };
}

/** The way of one till to its service, which the test can cut. */
async function openLine() {
  const { port, pathname } = new URL(service.ready.base_url);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) near.destroy();
    else forward(near, connect(Number(port), '127.0.0.1'), open);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => void closeAll(server, open));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend() {
      isCut = false;
    },
  };
}

/**
 * Lets the time of the shop and of its devices pass. A connection may be given up on the way, because an hour is over
 * before its answer: a test waits for it again by {@link moveUntil}, or opens it afterwards.
 */
async function pass(milliseconds: number): Promise<void> {
  const step = Math.min(milliseconds, MINUTE / 2);
  for (let left = milliseconds; left > 0; left -= step) {
    await service.service.simulator.advance(Math.min(step, left) / SECOND);
    time.clock.advance(Math.min(step, left));
    await setImmediate();
  }
}

/** Looks at the condition between two moves of the clock, each after a pause, so that an answer comes before its deadline. */
const LOOKS = 20;

/** Lets time pass until `holds`. */
function moveUntil(holds: () => boolean): Promise<boolean> {
  let looks = 0;
  return until(
    async () => {
      looks += 1;
      if (!holds() && looks % LOOKS === 0) await pass(5 * SECOND);
      return holds();
    },
    (held) => held,
  );
}

/** Whether a till hears its service at once. */
function linkOf({ terminal }: Till): boolean {
  const { connection } = terminal.view();
  return connection.kind === 'online' && connection.push;
}

async function close(till: Till): Promise<void> {
  tills.delete(till);
  await till.close();
}

async function priceOn(till: Till): Promise<number | null> {
  const read = await till.goods.commands.read_goods({}, SCREEN);
  if (!read.ok) return null;
  return read.value.catalogue.products.find(({ id }) => id === 'bun')?.price ?? null;
}
const sellsAt = (till: Till, price: number) =>
  until(
    () => priceOn(till),
    (now) => now === price,
  );

/** Makes changes in the portal as the shop's administrator, on the present version. */
async function change(changes: readonly object[]): Promise<number> {
  const browser = merchantBrowser(service);
  await browser.signIn(service.users.admin);
  const { version } = portalCatalogue.parse((await browser.get('/catalogue')).body);
  const done = await browser.post('/catalogue', { version, changes });
  expect([done.status, done.body]).toEqual([200, done.body]);
  return Object(done.body).version;
}
const setPrice = (price: number) => change([{ kind: 'set_price', id: 'bun', price }]);

it('the rules of the shop count on a till before its own, also offline, until the shop decides nothing', async () => {
  const directory = newFolder();
  const own: TillSettings = { ...settingsOf('kasse-1'), otherTenders: ['Bank card'] };
  const seen = (till: Till) => {
    const { settings, books } = createScreenSources(
      till.terminal,
      own,
      till,
    )(DEVICE_SCREEN).snapshot();
    const { discounts, tips, dayEndsAt, receiptTexts } = settings;
    return {
      discounts,
      dayEndsAt,
      foot: receiptTexts?.foot,
      percents: tips?.percents,
      tenders: books?.otherTenders,
      step: books?.cashStep,
    };
  };
  const ownRules = { tenders: ['Bank card'], step: 100 };
  const till = await open('kasse-1', directory, undefined, null, own);
  expect(seen(till)).toEqual(ownRules);
  const rules = {
    discounts: { cashier: 5, supervisor: 40 },
    tips: { ask: 'display', percents: [7] },
    other_tenders: ['Gift card'],
    cash_rounding: 'never',
    day_ends_at: '04:00',
    receipt_texts: { foot: 'Velkommen igjen' },
  };
  await change([{ kind: 'set_rules', rules }]);
  const ofShop = {
    discounts: { cashier: 500, supervisor: 4_000 },
    percents: [700],
    tenders: ['Gift card'],
    step: 1,
    dayEndsAt: '04:00',
    foot: 'Velkommen igjen',
  };
  const shows = (running: Till, expected: object) =>
    until(
      () => seen(running),
      (now) => isDeepStrictEqual(JSON.parse(JSON.stringify(now)), expected),
    );
  await shows(till, ofShop);
  await close(till);
  const offline = await open('kasse-1', directory, NOWHERE, null, own);
  expect(seen(offline)).toEqual(ofShop);
  await close(offline);
  await change([{ kind: 'set_rules', rules: {} }]);
  await shows(await open('kasse-1', directory, undefined, null, own), ownRules);
});

it('a price reaches two tills and a kiosk at once, one that restarts, and one that was offline', async () => {
  const image = PNG.sync.write(new PNG({ width: 2, height: 2 })).toString('base64');
  const sent = { method: 'POST', body: { image } };
  const made = await service.key(service.users.admin, '/catalogue/picture/', sent);
  const picture = member(made.json, 'name');
  await change([
    { kind: 'put_product', product: { id: 'bun', name: 'Bun', price: 4_500, picture } },
  ]);
  for (const id of ['kasse-2', 'kasse-3', 'kiosk-2']) {
    const body = { id, name: id, type: 'store' };
    await service.secret(service.users.pos, '/pos/', { method: 'POST', body });
  }
  // A till loses its service for an hour, and sells by the last good catalogue.
  const line = await openLine();
  const third = await open('kasse-3', newFolder(), line.address);
  await sellsAt(third, 4_500);
  line.cut();
  await until(
    () => linkOf(third),
    (up) => !up,
  );
  await setPrice(4_600);
  await pass(HOUR);
  expect(await priceOn(third)).toBe(4_500);

  // From here on no time passes while the others take each price. They get the picture too.
  const [firstFolder, secondFolder] = [newFolder(), newFolder()];
  const first = await open('kasse-1', firstFolder);
  const second = await open('kasse-2', secondFolder);
  for (const till of [first, second]) await sellsAt(till, 4_600);
  expect(existsSync(join(firstFolder, 'pictures', picture))).toBe(true);
  const kiosk = await openBunKiosk('kiosk-2');
  const kioskSellsAt = (price: number) =>
    until(
      () => kiosk.bun(),
      (bun) => bun?.price === price && bun.name.en === 'Bun',
    );
  await kioskSellsAt(4_600);
  const shown = kiosk.bun()?.picture ?? '';
  expect([shown, kiosk.file(shown)]).toEqual([`./pictures/${picture}`, 'image/png']);
  await setPrice(4_700);
  for (const till of [first, second]) await sellsAt(till, 4_700);
  await kioskSellsAt(4_700);

  // The second till restarts between two changes.
  await close(second);
  await setPrice(4_900);
  const restarted = await open('kasse-2', secondFolder);
  for (const till of [first, restarted]) await sellsAt(till, 4_900);
  const last = await setPrice(5_100);
  for (const till of [first, restarted]) await sellsAt(till, 5_100);
  await kioskSellsAt(5_100);
  await change([{ kind: 'set_sold_out', id: 'bun', sold_out: true }]);
  await until(
    () => kiosk.bun(),
    (bun) => bun?.state === 'sold_out',
  );
  await until(
    () => kiosk.screen(),
    (screen) => isDeepStrictEqual(screen, { kind: 'closed', because: 'sold_out' }),
  );
  expect(last).toBe(5);

  // The till that was offline has its service again, and with it what was changed meanwhile.
  expect(await priceOn(third)).toBe(4_500);
  line.mend();
  await moveUntil(() => linkOf(third));
  await sellsAt(third, 5_100);
});

it('a supervisor at one till makes an item, which another till sells', async () => {
  const here = await open('kasse-1', newFolder(), undefined, null, undefined, true);
  const there = await open('kasse-2', newFolder());
  await change([{ kind: 'put_product', product: { id: 'bun', name: 'Bun', price: 4_500 } }]);
  await sellsAt(here, 4_500);
  const latte = { id: '1234-5678', name: 'Latte', price: money(5_400), vat_rate: '0.25' };
  const order: InputOf<'change_goods'> = {
    version: here.goods.view().catalogue ?? '',
    change: { kind: 'put_product', product: latte },
  };
  expect(await here.goods.commands.change_goods(order, KARI)).toEqual({ ok: true, value: null });
  // The answer was lost, and the person presses again.
  expect(await here.goods.commands.change_goods(order, KARI)).toEqual({ ok: true, value: null });
  for (const till of [here, there]) {
    await until(
      () => till.goods.named(latte.id)?.en,
      (name) => name === 'Latte',
    );
  }
  const history = await service.key(service.users.admin, '/catalogue/version/');
  expect(JSON.stringify(history.json)).toContain('Kari');
});

it('opening hours that the portal sets close a running kiosk, and open it at their time', async () => {
  const body = { id: 'kiosk-2', name: 'kiosk-2', type: 'store' };
  await service.secret(service.users.pos, '/pos/', { method: 'POST', body });
  await change([{ kind: 'put_product', product: { id: 'bun', name: 'Bun', price: 4_500 } }]);
  const kiosk = await openBunKiosk('kiosk-2');
  const shows = (expected: object) => moveUntil(() => isDeepStrictEqual(kiosk.screen(), expected));
  await shows({ kind: 'attract' });

  // It is between twelve and one o'clock in the shop.
  const now = service.service.simulator.now();
  const opens = Math.floor(now / HOUR + 1) * HOUR;
  const daily = Object.fromEntries(WEEKDAYS.map((day) => [day, ['13:00-20:00']]));
  await change([{ kind: 'set_rules', rules: { opening_hours: { week: daily } } }]);
  await shows({ kind: 'closed', because: 'hours', opens });
  await pass(opens - now - MINUTE);
  expect(kiosk.screen()).toMatchObject({ kind: 'closed', because: 'hours' });
  await pass(MINUTE);
  await shows({ kind: 'attract' });

  // Without hours it sells at any time.
  await change([{ kind: 'set_rules', rules: { opening_hours: { week: {} } } }]);
  await shows({ kind: 'closed', because: 'hours', opens: null });
  await change([{ kind: 'set_rules', rules: {} }]);
  await shows({ kind: 'attract' });
});
