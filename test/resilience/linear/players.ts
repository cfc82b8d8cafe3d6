import { createPrng, type Prng } from '../../simulation/prng.ts';
import type { TestService } from '../../support/service.ts';
import type { Received } from '../../support/wire.ts';
import { type Operation, readingOf, type Seen } from './checker.ts';

const TILL = ['captureAll', 'captureA1', 'captureA2', 'captureB1', 'release', 'abort', 'reauth'];
const REFUNDS = ['refundAll', 'refundA1', 'refundB1'];
const CUSTOMER = ['confirm', 'confirm', 'confirm', 'reject'];

/** The body of the request that a command's name stands for. */
function bodyOf(name: string): Readonly<Record<string, unknown>> {
  const [, verb = name, id = '', amount] = /^(capture|refund)(All|[AB])(\d)?$/.exec(name) ?? [];
  if (amount === undefined) return { action: verb };
  const money = { amount: Number(amount), additional_amount: 0, currency: 'NOK' };
  return { action: verb, ...money, [`${verb}_id`]: id };
}

type Summed = { readonly amount: number };
type Outcome = {
  readonly status: string;
  readonly auth_amount: number;
  readonly captures: readonly Summed[];
  readonly refunds: readonly Summed[];
};
const sumOf = (parts: readonly Summed[]) => parts.reduce((all, { amount }) => all + amount, 0);

async function seenOf(name: string, sending: Promise<Received>): Promise<Seen> {
  let reply: Received;
  try {
    reply = await sending;
  } catch {
    return { kind: 'lost' };
  }
  if (name !== 'read') return { kind: 'status', status: reply.status };
  const outcome = reply.json as Outcome;
  const [captured, refunded] = [sumOf(outcome.captures), sumOf(outcome.refunds)];
  return {
    kind: 'read',
    text: readingOf(outcome.status, outcome.auth_amount, captured, refunded),
  };
}

function sendOne(test: TestService, tid: string, name: string): Promise<Received> {
  const path = `/payment_request/${tid}/`;
  if (name === 'read') return test.secret(test.users.pos, `${path}outcome/`);
  if (name === 'confirm' || name === 'reject') {
    return test.simulator(`${path}${name}/`, { method: 'POST', body: {} });
  }
  const sent = { method: 'PUT', body: bodyOf(name) };
  // Money goes back on a signature alone.
  if (name.startsWith('refund')) return test.key(test.users.admin, path, sent);
  return test.secret(test.users.pos, path, sent);
}

function chosen(prng: Prng, client: number): string {
  if (prng.chance(0.25)) return 'read';
  if (client === 0) return prng.pick(CUSTOMER);
  return prng.pick(prng.chance(0.25) ? REFUNDS : TILL);
}

/**
 * A customer and some tills work on one payment at the same time, by real requests. The clients share the
 * services, which have one database. Time is counted in beginnings and endings: what ended before another
 * began is known to be earlier.
 */
export async function playHistory(
  services: readonly [TestService, ...TestService[]],
  seed: number,
  { clients, each, losses }: { clients: number; each: number; losses: number },
): Promise<readonly Operation[]> {
  const prng = createPrng(seed);
  const [test] = services;
  const serviceOf = (client: number) => services[client % services.length] ?? test;
  const tid = await test.payment({ amount: 2, pos_tid: `linear-${seed}-${losses}-${clients}` });
  const msisdn = test.ready.customers[0]?.msisdn ?? '';
  await test.service.simulator.claim(tid, msisdn);
  if (losses > 0) {
    const [path_regexp, method] = [tid, 'PUT'];
    const act = prng.chance(0.5) ? 'drop_after' : 'drop_before';
    for (const { service } of services) {
      service.simulator.addFault({ path_regexp, method, act, times: losses });
    }
  }
  const history: Operation[] = [];
  let time = 0;
  const tick = () => {
    time += 1;
    return time;
  };

  async function play(client: number): Promise<void> {
    const own = prng.fork(`client ${client}`);
    for (let turn = 0; turn < each; turn += 1) {
      // The customer comes first more often than not, or most of it would be refusals.
      const name = client === 0 && turn === 0 ? 'confirm' : chosen(own, client);
      const began = tick();
      const seen = await seenOf(name, sendOne(serviceOf(client), tid, name));
      history.push({ client, name, began, ended: tick(), seen });
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, client) => play(client)));
  for (const { service } of services) service.simulator.clearFaults();
  // Each service reads the end, also one that took part in no change.
  for (const [at, service] of services.entries()) {
    const began = tick();
    const seen = await seenOf('read', sendOne(service, tid, 'read'));
    history.push({ client: clients + at, name: 'read', began, ended: tick(), seen });
  }
  return history;
}

/** A history as a person reads it, for a test that fails. */
export function written(history: readonly Operation[]): string {
  const saw = ({ seen }: Operation) =>
    seen.kind === 'status' ? seen.status : seen.kind === 'read' ? seen.text : 'lost';
  return history
    .map((one) => `${one.began}-${one.ended} client ${one.client} ${one.name}: ${saw(one)}`)
    .join('\n');
}
