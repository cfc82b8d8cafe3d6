import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { endGroup, spawnChild } from '../../../shared/node/children.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { RESULTS, type SaleResult } from './record.ts';

/** A line of the till that reports a sale. */
export type Report = {
  readonly sale: string;
  readonly result: SaleResult;
  readonly amount: number | null;
};

export type TillDeps = {
  readonly clock: DeviceClock;
  /** The start command, as a line of the shell. */
  readonly command: string;
  /** Environment of the till; the variables of docs/guides/torture.md among it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onReport: (report: Report) => void;
  /** Called when the till has ended without an order. */
  readonly onEnd: () => void;
};

/** The till as a process of its start command. Killed and started again, it keeps its folder. */
export type Till = {
  start(): void;
  /** False before the first start, after a kill, and if the till has ended by itself. */
  runs(): boolean;
  /** Writes one line of JSON to the till; has no effect while it does not run. */
  tell(order: Readonly<Record<string, unknown>>): void;
  /**
   * Ends the till and its own processes at once, without any signal that it could handle; also a till
   * that is finishing. Resolves when it has ended.
   */
  kill(): Promise<void>;
  /** Closes the input; a till that does not end within `limit` milliseconds is killed. */
  finish(limit: number): Promise<void>;
  /** The last text on standard error. */
  problem(): string;
};

/** Longer lines are no reports. */
const LINE_MAX = 10_000;
const PROBLEM_MAX = 2_000;

/** Prepares a till; `start` starts it. */
export function createTill(deps: TillDeps): Till {
  let child: ChildProcess | null = null;
  /** The process that is being killed or finishes, until it has ended. */
  let last: { readonly running: ChildProcess; readonly closed: Promise<void> } | null = null;
  let problem = '';

  function start(): void {
    const started = spawnChild(deps.command, [], {
      shell: true,
      group: true,
      env: { ...deps.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child = started;
    readLines(started, (line) => {
      const report = reportOf(line);
      if (report !== null) deps.onReport(report);
    });
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      problem = (problem + text).slice(-PROBLEM_MAX);
    });
    // A till that has ended reads nothing more.
    started.stdin?.on('error', () => {});
    started.on('error', (error) => {
      problem = error.message;
    });
    started.on('close', () => {
      if (child !== started) return;
      child = null;
      deps.onEnd();
    });
  }

  /** Gives the process no more orders. */
  function leave(running: ChildProcess) {
    child = null;
    const closed = once(running, 'close').then(() => {
      last = null;
    });
    last = { running, closed };
    return last;
  }

  return {
    start,
    runs: () => child !== null,
    tell(order) {
      child?.stdin?.write(`${JSON.stringify(order)}\n`);
    },
    async kill() {
      // A second call waits for the same end.
      const ending = child === null ? last : leave(child);
      if (ending === null) return;
      killGroup(ending.running);
      await ending.closed;
    },
    async finish(limit) {
      if (child === null) return;
      const { running, closed } = leave(child);
      const cancel = deps.clock.after(limit, () => killGroup(running));
      running.stdin?.end();
      await closed;
      cancel();
      // What the till has started and left ends as well.
      killGroup(running);
    },
    problem: () => problem.trim(),
  };
}

/** Ends a process and all processes that it has started. */
const killGroup = (child: ChildProcess) => endGroup(child, 'SIGKILL');

function readLines({ stdout }: ChildProcess, onLine: (line: string) => void): void {
  let rest = '';
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, LINE_MAX);
    for (const line of lines) if (line.length < LINE_MAX) onLine(line);
  });
}

/** Reads a line of the till; null if it is no report. */
export function reportOf(line: string): Report | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return null;
  }
  const { sale, result: word, amount } = Object(json);
  const result = RESULTS.find((one) => one === word);
  if (typeof sale !== 'string' || result === undefined) return null;
  return { sale, result, amount: Number.isSafeInteger(amount) ? amount : null };
}
