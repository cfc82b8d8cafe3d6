import { app } from 'electron';
import { type Clock, MINUTE } from '../../../shared/time/clock.ts';
import type { ShellSettings } from '../../host/settings/shell-settings.ts';
import type { IdleWatch } from '../../host/updates/idle-watch.ts';
import type { ReleaseCheck } from '../../host/updates/release-check.ts';
import { type UpdateSource, watchUpdates } from '../../host/updates/watch-updates.ts';
import { type EndThen, relaunch } from '../system/quit.ts';
import { type Updater, updaterSource } from './updater-source.ts';

export type UpdatesDeps = {
  readonly settings: ShellSettings['updates'];
  readonly load: () => Promise<Updater | null>;
  /** Whether an update of this feed is a release of ours. */
  readonly releaseCheck: (feed: string) => ReleaseCheck;
  readonly endThen: EndThen;
  readonly idle: IdleWatch;
  readonly clock: Clock;
  readonly report: (sentence: string) => void;
  /** Is told the version of an update that has come; nobody is when left out. */
  readonly onReady?: (version: string) => void;
};

/** An installer that has not taken over by then will not; macOS unpacks for minutes. */
const TAKEN_OVER_WITHIN = 10 * MINUTE;

/** Everything has ended by now, so a till whose update fails must start again as it was. */
function install(source: UpdateSource, { clock, report }: UpdatesDeps): void {
  clock.after(TAKEN_OVER_WITHIN, () => {
    report('The update did not install; the till starts again without it.');
    relaunch();
  });
  source.install();
}

/** Looks for updates where a feed is set and the program is installed. Answers how to stop. */
export async function setupUpdates(deps: UpdatesDeps): Promise<() => void> {
  const { settings, idle, clock, report } = deps;
  if (settings === undefined || !app.isPackaged) return () => undefined;
  const updater = await deps.load();
  if (updater === null) {
    report('A feed of updates is set, but this program was built without its updater.');
    return () => undefined;
  }
  const source = updaterSource(updater, settings.feed_url, deps.releaseCheck(settings.feed_url));
  return watchUpdates({
    source: { ...source, install: () => deps.endThen(() => install(source, deps)) },
    when: settings.install,
    idle,
    clock,
    report,
    ...(deps.onReady === undefined ? {} : { onReady: deps.onReady }),
  });
}
