import type { TillSettings } from '../../shared/bridge/contract.ts';
import type { Ids } from '../../shared/ids/ids.ts';
import { readAssets } from '../../shared/node/http/static-assets.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type SceneParts, sceneOf } from './bridge/scene.ts';
import { type BridgeServer, type BridgeServerOptions, startBridgeServer } from './bridge/server.ts';
import { withPictures } from './goods/pictures.ts';

export type HostOptions = SceneParts & {
  readonly terminal: Terminal;
  readonly settings: TillSettings;
  /** The till's data directory, where the pictures of its goods are. */
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
 * terminal stays its owner's to stop.
 */
export function startHost(options: HostOptions): Promise<BridgeServer> {
  const { terminal, settings, directory, assetsDir, clock, ids, port } = options;
  const { onLaunchAddress, peerUser } = options;
  const built = readAssets(assetsDir);
  return startBridgeServer({
    ...sceneOf(terminal, settings, options),
    assets: directory === undefined ? built : withPictures(built, directory),
    ...{ clock, ids, port },
    ...(onLaunchAddress === undefined ? {} : { onLaunchAddress }),
    ...(peerUser === undefined ? {} : { peerUser }),
  });
}
