import { vi } from 'vitest';
import { Commits } from '../../service/store/postgres/commits.ts';
import { WriteTurns } from '../../service/store/postgres/write-turns.ts';
import { GroupCommit } from '../../service/store/sqlite/group-commit.ts';

/** Writes that wait in the queue, and how many other writes started before each. */
function watchWrites() {
  const waiting = new Map<string, number>();
  const begun = new Map<string, number>();
  const most = { waiting: new Map<string, number>(), overtaken: 0 };
  const enter = (owner: string) => {
    const own = waiting.get(owner) ?? 0;
    waiting.set(owner, own + 1);
    most.waiting.set(owner, Math.max(most.waiting.get(owner) ?? 0, own + 1));
    const before = new Map(begun);
    let counted = false;
    return (watched: string) => {
      if (counted) return;
      counted = true;
      waiting.set(owner, (waiting.get(owner) ?? 1) - 1);
      begun.set(owner, (begun.get(owner) ?? 0) + 1);
      const others = (begun.get(watched) ?? 0) - (before.get(watched) ?? 0);
      // One turn of the flood may come before each write of the neighbour, and one may be in progress.
      if (owner !== watched) most.overtaken = Math.max(most.overtaken, others - own);
    };
  };
  return { most, enter };
}

/**
 * The merchant that floods and the one that is watched, and whether the flood's writes are held for the
 * worst order.
 */
export type Order = { flooder: string; neighbour: string; worst: boolean };

/**
 * Watches the queue of a store. In the worst order, it lets writes of the flood into the queue
 * immediately before each write of the neighbour. Otherwise a store that commits in each turn of the
 * event loop has an empty queue almost always, and any order of its writes would pass.
 */
function watchQueue(order: Order) {
  const { most, enter } = watchWrites();
  let held: (() => void)[] = [];
  const letIn = () => {
    const before = held;
    held = [];
    for (const go of before) go();
  };
  const write = <T>(owner: string, queue: (begin: () => void) => Promise<T>): Promise<T> => {
    const go = () => {
      const begin = enter(owner);
      return queue(() => begin(order.flooder));
    };
    if (order.worst && owner === order.flooder) {
      return new Promise((resolve) => held.push(() => resolve(go())));
    }
    if (owner === order.neighbour) letIn();
    return go();
  };
  return { most, write, letIn };
}

/** Watches the queues of writes of both stores until the mocks are restored. */
export function watchQueues(order: Order) {
  // Each queue takes turns by itself.
  const [watch, turnsWatch, commitsWatch] = [
    watchQueue(order),
    watchQueue(order),
    watchQueue(order),
  ];
  const group = GroupCommit.prototype.write;
  vi.spyOn(GroupCommit.prototype, 'write').mockImplementation(function (
    this: GroupCommit,
    owner,
    mutate,
  ) {
    return watch.write(owner, (begin) =>
      group.call(this, owner, () => {
        begin();
        return mutate();
      }),
    );
  });
  const turns = WriteTurns.prototype.run;
  vi.spyOn(WriteTurns.prototype, 'run').mockImplementation(function (
    this: WriteTurns,
    owner,
    write,
  ) {
    return turnsWatch.write(owner, (begin) =>
      turns.call(this, owner, () => {
        begin();
        return write();
      }),
    );
  });
  const commits = Commits.prototype.write;
  vi.spyOn(Commits.prototype, 'write').mockImplementation(function (this: Commits, mutation) {
    return commitsWatch.write(mutation.merchantId, (begin) => {
      const run: typeof mutation.run = (transaction) => {
        begin();
        return mutation.run(transaction);
      };
      return commits.call(this, { ...mutation, run });
    });
  });
  return [watch, turnsWatch, commitsWatch];
}
