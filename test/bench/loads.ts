import { RawClient } from './raw-client.ts';

/** What a load does on one connection: one round of requests; throws when an answer is wrong. */
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

/** Runs `round` on `connections` connections for `seconds`, after one second of warm-up. */
export async function runLoad(
  url: URL,
  connections: number,
  seconds: number,
  round: Round,
): Promise<LoadResult> {
  const clients = await Promise.all(Array.from({ length: connections }, () => RawClient.open(url)));
  let number = 0;
  let requests = 0;
  let measuring = false;
  const times: number[] = [];
  const start = performance.now();
  const end = start + (seconds + 1) * 1_000;
  let cpu = process.cpuUsage();

  async function loop(client: RawClient): Promise<void> {
    while (performance.now() < end) {
      const begun = performance.now();
      if (!measuring && begun - start > 1_000) {
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

  await Promise.all(clients.map(loop));
  const used = process.cpuUsage(cpu);
  for (const client of clients) client.close();
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
  const generatorLoad = (used.user + used.system) / 1e6 / seconds;
  return { rate: requests / seconds, p50: at(0.5), p99: at(0.99), generatorLoad };
}

export type ServiceTarget = {
  readonly basePath: string;
  readonly simulatorPath: string;
  readonly merchant: string;
  readonly secret: string;
  readonly run: string;
};

function expectStatus(status: number, wanted: number, what: string): void {
  if (status !== wanted) throw new Error(`${what} answered ${status}, not ${wanted}`);
}

/** create -> confirm -> capture -> read back, each write durable before its answer. */
export function durableFlow(target: ServiceTarget): Round {
  const headers =
    `X-Svc-Merchant: ${target.merchant}\r\nX-Svc-User: pos\r\n` +
    `Authorization: SECRET ${target.secret}\r\nContent-Type: application/json\r\n`;
  const capture = JSON.stringify({ action: 'capture' });
  return async (client, number) => {
    const body = requestBody(`${target.run}-${number}`);
    const made = await client.send('POST', `${target.basePath}/payment_request/`, headers, body);
    expectStatus(made.status, 201, 'create');
    const { id } = JSON.parse(made.body);
    const path = `${target.basePath}/payment_request/${id}/`;
    const confirm = `${target.simulatorPath}/payment_request/${id}/confirm/`;
    const json = 'Content-Type: application/json\r\n';
    expectStatus((await client.send('POST', confirm, json, '{}')).status, 204, 'confirm');
    expectStatus((await client.send('PUT', path, headers, capture)).status, 204, 'capture');
    return 3;
  };
}

/** The same body, parsed and answered by a bare handler. */
export function bareRequest(): Round {
  return async (client, number) => {
    const headers = 'Content-Type: application/json\r\n';
    const body = requestBody(`bare-${number}`);
    expectStatus((await client.send('POST', '/', headers, body)).status, 201, 'bare');
    return 1;
  };
}

function requestBody(posTid: string): string {
  return JSON.stringify({
    action: 'sale',
    currency: 'NOK',
    amount: 12_500,
    allow_credit: false,
    pos_id: 'till1',
    pos_tid: posTid,
    customer: 'msisdn:4798765432',
    text: 'Flat white and a cinnamon bun',
  });
}
