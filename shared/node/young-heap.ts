import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of both halves of the young heap together; see `docs/performance.md`. */
const YOUNG_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Tells the engine of this process to make every object young, and how large the heap may become.
 *
 * Otherwise it learns from the first seconds that what a request makes lives long, makes it old from
 * then on, and each of these, dead at once, keeps young ones alive: measured, four times the time in
 * the collector, and a heap that grows until it is swept as a whole. And on a large machine it takes
 * a hundred megabytes for the young, and lets the old double before it looks at them, where 20 MB
 * are alive. For processes that are the service; a library leaves the engine to whoever embeds it.
 */
export function keepHeapYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString(`--heap-growing-percent=${OLD_GROWTH_PERCENT}`);
  boundYoungHeap();
}

/** By how much the old heap grows before it is collected again. */
const OLD_GROWTH_PERCENT = 80;

/**
 * The bound on the young heap is read before a program can say anything, but by how much it grows is
 * read each time: once it is large enough, no more.
 */
function boundYoungHeap(): void {
  const collections = new PerformanceObserver(() => {
    if (youngBytes() < YOUNG_BYTES_MAX) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    collections.disconnect();
  });
  collections.observe({ entryTypes: ['gc'] });
}

function youngBytes(): number {
  return (
    getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
  );
}
