import type { Stopwatch } from '../../../shared/time/clock.ts';
import type { TillBooks } from './till-books.ts';

/** Resolves when the books say so, and after `within` milliseconds at the latest. */
export function untilBooks(
  books: Pick<TillBooks, 'subscribe'>,
  clock: Pick<Stopwatch, 'after'>,
  within: number,
  holds: () => boolean,
): Promise<void> {
  if (holds()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      stop();
      cancel();
      resolve();
    };
    const stop = books.subscribe(() => {
      if (holds()) end();
    });
    const cancel = clock.after(within, end);
  });
}
