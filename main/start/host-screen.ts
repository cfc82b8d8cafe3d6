import { join } from 'node:path';
import { peerUserHere } from '../../shared/node/http/peer-user.ts';
import { readAssets } from '../../shared/node/http/static-assets.ts';
import { systemClock, systemIds } from '../host/adapters/machine.ts';
import type { ScreenBackend } from '../host/bridge/screen-backend.ts';
import { startBridgeServer } from '../host/bridge/server.ts';
import { withPictures } from '../host/goods/pictures.ts';
import { type KioskHost, openKiosk } from '../host/kiosk/open-kiosk.ts';
import type { KioskShell } from '../host/kiosk/service-menu.ts';
import { openScreens, type Screens } from '../host/screens/screens.ts';
import { screensFileIn } from '../host/screens/screens-file.ts';
import { MACHINE_PORTS } from '../host/till/ports.ts';
import { launchFileIn } from './browser-window.ts';
import type { StartConfig } from './start-config.ts';

/** In a browser the till cannot control the window. */
const BROWSER: KioskShell = {
  restartScreen: () => undefined,
  fullScreen: () => null,
  setFullScreen: () => undefined,
};

/** Opens the kiosk of this start. */
export function openKioskFor(
  config: StartConfig,
  report: (sentence: string) => void,
): Promise<KioskHost> {
  return openKiosk({
    directory: config.directory,
    screen: readAssets(join(config.root, 'dist/screens/kiosk')),
    service: config.remote === null ? 'own' : 'elsewhere',
    report,
    ports: MACHINE_PORTS,
  });
}

/** The browsers that may open the screen of this start. */
export const screensOf = (
  { directory }: StartConfig,
  report: (sentence: string) => void,
): Screens =>
  openScreens({ file: screensFileIn(directory), clock: systemClock, ids: systemIds, report });

/** A screen that is hosted on loopback. */
export type HostedScreen = {
  /** The address that opens the screen in one more browser. */
  readonly launchAddress: () => string;
  stop(): Promise<void>;
};

/** Hosts the screen of this start on loopback: the kiosk's if there is one, else the cashier's. */
export async function hostScreen(
  config: StartConfig,
  kiosk: KioskHost | null,
  till: ScreenBackend,
  screens: Screens,
  report: (sentence: string) => void,
): Promise<HostedScreen> {
  const file = launchFileIn(config.directory, report);
  let first = true;
  const onLaunchAddress = (address: string) => {
    file.write(address);
    // The start prints the first address.
    if (!first) report(`The screen was opened in a browser. ${address} opens it in another.`);
    first = false;
  };
  const { screenPort: port } = config;
  const common = {
    screens,
    clock: systemClock,
    ids: systemIds,
    port,
    onLaunchAddress,
    report,
    peerUser: peerUserHere(),
    access: null,
  };
  const opened = kiosk?.open(till, BROWSER) ?? null;
  const built = (screen: string) => readAssets(join(config.root, 'dist/screens', screen));
  const display = () => ({
    assets: built('customer-display'),
    ...till.display,
  });
  const server = await startBridgeServer(
    kiosk === null || opened === null
      ? {
          ...common,
          kind: 'cashier',
          screen: till.screen,
          assets: withPictures(built('cashier'), config.directory),
          display: display(),
        }
      : { ...common, kind: 'kiosk', screen: () => opened, assets: kiosk.assets, display: null },
  );
  return {
    launchAddress: server.launchAddress,
    async stop() {
      file.remove();
      opened?.stop();
      await server.stop();
    },
  };
}
