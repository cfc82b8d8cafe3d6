import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Closing } from '../../shared/node/closing.ts';
import { listenOn } from '../../shared/node/http/listener.ts';
import type { EndedRequest } from '../../shared/node/http/request-note.ts';
import { productVersion } from '../../shared/node/version.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { CODE, statusOf } from '../../shared/protocol/status-codes.ts';
import { type Clock, SECOND } from '../../shared/time/clock.ts';
import { READINESS_REASONS, type Readiness } from '../api/readiness.ts';
import { BUDGETED, type Budgeted } from '../merchants/shop-budgets.ts';
import type { EndedEmail } from '../receipts/mailer.ts';
import { PERIOD_PROBLEMS } from '../store/period-store.ts';
import type { Store } from '../store/store.ts';
import type { StoreWatch } from '../store/store-watch.ts';
import type { DiskSpace } from './disk-space.ts';
import { type Observe, SeriesHistogram } from './histogram.ts';
import { UNMATCHED_AFTER } from './operator/state.ts';

const METRICS_PATH = '/metrics';

/** Parts of the running service that a scrape reads. */
export type MetricsSources = {
  readonly store: Store;
  readonly clock: Clock;
  readonly eventSockets: () => number;
  readonly readiness: Pick<Readiness, 'reasons'>;
  readonly disk: () => Promise<DiskSpace | null>;
  /** Milliseconds by which the doubted clock is ahead; 0 for a trusted one. */
  readonly clockDoubted: () => number;
};

export interface Metrics {
  readonly watch: StoreWatch;
  readonly onRequest: (ended: EndedRequest) => void;
  readonly onPayment: (payment: Payment) => void;
  readonly onEmail: (ended: EndedEmail) => void;
  readonly onFull: (kind: Budgeted) => void;
  /** Serves `GET /metrics` and nothing else on its own address; returns the port. */
  listen(
    address: { readonly host: string; readonly port: number },
    sources: MetricsSources,
    closing: Closing,
  ): Promise<number>;
}

const REQUEST_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];
const STORE_BUCKETS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

let processRegistry: Registry | null = null;

/** Memory, processor, event loop and garbage collection: once for each process, because they observe it. */
function ofProcess(): Registry {
  if (processRegistry === null) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** The metrics of one service, in Prometheus' text format. Each process has its own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'tillkit_build_info',
    help: 'Always 1; the version of the product and of Node.js as labels.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: productVersion(), node: process.version }, 1);
  const requests = new SeriesHistogram({
    name: 'tillkit_http_request_seconds',
    help: 'Requests by method, route and status, and their duration.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const commits = new SeriesHistogram({
    name: 'tillkit_store_commit_seconds',
    help: 'Group commits of the store, and their duration.',
    buckets: STORE_BUCKETS,
    registers,
  });
  const batches = new SeriesHistogram({
    name: 'tillkit_store_commit_writes',
    help: 'Writes that shared one group commit.',
    buckets: BATCH_BUCKETS,
    registers,
  });
  const calls = new SeriesHistogram({
    name: 'tillkit_store_call_seconds',
    help: 'Calls of the store by method, with the time in which they waited for a commit.',
    labelNames: ['method'],
    buckets: STORE_BUCKETS,
    registers,
  });
  const payments = new Counter({
    name: 'tillkit_payments_total',
    help: 'Payments of this process that have reached a state.',
    labelNames: ['state'],
    registers,
  });
  const emails = new Counter({
    name: 'tillkit_receipt_emails_total',
    help: 'Receipts that this process has given to the mail server, or given up, by result.',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['sent', 'failed'] satisfies EndedEmail[]) emails.inc({ result }, 0);
  const refusals = new Counter({
    name: 'tillkit_quota_refusals_total',
    help: 'Requests that this process refused because their shop has handed over its quota of a day, by kind.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of BUDGETED) refusals.inc({ kind }, 0);
  const commitTime = commits.series({});
  const commitWrites = batches.series({});
  const requestSeries = new Map<string, Observe>();
  return {
    watch: {
      onCommit(writes, duration) {
        commitTime(duration / SECOND);
        commitWrites(writes);
      },
      onCall(method) {
        let observe: Observe | null = null;
        return (duration) => {
          observe ??= calls.series({ method });
          observe(duration / SECOND);
        };
      },
    },
    onRequest({ method, route, status, duration }) {
      const key = `${method} ${status} ${route}`;
      let observe = requestSeries.get(key);
      if (observe === undefined) {
        observe = requests.series({ method, route, status });
        requestSeries.set(key, observe);
      }
      observe(duration / SECOND);
    },
    onPayment: ({ code }) => payments.inc({ state: statusOf(code) }),
    onEmail: (result) => emails.inc({ result }),
    onFull: (kind) => refusals.inc({ kind }),
    listen(address, sources, closing) {
      const refresh = stateGauges(registry, sources);
      return serve(Registry.merge([registry, ofProcess()]), refresh, address, closing);
    },
  };
}

/**
 * Gauges of the service's state. The returned function reads them from the store before each scrape; they
 * keep their values when the store cannot be read.
 */
function stateGauges(registry: Registry, sources: MetricsSources): () => Promise<void> {
  const { store, clock, eventSockets, readiness, disk, clockDoubted } = sources;
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `tillkit_${name}`, help, labelNames, registers });
  const live = gauge('payments_live', 'Payments that are waiting or approved, by state.', [
    'state',
  ]);
  const unmatched = gauge(
    'results_unmatched',
    'Payments approved and older than 15 minutes that no till has captured or released.',
  );
  const open = gauge('callbacks_open', 'Callbacks that are due now or later.');
  const oldest = gauge(
    'callbacks_oldest_due_seconds',
    'Time since the oldest callback that is due fell due; 0 if none is due.',
  );
  const failing = gauge('callbacks_failing_hosts', 'Hosts with an open callback that failed.');
  const silent = gauge(
    'tills_silent',
    'Tills that were not heard for longer than the limit of their shop, of all shops.',
  );
  const books = gauge(
    'period_problems',
    'Closed periods of all shops that do not fit what their till handed over, by kind, until they are put aside.',
    ['kind'],
  );
  const emails = gauge('receipt_emails_waiting', 'Receipts that wait to be sent by e-mail.');
  const sockets = gauge('event_sockets', 'Open event sockets of this process.');
  const doubted = gauge(
    'clock_doubted_seconds',
    'By how much the doubted clock is ahead of the newest commit; negative: behind; 0: trusted.',
  );
  const ready = gauge('ready', '1 if the service does its work, otherwise 0.');
  const notReady = gauge('not_ready', '1 for each reason why the service is not ready.', [
    'reason',
  ]);
  const available = gauge(
    'data_disk_available_bytes',
    'Free bytes of the file system with the data directory, for the user of the service.',
  );
  const size = gauge('data_disk_size_bytes', 'Size of the file system with the data directory.');
  const stored = gauge(
    'store_bytes',
    'Bytes of all that the database has stored, of all processes.',
  );
  return async () => {
    const space = await disk();
    if (space !== null) {
      available.set(space.available);
      size.set(space.size);
    }
    sockets.set(eventSockets());
    doubted.set(clockDoubted() / SECOND);
    const against = (await readiness.reasons()).map(({ reason }) => reason);
    ready.set(against.length === 0 ? 1 : 0);
    for (const reason of READINESS_REASONS) {
      notReady.set({ reason }, against.includes(reason) ? 1 : 0);
    }
    const now = clock.now();
    const read = await Promise.all([
      store.payments.live(now - UNMATCHED_AFTER),
      store.deliveries.backlog(),
      store.tillStatus.silentInAll(),
      store.receipts.waiting(),
      store.size(),
      store.periods.problemsInAll(),
    ]).catch(() => null);
    if (read === null) return;
    const [rows, backlog, silentTills, waitingEmails, bytes, problems] = read;
    stored.set(bytes);
    emails.set(waitingEmails);
    for (const kind of PERIOD_PROBLEMS) books.set({ kind }, problems.get(kind) ?? 0);
    silent.set(silentTills);
    live.reset();
    for (const { code, count } of rows)
      live.inc({ state: code === CODE.auth ? 'auth' : 'pending' }, count);
    unmatched.set(rows.find(({ code }) => code === CODE.auth)?.old ?? 0);
    open.set(backlog.open);
    failing.set(backlog.failingHosts);
    const { oldestDue } = backlog;
    oldest.set(oldestDue === null ? 0 : Math.max(0, now - oldestDue) / SECOND);
  };
}

async function serve(
  registry: Registry,
  refresh: () => Promise<void>,
  { host, port }: { readonly host: string; readonly port: number },
  closing: Closing,
): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url !== METRICS_PATH || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    const text = refresh().then(() => registry.metrics());
    text.then(
      (body) => response.writeHead(200, { 'content-type': registry.contentType }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  const listening = await listenOn(server, host, port);
  closing.add(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return listening;
}
