import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind as SpanKinds,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { MINUTE, SECOND } from '../../time/clock.ts';
import type {
  Environment,
  ParentSpan,
  RecordedSpan,
  SpanKind,
  Tracing,
  TracingSettings,
} from './tracing.ts';

const KINDS: Readonly<Record<SpanKind, SpanKinds>> = {
  server: SpanKinds.SERVER,
  client: SpanKinds.CLIENT,
  producer: SpanKinds.PRODUCER,
  internal: SpanKinds.INTERNAL,
};
/** Bounds of the traces of one process. */
export const TRACE_LIMITS = {
  /** New traces per second: of those that the process begins, and of those that callers began. */
  tracesPerSecond: 50,
  /** Spans that wait for their export. */
  waitingMax: 2_048,
  /** How long a stop waits for the export, milliseconds. */
  flushGrace: 2 * SECOND,
  /** Length of a header `traceparent`; a longer one begins a new trace. */
  headerMax: 256,
  attributesMax: 32,
  attributeTextMax: 256,
} as const;
const REPORT_EVERY = MINUTE;

/**
 * Starts the export. `tracing.ts` loads this module only if traces are requested, because it loads the
 * SDK. It registers nothing in the process, so several services and a host program do not interfere.
 */
export function startExport(settings: TracingSettings): Tracing {
  const { service, env, now } = settings;
  const allowances = { begun: new Allowance(now), received: new Allowance(now) };
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector];
  const processor = new BatchSpanProcessor({
    exporter: reporting(new OTLPTraceExporter({ url: settings.url }), settings.report),
    maxQueueSize: TRACE_LIMITS.waitingMax,
    scheduledDelayMillis: millisecondsIn(env.OTEL_BSP_SCHEDULE_DELAY) ?? 5 * SECOND,
    exportTimeoutMillis: millisecondsIn(env.OTEL_BSP_EXPORT_TIMEOUT) ?? 10 * SECOND,
  });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors })),
    sampler: bounded(samplerOf(env, settings.report), allowances),
    spanProcessors: [processor],
    spanLimits: {
      attributeCountLimit: TRACE_LIMITS.attributesMax,
      attributeValueLengthLimit: TRACE_LIMITS.attributeTextMax,
    },
  });
  const tracer = provider.getTracer('tillkit');
  let open = true;
  return {
    begin(name, kind, parent) {
      if (!open || isSpent(parent, allowances)) return null;
      const span = tracer.startSpan(name, { kind: KINDS[kind] }, contextOf(parent));
      return span.isRecording() ? recorded(span, tracer) : null;
    },
    async close() {
      open = false;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, TRACE_LIMITS.flushGrace);
      });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

/** A header that cannot be read begins a new trace (W3C Trace Context, section 3.2). */
function contextOf(parent: ParentSpan): Context {
  if (parent === null) return ROOT_CONTEXT;
  const isRemote = 'received' in parent;
  const text = isRemote ? parent.received : parent.stored;
  const [, version, traceId = '', spanId = '', flags = '', more] =
    (text.length <= TRACE_LIMITS.headerMax && TRACEPARENT.exec(text)) || [];
  if (version === undefined || (version === '00' && more !== undefined)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  // The API ignores ids that are all zero.
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote });
}

/** Version, ids and flags; a later version may have more after them. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

function recorded(span: Span, tracer: Tracer): RecordedSpan {
  const { traceId, spanId } = span.spanContext();
  const below = trace.setSpan(ROOT_CONTEXT, span);
  let isOpen = true;
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-01`,
    get isOpen() {
      return isOpen;
    },
    add(name, { begun, ended, attributes }) {
      const startTime = performance.timeOrigin + begun;
      tracer.startSpan(name, { startTime, attributes }, below).end(performance.timeOrigin + ended);
    },
    end({ name, attributes, failed }) {
      if (!isOpen) return;
      isOpen = false;
      if (name !== undefined) span.updateName(name);
      span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** The sampler that `OTEL_TRACES_SAMPLER` names. */
function samplerOf(env: Environment, report: (sentence: string) => void): Sampler {
  const name = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const argument = Number(env.OTEL_TRACES_SAMPLER_ARG || '1');
  const ratio = argument >= 0 && argument <= 1 ? argument : 1;
  if (ratio !== argument) report('OTEL_TRACES_SAMPLER_ARG must be 0 to 1; the service uses 1.');
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[name.replace(/^parentbased_/, '')];
  if (root === undefined) report('OTEL_TRACES_SAMPLER is unknown; all traces are recorded.');
  if (root !== undefined && !name.startsWith('parentbased_')) return root();
  return new ParentBasedSampler({ root: root?.() ?? new AlwaysOnSampler() });
}

/**
 * Bounds what the sampler allows: new traces, and traces that callers began, each to
 * `TRACE_LIMITS.tracesPerSecond`. A stranger who sends `traceparent` therefore cannot make the process export
 * without a limit. Spans below a span of the product follow that one.
 */
function bounded(sampler: Sampler, { begun, received }: Allowances): Sampler {
  return {
    shouldSample(context, ...more) {
      const result = sampler.shouldSample(context, ...more);
      if (result.decision === SamplingDecision.NOT_RECORD) return result;
      const parent = trace.getSpanContext(context);
      if (parent !== undefined && parent.isRemote !== true) return result;
      const allowed = (parent === undefined ? begun : received).take();
      return allowed ? result : { decision: SamplingDecision.NOT_RECORD };
    },
    toString: () => `Bounded{${sampler.toString()}}`,
  };
}

/** Whether a span would not be recorded, whatever the sampler says; then nothing is prepared for it. */
function isSpent(parent: ParentSpan, { begun, received }: Allowances): boolean {
  if (parent === null) return begun.isSpent();
  // A header that cannot be read begins a trace, so only both together decide.
  return 'received' in parent && received.isSpent() && begun.isSpent();
}

type Allowances = { readonly begun: Allowance; readonly received: Allowance };

/** Traces of one second. */
class Allowance {
  readonly #now: () => number;
  #left = 0;
  #second = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  isSpent(): boolean {
    const second = Math.floor(this.#now() / SECOND);
    if (second !== this.#second) {
      this.#second = second;
      this.#left = TRACE_LIMITS.tracesPerSecond;
    }
    return this.#left <= 0;
  }

  take(): boolean {
    if (this.isSpent()) return false;
    this.#left -= 1;
    return true;
  }
}

/** The same exporter; reports a failure, at most once a minute. It never throws. */
function reporting(exporter: SpanExporter, report: (sentence: string) => void): SpanExporter {
  let reported = Number.NEGATIVE_INFINITY;
  const failed = () => {
    const now = performance.now();
    if (now - reported < REPORT_EVERY) return;
    reported = now;
    report('Traces could not be exported; look at the OTLP endpoint. The work itself goes on.');
  };
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined) failed();
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

function millisecondsIn(text: string | undefined): number | null {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : null;
}
