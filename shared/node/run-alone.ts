/** Does work while no other process that shares the data does any; see `Store.alone`. */
export type Alone = <T>(work: () => Promise<T>) => Promise<T>;

/** For a process that shares its data with nobody. */
export const unshared: Alone = (work) => work();
