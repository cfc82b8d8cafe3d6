import { describe, expect, it } from 'vitest';
import { openTracing } from '../../../../shared/node/tracing/open-tracing.ts';

const URL_OF = 'http://127.0.0.1:9';

describe('the environment variables', () => {
  it.each([
    ['no variable', {}, null],
    ['an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, null],
    ['a disabled SDK', { OTEL_EXPORTER_OTLP_ENDPOINT: URL_OF, OTEL_SDK_DISABLED: 'TRUE' }, null],
    ['no exporter', { OTEL_EXPORTER_OTLP_ENDPOINT: URL_OF, OTEL_TRACES_EXPORTER: 'none' }, null],
    [
      'another exporter',
      { OTEL_EXPORTER_OTLP_ENDPOINT: URL_OF, OTEL_TRACES_EXPORTER: 'console' },
      'OTEL_TRACES_EXPORTER must be otlp or none.',
    ],
    [
      'another protocol',
      { OTEL_EXPORTER_OTLP_ENDPOINT: URL_OF, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf.',
    ],
    [
      'an endpoint without http',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL.',
    ],
    [
      'an endpoint of traces that is no address',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '/traces', OTEL_EXPORTER_OTLP_ENDPOINT: URL_OF },
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http or https URL.',
    ],
  ])('%s gives no traces', async (_, env, problem) => {
    const reports: string[] = [];
    const tracing = await openTracing('test', env, (sentence) => reports.push(sentence));
    expect(tracing).toBeNull();
    expect(reports).toEqual(problem === null ? [] : [`There are no traces: ${problem}`]);
  });

  it.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: URL_OF },
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${URL_OF}/v1/traces`, OTEL_TRACES_EXPORTER: 'otlp' },
  ])('an endpoint gives traces', async (env) => {
    const tracing = await openTracing('test', env, () => {});
    expect(tracing).not.toBeNull();
    await tracing?.close();
  });
});
