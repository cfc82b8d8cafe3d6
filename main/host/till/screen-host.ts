import type { TillSettings } from '../../../shared/bridge/contract.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { readAssets } from '../../../shared/node/http/static-assets.ts';
import { present } from '../../../shared/objects/present.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Clock } from '../../../shared/time/clock.ts';
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
  readonly clock: Clock;
  readonly ids: Ids;
  /** Loopback port of the cashier screen; 0 takes any free one. */
  readonly port: number;
} & Pick<BridgeServerOptions, 'onLaunchAddress' | 'peerUser'>;

/**
 * Hosts a terminal's screens without Electron: the same contract over a loopback WebSocket. The
 * caller stops the terminal itself.
 */
export function startHost(options: HostOptions): Promise<BridgeServer> {
  const { terminal, settings, directory, assetsDir, clock, ids, port } = options;
  const { onLaunchAddress, peerUser } = options;
  const built = readAssets(assetsDir);
  return startBridgeServer({
    ...createScreenBackend(terminal, settings, options),
    assets: directory === undefined ? built : withPictures(built, directory),
    clock,
    ids,
    port,
    ...present({ onLaunchAddress, peerUser }),
  });
}

export type ScreenHostOptions = Omit<HostOptions, 'clock' | 'ids'>;

/**
 * Serves the pages in `assetsDir` on loopback and connects them to the terminal; `tillBridge()` of
 * `tillkit/react` finds the connection. Rejects when the port is taken. The caller stops the terminal
 * itself.
 */
export function startScreenHost(options: ScreenHostOptions): Promise<BridgeServer> {
  return startHost({ ...options, clock: systemClock, ids: systemIds });
}
