import { RawClient } from './raw-client.ts';
import { percentile } from './report.ts';

/** What a load does on one connection: one round of requests; answers how many they were. */
export type Round = (client: RawClient, number: number) => Promise<number>;

export type LoadResult = {
  /** Requests per second. */
  readonly rate: number;
  /** Milliseconds per round. */
  readonly p50: number;
  readonly p99: number;
  /** Share of one core that this process used: near 1 the figure is the generator's own. */
  readonly generatorLoad: number;
};

/** Seconds that are not counted where a server has been under load before. */
export const WARM_AGAIN = 1;

/**
 * Seconds that are not counted of a server that is new: so long the engine's compilers take a fifth
 * of the processor, and a service runs for weeks.
 */
const WARM_UP = 4;

/** Runs `round` on `connections` connections for `seconds`, after the warm-up. */
export async function runLoad(
  url: URL,
  connections: number,
  seconds: number,
  round: Round,
  warmUp = WARM_UP,
): Promise<LoadResult> {
  const clients = await Promise.all(Array.from({ length: connections }, () => RawClient.open(url)));
  let number = 0;
  let requests = 0;
  let measuring = false;
  const times: number[] = [];
  const start = performance.now();
  const end = start + (seconds + warmUp) * 1_000;
  let cpu = process.cpuUsage();

  async function loop(client: RawClient): Promise<void> {
    while (performance.now() < end) {
      const begun = performance.now();
      if (!measuring && begun - start > warmUp * 1_000) {
        measuring = true;
        cpu = process.cpuUsage();
      }
      number += 1;
      const made = await round(client, number);
      if (!measuring) continue;
      requests += made;
      times.push(performance.now() - begun);
    }
  }

  try {
    await Promise.all(clients.map(loop));
  } finally {
    for (const client of clients) client.close();
  }
  const used = process.cpuUsage(cpu);
  const generatorLoad = (used.user + used.system) / 1e6 / seconds;
  const rate = requests / seconds;
  return { rate, p50: percentile(times, 0.5), p99: percentile(times, 0.99), generatorLoad };
}

export type ServiceTarget = {
  readonly basePath: string;
  readonly simulatorPath: string;
  readonly merchant: string;
  readonly secret: string;
  /** Id of the user; the demo shop's till where it is left out. */
  readonly user?: string;
  readonly run: string;
};

function expectStatus(status: number, wanted: number, what: string): void {
  if (status !== wanted) throw new Error(`${what} answered ${status}, not ${wanted}`);
}

/** Headers of a call with the till's secret. */
export function secretHeaders({ merchant, secret, user = 'pos' }: ServiceTarget): string {
  return (
    `X-Svc-Merchant: ${merchant}\r\nX-Svc-User: ${user}\r\n` +
    `Authorization: SECRET ${secret}\r\nContent-Type: application/json\r\n`
  );
}

const JSON_TYPE = 'Content-Type: application/json\r\n';
const CAPTURE = JSON.stringify({ action: 'capture' });

export type FlowOptions = {
  /** Reads the payment back at the end: a fourth request. */
  readonly readBack?: boolean;
  /** Called with every payment whose capture was acknowledged. */
  readonly captured?: (tid: string) => void;
};

/** create -> confirm -> capture (-> read back), each write durable before its answer. */
export function durableFlow(target: ServiceTarget, options: FlowOptions = {}): Round {
  const headers = secretHeaders(target);
  return async (client, number) => {
    const tid = await createPayment(client, target, number);
    await confirmPayment(client, target, tid);
    const path = `${target.basePath}/payment_request/${tid}/`;
    expectStatus((await client.send('PUT', path, headers, CAPTURE)).status, 204, 'capture');
    options.captured?.(tid);
    if (options.readBack !== true) return 3;
    expectStatus((await client.send('GET', path, headers, '')).status, 200, 'read');
    return 4;
  };
}

/** Creates a payment; answers its tid. */
export async function createPayment(
  client: RawClient,
  target: ServiceTarget,
  number: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const body = requestBody(`${target.run}-${number}`, more);
  const path = `${target.basePath}/payment_request/`;
  const made = await client.send('POST', path, secretHeaders(target), body);
  expectStatus(made.status, 201, 'create');
  return JSON.parse(made.body).id;
}

/** Creates a POS. */
export async function createPos(
  client: RawClient,
  target: ServiceTarget,
  number: number,
): Promise<void> {
  const body = JSON.stringify({ id: `${target.run}-${number}`, name: 'Till', type: 'store' });
  const made = await client.send('POST', `${target.basePath}/pos/`, secretHeaders(target), body);
  expectStatus(made.status, 201, 'POS');
}

/** The customer approves. */
export async function confirmPayment(
  client: RawClient,
  target: ServiceTarget,
  tid: string,
): Promise<void> {
  const path = `${target.simulatorPath}/payment_request/${tid}/confirm/`;
  expectStatus((await client.send('POST', path, JSON_TYPE, '{}')).status, 204, 'confirm');
}

/** The outcome of one of `tids`, over and over. */
export function outcomePoll(target: ServiceTarget, tids: readonly string[]): Round {
  const headers = secretHeaders(target);
  return async (client, number) => {
    const tid = tids[number % tids.length] ?? '';
    const path = `${target.basePath}/payment_request/${tid}/outcome/`;
    expectStatus((await client.send('GET', path, headers, '')).status, 200, 'outcome');
    return 1;
  };
}

/** One of the first `count` creations again, word for word. */
export function replay(target: ServiceTarget, count: number): Round {
  const headers = secretHeaders(target);
  const path = `${target.basePath}/payment_request/`;
  return async (client, number) => {
    const body = requestBody(`${target.run}-${(number % count) + 1}`);
    expectStatus((await client.send('POST', path, headers, body)).status, 200, 'replay');
    return 1;
  };
}

/** A GET with these headers, over and over. */
export function getAgain(paths: readonly string[], headersOf: (index: number) => string): Round {
  return async (client, number) => {
    const index = number % paths.length;
    const reply = await client.send('GET', paths[index] ?? '/', headersOf(index), '');
    expectStatus(reply.status, 200, paths[index] ?? '/');
    return 1;
  };
}

/** The same body, parsed and answered by a bare handler. */
export function bareRequest(): Round {
  return async (client, number) => {
    const body = requestBody(`bare-${number}`);
    expectStatus((await client.send('POST', '/', JSON_TYPE, body)).status, 201, 'bare');
    return 1;
  };
}

/** A bare handler that answers the same few bytes to a GET. */
export function bareRead(): Round {
  return async (client) => {
    expectStatus((await client.send('GET', '/', '', '')).status, 201, 'bare');
    return 1;
  };
}

/** The demo's customer, to whom every request of a load is sent. */
export const CUSTOMER = '4798765432';

/** A request for a payment, as a till sends it. */
export function requestBody(posTid: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    action: 'sale',
    currency: 'NOK',
    amount: 12_500,
    allow_credit: false,
    pos_id: 'till1',
    pos_tid: posTid,
    customer: `msisdn:${CUSTOMER}`,
    text: 'Flat white and a cinnamon bun',
    ...more,
  });
}
