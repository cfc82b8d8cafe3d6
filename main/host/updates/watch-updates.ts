import { type Clock, HOUR, MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { IDLE_FOR, type IdleWatch } from './idle-watch.ts';

/** Where updates come from: a feed, and whatever can fetch and install what it names. */
export interface UpdateSource {
  /** Version that is newer than this one, fetched and verified whole; null when there is none. */
  obtain(): Promise<string | null>;
  /** Ends the program, installs what was fetched, and starts again. */
  install(): void;
}

export type UpdateDeps = {
  readonly source: UpdateSource;
  /** `next_launch` installs only right after a start; `idle` also while nobody uses the till. */
  readonly when: 'next_launch' | 'idle';
  readonly idle: Pick<IdleWatch, 'openSales' | 'whenIdle' | 'worked'>;
  readonly clock: Clock;
  readonly report: (sentence: string) => void;
  /** Is told the version that has come and waits to be installed. */
  readonly onReady?: (version: string) => void;
};

const FIRST_LOOK = 20 * SECOND;
const LOOK_EVERY = 6 * HOUR;
/** Until then a start still counts as one: nobody has begun to work. */
const LAUNCH = 5 * MINUTE;
/** After a start the till has to have been left alone this long. */
const LAUNCH_QUIET = 15 * SECOND;

/**
 * Fetches updates in the background and installs them only at a moment that interrupts nobody.
 * Never while a sale is open, in either mode: the sale is asked about again at the very moment of
 * installing. Nothing is installed while the program ends, because staff switch machines off.
 * Answers how to stop.
 */
export function watchUpdates(deps: UpdateDeps): () => void {
  const { source, when, idle, clock, report } = deps;
  const started = clock.now();
  let cancelLook = () => {};
  let cancelWait = () => {};
  let ready: string | null = null;
  const launching = () => clock.now() - started <= LAUNCH && idle.worked() === 'not_yet';
  const install = (waited: number) => {
    if (!launching()) {
      if (when === 'next_launch') return;
      // Work has begun since: a short rest between two customers is not enough any more.
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
        ? `Version ${version} is here and is installed when nobody uses the till.`
        : `Version ${version} is here and is installed at the next start.`,
    );
    if (launching()) waitFor(LAUNCH_QUIET);
    else if (when === 'idle') waitFor(IDLE_FOR);
  };
  const look = () => {
    cancelLook = clock.after(LOOK_EVERY, look);
    source.obtain().then(fetched, (error: unknown) => {
      report(`Updates could not be looked for: ${messageOf(error)}`);
    });
  };
  cancelLook = clock.after(FIRST_LOOK, look);
  return () => {
    cancelLook();
    cancelWait();
  };
}

function messageOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.split('\n')[0]?.slice(0, 300) ?? '';
}
