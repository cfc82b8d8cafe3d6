import type { RecordedSpan } from '../../shared/node/tracing/tracing.ts';
import type { Store } from './store.ts';

/** Observes a store, for metrics. Durations are milliseconds. */
export type StoreWatch = {
  /** Called after a group commit, with the number of its writes. */
  readonly onCommit: (writes: number, duration: number) => void;
  /** Called after each call of the store, such as `payments.byTid`, also after one that failed. */
  readonly onCall: (method: string, duration: number) => void;
};

/** Adds a group commit that has just ended to the spans of the requests that wrote in it. */
export function addCommit(spans: readonly RecordedSpan[], begun: number, writes: number): void {
  const step = { begun, ended: performance.now(), attributes: { 'tillkit.store.writes': writes } };
  for (const span of spans) span.add('store commit', step);
}

/** The same store; each call of one of its methods is timed. */
export function watched(store: Store, { onCall }: StoreWatch): Store {
  const groups = new Map<string | symbol, object>();
  return new Proxy(store, {
    get(target, name) {
      const group: unknown = Reflect.get(target, name);
      if (typeof group !== 'object' || group === null) return group;
      const known = groups.get(name) ?? timed(group, String(name), onCall);
      groups.set(name, known);
      return known;
    },
  });
}

function timed(group: object, name: string, onCall: StoreWatch['onCall']): object {
  const methods = new Map<string | symbol, unknown>();
  return new Proxy(group, {
    get(target, key) {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== 'function') return method;
      const known = methods.get(key);
      if (known !== undefined) return known;
      const label = `${name}.${String(key)}`;
      const timedMethod = (...args: readonly unknown[]): unknown => {
        const begun = performance.now();
        const result: unknown = method.apply(target, args);
        if (!(result instanceof Promise)) return result;
        const done = () => onCall(label, performance.now() - begun);
        result.then(done, done);
        return result;
      };
      methods.set(key, timedMethod);
      return timedMethod;
    },
  });
}
