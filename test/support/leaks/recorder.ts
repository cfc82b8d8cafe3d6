import { AsyncLocalStorage } from 'node:async_hooks';
import child_process from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { patient } from '../patient-timers.ts';

/*
 * Records every timer, server, socket and child process of this process with the place that created it.
 * It replaces functions of Node.js once per worker, so that it also sees unreferenced timers, which
 * `process.getActiveResourcesInfo()` omits.
 */

/** A resource that must end before its test file ends. */
export type Resource = {
  /** What it is, in words. */
  readonly kind: string;
  /** The stack of its creation; formatted only when it is read. */
  readonly created: Error;
  /**
   * The origin of the timer whose callback created it, directly or not; otherwise its own. A timer that
   * arms itself again belongs to the file that armed it first.
   */
  readonly origin: Error;
  /** Whether it still exists. */
  readonly isOpen: () => boolean;
  /** Whether it is a timer. A timer that ran was left; a timer that was cleared was not. */
  readonly timer: boolean;
  hasRun: boolean;
};

type Recorder = {
  readonly resources: Set<Resource>;
  /** Origins of resources for which a file has already failed. */
  readonly reported: WeakSet<Error>;
  /** Origin of the timer that runs now. */
  readonly running: AsyncLocalStorage<Error>;
  /**
   * The function that replaces `setTimeout`; another function in its place is a fake timer that was left.
   */
  readonly setTimeout: unknown;
};

declare global {
  // The recorder is installed once per worker, even if this module is evaluated in it again.
  var tillkitLeakRecorder: Recorder | undefined;
}

/** After this many resources, those that have ended are dropped. */
const KEPT_MAX = 1_000;
/** Enough frames to reach from a timer's adapter to the test. */
const FRAMES = 30;

/** Installs the recorder if there is none, and drops what it has recorded so far. */
export function startRecording(): Recorder {
  globalThis.tillkitLeakRecorder ??= install();
  globalThis.tillkitLeakRecorder.resources.clear();
  return globalThis.tillkitLeakRecorder;
}

function record(kind: string, isOpen: () => boolean, timer = false): Resource {
  const created = stackHere();
  const origin = globalThis.tillkitLeakRecorder?.running.getStore() ?? created;
  const resource = { kind, created, origin, isOpen, timer, hasRun: false };
  const resources = globalThis.tillkitLeakRecorder?.resources;
  if (resources !== undefined && resources.size > KEPT_MAX) {
    for (const one of resources) if (!one.isOpen()) resources.delete(one);
  }
  resources?.add(resource);
  return resource;
}

function stackHere(): Error {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  try {
    return new Error('created here');
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function install(): Recorder {
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const recorded = recordedTimer(name);
    Object.defineProperties(recorded, Object.getOwnPropertyDescriptors(timers[name]));
    Object.assign(timers, { [name]: recorded });
    Object.assign(globalThis, { [name]: recorded });
  }
  recordWaits();
  recordNetwork();
  recordProcesses();
  syncBuiltinESMExports();
  const running = new AsyncLocalStorage<Error>();
  const { setTimeout } = globalThis;
  return { resources: new Set(), reported: new WeakSet(), running, setTimeout };
}

function recordedTimer(name: 'setTimeout' | 'setInterval') {
  const original = timers[name];
  const start = name === 'setTimeout' ? patient(timers.setTimeout) : original;
  return (run: unknown, delay?: number, ...given: unknown[]) => {
    if (typeof run !== 'function') return Reflect.apply(original, globalThis, [run, delay]);
    const timer = start(() => {
      resource.hasRun = true;
      const call = () => void Reflect.apply(run, timer, given);
      globalThis.tillkitLeakRecorder?.running.run(resource.origin, call);
    }, delay);
    const resource = record(
      `${name} of ${delay ?? 0} ms`,
      // The mark of Node.js for a timer that is not armed.
      () => Reflect.get(timer, '_destroyed') !== true,
      true,
    );
    return timer;
  };
}

/** `setTimeout` of `node:timers/promises`. */
function recordWaits(): void {
  const original = timersPromises.setTimeout;
  Object.assign(timersPromises, {
    setTimeout(...given: Parameters<typeof original>) {
      let open = true;
      const waiting = original(...given);
      const resource = record(`wait of ${given[0] ?? 0} ms`, () => open, true);
      const end = (hasRun: boolean) => {
        open = false;
        resource.hasRun = hasRun;
      };
      waiting.then(
        () => end(true),
        () => end(false),
      );
      return waiting;
    },
  });
}

function recordNetwork(): void {
  const { listen } = net.Server.prototype;
  Object.assign(net.Server.prototype, {
    listen(this: net.Server, ...given: Parameters<typeof listen>) {
      const created = record('server that listens', () => this.listening).created;
      this.on('connection', (socket) => {
        const accepted = record('connection that a server accepted', () => !socket.destroyed);
        Object.assign(accepted, { created, origin: created });
      });
      return Reflect.apply(listen, this, given);
    },
  });
  const { connect } = net.Socket.prototype;
  Object.assign(net.Socket.prototype, {
    connect(this: net.Socket, ...given: Parameters<typeof connect>) {
      record('connection to a server', () => !this.destroyed);
      return Reflect.apply(connect, this, given);
    },
  });
}

function recordProcesses(): void {
  const { prototype } = child_process.ChildProcess;
  const spawn: unknown = Reflect.get(prototype, 'spawn');
  if (typeof spawn !== 'function') throw new Error('Node.js starts child processes another way');
  Object.assign(prototype, {
    spawn(this: child_process.ChildProcess, ...given: unknown[]) {
      const runs = () =>
        this.pid !== undefined && this.exitCode === null && this.signalCode === null;
      record(`child process ${String(Reflect.get(Object(given[0]), 'file'))}`, runs);
      return Reflect.apply(spawn, this, given);
    },
  });
}
