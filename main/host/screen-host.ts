import { systemClock, systemIds } from './adapters/machine.ts';
import type { BridgeServer } from './bridge/server.ts';
import { type HostOptions, startHost } from './host.ts';

export type ScreenHostOptions = Omit<HostOptions, 'clock' | 'ids'>;

/**
 * Serves the pages in `assetsDir` on loopback and joins them to the terminal: `tillBridge()` of
 * `tillkit/react` finds it by itself. Rejects when the port is taken; the terminal stays its
 * owner's to stop.
 */
export function startScreenHost(options: ScreenHostOptions): Promise<BridgeServer> {
  return startHost({ ...options, clock: systemClock, ids: systemIds });
}
