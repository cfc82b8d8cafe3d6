import { takePort } from '../../support/free-port.ts';
import { audit } from '../kill-services/audit.ts';
import { startLoad } from '../kill-services/load.ts';
import { openPlace } from '../kill-services/place.ts';
import { sold, startReceiver } from '../kill-services/run-kills.ts';
import { createKillableService, type KillableService } from '../kill-services/services.ts';
import { demoShop, otherShop } from '../kill-services/shops.ts';
import { startBalancer } from './balancer.ts';
import { laterVersion } from './versions.ts';

export type UpgradeReport = {
  /** Processes that were replaced by one of another version. */
  readonly replaced: number;
  readonly requests: number;
  /** Requests that were sent again, by what the client got: a status, or `no reply`. */
  readonly repeated: Readonly<Record<string, number>>;
  /** How often one request was sent, at most. */
  readonly tries: number;
  readonly sales: number;
  readonly captured: number;
  readonly findings: readonly string[];
};

export type UpgradeOptions = {
  /** How often both processes are replaced. */
  readonly rounds: number;
  readonly lanes: number;
  readonly leases: 'waited for' | 'ended';
};

/** Sales of each mixture of versions, before the next process is replaced. */
const SALES_BETWEEN = 5;

/**
 * Sells on two services behind one address, and replaces them again and again, one after the other, by
 * another version while tills sell. Audits the result.
 */
export async function runUpgrades(options: UpgradeOptions): Promise<UpgradeReport> {
  const { rounds, lanes, leases } = options;
  const place = await openPlace('postgres');
  const receiver = await startReceiver();
  let version = laterVersion(0);
  // The balancer does not know when a service stops: it goes on to forward to its port, on which no other
  // program may listen.
  const own = [await takePort(), await takePort()];
  const services = own.map((port) => createKillableService(place.args, () => version, port));
  const ports = new Map<KillableService, number>();
  const begin = async (service: KillableService) => {
    await service.start();
    ports.set(service, Number(new URL(service.ready()?.base_url ?? '').port));
  };
  const balancer = await startBalancer(() => [...ports.values()]);
  const tally = { requests: 0, tries: 0, replaced: 0, repeated: new Map<string, number>() };
  const front: KillableService = {
    ready() {
      const ready = services.map((one) => one.ready()).find((one) => one !== null);
      if (ready == null) return null;
      const behind = (url: string) => {
        const address = new URL(url);
        address.port = String(balancer.port);
        return address.href.replace(/\/$/, '');
      };
      const { base_url, simulator_url } = ready;
      return { ...ready, base_url: behind(base_url), simulator_url: behind(simulator_url) };
    },
    replied(status, tries) {
      tally.tries = Math.max(tally.tries, tries);
      if (status !== null && status < 500) {
        tally.requests += 1;
        return;
      }
      const got = status === null ? 'no reply' : String(status);
      tally.repeated.set(got, (tally.repeated.get(got) ?? 0) + 1);
    },
    start: async () => {},
    kill: async () => {},
    stop: async () => {},
  };
  try {
    await Promise.all(services.map(begin));
    const load = startLoad([front], [demoShop, otherShop], lanes, receiver.url);
    const sell = async () => {
      const before = load.sales.length;
      await sold(() => load.sales.length >= before + SALES_BETWEEN);
    };
    await sell();
    for (let round = 1; round <= rounds; round += 1) {
      version = laterVersion(round);
      for (const service of services) {
        await service.stop();
        await begin(service);
        tally.replaced += 1;
        await sell();
      }
    }
    await load.finish();
    const endLeases = async () => {
      await place.endLeases?.();
      await load.another();
    };
    const ended = leases === 'ended' ? endLeases : null;
    const findings = await audit([front], load.sales, receiver.url, receiver.heard, ended);
    const wrong = [...tally.repeated.keys()].filter((got) => !REPEATABLE.includes(got));
    return {
      ...{ replaced: tally.replaced, requests: tally.requests, tries: tally.tries },
      repeated: Object.fromEntries(tally.repeated),
      sales: load.sales.length,
      captured: load.sales.filter((sale) => sale.captured).length,
      findings: [...findings, ...wrong.map((got) => `a request was answered ${got}`)],
    };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await balancer.close();
    receiver.close();
    await place.remove();
  }
}

/** What a client repeats: a closed or refused connection, and a 503. */
const REPEATABLE: readonly string[] = ['no reply', '503'];
