import { elapsed, HOUR, MINUTE, SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import { IDLE_FOR, type IdleWatch } from './idle-watch.ts';

/** An update feed with a client that downloads and installs. */
export interface UpdateSource {
  /** Downloads and verifies a newer version; null when there is none. */
  obtain(): Promise<string | null>;
  /** Quits the program, installs the download, and starts again. */
  install(): void;
}

export type UpdateDeps = {
  readonly source: UpdateSource;
  /** `next_launch` installs only right after a start; `idle` also while the till is idle. */
  readonly when: 'next_launch' | 'idle';
  readonly idle: Pick<IdleWatch, 'openSales' | 'whenIdle' | 'worked'>;
  readonly clock: Stopwatch;
  readonly report: (sentence: string) => void;
  /** Receives the version that is downloaded and waits. */
  readonly onReady?: (version: string) => void;
};

const FIRST_LOOK = 20 * SECOND;
const LOOK_EVERY = 6 * HOUR;
/** A start counts as recent for this long. */
const LAUNCH = 5 * MINUTE;
/** After a start the till must be idle for this long. */
const LAUNCH_QUIET = 15 * SECOND;

/**
 * Downloads updates in the background and installs them only while the till is idle. It never
 * installs while a sale is open, in either mode, and checks that again immediately before. It does
 * not install when the program quits, because staff switch machines off. Returns how to stop.
 */
export function watchUpdates(deps: UpdateDeps): () => void {
  const { source, when, idle, clock, report } = deps;
  const started = clock.ticks();
  let cancelLook = () => {};
  let cancelWait = () => {};
  let ready: string | null = null;
  const launching = () => elapsed(started, clock.ticks()) <= LAUNCH && idle.worked() === 'not_yet';
  const install = (waited: number) => {
    if (!launching()) {
      if (when === 'next_launch') return;
      // A sale was made meanwhile, so the short idle time is not enough.
      if (waited < IDLE_FOR) return waitFor(IDLE_FOR);
    }
    if (idle.openSales() > 0) return waitFor(IDLE_FOR);
    report(`Version ${ready} is installed now; the till starts again.`);
    source.install();
  };
  const waitFor = (least: number) => {
    cancelWait();
    cancelWait = idle.whenIdle(least, () => install(least));
  };
  const fetched = (version: string | null) => {
    if (version === null || version === ready) return;
    ready = version;
    deps.onReady?.(version);
    report(
      launching() || when === 'idle'
        ? `Version ${version} is downloaded and is installed when the till is idle.`
        : `Version ${version} is downloaded and is installed at the next start.`,
    );
    if (launching()) waitFor(LAUNCH_QUIET);
    else if (when === 'idle') waitFor(IDLE_FOR);
  };
  const checkFeed = () => {
    cancelLook = clock.after(LOOK_EVERY, checkFeed);
    source.obtain().then(fetched, (error: unknown) => {
      report(`The check for updates failed: ${messageOf(error)}`);
    });
  };
  cancelLook = clock.after(FIRST_LOOK, checkFeed);
  return () => {
    cancelLook();
    cancelWait();
  };
}

function messageOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.split('\n')[0]?.slice(0, 300) ?? '';
}
