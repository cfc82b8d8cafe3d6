import { AsyncLocalStorage } from 'node:async_hooks';

/** Attributes of a span: names of routes, states, ids and counts. Never addresses, bodies or people. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** `server`: a request that arrived; `client`: one that is sent; `producer`: a pushed event. */
export type SpanKind = 'server' | 'client' | 'producer' | 'internal';

/** A span that is exported. */
export interface RecordedSpan {
  /** This span as the value of the header `traceparent` (W3C Trace Context). */
  readonly traceparent: string;
  /** Its part of `traceparent` that names the trace: 32 hexadecimal digits. */
  readonly traceId: string;
  /** Adds a finished step of this span. Times are those of `performance.now()`. */
  add(
    name: string,
    step: { readonly begun: number; readonly ended: number; readonly attributes: SpanAttributes },
  ): void;
  /** Ends the span; later ends have no effect. */
  end(result: {
    readonly name?: string;
    readonly attributes: SpanAttributes;
    readonly failed: boolean;
  }): void;
  /** False after the end: whatever still runs in its context no longer belongs to it. */
  readonly isOpen: boolean;
}

/**
 * The span above a new one: `stored` is a span of the product itself, which was recorded; `received` is
 * a header of a request, which any stranger may write; null begins a trace.
 */
export type ParentSpan = { readonly stored: string } | { readonly received: string } | null;

/** Traces of one service or till. */
export interface Tracing {
  /** Begins a span; null if the sampler does not record it. */
  begin(name: string, kind: SpanKind, parent: ParentSpan): RecordedSpan | null;
  /** Sends what waits, within a bounded time, and records nothing more. Never rejects. */
  close(): Promise<void>;
}

const active = new AsyncLocalStorage<RecordedSpan | null>();

/** The open span in whose context the caller runs, such as that of the current request, or null. */
export function activeSpan(): RecordedSpan | null {
  const span = active.getStore() ?? null;
  return span?.isOpen === true ? span : null;
}

/** Runs `work`, and everything that it starts, in the context of a span. */
export function inSpan<T>(span: RecordedSpan | null, work: () => T): T {
  return span === null ? work() : active.run(span, work);
}

/** Runs `work` in no span: work of the service itself that a request happened to start. */
export function outsideSpans<T>(work: () => T): T {
  return active.getStore() ? active.run(null, work) : work();
}

/** Headers of a request, in each form that `fetch` takes. */
type SentHeaders = NonNullable<RequestInit['headers']>;

/** The headers of a request that is sent; in a recorded span they carry its `traceparent`. */
export function withTraceparent(headers: SentHeaders | undefined): SentHeaders {
  const span = activeSpan();
  if (span === null) return headers ?? {};
  const own = new Headers(headers);
  own.set('traceparent', span.traceparent);
  return own;
}

/** Where and how traces are exported. */
export type TracingSettings = {
  readonly url: string;
  /** Name of the service in its traces, unless the environment names it. */
  readonly service: string;
  readonly env: Environment;
  /** Reports a problem of the export, as a sentence. */
  readonly report: (sentence: string) => void;
  /** Milliseconds that only advance; they bound the traces of a second. */
  readonly now: () => number;
};

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;
