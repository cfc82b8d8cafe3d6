import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import type { CallbackAddress } from '../../shared/protocol/callback-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { JSON_TYPE, type VendorNames } from '../../shared/protocol/media.ts';
import { type Clock, SECOND } from '../../shared/time/clock.ts';
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

/**
 * Sends one-time codes to the operator's gateway: a POST signed like a callback, to an address that
 * the guard allows, at most three times. Codes are kept only in memory and never logged. The
 * returned promise does not wait for the gateway, so that the response time does not reveal whether
 * a number belongs to a customer, or an address to a user.
 */
export function createCodeSender(deps: CodeSenderDeps): {
  readonly deliver: DeliverCode<CodeTarget>;
  /** Ends the attempts and the waits in progress; resolves when all of them have ended. */
  readonly stop: () => Promise<void>;
} {
  const { wall, ids, log } = deps;
  const { host } = deps.to.url;
  const stopping = new AbortController();
  const inFlight = new Set<Promise<void>>();

  async function run(message: CodeMessage): Promise<void> {
    const body = Buffer.from(JSON.stringify(message));
    for (const wait of [...WAITS, null]) {
      const problem = problemOf(await attempt(deps, body, stopping.signal));
      if (problem === null) return;
      const last = wait === null || !problem.again || stopping.signal.aborted;
      log.warn({ host, problem: problem.text, last }, 'the gateway did not accept a one-time code');
      if (last) return;
      await pause(wall, wait, stopping.signal);
    }
  }

  return {
    async deliver(to, code) {
      if (inFlight.size >= LIMITS.codesUnderWay) {
        log.warn({ host }, 'too many one-time codes are in flight; the service did not send one');
        return;
      }
      const expires_in = LIMITS.walletCodeLife / SECOND;
      const target = 'email' in to ? { email: to.email } : { msisdn: to.msisdn };
      const work: Promise<void> = run({ id: ids.message(), ...target, code, expires_in })
        .catch((error: unknown) => log.error({ error }, 'a one-time code could not be sent'))
        .finally(() => inFlight.delete(work));
      inFlight.add(work);
    },
    async stop() {
      stopping.abort();
      await Promise.all(inFlight);
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
