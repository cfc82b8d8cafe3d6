import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExport, TRACE_LIMITS } from '../../../../shared/node/tracing/otlp-export.ts';
import type { Environment, Tracing } from '../../../../shared/node/tracing/tracing.ts';
import { type Collector, startCollector } from '../../../support/otlp-collector.ts';

let collector: Collector;
let now = 0;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

/** Traces with a clock of the test; `reports` gets what the operator is told. */
function start(env: Environment = {}, reports: string[] = []): Tracing {
  const url = `${collector.url}/v1/traces`;
  const report = (sentence: string) => void reports.push(sentence);
  return startExport({ url, service: 'test', env, report, now: () => now });
}

/** A header whose trace nobody has used before. */
let trace = 0;
function header(flags = '01'): string {
  trace += 1;
  return `00-${trace.toString(16).padStart(32, '0')}-${'1'.repeat(16)}-${flags}`;
}

async function recordedOf(env: Environment, received: string | null): Promise<boolean> {
  now += 1_000;
  const tracing = start(env);
  const span = tracing.begin('one', 'server', received === null ? null : { received });
  await tracing.close();
  return span !== null;
}

describe('the traceparent header of a request', () => {
  const id = 'a'.repeat(32);
  const span = 'b'.repeat(16);
  const valid = `00-${id}-${span}-01`;

  it.each([
    ['a header of the standard', valid, true],
    ['a later version with more members', `01-${id}-${span}-01-more`, true],
    ['version 0 with more members', `${valid}-more`, false],
    ['the forbidden version', `ff-${id}-${span}-01`, false],
    ['capital letters', valid.toUpperCase(), false],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${span}-01`, false],
    ['a span id of zeros', `00-${id}-${'0'.repeat(16)}-01`, false],
    ['two headers', `${valid}, ${valid}`, false],
    ['an empty header', '', false],
    ['a header over the limit', `01-${id}-${span}-01-${'x'.repeat(TRACE_LIMITS.headerMax)}`, false],
  ])('%s', async (_, received, continued) => {
    const tracing = start();
    now += 1_000;
    const recorded = tracing.begin('one', 'server', { received });
    recorded?.end({ attributes: {}, failed: false });
    await tracing.close();
    expect(recorded?.traceId === id).toBe(continued);
    expect(recorded?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('the sampler', () => {
  it.each([
    ['without a name', undefined, undefined, [true, true, false]],
    ['always_on', 'always_on', undefined, [true, true, true]],
    ['always_off', 'always_off', undefined, [false, false, false]],
    ['traceidratio of none', 'traceidratio', '0', [false, false, false]],
    ['parentbased_always_off', 'parentbased_always_off', undefined, [false, true, false]],
    ['parentbased_traceidratio of all', 'parentbased_traceidratio', '1', [true, true, false]],
    ['an unknown name', 'mine', undefined, [true, true, false]],
  ])('%s', async (_, name, argument, wanted) => {
    const env = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument };
    const cases = [null, header('01'), header('00')];
    const recorded: boolean[] = [];
    for (const received of cases) recorded.push(await recordedOf(env, received));
    expect(recorded).toEqual(wanted);
  });

  it('reports a value that it cannot use', async () => {
    const reports: string[] = [];
    await start({ OTEL_TRACES_SAMPLER: 'mine', OTEL_TRACES_SAMPLER_ARG: '7' }, reports).close();
    expect(reports.map((one) => one.split(' ')[0])).toEqual([
      'OTEL_TRACES_SAMPLER_ARG',
      'OTEL_TRACES_SAMPLER',
    ]);
  });

  it('limits the received traces a second; they do not use up the limit of own traces', async () => {
    const tracing = start({ OTEL_TRACES_SAMPLER: 'always_on' });
    now += 1_000;
    const strangers = Array.from({ length: 4 * TRACE_LIMITS.tracesPerSecond }, () =>
      tracing.begin('one', 'server', { received: header() }),
    );
    const own = tracing.begin('one', 'server', null);
    const below = Array.from({ length: 2 * TRACE_LIMITS.tracesPerSecond }, () =>
      tracing.begin('below', 'client', { stored: own?.traceparent ?? '' }),
    );
    now += 1_000;
    const later = tracing.begin('one', 'server', { received: header() });
    await tracing.close();
    expect(strangers.filter((span) => span !== null).length).toBe(TRACE_LIMITS.tracesPerSecond);
    expect([own, ...below, later]).not.toContain(null);
  });
});

describe('the export', () => {
  it('keeps a limited number of spans that wait for the collector', async () => {
    const seen = collector.spans.length;
    const tracing = start({ OTEL_BSP_SCHEDULE_DELAY: '999999' });
    now += 1_000;
    const parent = tracing.begin('first', 'server', null);
    const step = { begun: 0, ended: 1, attributes: {} };
    for (let count = 0; count < 2 * TRACE_LIMITS.waitingMax; count += 1) parent?.add('step', step);
    await tracing.close();
    const sent = collector.spans.length - seen;
    // One batch is on its way while the next ones wait.
    expect(sent).toBeLessThanOrEqual(TRACE_LIMITS.waitingMax + 512);
    expect(sent).toBeGreaterThan(0);
  });

  it('records no span after close, and an ended span does not change', async () => {
    const tracing = start();
    now += 1_000;
    const span = tracing.begin('first', 'server', null);
    span?.end({ name: 'once', attributes: {}, failed: true });
    span?.end({ name: 'twice', attributes: {}, failed: false });
    expect(span?.isOpen).toBe(false);
    await tracing.close();
    const own = collector.spans.filter(({ traceId }) => traceId === span?.traceId);
    expect(own.map(({ name, failed }) => [name, failed])).toEqual([['once', true]]);
    now += 1_000;
    expect(tracing.begin('late', 'server', null)).toBeNull();
  });
});
