import type { Costs, ServiceTimes } from './predict.ts';

/** What one request of a load needed, microseconds of processor time unless stated. */
export type PerRequest = {
  readonly service: number;
  readonly database: number;
  readonly generator: number;
  readonly commits: number;
  /** Batches of reads. */
  readonly reads: number;
  /** Microseconds until the disk had the log. */
  readonly flush: number;
  /** Microseconds from one request of a connection to its next one. */
  readonly time: number;
};

/** The same load with one connection and with many, whose requests share batches. */
export type Pair = { readonly single: PerRequest; readonly shared: PerRequest };

/**
 * The times that explain both pairs of loads: a request, a batch of reads and a commit each have a
 * constant cost.
 */
export function timesOf(reads: Pair, writes: Pair, notice: ServiceTimes['notice']): ServiceTimes {
  const costs = (side: 'service' | 'database'): Costs => {
    const batch = slope(reads, side, 'reads');
    const rest = (load: PerRequest) => ({ ...load, [side]: load[side] - batch * load.reads });
    const remaining = { single: rest(writes.single), shared: rest(writes.shared) };
    const commit = slope(remaining, side, 'commits');
    const request = remaining.shared[side] - commit * remaining.shared.commits;
    return { request: Math.max(0, request), reads: batch, commit };
  };
  return {
    service: costs('service'),
    database: costs('database'),
    generator: writes.shared.generator,
    flush: writes.shared.flush / writes.shared.commits,
    wake: wakeOf(writes.single),
    notice,
  };
}

/**
 * Microseconds until an idle core begins. With one connection everything happens one after the other, so
 * this is the rest of the time of a request, by the number of messages between two processes.
 */
function wakeOf(load: PerRequest): number {
  const used = load.service + load.database + load.generator + load.flush;
  const messages = 2 + 2 * (load.reads + load.commits);
  return Math.max(0, (load.time - used) / messages);
}

function slope(
  { single, shared }: Pair,
  side: 'service' | 'database',
  of: 'reads' | 'commits',
): number {
  return Math.max(0, (single[side] - shared[side]) / (single[of] - shared[of]));
}
