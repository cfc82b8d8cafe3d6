import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { readAssets } from '../../../shared/node/http/static-assets.ts';
import { present } from '../../../shared/objects/present.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { systemClock, systemIds } from '../adapters/machine.ts';
import { createScreenBackend } from '../bridge/screen-backend.ts';
import type { TillFeatures } from '../bridge/screen-source.ts';
import {
  type BridgeServer,
  type BridgeServerOptions,
  startBridgeServer,
} from '../bridge/server.ts';
import { withPictures } from '../goods/pictures.ts';

export type HostOptions = TillFeatures & {
  readonly terminal: Terminal;
  readonly settings: TillSettings;
  /** The till's data directory with the pictures of its goods. */
  readonly directory?: string;
  /** Folder of the built cashier screen. */
  readonly assetsDir: string;
  /** Folder of the built customer display, served at `/display/`; none when left out. */
  readonly displayDir?: string;
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
  const { terminal, settings, directory, assetsDir, displayDir, clock, ids, port } = options;
  const { onLaunchAddress, peerUser, access, report } = options;
  const built = readAssets(assetsDir);
  const { display, ...screen } = createScreenBackend(terminal, settings, options);
  return startBridgeServer({
    ...screen,
    ...(displayDir === undefined
      ? {}
      : {
          display: {
            assets: readAssets(displayDir),
            ...display,
          },
        }),
    assets: directory === undefined ? built : withPictures(built, directory),
    clock,
    ids,
    port,
    ...present({ onLaunchAddress, peerUser, access, report }),
  });
}

export type ScreenHostOptions = Omit<HostOptions, 'clock' | 'ids'>;

/**
 * Serves the pages in `assetsDir` on loopback and connects them to the terminal; `tillBridge()` of
 * `tillkit/react` finds the connection. `access` lists what else the page may reach; without it the
 * page reaches its own files and its till. Rejects when the port is taken and for an `access` that is
 * not valid. The caller stops the terminal itself.
 */
export function startScreenHost({
  access = {},
  ...options
}: ScreenHostOptions): Promise<BridgeServer> {
  return startHost({ ...options, access, clock: systemClock, ids: systemIds });
}
