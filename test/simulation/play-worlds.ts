import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createDataPlace } from './data-place.ts';
import { DIRECTED } from './directed.ts';
import { playWorld, type WorldResult } from './world.ts';

/** The result of a world, in a form that one process can send to another. */
export type WorldSum = Pick<
  WorldResult,
  'seed' | 'findings' | 'sales' | 'requests' | 'restarts' | 'steps'
> & {
  readonly coverage: readonly (readonly [combination: number, count: number])[];
  readonly bills: readonly (readonly [what: string, count: number])[];
};

export type PlayOptions = {
  readonly from: number;
  /** The run ends after this many worlds or this many sales; the caller gives one of them. */
  readonly worlds: number | null;
  readonly sales: number | null;
  /** The number of processes; with 1 the worlds run in this process. */
  readonly jobs: number;
  /**
   * The number of worlds in one message to a worker. The default keeps the workers busy and lets them end
   * at the same time.
   */
  readonly chunk?: number;
};

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

export function sumOf(result: WorldResult): WorldSum {
  const { seed, findings, sales, requests, restarts, steps, coverage, bills } = result;
  const counts = { coverage: [...coverage], bills: [...bills] };
  return { seed, findings, sales, requests, restarts, steps, ...counts };
}

/**
 * Plays worlds from a seed on and gives them to `onWorld` in the order of their seeds. Which worlds are
 * played depends on the options, not on the number of processes.
 */
export async function playWorlds(
  options: PlayOptions,
  onWorld: (sum: WorldSum) => void,
): Promise<void> {
  const done = { worlds: 0, sales: 0 };
  const isEnough = () =>
    (options.worlds !== null && done.worlds >= options.worlds) ||
    (options.sales !== null && done.sales >= options.sales);
  const take = (sum: WorldSum) => {
    if (isEnough()) return;
    done.worlds += 1;
    done.sales += sum.sales;
    onWorld(sum);
  };
  if (options.jobs === 1) await playHere(options.from, isEnough, take);
  else await playInWorkers(options, isEnough, take);
}

async function playHere(from: number, isEnough: () => boolean, take: (sum: WorldSum) => void) {
  const place = createDataPlace();
  try {
    for (let seed = from; !isEnough(); seed += 1) {
      take(sumOf(await playWorld({ seed, place })));
    }
  } finally {
    place.remove();
  }
}

/** Plays this many worlds of each directed kind, from the same seed on. */
export async function playDirected(
  from: number,
  worlds: number,
  onWorld: (sum: WorldSum, name: string) => void,
): Promise<void> {
  const place = createDataPlace();
  try {
    for (const { name, features, faults } of DIRECTED) {
      for (let seed = from; seed < from + worlds; seed += 1) {
        onWorld(sumOf(await playWorld({ seed, place, features, faults })), name);
      }
    }
  } finally {
    place.remove();
  }
}

async function playInWorkers(
  { from, jobs, chunk: size = 20 }: PlayOptions,
  isEnough: () => boolean,
  take: (sum: WorldSum) => void,
): Promise<void> {
  let next = from;
  let due = from;
  /** Chunks that arrived before an earlier chunk, by their first seed. */
  const early = new Map<number, readonly WorldSum[]>();
  const hear = (first: number, sums: readonly WorldSum[]) => {
    early.set(first, sums);
    for (let chunk = early.get(due); chunk !== undefined; chunk = early.get(due)) {
      early.delete(due);
      due += size;
      for (const sum of chunk) take(sum);
    }
  };
  const workers = Array.from({ length: jobs }, () => fork(WORKER, { stdio: 'inherit' }));
  try {
    await Promise.all(
      workers.map(async (worker) => {
        const gone = once(worker, 'exit').then(([code]) => {
          throw new Error(`a worker ended with ${code}`);
        });
        while (!isEnough()) {
          const first = next;
          next += size;
          worker.send({ from: first, count: size } satisfies WorkerOrder);
          const [sums] = await Promise.race([once(worker, 'message'), gone]);
          hear(first, sums);
        }
        gone.catch(() => undefined);
      }),
    );
  } finally {
    for (const worker of workers) worker.disconnect();
  }
}

/** The message with a worker's next worlds. */
export type WorkerOrder = { readonly from: number; readonly count: number };
