import {
  type CancelTimer,
  elapsed,
  MINUTE,
  SECOND,
  type Stopwatch,
  type Ticks,
} from '../../../shared/time/clock.ts';
import { StartError } from '../start-error.ts';

/** One run of the service in a child process. */
export interface ServiceProcess {
  send(message: ToService): void;
  kill(): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number) => void): void;
}

/** Messages from main to the service's process. `port` 0 takes any free one. */
export type ToService<O = unknown> =
  | { readonly type: 'start'; readonly options: O }
  | { readonly type: 'stop' };

export type SuperviseOptions<R> = {
  readonly spawn: () => ServiceProcess;
  readonly clock: Stopwatch;
  /**
   * Makes the options of the `start` message from the first run's ready values, so that later runs
   * use the same port.
   */
  readonly startOptions: (earlier: R | null) => unknown;
  /** Reads the ready values of a message; null for another message. */
  readonly readReady: (message: unknown) => R | null;
  /** Writes a line to the log. */
  readonly report: (sentence: string) => void;
};

export interface Supervised<R> {
  /** Resolves when the first run is ready; rejects when it cannot start. */
  readonly ready: Promise<R>;
  /** Asks the service to stop, and kills it after the grace period. */
  stop(): Promise<void>;
}

/** A service that ends more often than this is broken, so it is not restarted. */
const RESTARTS_MAX = 5;
const RESTART_WINDOW = 10 * MINUTE;
const FIRST_DELAY = SECOND / 4;
const STOP_GRACE = 8 * SECOND;

/** Keeps the service running in its own process, with a bounded number of restarts. */
export function superviseService<R>(options: SuperviseOptions<R>): Supervised<R> {
  const { clock, report } = options;
  let deaths: readonly Ticks[] = [];
  let child: ServiceProcess | null = null;
  let earlier: R | null = null;
  let stopping: (() => void) | null = null;
  let settle: { resolve: (ready: R) => void; reject: (error: Error) => void } | null = null;
  const ready = new Promise<R>((resolve, reject) => {
    settle = { resolve, reject };
  });

  const run = () => {
    const current = options.spawn();
    child = current;
    let sentence: string | null = null;
    current.onMessage((message) => {
      const values = options.readReady(message);
      if (values !== null) {
        if (earlier !== null) report('The service runs again.');
        earlier = values;
        settle?.resolve(values);
      } else sentence = failureOf(message) ?? sentence;
    });
    current.onExit((code) => {
      // No message may be sent to a process that has ended.
      if (child === current) child = null;
      if (stopping) {
        cancel();
        return stopping();
      }
      if (earlier === null) {
        settle?.reject(new StartError(sentence ?? `The service ended with code ${code}.`));
        return;
      }
      restart(code);
    });
    current.send({ type: 'start', options: options.startOptions(earlier) });
  };
  /** Cancels the delay before the next start, or the grace period of a stop. */
  let cancel: CancelTimer = () => undefined;
  const restart = (code: number) => {
    const now = clock.ticks();
    deaths = [...deaths, now].filter((at) => elapsed(at, now) <= RESTART_WINDOW);
    if (deaths.length > RESTARTS_MAX) {
      report(givenUp(deaths.length));
      return;
    }
    report(`The service ended with code ${code} and restarts.`);
    cancel = clock.after(FIRST_DELAY * 2 ** (deaths.length - 1), () => {
      if (!stopping) run();
    });
  };

  run();
  return {
    ready,
    stop: () =>
      new Promise((resolve) => {
        const running = child;
        stopping = resolve;
        cancel();
        if (!running) return resolve();
        running.send({ type: 'stop' });
        cancel = clock.after(STOP_GRACE, () => {
          if (child === running) running.kill();
        });
      }),
  };
}

const givenUp = (times: number) =>
  `The service ended ${times} times; it is not started again. Restart the till.`;

function failureOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('failed' in message)) return null;
  return String(message.failed).slice(0, 500);
}
