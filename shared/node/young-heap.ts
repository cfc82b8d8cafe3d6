import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Maximum size of both halves of the young generation together, bytes; see `docs/performance.md`.
 */
const YOUNG_BYTES_MAX = 16 * 1024 * 1024;

/**
 * By default the engine concludes from the first seconds that objects of a request are long-lived, and
 * allocates them in the old generation. These objects are soon unused, but each keeps young objects
 * reachable. Measured: four times the collection time, and a heap that grows until a full collection. On
 * a large machine the engine also reserves a hundred megabytes for the young generation and lets the old
 * one double before a collection, although only 20 MB are in use. For service processes only; a library
 * leaves the engine's settings to its embedder.
 */
export function keepHeapYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString(`--heap-growing-percent=${OLD_GROWTH_PERCENT}`);
  boundYoungHeap();
}

/** Growth of the old generation before the next collection, percent. */
const OLD_GROWTH_PERCENT = 80;

/**
 * The engine reads the limit of the young generation at its start, before a program can set it, but
 * it reads the growth factor each time. Once the generation has its size, growth is switched off.
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
