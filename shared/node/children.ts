import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';

/*
 * Children of a command end with it (D-469). A signal ends this process only, and its children would go on
 * without anybody who knows them.
 */

/** The signals by which a person, a supervisor and a closed terminal end a command. */
export const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends one child, or tells it the signal that this process got. */
type End = (signal: NodeJS.Signals) => void;

const running = new Set<End>();

/**
 * Ends a child when this process ends. A command that handles a signal itself stops its children in its own
 * order; otherwise they get the signal, and this process ends after them. Call the result when the child has
 * ended.
 */
export function endsWithThis(end: End): () => void {
  if (running.size === 0) {
    for (const signal of ENDING) process.on(signal, onSignal);
    process.on('exit', onExit);
  }
  running.add(end);
  return () => {
    if (!running.delete(end) || running.size > 0) return;
    for (const signal of ENDING) process.off(signal, onSignal);
    process.off('exit', onExit);
    if (got === null) return;
    // First the code that waits for the child may say how this process ends.
    const code = 128 + constants.signals[got];
    setImmediate(() => process.exit(process.exitCode ?? code));
  };
}

/** The signal that ends this process as soon as its children have ended. */
let got: NodeJS.Signals | null = null;

function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  // Who sends a signal twice does not want to wait for what a child does with it.
  for (const end of running) end(got === null ? signal : 'SIGKILL');
  got = signal;
}

function onExit(): void {
  for (const end of running) end('SIGTERM');
}

/** `group` for a command that starts further processes, such as a shell or npm: all of them end. */
type ChildOptions = SpawnOptions & { readonly group?: boolean };

/** Starts a child that ends with this process. */
export function spawnChild(
  command: string,
  args: readonly string[],
  { group = false, ...options }: ChildOptions,
): ChildProcess {
  // On Windows a process group would be a window of its own, and `endGroup` ends the tree without one.
  const detached = group && process.platform !== 'win32';
  const child = spawn(command, args, { ...options, detached });
  const end: End = group ? (signal) => endGroup(child, signal) : (signal) => child.kill(signal);
  const forget = endsWithThis(end);
  child.once('exit', forget);
  child.once('error', () => {
    if (child.pid === undefined) forget();
  });
  return child;
}

/** Sends a signal to a child that was started with `group`, and to all that it has started. */
export function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/** What a child that has ended wrote to the outputs that are pipes. */
export type EndedChild = {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
};

/** Runs a child that ends with this process to its end. Rejects if it cannot be started. */
export function runChild(
  command: string,
  args: readonly string[],
  options: ChildOptions,
): Promise<EndedChild> {
  return new Promise((resolve, reject) => {
    const child = spawnChild(command, args, options);
    const text = { out: '', err: '' };
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text.out += part;
    });
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      text.err += part;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...text }));
  });
}
