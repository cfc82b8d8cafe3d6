import { readAssets } from '../../service/portal/assets.ts';
import type { TillSettings } from '../../shared/bridge/contract.ts';
import type { Ids } from '../../shared/ids/ids.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type Beside, sceneOf } from './bridge/scene.ts';
import { type BridgeServer, startBridgeServer } from './bridge/server.ts';

export type HostOptions = Beside & {
  readonly terminal: Terminal;
  readonly settings: TillSettings;
  /** Folder of the built cashier screen. */
  readonly assetsDir: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Loopback port of the cashier screen; 0 takes any free one. */
  readonly port: number;
};

/**
 * Hosts a terminal's screens without Electron: the same contract over a loopback WebSocket. The
 * terminal stays its owner's to stop.
 */
export function startHost(options: HostOptions): Promise<BridgeServer> {
  const { terminal, settings, assetsDir, clock, ids, port } = options;
  return startBridgeServer({
    ...sceneOf(terminal, settings, options),
    assets: readAssets(assetsDir),
    clock,
    ids,
    port,
  });
}
