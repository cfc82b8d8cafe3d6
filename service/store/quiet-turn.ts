/** Further turns that are waited for at most; measured in `docs/performance.md`. */
const MORE_TURNS_MAX = 4;

/**
 * Runs `begin` after a turn of the event loop in which `size` did not grow, at the latest after six
 * turns. Clients whose replies left together are sending their next requests, and so these share a
 * commit or a batch of reads. A single request waits microseconds for it. `nextTurn` runs a function in
 * the next turn.
 */
export function afterQuietTurn(
  size: () => number,
  begin: () => void,
  nextTurn: (run: () => void) => void = setImmediate,
): void {
  const wait = (moreTurns: number) => {
    const before = size();
    nextTurn(() => {
      if (moreTurns > 0 && size() > before) wait(moreTurns - 1);
      else begin();
    });
  };
  nextTurn(() => wait(MORE_TURNS_MAX));
}
