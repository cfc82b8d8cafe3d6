import type { Reply } from '../../shared/node/http/reply.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { headerNames } from '../../shared/protocol/headers.ts';
import { SVC_PROFILE } from '../../shared/protocol/media.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { Auditor } from './auditor.ts';
import { type CallSeen, callOf } from './calls-seen.ts';
import { type FaultState, REQUEST_FAULTS } from './faults.ts';
import type { Prng } from './prng.ts';
import { ORIGIN, type SimService } from './service.ts';
import type { VirtualTime } from './virtual-time.ts';

export type NetworkParts = {
  readonly time: VirtualTime;
  readonly prng: Prng;
  /** What happens to the next request. */
  readonly fateOf: () => Fate;
  /** How long a request, or a reply, is on its way, in milliseconds. */
  readonly latency: () => number;
  readonly service: SimService;
  readonly auditor: Auditor;
  readonly say: (line: string) => void;
  /** Called when a request reaches the service, before and after the service handles it. */
  readonly atTheDoor: (when: 'before' | 'after', request: WireRequest) => Promise<void>;
  /** Called for every payment that the service reports as created. */
  readonly onPayment: (payment: Payment) => void;
  /** Called for every request that a till sends, with what happens to it. */
  readonly onSent?: (till: string, call: CallSeen, fate: Fate) => void;
};

export type WireRequest = {
  readonly till: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly json: unknown;
};

export type Fate = (typeof REQUEST_FAULTS)[number] | 'outage' | 'deliver';

/** Draws what happens to requests by the odds of the faults, with outages in which no request arrives. */
export function fatesOf(parts: {
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly faults: FaultState;
  readonly say: (line: string) => void;
}): { readonly next: () => Fate; readonly isOut: () => boolean } {
  const { time, prng, faults, say } = parts;
  let outageUntil = 0;
  const isOut = () => time.now() < outageUntil && faults.odds.outage > 0;
  const next = () => {
    if (prng.chance(faults.odds.outage)) {
      outageUntil = time.now() + prng.between(1_000, 40_000);
      say(`network: no way through for ${(outageUntil - time.now()) / 1_000} s`);
    }
    if (isOut()) return 'outage';
    return REQUEST_FAULTS.find((fate) => prng.chance(faults.odds[fate])) ?? 'deliver';
  };
  return { next, isOut };
}

/** Most requests are quick; some are slow enough to arrive after later ones. */
export function latencyOf(prng: Prng): () => number {
  return () => (prng.chance(0.9) ? prng.between(1, 60) : prng.between(60, 2_500));
}

/** The network between tills and the service. It loses, delays, repeats and falsifies requests. */
export function createNetwork(parts: NetworkParts) {
  const { time, prng, service, auditor, say, fateOf, latency } = parts;

  async function serve(
    request: WireRequest,
    call: CallSeen,
    sent: Parameters<SimService['serve']>[0],
    id: number,
  ) {
    await parts.atTheDoor('before', request);
    const reply = await service.serve(sent);
    auditor.served(id, reply.status, reply.body);
    say(`service: #${id} ${reply.status} ${wordOf(reply)}`);
    if (reply.status === 201) await tell(wordOf(reply));
    if (call.kind === 'command' && reply.status < 300) await tellMoney(call.tid);
    await parts.atTheDoor('after', request);
    return reply;
  }

  async function tell(tid: string): Promise<void> {
    const payment = await service.core.deps.store.payments.byTidForCustomer(tid);
    if (payment !== null) parts.onPayment(payment);
  }

  /** Reports to the auditor the captured and the refunded amount of a payment after a command. */
  async function tellMoney(tid: string): Promise<void> {
    const payment = await service.core.deps.store.payments.byTidForCustomer(tid);
    auditor.took(tid, sumOf(payment?.captures ?? []), sumOf(payment?.refunds ?? []));
  }

  /** `fetch` of one life of a till. A stopped till receives no answer; its requests still arrive. */
  function fetchOf(till: string, isAlive: () => boolean, signedAt: () => Instant): typeof fetch {
    return (input, init) =>
      new Promise<Response>((resolve, reject) => {
        const body = init?.body instanceof Uint8Array ? init.body : new Uint8Array(0);
        const given = init?.headers;
        const plain = given instanceof Headers ? given : new Headers(given);
        // A signature has the time at which the till made it; the service checks it as it checks a real one.
        const headers = { ...Object.fromEntries(plain), [TIMESTAMP]: formatDateTime(signedAt()) };
        const target = String(input).slice(ORIGIN.length);
        const method = init?.method ?? 'GET';
        const json = body.length === 0 ? null : JSON.parse(Buffer.from(body).toString());
        const request: WireRequest = { till, method, target, json };
        const call = callOf(request);
        const fate = fateOf();
        const id = auditor.sent(request, call, fate === 'deliver' ? 'served' : 'disturbed');
        parts.onSent?.(till, call, fate);
        say(
          `${till}: #${id} ${method} ${target} ${shortOf(json)}${fate === 'deliver' ? '' : ` [${fate}]`}`,
        );
        init?.signal?.addEventListener('abort', () => isAlive() && reject(new Error('aborted')));
        const fail = () => isAlive() && reject(NO_NETWORK);
        const answer = (response: () => Response) => {
          if (!isAlive() || init?.signal?.aborted) return;
          const heard = response();
          auditor.delivered(id, heard.status);
          resolve(heard);
        };
        const sent = { method, target, headers, body };
        const arrive = (then: (reply: Reply) => void) => () => {
          void time.track(serve(request, call, sent, id).then(then));
        };
        const back = (what: () => void) => time.after(latency(), what);
        const out = fate === 'delay' ? prng.between(2_000, 45_000) : latency();
        switch (fate) {
          case 'drop_before':
          case 'outage':
            time.after(out, fail);
            return;
          case 'error_before':
          case 'captive':
          case 'busy':
            time.after(out, () => answer(() => falseAnswer(fate, time.now())));
            return;
          case 'drop_after':
            time.after(
              out,
              arrive(() => back(fail)),
            );
            return;
          case 'error_after':
            time.after(
              out,
              arrive(() => back(() => answer(() => falseAnswer('error_after', time.now())))),
            );
            return;
          case 'duplicate':
            time.after(
              out + prng.between(1, 20_000),
              arrive(() => undefined),
            );
        }
        time.after(
          out,
          arrive((reply) => back(() => answer(() => responseTo(reply, time.now())))),
        );
      });
  }

  return { fetchOf };
}

/** One shared error, because the stack of an error costs more than the request. */
const NO_NETWORK = new TypeError('network');

/** The gateway before the service has the right time; the portal of a foreign network has not. */
function falseAnswer(
  fate: 'error_before' | 'error_after' | 'captive' | 'busy',
  now: Instant,
): Response {
  if (fate === 'captive') return responseOf(200, '<h1>Sign in to this network</h1>', { date: 0 });
  if (fate === 'busy') return responseOf(429, '{}', { date: now, 'retry-after': '2' });
  return responseOf(502, '<h1>Bad gateway</h1>', { date: now });
}

function responseTo({ status, body, headers }: Reply, now: Instant): Response {
  const text = body === undefined ? null : JSON.stringify(body);
  return responseOf(status, text, { ...headers, date: now });
}

const TIMESTAMP = headerNames(SVC_PROFILE.headerPrefix).timestamp.toLowerCase();

type SimHeaders = Readonly<Record<string, unknown>> & { readonly date: Instant };

/**
 * The members of a response that the client reads. A `Response` of the platform costs more than the
 * request, because it creates a stream for the body.
 */
function responseOf(status: number, text: string | null, { date, ...rest }: SimHeaders): Response {
  const values = new Map(Object.entries(rest).map(([name, value]) => [name.toLowerCase(), value]));
  const headers = {
    get(name: string): string | null {
      if (name === 'date') return new Date(date).toUTCString();
      const value = values.get(name.toLowerCase());
      return value === undefined ? null : String(value);
    },
  };
  const pieces = text === null ? [] : [new TextEncoder().encode(text)];
  const reader = {
    read: async () => {
      const value = pieces.shift();
      return { done: value === undefined, value };
    },
    cancel: async () => undefined,
  };
  const body = text === null ? null : { getReader: () => reader };
  return { status, headers, body } as unknown as Response;
}

function wordOf({ body }: Reply): string {
  if (typeof body !== 'object' || body === null) return '';
  if ('status_code' in body) return String(body.status_code);
  if ('id' in body) return String(body.id);
  return 'error_description' in body ? String(body.error_description) : '';
}

function shortOf(json: unknown): string {
  if (typeof json !== 'object' || json === null) return '';
  const name = 'pos_tid' in json ? json.pos_tid : 'action' in json ? json.action : '';
  return String(name);
}

function sumOf(parts: Payment['captures'] | Payment['refunds']): number {
  return parts.reduce((sum, one) => sum + one.amount + one.additionalAmount, 0);
}
