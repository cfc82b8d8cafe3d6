import { readAssets } from '../../service/portal/assets.ts';
import type { TillSettings } from '../../shared/bridge/contract.ts';
import type { Ids } from '../../shared/ids/ids.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { createDispatch } from './bridge/dispatch.ts';
import { createScreenSource } from './bridge/screen-source.ts';
import { type BridgeServer, startBridgeServer } from './bridge/server.ts';
import type { Desk } from './desk/desk.ts';

export type HostOptions = {
  readonly terminal: Terminal;
  readonly settings: TillSettings;
  /** Who stands at the till; none where it is left out. */
  readonly desk?: Desk;
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
  const { terminal, settings, desk, assetsDir, clock, ids, port } = options;
  return startBridgeServer({
    source: createScreenSource(terminal, settings, desk),
    dispatch: createDispatch(terminal, desk),
    assets: readAssets(assetsDir),
    clock,
    ids,
    port,
  });
}
