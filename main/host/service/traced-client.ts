import type { ClientResult } from '../../../shared/client/index.ts';
import { LruMap } from '../../../shared/limits/lru-map.ts';
import { inSpan, type SpanAttributes, type Tracing } from '../../../shared/node/tracing/tracing.ts';

/** Sales whose trace the till remembers; a till has a few open ones. */
const SALES = 1_000;

/** Calls of a sale or a permission request: its creation, and those that name it by its id. */
const CREATIONS = new Set<PropertyKey>(['paymentCreate', 'permissionCreate']);
const COMMANDS = new Set<PropertyKey>(['paymentUpdate', 'paymentOutcome', 'permissionOutcome']);

/** The trace of a sale: the `traceparent` of its first call, or `NOT_RECORDED`. */
type SaleTrace = string;
const NOT_RECORDED: SaleTrace = '';

type Method = (...args: readonly unknown[]) => unknown;

/**
 * Returns a function that gives a client a span for each call of a sale. All calls of one sale, or of
 * one permission request, are one trace, also through several clients: the first call is its root, and
 * the later ones are below it. A till that restarts begins another trace for the rest of a sale. Polls
 * that belong to no sale have no span. Without `tracing`, clients stay as they are.
 */
export function callTraces(tracing: Tracing | null): <C extends object>(client: C) => C {
  if (tracing === null) return (client) => client;
  const traces = new LruMap<string, SaleTrace>(SALES);
  return (client) => tracedClient(client, traces, tracing);
}

function tracedClient<C extends object>(
  client: C,
  traces: LruMap<string, SaleTrace>,
  tracing: Tracing,
): C {
  const methods = new Map<PropertyKey, Method>();
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || !(CREATIONS.has(name) || COMMANDS.has(name)))
        return method;
      const known = methods.get(name);
      if (known !== undefined) return known;
      const call: Method = (...args) => method.apply(target, [...args]);
      const made: Method = (...args) => callInSpan(String(name), call, args, traces, tracing);
      methods.set(name, made);
      return made;
    },
  });
}

async function callInSpan(
  name: string,
  call: Method,
  args: readonly unknown[],
  traces: LruMap<string, SaleTrace>,
  tracing: Tracing,
): Promise<unknown> {
  const key = keyOf(args[0]);
  const first = traces.get(key);
  const parent = first === undefined ? null : { stored: first };
  const span = first === NOT_RECORDED ? null : tracing.begin(`till ${name}`, 'client', parent);
  if (first === undefined) traces.set(key, span?.traceparent ?? NOT_RECORDED);
  // The client's calls never reject, and each of them answers a result.
  const result = (await inSpan(span, () => call(...args))) as ClientResult<{ id?: string } | null>;
  const trace = traces.get(key);
  if (CREATIONS.has(name) && result.ok && trace !== undefined) {
    traces.set(keyOf(result.value?.id), trace);
  }
  span?.end({ attributes: attributesOf(result), failed: !result.ok });
  return result;
}

/** A draft by its till and number, everything else by its id. */
function keyOf(subject: unknown): string {
  if (typeof subject === 'string') return `id ${subject}`;
  const { pos_id: posId, pos_tid: posTid }: { pos_id?: unknown; pos_tid?: unknown } =
    Object(subject);
  return `draft ${posId} ${posTid}`;
}

function attributesOf(result: ClientResult<unknown>): SpanAttributes {
  const status = result.ok ? result.status : result.error.status;
  const reason: SpanAttributes = result.ok ? {} : { 'error.type': result.error.kind };
  return status === null ? reason : { ...reason, 'http.response.status_code': status };
}
