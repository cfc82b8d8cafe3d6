import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildScreens } from '../../main/build/screens.ts';
import { packageRoot, systemClock, systemIds } from '../../main/host/adapters/machine.ts';
import { createScreenBackend } from '../../main/host/bridge/screen-backend.ts';
import { seedGoods } from '../../main/host/goods/seed.ts';
import { loadSettings, shopOf } from '../../main/host/settings/till-settings.ts';
import { openTill } from '../../main/host/till/open-till.ts';
import { CASHIER } from '../../main/host/till/presence.ts';
import { startHost } from '../../main/host/till/screen-host.ts';
import { createService, type Service, type ServiceOptions } from '../../service/index.ts';
import { customerView } from '../../shared/device/bridge/customer-view.ts';
import type { PrinterSettings } from '../../shared/device/printing/settings.ts';
import { type TipSettings, tipQuestion } from '../../shared/device/tips/tips.ts';
import { money } from '../../shared/money/money.ts';
import { present } from '../../shared/objects/present.ts';
import { instantOf } from '../../shared/time/clock.ts';
import { takePort } from '../support/free-port.ts';
import { middayZone } from '../support/midday-zone.ts';
import { PLAIN_HOST } from '../support/page-host.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { ON_THIS_MACHINE } from '../support/sold-till.ts';

/** Where pictures of the screens are kept for people to look at. */
export const PICTURES = join(packageRoot(), 'test-artifacts/e2e');

const NO_TIPS: TipSettings = { ask: 'phone', percents: [], amounts: [], patience: 1 };

export type HouseOptions = {
  readonly goods?: boolean;
  /** A receipt printer; none when left out. */
  readonly printer?: PrinterSettings;
  /** Tips that customers are asked for; the customer display is served then. */
  readonly tips?: TipSettings;
};

/** Seconds for which a paid sale is shown: longer than a test needs to read it on a slow machine. */
export const PAID_SHOWN = 600;

/**
 * The product as `npm start` runs it, on free ports and in a separate directory: the service with
 * the demo, the terminal with its journal, the host of the cashier screen; with `goods` also what
 * the demo sells.
 */
export async function startHouse(
  clock: ServiceOptions['clock'] = 'system',
  { goods = false, printer, tips }: HouseOptions = {},
) {
  await buildScreens();
  mkdirSync(PICTURES, { recursive: true });
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-e2e-'));
  await giveKeys(directory);
  const options: ServiceOptions = {
    data: { kind: 'directory', path: directory },
    // `back` listens on it again: the system gives it to no other program meanwhile.
    port: await takePort(),
    demo: true,
    simulator: true,
    clock,
    walletPages: join(packageRoot(), 'dist/screens/wallet'),
    log: 'silent',
  };
  let service: Service = createService(options);
  const ready = await service.start();
  const loaded = loadSettings(directory, {
    shop: shopOf(ready.merchant),
    posId: ready.pos[0]?.id ?? '',
    systemLanguage: 'en',
    machineZone: 'UTC',
  });
  const timeZone = middayZone(instantOf(systemClock.now()));
  const kept = { ...loaded, timeZone, paidDwellSeconds: PAID_SHOWN };
  const settings = { ...kept, ...present({ printer, tips }) };
  if (goods) seedGoods(directory);
  const till = await openTill({
    service: ready,
    directory,
    settings,
    presence: CASHIER,
    report: () => undefined,
    ...ON_THIS_MACHINE,
  });
  const backend = createScreenBackend(till.terminal, settings, till);
  const host = await startHost({
    ...PLAIN_HOST,
    terminal: till.terminal,
    features: till,
    settings,
    directory,
    ...(tips === undefined
      ? {}
      : { displayDir: join(packageRoot(), 'dist/screens/customer-display') }),
    assetsDir: join(packageRoot(), 'dist/screens/cashier'),
    clock: systemClock,
    ids: systemIds,
    port: 0,
  });
  return {
    ready,
    /** Address that opens the cashier screen in one more browser. */
    screen: () => host.launchAddress(),
    terminal: till.terminal,
    bills: () => till.bills.view(),
    /** What the customer's display is told of this till. */
    customerSees: () => customerView(backend.source.snapshot()),
    /** Whether a question would be asked now; it is withdrawn at once. */
    canAsk: () => {
      const question = tipQuestion(settings.tips ?? NO_TIPS, money(100));
      const asked = till.questions.ask('register', systemIds.message(), question);
      if (asked.ok) till.questions.cancel('register', asked.value.id);
      return asked.ok;
    },
    simulator: () => service.simulator,
    /** Stops the service; `back` starts it on the same data and port, as after a power cut. */
    async lose(): Promise<{ back: () => Promise<void> }> {
      await service.stop();
      return {
        async back() {
          service = createService(options);
          await service.start();
        },
      };
    },
    async stop() {
      await host.stop();
      await till.close();
      await service.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type House = Awaited<ReturnType<typeof startHouse>>;
