/** Work that waits for its turn, group by group: the two requests of one sale are one group. */
export type Turns = {
  /** True while a record of this group is being written that decides what comes next. */
  readonly isTaken: (group: string) => boolean;
  readonly take: (group: string) => void;
  /** Keeps work until the group is free. */
  readonly wait: (group: string, work: () => void) => void;
  /** Frees the group. Does `first`, then what has waited, in order; each may take the turn again. */
  readonly free: (group: string, first: () => void) => void;
};

export function createTurns(): Turns {
  const taken = new Map<string, (() => void)[]>();
  return {
    isTaken: (group) => taken.has(group),
    take: (group) => void taken.set(group, []),
    wait: (group, work) => void taken.get(group)?.push(work),
    free: (group, first) => {
      const waiting = taken.get(group) ?? [];
      taken.delete(group);
      first();
      for (const work of waiting) work();
    },
  };
}
