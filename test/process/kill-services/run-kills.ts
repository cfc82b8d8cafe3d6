import { createServer } from 'node:http';
import { LAST_RESORT } from '../../support/last-resort.ts';
import type { StoreKind } from '../../support/stores.ts';
import { audit, type HeardCallbacks } from './audit.ts';
import { startLoad } from './load.ts';
import { openPlace, type Place } from './place.ts';
import { createKillableService, type KillableService } from './services.ts';
import { openShops } from './shops.ts';

export type ServiceKillReport = {
  readonly faults: Readonly<Record<Fault, number>>;
  readonly sales: number;
  readonly captured: number;
  readonly findings: readonly string[];
};

/** What is done to a service or its database while it works. */
export type Fault = 'kill' | 'cut' | 'restart' | 'freeze' | 'failover';

export type KillOptions = {
  readonly store: StoreKind | 'cluster';
  /** The number of services on one database; the embedded one has one. */
  readonly processes: number;
  /** One after the other, at random moments. */
  readonly faults: readonly Fault[];
  readonly lanes: number;
  /**
   * Merchants that share the lanes. The tills of one merchant write to the same ledger accounts, those of
   * several merchants do not.
   */
  readonly shops: number;
  /** The leases of a killed process: whether the run waits for their end, or ends them. */
  readonly leases: 'waited for' | 'ended';
  /** Longest time for which the database server is stopped, in milliseconds. */
  readonly freezeMax: number;
};

/** Longest time between two faults, in milliseconds. */
const PAUSE_MAX = 800;

/** Sells on services that are killed, on a database whose connections are cut, and audits the result. */
export async function runServiceKills(options: KillOptions): Promise<ServiceKillReport> {
  const { store, processes, faults, lanes, leases } = options;
  const place = await openPlace(store);
  const receiver = await startReceiver();
  const services = Array.from({ length: processes }, () => createKillableService(place.args));
  try {
    const shops = await openShops(options.shops, place.args);
    // The services start together, so that the first start of a database is tested for races too.
    await Promise.all(services.map((service) => service.start()));
    const load = startLoad(services, shops, lanes, receiver.url);
    for (const fault of faults) {
      const before = load.sales.length;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MAX));
      await cause(fault, services, place, options.freezeMax);
      await sold(() => load.sales.length > before);
    }
    await load.finish();
    const { url, heard } = receiver;
    const endLeases = async () => {
      await place.endLeases?.();
      // A process that writes about a sale also checks for other due messages; otherwise it checks once a
      // minute.
      await load.another();
    };
    const findings = await audit(
      services,
      load.sales,
      url,
      heard,
      leases === 'ended' ? endLeases : null,
    );
    const captured = load.sales.filter((sale) => sale.captured).length;
    const count = (kind: Fault) => faults.filter((fault) => fault === kind).length;
    const counts = {
      ...{ kill: count('kill'), cut: count('cut') },
      ...{ restart: count('restart'), freeze: count('freeze'), failover: count('failover') },
    };
    return { faults: counts, sales: load.sales.length, captured, findings };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    receiver.close();
    await place.remove();
  }
}

async function cause(
  fault: Fault,
  services: readonly KillableService[],
  place: Place,
  freezeMax: number,
) {
  switch (fault) {
    case 'kill': {
      const victim = services[Math.floor(Math.random() * services.length)];
      await victim?.kill();
      await victim?.start();
      return;
    }
    case 'cut':
      place.cut?.();
      return;
    case 'restart':
      await place.restart?.();
      return;
    case 'freeze':
      await place.freeze?.(Math.random() * freezeMax);
      return;
    case 'failover':
      await place.failover?.();
  }
}

/** Selling continues between two faults; otherwise the run would show nothing. */
export async function sold(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + LAST_RESORT; !holds(); ) {
    if (Date.now() > end) throw new Error('nothing is sold any more');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Receives callbacks, and remembers the ids of the messages about each event. */
export async function startReceiver() {
  const heard = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      const { meta } = JSON.parse(text);
      const tid = /payment_request\/([^/]+)\//.exec(meta.uri)?.[1];
      const what = `${tid} ${meta.event}`;
      heard.set(what, (heard.get(what) ?? new Set()).add(meta.id));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    heard: (): HeardCallbacks => heard,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
