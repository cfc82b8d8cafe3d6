import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import { Circuit } from '../../shared/limits/circuit.ts';
import { FairQueue } from '../../shared/limits/fair-queue.ts';
import type { CallbackAddress } from '../../shared/protocol/callback-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { JSON_TYPE, type VendorNames } from '../../shared/protocol/media.ts';
import {
  type CancelTimer,
  type Clock,
  elapsed,
  SECOND,
  type Ticks,
} from '../../shared/time/clock.ts';
import type { Customer } from '../store/store.ts';
import type { CallbackKeys } from './keys.ts';
import type { Sender, Sent } from './sender.ts';
import { signedHeaders } from './signed-attempt.ts';

/** Where a code goes: a phone number, or an e-mail address. */
export type CodeTarget = Pick<Customer, 'msisdn'> | { readonly email: string };

/** Sends a one-time code to its target; does not wait for the gateway. */
export type DeliverCode<T extends CodeTarget = Pick<Customer, 'msisdn'>> = (
  to: T,
  code: string,
) => Promise<void>;

export type CodeSenderDeps = {
  /** Address of the gateway that forwards codes, http or https. */
  readonly to: CallbackAddress;
  readonly sender: Sender;
  readonly keys: CallbackKeys;
  readonly vendor: VendorNames;
  readonly clock: Clock;
  /** Real time, for the waits between attempts. */
  readonly wall: Clock;
  readonly ids: Ids;
  readonly log: Logger;
};

/** The JSON message to the gateway. A repeat has the same id. */
export type CodeMessage = CodeTarget & {
  readonly id: string;
  readonly code: string;
  /** Seconds until the code expires. */
  readonly expires_in: number;
};

/**
 * Waits before the second and the third attempt, milliseconds. They are short, because the customer
 * waits for the code.
 */
const WAITS: readonly number[] = [SECOND, 3 * SECOND];

/** When the gateway counts as silent, and how long nothing is sent then. A person waits, so it is asked soon again. */
const SILENT = { failures: 3, waits: [5 * SECOND, 15 * SECOND, 30 * SECOND] };

/** Codes of one target that wait. The older one is of no use once somebody has asked for two more. */
const OF_TARGET_MAX = 2;

/** A code that waits for an attempt. */
type Code = {
  readonly target: string;
  readonly body: Buffer;
  /** Attempts before this one. */
  readonly tries: number;
  readonly asked: Ticks;
};

/**
 * Sends one-time codes to the operator's gateway: a POST signed like a callback, to an address that
 * the guard allows, at most three times. Codes are kept only in memory and never logged. The
 * returned promise does not wait for the gateway, so that the response time does not reveal whether
 * a number belongs to a customer, or an address to a user.
 *
 * Targets take turns. After three attempts in a row without an answer nothing is sent for a while, and then one code at
 * a time until one is answered; what waits meanwhile loses no attempt, and ends with its code's life (D-541).
 */
export function createCodeSender(deps: CodeSenderDeps): {
  readonly deliver: DeliverCode<CodeTarget>;
  /** Ends the attempts and the waits in progress; resolves when all of them have ended. */
  readonly stop: () => Promise<void>;
} {
  const { wall, ids, log } = deps;
  const { host } = deps.to.url;
  const stopping = new AbortController();
  const waiting = new FairQueue<Code>(LIMITS.codesWaiting, OF_TARGET_MAX);
  const circuit = new Circuit(wall, SILENT);
  const underWay = new Set<Promise<void>>();
  /** Codes between two attempts. */
  const pausing = new Set<Promise<void>>();
  let probe: CancelTimer | null = null;

  /** Starts what has a place now, and comes back when the gateway may be asked again. */
  function next(): void {
    while (circuit.places(LIMITS.codesUnderWay - underWay.size, underWay.size) > 0) {
      const code = waiting.shift();
      if (code === undefined) return;
      if (elapsed(code.asked, wall.ticks()) < LIMITS.walletCodeLife) start(code);
      else log.warn({ host }, 'a one-time code expired before the gateway answered');
    }
    if (circuit.wait === 0 || waiting.size === 0) return;
    probe ??= wall.after(circuit.wait, () => {
      probe = null;
      next();
    });
  }

  function start(code: Code): void {
    const work: Promise<void> = run(code)
      .catch((error: unknown) => log.error({ error }, 'a one-time code could not be sent'))
      .finally(() => {
        underWay.delete(work);
        if (!stopping.signal.aborted) next();
      });
    underWay.add(work);
  }

  async function run(code: Code): Promise<void> {
    const sent = await attempt(deps, code.body, stopping.signal);
    if (stopping.signal.aborted) return note(sent, true);
    const wasOpen = circuit.isOpen;
    circuit.end(sent.kind !== 'failed');
    if (circuit.isOpen && !wasOpen) log.error({ host }, 'the gateway does not answer; codes wait');
    if (!circuit.isOpen && wasOpen) log.info({ host }, 'the gateway answers again');
    const wait = WAITS[code.tries];
    const last = wait === undefined || problemOf(sent)?.again !== true;
    note(sent, last);
    if (!last) again({ ...code, tries: code.tries + 1 }, wait);
  }

  function note(sent: Sent, last: boolean): void {
    const problem = problemOf(sent)?.text;
    if (problem === undefined) return;
    log.warn({ host, problem, last }, 'the gateway did not accept a one-time code');
  }

  function again(code: Code, wait: number): void {
    const paused: Promise<void> = pause(wall, wait, stopping.signal).then(() => {
      pausing.delete(paused);
      if (!stopping.signal.aborted) add(code);
    });
    pausing.add(paused);
  }

  function add(code: Code): void {
    if (!waiting.push(code.target, code)) {
      log.warn(
        { host },
        'too many one-time codes wait for the gateway; the service did not send one',
      );
    }
    next();
  }

  return {
    async deliver(to, code) {
      const expires_in = LIMITS.walletCodeLife / SECOND;
      const target = 'email' in to ? { email: to.email } : { msisdn: to.msisdn };
      const message: CodeMessage = { id: ids.message(), ...target, code, expires_in };
      add({
        target: 'email' in to ? to.email : (to.msisdn ?? ''),
        body: Buffer.from(JSON.stringify(message)),
        tries: 0,
        asked: wall.ticks(),
      });
    },
    async stop() {
      stopping.abort();
      probe?.();
      await Promise.all([...underWay, ...pausing]);
    },
  };
}

async function attempt(
  deps: Pick<CodeSenderDeps, 'to' | 'sender' | 'keys' | 'vendor' | 'clock'>,
  body: Uint8Array,
  stopping: AbortSignal,
): Promise<Sent> {
  const { to, sender, keys, vendor, clock } = deps;
  const signed = await signedHeaders(keys, vendor, { to, body, at: clock.now() });
  // A gateway is not a client of the API, so the media type is plain JSON.
  const headers = { ...signed, 'content-type': JSON_TYPE };
  return sender.send({ to, headers, body, timeout: LIMITS.codeTimeout }, stopping);
}

/** Null if the gateway accepted the code; `again` if another attempt may succeed. */
function problemOf(sent: Sent): { readonly text: string; readonly again: boolean } | null {
  if (sent.kind === 'failed') return { text: sent.problem, again: true };
  const { status } = sent;
  if (status >= 200 && status < 300) return null;
  const again = status >= 500 || status === 408 || status === 425 || status === 429;
  return { text: `status ${status}`, again };
}

function pause(wall: Clock, wait: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      // `stopping` exists as long as the service and would keep the listener.
      stopping.removeEventListener('abort', end);
      resolve();
    };
    const cancel = wall.after(wait, end);
    stopping.addEventListener('abort', end, { once: true });
  });
}
