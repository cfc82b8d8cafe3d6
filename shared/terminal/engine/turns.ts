/** A lock for each group with a queue of waiting work. The two requests of a pair are one group. */
export type Turns = {
  /** True while a deciding record of this group is being written. */
  readonly isTaken: (group: string) => boolean;
  readonly take: (group: string) => void;
  /** Keeps work until the group is free. */
  readonly wait: (group: string, work: () => void) => void;
  /** Frees the group and runs `first`, then the waiting work in order. Each may take the group again. */
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
