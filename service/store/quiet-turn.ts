/** Further turns that are waited for at most; measured in `docs/performance.md`. */
const MORE_TURNS_MAX = 4;

/**
 * Runs `begin` after a turn of the event loop in which `size` did not grow, at the latest after six
 * turns. Clients whose replies left together are sending their next requests, and so these share a
 * commit or a batch of reads. A single request waits microseconds for it.
 */
export function afterQuietTurn(size: () => number, begin: () => void): void {
  const wait = (moreTurns: number) => {
    const before = size();
    setImmediate(() => {
      if (moreTurns > 0 && size() > before) wait(moreTurns - 1);
      else begin();
    });
  };
  setImmediate(() => wait(MORE_TURNS_MAX));
}
