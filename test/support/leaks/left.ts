import { readdirSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LAST_RESORT } from '../last-resort.ts';
import type { Resource } from './recorder.ts';

/**
 * Resources that exist longer than a file on purpose, recognised by a place in the stack of their
 * creation.
 */
const KEPT: readonly { readonly by: string; readonly why: string }[] = [
  {
    by: '/node_modules/playwright-core/',
    why: 'the worker keeps one browser for all of its files; leaves-no-page.ts checks its pages',
  },
  {
    by: '/test/support/postgres/shared.ts',
    why: 'one PostgreSQL serves the whole run; the end of the run stops it',
  },
  { by: '/node_modules/esbuild/', why: 'esbuild keeps one process for all builds of a worker' },
  {
    by: 'node:internal/deps/undici',
    why: 'fetch has one timer for all connections of the process',
  },
];

/** Turns of the event loop in which a timer may still be cleared. */
const TURNS = 500;
/** The number of stack frames in a report. */
const FRAMES_SHOWN = 5;
/** Frames that are in every stack: the recorder and the runner. */
const RUNNER =
  /^$|^test\/support\/leaks\/(left|recorder)|\/node_modules\/vitest\/|^node_modules\/vitest\//;
const ROOT = new URL('../../../', import.meta.url);

/**
 * The resources that are left when a file ends, one line for each. Connections and processes that are
 * ending get time to end, at most `patience` milliseconds. A timer must be cleared: a timer that runs
 * meanwhile counts as left.
 */
export async function leftOf(
  resources: ReadonlySet<Resource>,
  patience = LAST_RESORT,
): Promise<readonly string[]> {
  const reported = globalThis.tillkitLeakRecorder?.reported ?? new WeakSet();
  const own = [...resources].filter(
    (one) => one.isOpen() && !isKept(one) && !reported.has(one.origin),
  );
  for (const end = performance.now() + patience; performance.now() < end; ) {
    if (!own.some((one) => one.isOpen() && !one.timer)) break;
    await nextTurn();
  }
  // Code that runs when a connection closes clears its timers: in the same turn if the connection belongs
  // to this process, and some turns later if the other end must close it first.
  const isLeft = (one: Resource) => one.isOpen() || (one.timer && one.hasRun);
  for (let turn = 0; turn < TURNS && own.some(isLeft); turn += 1) await nextTurn();
  const left = own.filter(isLeft);
  for (const { origin } of left) reported.add(origin);
  return left.map(lineOf);
}

/** Also if code of the test created it, such as a timer of `fetch` in a poll of the product. */
function isKept({ created, origin }: Resource): boolean {
  return KEPT.some(({ by }) => [created, origin].some(({ stack = '' }) => stack.includes(by)));
}

function lineOf({ kind, created, origin }: Resource): string {
  const first = created === origin ? '' : `; all began at ${placesOf(origin)}`;
  return `${kind}, created at ${placesOf(created)}${first}`;
}

function placesOf({ stack = '' }: Error): string {
  const places = stack
    .split('\n')
    .slice(1)
    // The path of the checkout may contain spaces, which end a place.
    .map((line) => line.replace(ROOT.href, '').replace(fileURLToPath(ROOT), ''))
    .map((line) => /\(?((?:file:|node:)?[^\s()]+:\d+):\d+\)?$/.exec(line)?.[1] ?? '')
    .filter((place) => !RUNNER.test(place));
  const own = places.filter((place) => !place.startsWith('node:'));
  return (own.length === 0 ? places : own).slice(0, FRAMES_SHOWN).join(' < ');
}

const immediately = setImmediate;
const nextTurn = () => new Promise((resolve) => immediately(resolve));

const abandoned = new Set<string>();

/**
 * Says that files whose path begins with `path` stay open: the product does not close a database whose
 * files were moved or deleted.
 */
export function staysOpen(path: string): void {
  abandoned.add(path);
}

/** The files that this process has open; none if the system does not report them. */
export function openFiles(): readonly string[] {
  if (process.platform !== 'linux') return [];
  const isKept = (path: string) => [...abandoned].some((begin) => path.startsWith(begin));
  return readdirSync('/proc/self/fd')
    .map(targetOf)
    .filter((path) => /^\/(?!proc\/|dev\/(?!shm\/))/.test(path) && !isKept(path))
    .sort();
}

/** A descriptor that was closed meanwhile has no target. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
