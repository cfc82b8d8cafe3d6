import type { RecordedSpan } from '../../shared/node/tracing/tracing.ts';
import type { Store } from './store.ts';

/** Observes a store, for metrics. Durations are milliseconds. */
export type StoreWatch = {
  /** Called after a group commit, with the number of its writes. */
  readonly onCommit: (writes: number, duration: number) => void;
  /**
   * Called once for each method of the store, such as `payments.byTid`. What it returns is called after
   * each call of the method, also after one that failed.
   */
  readonly onCall: (method: string) => (duration: number) => void;
};

/** The log of the service, for the messages of its store. */
export type StoreLog = {
  readonly info: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
};

/** Adds a group commit that has just ended to the spans of the requests that wrote in it. */
export function addCommit(spans: readonly RecordedSpan[], begun: number, writes: number): void {
  const step = { begun, ended: performance.now(), attributes: { 'tillkit.store.writes': writes } };
  for (const span of spans) span.add('store commit', step);
}

/**
 * The same store; each call of one of its methods is timed. The stores and their parts are plain objects,
 * so that plain objects can replace them: a proxy costs several times as much on each call.
 */
export function watched(store: Store, { onCall }: StoreWatch): Store {
  const parts = Object.entries(store).map(([name, part]: [string, unknown]) => {
    const isGroup = typeof part === 'object' && part !== null;
    return [name, isGroup ? timed(part, name, onCall) : part];
  });
  // The names and types are those of the store.
  return Object.fromEntries(parts) as Store;
}

type Method = (...args: readonly unknown[]) => unknown;

function timed(group: object, name: string, onCall: StoreWatch['onCall']): object {
  const members = Object.entries(group).map(([key, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [key, member];
    const observe = onCall(`${name}.${key}`);
    const timedMethod: Method = (...args) => {
      const begun = performance.now();
      const result: unknown = member.apply(group, args);
      if (!(result instanceof Promise)) return result;
      const done = () => observe(performance.now() - begun);
      result.then(done, done);
      return result;
    };
    return [key, timedMethod];
  });
  return Object.fromEntries(members);
}
