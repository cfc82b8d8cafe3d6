import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids/ids.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { JSON_TYPE, type VendorProfile } from '../../shared/protocol/media.ts';
import { type Clock, SECOND } from '../../shared/time/clock.ts';
import type { Customer } from '../store/store.ts';
import type { CallbackKeys } from './keys.ts';
import type { Sender, Sent } from './sender.ts';
import { signedHeaders } from './sign.ts';

/** Sends a one-time code to its customer; does not wait until the gateway has it. */
export type DeliverCode = (customer: Customer, code: string) => Promise<void>;

export type CodeSenderDeps = {
  /** Address of the gateway that sends codes on, http or https. */
  readonly uri: string;
  readonly sender: Sender;
  readonly keys: CallbackKeys;
  readonly profile: VendorProfile;
  readonly clock: Clock;
  /** Real time, for the waits between attempts. */
  readonly wall: Clock;
  readonly ids: Ids;
  readonly log: Logger;
};

/** What the gateway gets, as JSON. A repeat has the same id. */
export type CodeMessage = {
  readonly id: string;
  readonly msisdn: string;
  readonly code: string;
  /** Seconds until the code is worth nothing any more. */
  readonly expires_in: number;
};

/** Waits before the second attempt and the third; nobody waits longer for a code. */
const WAITS: readonly number[] = [SECOND, 3 * SECOND];

/**
 * Hands one-time codes to the operator's gateway: a POST signed like a callback, to an address that
 * the guard lets through, three times at most. Codes are kept in memory alone and never logged. The
 * returned promise does not wait for the gateway, so that the time of an answer tells nobody whether
 * a number is a customer's.
 */
export function createCodeSender(deps: CodeSenderDeps): {
  readonly deliver: DeliverCode;
  readonly stop: () => void;
} {
  const { wall, ids, log } = deps;
  const host = URL.parse(deps.uri)?.host ?? '';
  const stopping = new AbortController();
  let underWay = 0;

  async function run(message: CodeMessage): Promise<void> {
    const body = Buffer.from(JSON.stringify(message));
    for (const wait of [...WAITS, null]) {
      const problem = problemOf(await attempt(deps, body, stopping.signal));
      if (problem === null) return;
      const last = wait === null || !problem.again || stopping.signal.aborted;
      log.warn({ host, problem: problem.text, last }, 'a one-time code was not handed over');
      if (last) return;
      await slept(wall, wait, stopping.signal);
    }
  }

  return {
    async deliver(customer, code) {
      if (underWay >= LIMITS.codesUnderWay) {
        log.warn({ host }, 'too many one-time codes are on their way; one was dropped');
        return;
      }
      underWay += 1;
      const expires_in = LIMITS.walletCodeLife / SECOND;
      run({ id: ids.message(), msisdn: customer.msisdn, code, expires_in })
        .catch((error: unknown) => log.error({ error }, 'the delivery of codes has failed'))
        .finally(() => {
          underWay -= 1;
        });
    },
    stop: () => stopping.abort(),
  };
}

async function attempt(
  deps: CodeSenderDeps,
  body: Uint8Array,
  stopping: AbortSignal,
): Promise<Sent> {
  const { uri, sender, keys, profile, clock } = deps;
  const signed = await signedHeaders(keys, profile, { uri, body, at: clock.now() });
  // A gateway is none of the API's clients; plain JSON is what all of them read.
  const headers = { ...signed, 'content-type': JSON_TYPE };
  return sender.send({ uri, headers, body, timeout: LIMITS.codeTimeout }, stopping);
}

/** Null when the gateway has it; `again` where another attempt may help. */
function problemOf(sent: Sent): { readonly text: string; readonly again: boolean } | null {
  if (sent.kind === 'failed') return { text: sent.problem, again: true };
  const { status } = sent;
  if (status >= 200 && status < 300) return null;
  const again = status >= 500 || status === 408 || status === 425 || status === 429;
  return { text: `status ${status}`, again };
}

function slept(wall: Clock, wait: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      // It lives as long as the service; a listener left on it would, too.
      stopping.removeEventListener('abort', end);
      resolve();
    };
    const cancel = wall.after(wait, end);
    stopping.addEventListener('abort', end, { once: true });
  });
}
