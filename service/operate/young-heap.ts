import { setFlagsFromString } from 'node:v8';

/**
 * Tells the engine of this process to make every object young. Otherwise it learns from the first
 * seconds that what a request makes lives long, makes it old from then on, and each of these, dead
 * at once, keeps young ones alive: measured, four times the time in the collector, and a heap that
 * grows until it is swept as a whole. For processes that are the service; a library leaves the
 * engine to whoever embeds it.
 */
export function keepHeapYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
