import { LIMITS } from '../../protocol/limits.ts';
import type { CancelTimer, DeviceClock } from '../../time/clock.ts';
import type { TerminalClient } from '../engine/service-client.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { Codes } from './codes.ts';

export type ScanWatchDeps = {
  readonly client: TerminalClient;
  readonly clock: DeviceClock;
  readonly settings: TerminalSettings;
  readonly codes: Codes;
  readonly pushUp: () => boolean;
};

/**
 * Polls the last scan of this device's link while a code waits for a scan, because a push event may
 * never arrive (D-157). Ignores scans of other codes. Returns a function that stops the polling.
 */
export function startScanWatch(deps: ScanWatchDeps): () => void {
  const { client, clock, settings, codes } = deps;
  const link = settings.deviceCode?.shortlinkId;
  const { shortlinkLastScan } = client;
  if (link === undefined || shortlinkLastScan === undefined) return () => undefined;
  const controller = new AbortController();
  let timer: CancelTimer = clock.after(settings.pollAlone, look);

  function look(): void {
    void ask().then(() => {
      const pause = deps.pushUp() ? settings.pollWithPush : settings.pollAlone;
      if (!controller.signal.aborted) timer = clock.after(pause, look);
    });
  }

  async function ask(): Promise<void> {
    if (!codes.awaits(null)) return;
    const options = { deadline: settings.readDeadline, signal: controller.signal };
    const seconds = LIMITS.lastScanSecondsMax;
    const read = await shortlinkLastScan?.(link ?? '', seconds, options).catch(() => null);
    if (controller.signal.aborted || !read?.ok || read.value === null) return;
    const { id, argstring } = read.value;
    if (codes.awaits(argstring)) await codes.scanned(argstring, id);
  }

  return () => {
    controller.abort();
    timer();
  };
}
