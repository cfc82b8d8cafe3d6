import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { readAssets } from '../../../shared/node/http/static-assets.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { createScreenBackend } from '../bridge/screen-backend.ts';
import type { TillFeatures } from '../bridge/screen-source.ts';
import {
  type BridgeServer,
  type BridgeServerOptions,
  startBridgeServer,
} from '../bridge/server.ts';
import { withPictures } from '../goods/pictures.ts';
import { openScreens } from '../screens/screens.ts';
import { NO_SCREENS_FILE, screensFileIn } from '../screens/screens-file.ts';

export type HostOptions = {
  readonly terminal: Terminal;
  readonly settings: TillSettings;
  readonly features: TillFeatures;
  /** The till's data directory: the pictures of its goods, and the browsers that may open it; null keeps none. */
  readonly directory: string | null;
  /** Folder of the built cashier screen. */
  readonly assetsDir: string;
  /** Folder of the built customer display, served at `/display/`; null for none. */
  readonly displayDir: string | null;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  /** Loopback port of the cashier screen; 0 takes any free one. */
  readonly port: number;
} & Pick<BridgeServerOptions, 'onLaunchAddress' | 'peerUser' | 'access' | 'report'>;

/**
 * Hosts a terminal's screens without Electron: the same contract over a loopback WebSocket. The
 * caller stops the terminal itself.
 */
export function startHost(options: HostOptions): Promise<BridgeServer> {
  const { terminal, settings, features, directory, assetsDir, displayDir, clock, ids, port } =
    options;
  const { onLaunchAddress, peerUser, access, report } = options;
  const built = readAssets(assetsDir);
  const { display, screen } = createScreenBackend(terminal, settings, features);
  const file = directory === null ? NO_SCREENS_FILE : screensFileIn(directory);
  return startBridgeServer({
    screen,
    kind: 'cashier',
    screens: features.screens ?? openScreens({ file, clock, ids, report }),
    display: displayDir === null ? null : { assets: readAssets(displayDir), ...display },
    assets: directory === null ? built : withPictures(built, directory),
    clock,
    ids,
    port,
    onLaunchAddress,
    peerUser,
    access,
    report,
  });
}
