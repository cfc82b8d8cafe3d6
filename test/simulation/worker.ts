import { createDataPlace } from './data-place.ts';
import { sumOf, type WorkerOrder } from './play-worlds.ts';
import { playWorld } from './world.ts';

/* Plays the worlds that the parent process requests, until the parent disconnects. */

const place = createDataPlace();

process.on('message', ({ from, count }: WorkerOrder) => void answer(from, count));
process.on('disconnect', () => {
  place.remove();
  process.exit(0);
});

async function answer(from: number, count: number): Promise<void> {
  const sums = [];
  for (let seed = from; seed < from + count; seed += 1) {
    sums.push(sumOf(await playWorld({ seed, place })));
  }
  process.send?.(sums);
}
