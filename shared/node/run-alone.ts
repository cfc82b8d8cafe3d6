/** Runs work while no other process that shares the data runs any; see `Store.alone`. */
export type Alone = <T>(work: () => Promise<T>) => Promise<T>;

/** For a process that does not share its data. */
export const unshared: Alone = (work) => work();
