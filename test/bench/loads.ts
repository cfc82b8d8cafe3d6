import { RawClient } from './raw-client.ts';
import { percentile } from './report.ts';
import { type ProcessorTime, processorTimeOf } from './server-process.ts';

/** Sends one round of requests on one connection. Returns the number of requests. */
export type Round = (client: RawClient, number: number) => Promise<number>;

export type LoadResult = {
  /** Requests per second. */
  readonly rate: number;
  /** Milliseconds per round. */
  readonly p50: number;
  readonly p99: number;
  /** Share of one core that this process used. Near 1, the load generator limited the rate. */
  readonly generatorLoad: number;
  /** What the server needed for one request; null without its process, or if it is not known. */
  readonly serverTime: ProcessorTime | null;
};

/** Seconds of warm-up for a server that was under load before. */
export const SHORT_WARM_UP = 1;

/**
 * Seconds of warm-up for a new server. During this time V8's compilers use a fifth of the processor.
 * The bench does not count them, because a service runs for weeks.
 */
export const WARM_UP = 4;

/** The same for each of several new processes that share the cores: each request takes longer there. */
export const WARM_UP_SHARED = 8;

type LoadOptions = {
  readonly connections: number;
  readonly seconds: number;
  /** Seconds before the measurement. */
  readonly warmUp?: number;
  /** The process whose processor time is measured. */
  readonly server?: number;
};

/** Runs `round` on some connections for some seconds, after the warm-up. */
export async function runLoad(
  url: URL,
  round: Round,
  { connections, seconds, warmUp = WARM_UP, server }: LoadOptions,
): Promise<LoadResult> {
  const clients = await Promise.all(Array.from({ length: connections }, () => RawClient.open(url)));
  let number = 0;
  let requests = 0;
  let measuring = false;
  const times: number[] = [];
  const start = performance.now();
  const end = start + (seconds + warmUp) * 1_000;
  let cpu = process.cpuUsage();
  const timeOfServer = () => (server === undefined ? null : processorTimeOf(server));
  let before = timeOfServer();

  async function loop(client: RawClient): Promise<void> {
    while (performance.now() < end) {
      const begun = performance.now();
      if (!measuring && begun - start > warmUp * 1_000) {
        measuring = true;
        cpu = process.cpuUsage();
        before = timeOfServer();
      }
      number += 1;
      const made = await round(client, number);
      if (!measuring) continue;
      requests += made;
      times.push(performance.now() - begun);
    }
  }

  let after: ProcessorTime | null = null;
  try {
    await Promise.all(clients.map(loop));
    after = timeOfServer();
  } finally {
    for (const client of clients) client.close();
  }
  const used = process.cpuUsage(cpu);
  const generatorLoad = (used.user + used.system) / 1e6 / seconds;
  const rate = requests / seconds;
  const serverTime = perRequest(before, after, requests);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return { rate, p50, p99, generatorLoad, serverTime };
}

function perRequest(
  before: ProcessorTime | null,
  after: ProcessorTime | null,
  requests: number,
): ProcessorTime | null {
  if (before === null || after === null) return null;
  const of = (part: keyof ProcessorTime) => (after[part] - before[part]) / requests;
  return { user: of('user'), system: of('system') };
}

export type ServiceTarget = {
  readonly basePath: string;
  readonly simulatorPath: string;
  readonly merchant: string;
  readonly secret: string;
  /** Id of the user. The default is the till of the demo shop. */
  readonly user?: string;
  readonly run: string;
};

function expectStatus(status: number, wanted: number, what: string): void {
  if (status !== wanted) throw new Error(`${what} answered ${status}, not ${wanted}`);
}

/** Headers of a request that the till authenticates with its secret. */
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
  /** Called with the tid of each payment after the service acknowledged its capture. */
  readonly captured?: (tid: string) => void;
};

/** Create, confirm and capture a payment, and read it back if asked. Each write is durable. */
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

/** Creates a payment and returns its tid. */
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

export async function createPos(
  client: RawClient,
  target: ServiceTarget,
  number: number,
): Promise<void> {
  const body = JSON.stringify({ id: `${target.run}-${number}`, name: 'Till', type: 'store' });
  const made = await client.send('POST', `${target.basePath}/pos/`, secretHeaders(target), body);
  expectStatus(made.status, 201, 'POS');
}

/** Approves the payment as the customer, through the simulator. */
export async function confirmPayment(
  client: RawClient,
  target: ServiceTarget,
  tid: string,
): Promise<void> {
  const path = `${target.simulatorPath}/payment_request/${tid}/confirm/`;
  expectStatus((await client.send('POST', path, JSON_TYPE, '{}')).status, 204, 'confirm');
}

/** Reads the outcomes of `tids` in turn. */
export function outcomePoll(target: ServiceTarget, tids: readonly string[]): Round {
  const headers = secretHeaders(target);
  return async (client, number) => {
    const tid = tids[number % tids.length] ?? '';
    const path = `${target.basePath}/payment_request/${tid}/outcome/`;
    expectStatus((await client.send('GET', path, headers, '')).status, 200, 'outcome');
    return 1;
  };
}

/** Repeats the creations of these payments in turn, with an identical body: idempotent replays. */
export function replay(target: ServiceTarget, posTids: readonly string[]): Round {
  const headers = secretHeaders(target);
  const path = `${target.basePath}/payment_request/`;
  return async (client, number) => {
    const body = requestBody(posTids[number % posTids.length] ?? '');
    expectStatus((await client.send('POST', path, headers, body)).status, 200, 'replay');
    return 1;
  };
}

/** Sends GET requests to `paths` in turn; `headersOf` gives the headers by the index of the path. */
export function getAgain(paths: readonly string[], headersOf: (index: number) => string): Round {
  return async (client, number) => {
    const index = number % paths.length;
    const reply = await client.send('GET', paths[index] ?? '/', headersOf(index), '');
    expectStatus(reply.status, 200, paths[index] ?? '/');
    return 1;
  };
}

/** Sends the body of a creation to a ceiling, which parses it and answers. */
export function bareRequest(): Round {
  return async (client, number) => {
    const body = requestBody(`bare-${number}`);
    expectStatus((await client.send('POST', '/', JSON_TYPE, body)).status, 201, 'bare');
    return 1;
  };
}

/** Sends a GET to a ceiling, which answers with a constant body. */
export function bareRead(): Round {
  return async (client) => {
    expectStatus((await client.send('GET', '/', '', '')).status, 201, 'bare');
    return 1;
  };
}

/** MSISDN of the demo's customer. Every payment request of a load is for this customer. */
export const CUSTOMER = '4798765432';

/** Body of a payment request as a till sends it. */
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
