import { type CancelTimer, type Clock, MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { StartError } from '../start-error.ts';

/** One run of the service in a process of its own. */
export interface ServiceProcess {
  send(message: ToService): void;
  kill(): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number) => void): void;
}

/** What main says to the service's process. `port` 0 takes any free one. */
export type ToService<O = unknown> =
  | { readonly type: 'start'; readonly options: O }
  | { readonly type: 'stop' };

export type SuperviseOptions<R> = {
  readonly spawn: () => ServiceProcess;
  readonly clock: Clock;
  /** Makes the `start` message; gets what the first run said, so that later ones take its port. */
  readonly startOptions: (earlier: R | null) => unknown;
  /** Reads the ready values of a message; null when it is not one. */
  readonly readReady: (message: unknown) => R | null;
  /** A line for the log. */
  readonly report: (sentence: string) => void;
};

export interface Supervised<R> {
  /** Resolves when the first run is ready; rejects when it cannot start. */
  readonly ready: Promise<R>;
  /** Asks the service to stop, and ends it when it does not within the grace period. */
  stop(): Promise<void>;
}

/** A service that dies more often than this is broken; starting it again would only hide that. */
const RESTARTS_MAX = 5;
const RESTART_WINDOW = 10 * MINUTE;
const FIRST_DELAY = SECOND / 4;
const STOP_GRACE = 8 * SECOND;

/** Keeps the service running in its own process, with a bounded number of restarts. */
export function superviseService<R>(options: SuperviseOptions<R>): Supervised<R> {
  const { clock, report } = options;
  const deaths: number[] = [];
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
        if (earlier !== null) report('The service is back.');
        earlier = values;
        settle?.resolve(values);
      } else sentence = failureOf(message) ?? sentence;
    });
    current.onExit((code) => {
      // Nothing may be sent to a process that is gone.
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
  /** Ends the wait for the next start, or for the end of a process that was told to stop. */
  let cancel: CancelTimer = () => undefined;
  const restart = (code: number) => {
    const now = clock.now();
    deaths.push(now);
    while ((deaths[0] ?? now) < now - RESTART_WINDOW) deaths.shift();
    if (deaths.length > RESTARTS_MAX) {
      report(givenUp(deaths.length));
      return;
    }
    report(`The service ended with code ${code} and is started again.`);
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
