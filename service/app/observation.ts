import type { Logger } from 'pino';
import type { Closing } from '../../shared/node/closing.ts';
import {
  type EndedRequest,
  requestObserver,
  upgradeObserver,
} from '../../shared/node/http/request-note.ts';
import { openTracing } from '../../shared/node/tracing/open-tracing.ts';
import type { Environment, Tracing } from '../../shared/node/tracing/tracing.ts';
import type { Readiness } from '../api/readiness.ts';
import type { Core } from './core.ts';
import type { ReadDisk } from './disk-space.ts';
import type { Metrics } from './metrics.ts';
import { type NetworkDeps, requestIds } from './network.ts';
import { AdminListenFailed, type ServiceOptions } from './options.ts';
import { isForShops, originOf, reachableHost } from './origins.ts';

/**
 * The metrics if they are served, and the traces if the environment requests them; each loads its library
 * only then. Problems of the traces go to the log.
 */
export async function openObservers(
  { adminListen }: ServiceOptions,
  env: Environment | undefined,
  log: Logger,
  closing: Closing,
): Promise<{ readonly metrics: Metrics | null; readonly tracing: Tracing | null }> {
  const metrics = adminListen === undefined ? null : (await import('./metrics.ts')).createMetrics();
  const report = (sentence: string) => log.warn(sentence);
  const tracing = await openTracing('tillkit-service', env ?? process.env, report);
  if (tracing !== null) closing.add(() => tracing.close());
  return { metrics, tracing };
}

/** Serves the metrics on their own address. Returns the address of the page, or null. */
export async function openMetrics(
  { adminListen }: ServiceOptions,
  parts: {
    readonly metrics: Metrics | null;
    readonly core: Core;
    readonly eventSockets: () => number;
    readonly readiness: Readiness;
    readonly disk: ReadDisk;
    /** Gets the port, to which no callback may go. */
    readonly ports: Set<number>;
  },
  closing: Closing,
): Promise<string | null> {
  const { metrics, core, eventSockets, readiness, ports, disk } = parts;
  if (metrics === null || adminListen === undefined) return null;
  const { store, clock } = core.deps;
  core.onPayment(metrics.onPayment);
  core.onEmail(metrics.onEmail);
  core.deps.budgets.onFull(metrics.onFull);
  const space = () => disk(core.path);
  const clockDoubted = () => core.timeGuard.doubted();
  const sources = { store, clock, eventSockets, readiness, disk: space, clockDoubted };
  const port = await metrics.listen(adminListen, sources, closing).catch((error: unknown) => {
    throw new AdminListenFailed(error);
  });
  ports.add(port);
  return `${originOf(reachableHost(adminListen.host), port)}/metrics`;
}

/**
 * Observes requests and upgrades for the log, the metrics and the traces; null without all of them, so
 * that requests cost no more.
 */
export function observerOf(
  options: ServiceOptions,
  { deps: { ids } }: Core,
  parts: {
    readonly onRequest: OnRequest;
    readonly metrics: Metrics | null;
    readonly tracing: Tracing | null;
  },
): NetworkDeps['observe'] {
  const readers: OnRequest[] = [];
  if (options.logRequests ?? isForShops(options)) readers.push(parts.onRequest);
  if (parts.metrics !== null) readers.push(parts.metrics.onRequest);
  const { tracing } = parts;
  if (readers.length === 0 && tracing === null) return null;
  const onEnd: OnRequest = (ended) => {
    for (const read of readers) read(ended);
  };
  const nextId = requestIds(ids);
  return {
    request: requestObserver(nextId, onEnd, tracing),
    upgrade: upgradeObserver(nextId, onEnd),
  };
}

type OnRequest = (ended: EndedRequest) => void;
