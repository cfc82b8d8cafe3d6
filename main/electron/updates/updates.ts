import { app } from 'electron';
import { present } from '../../../shared/objects/present.ts';
import { type DeviceClock, MINUTE } from '../../../shared/time/clock.ts';
import type { ShellSettings } from '../../host/settings/shell-settings.ts';
import type { IdleWatch } from '../../host/updates/idle-watch.ts';
import type { ReleaseCheck } from '../../host/updates/release-check.ts';
import { type UpdateSource, watchUpdates } from '../../host/updates/watch-updates.ts';
import { type EndThen, relaunch } from '../system/quit.ts';
import { type Updater, updaterSource } from './updater-source.ts';

export type UpdatesDeps = {
  readonly settings: ShellSettings['updates'];
  readonly load: () => Promise<Updater | null>;
  /** Checks that an update of this feed is signed by this product's key. */
  readonly releaseCheck: (feed: string) => ReleaseCheck;
  readonly endThen: EndThen;
  readonly idle: IdleWatch;
  readonly clock: DeviceClock;
  readonly report: (sentence: string) => void;
  /** Receives the version of an update that is downloaded; optional. */
  readonly onReady?: (version: string) => void;
};

/** An installer that has not started within this time failed; macOS unpacks for minutes. */
const TAKEN_OVER_WITHIN = 10 * MINUTE;

/**
 * Installs after everything has stopped. If the installer does not take over, the till starts again
 * unchanged.
 */
function install(
  source: UpdateSource,
  { clock, report }: Pick<UpdatesDeps, 'clock' | 'report'>,
): void {
  clock.after(TAKEN_OVER_WITHIN, () => {
    report('The update was not installed; the till restarts without it.');
    relaunch();
  });
  source.install();
}

/** Checks for updates if a feed is set and the program is installed. Returns how to stop. */
export async function setupUpdates(deps: UpdatesDeps): Promise<() => void> {
  const { settings, idle, clock, report } = deps;
  if (settings === undefined || !app.isPackaged) return () => undefined;
  const updater = await deps.load();
  if (updater === null) {
    report('An update feed is set, but this program was built without the updater.');
    return () => undefined;
  }
  const source = updaterSource(updater, settings.feed_url, deps.releaseCheck(settings.feed_url));
  return watchUpdates({
    source: { ...source, install: () => deps.endThen(() => install(source, deps)) },
    when: settings.install,
    idle,
    clock,
    report,
    ...present({ onReady: deps.onReady }),
  });
}
