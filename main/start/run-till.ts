import { createService } from '../../service/index.ts';
import { PORTAL_PAGE } from '../../shared/portal/contract.ts';
import { DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import { rootOfBase } from '../../shared/protocol/service-addresses.ts';
import { thisMachine } from '../host/adapters/machine.ts';
import { createScreenBackend, unattendedFeatures } from '../host/bridge/screen-backend.ts';
import { NO_MACHINE_ACCESS } from '../host/diagnosis/machine-access.ts';
import { seedGoods } from '../host/goods/seed.ts';
import { serviceOptions } from '../host/service/options.ts';
import { loadSettings, shopOf } from '../host/settings/till-settings.ts';
import { openTill } from '../host/till/open-till.ts';
import { MACHINE_PORTS } from '../host/till/ports.ts';
import { presenceAt } from '../host/till/presence.ts';
import { hostScreen, openKioskFor, screensOf } from './host-screen.ts';
import { firstCodeOf, type StartConfig } from './start-config.ts';

/** A complete till in this process. */
export type RunningTill = {
  /** The address that opens the screen in one more browser. */
  readonly screen: () => string;
  /** Address of the customer's pages. */
  readonly wallet: string;
  /** Address of the merchant portal; never on the network address. */
  readonly portal: string;
  stop(): Promise<void>;
};

/**
 * Starts the service, the terminal and the host of the screen in this order, and stops them in
 * reverse. When one fails, those before it are stopped.
 */
export async function runTill(
  config: StartConfig,
  screen: 'cashier' | 'kiosk',
  report: (sentence: string) => void,
): Promise<RunningTill> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const kiosk = screen === 'kiosk' ? await openKioskFor(config, report) : null;
    if (kiosk !== null) stops.push(async () => kiosk.close());
    const service = createService(serviceOptions(config));
    const ready = await service.start();
    stops.push(() => service.stop());
    const settings = loadSettings(config.directory, {
      shop: shopOf(ready.merchant),
      timeZone: DEFAULT_AGREEMENT.timeZone,
      posId: ready.pos[0]?.id ?? 'till',
      systemLanguage: thisMachine.env.LC_ALL || thisMachine.env.LANG,
      machineZone: thisMachine.zone,
    });
    if (kiosk === null) seedGoods(config.directory);
    const till = await openTill({
      service: ready,
      directory: config.directory,
      settings,
      presence: presenceAt(kiosk),
      deviceCode: null,
      firstCode: kiosk === null ? firstCodeOf(config) : null,
      machineAccess: NO_MACHINE_ACCESS,
      report,
      heardShop: null,
      ports: MACHINE_PORTS,
    });
    stops.push(till.close);
    const screens = screensOf(config, report);
    const features = kiosk === null ? { ...till, screens } : unattendedFeatures(till);
    const backend = createScreenBackend(till.terminal, settings, features);
    const host = await hostScreen(config, kiosk, backend, screens, report);
    stops.push(() => host.stop());
    const portal = rootOfBase(ready.base_url) + PORTAL_PAGE;
    return { screen: host.launchAddress, wallet: ready.wallet_url, portal, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
