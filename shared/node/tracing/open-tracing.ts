import type { Environment, Tracing } from './tracing.ts';

/**
 * Opens the traces if the standard variables of OpenTelemetry request them: an OTLP endpoint, and
 * neither `OTEL_SDK_DISABLED` nor another `OTEL_TRACES_EXPORTER`. Otherwise returns null and loads
 * nothing. A value that cannot be used is reported, and there are no traces.
 */
export async function openTracing(
  service: string,
  env: Environment,
  report: (sentence: string) => void,
): Promise<Tracing | null> {
  const url = endpointOf(env, report);
  if (url === null) return null;
  const { startExport } = await import('./otlp-export.ts');
  return startExport({ url, service, env, report, now: () => performance.now() });
}

function endpointOf(env: Environment, report: (sentence: string) => void): string | null {
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? '';
  const common = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '';
  if ((own === '' && common === '') || /^true$/i.test(env.OTEL_SDK_DISABLED ?? '')) return null;
  const exporter = env.OTEL_TRACES_EXPORTER ?? '';
  if (exporter === 'none') return null;
  const protocol =
    env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf';
  if (exporter !== '' && exporter !== 'otlp') {
    report('There are no traces: OTEL_TRACES_EXPORTER must be otlp or none.');
  } else if (protocol !== 'http/protobuf') {
    report('There are no traces: OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf.');
  } else {
    const url = URL.parse(own === '' ? `${common.replace(/\/$/, '')}/v1/traces` : own);
    if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
    const name = own === '' ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
    report(`There are no traces: ${name} must be an http or https URL.`);
  }
  return null;
}
