/**
 * Does `work` at the first call and returns its result to every caller. After a failure the next
 * call tries again.
 */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}

/** Runs work while no other process that shares the data runs any; see `Store.alone`. */
export type Alone = <T>(work: () => Promise<T>) => Promise<T>;

/** For a process that does not share its data. */
export const unshared: Alone = (work) => work();
