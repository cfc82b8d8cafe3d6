import type { Closing } from '../../shared/node/closing.ts';
import { type EndedRequest, requestObserver } from '../../shared/node/http/request-note.ts';
import type { Core } from './core.ts';
import type { Metrics } from './metrics.ts';
import { type NetworkDeps, requestIds } from './network.ts';
import type { ServiceOptions } from './options.ts';
import { isForShops, originOf, reachableHost } from './origins.ts';

/** The metrics, whose library is loaded only if they are served. */
export async function metricsOf({ adminListen }: ServiceOptions): Promise<Metrics | null> {
  if (adminListen === undefined) return null;
  const { createMetrics } = await import('./metrics.ts');
  return createMetrics();
}

/** Serves the metrics on their own address. Returns the address of the page, or null. */
export async function openMetrics(
  { adminListen }: ServiceOptions,
  parts: {
    readonly metrics: Metrics | null;
    readonly core: Core;
    readonly eventSockets: () => number;
    /** Gets the port, to which no callback may go. */
    readonly ports: Set<number>;
  },
  closing: Closing,
): Promise<string | null> {
  const { metrics, core, eventSockets, ports } = parts;
  if (metrics === null || adminListen === undefined) return null;
  const { store, clock } = core.deps;
  core.onPayment(metrics.onPayment);
  const sources = { store, clock, eventSockets, check: () => store.check() };
  const port = await metrics.listen(adminListen, sources, closing);
  ports.add(port);
  return `${originOf(reachableHost(adminListen.host), port)}/metrics`;
}

/** Observes requests for the log and the metrics; null without both, so that requests cost no more. */
export function observerOf(
  options: ServiceOptions,
  { deps: { ids } }: Core,
  parts: { readonly onRequest: OnRequest; readonly metrics: Metrics | null },
): NetworkDeps['observe'] {
  const readers: OnRequest[] = [];
  if (options.logRequests ?? isForShops(options)) readers.push(parts.onRequest);
  if (parts.metrics !== null) readers.push(parts.metrics.onRequest);
  if (readers.length === 0) return null;
  return requestObserver(requestIds(ids), (ended) => {
    for (const read of readers) read(ended);
  });
}

type OnRequest = (ended: EndedRequest) => void;
