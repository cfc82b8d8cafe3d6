import { createMerchantClient, type Identity } from '../../../shared/client/index.ts';
import type { ClientResult } from '../../../shared/client/result.ts';
import { createSender } from '../../../shared/client/send.ts';
import type { RandomBytes } from '../../../shared/ids/ids.ts';
import { isReadable } from '../../../shared/pairing/address.ts';
import {
  CHECKS,
  type CheckId,
  type CheckReason,
  type CheckResult,
  type CheckState,
} from '../../../shared/pairing/checks.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import { rootOfBase } from '../../../shared/protocol/service-addresses.ts';
import { channelName } from '../../../shared/terminal/sale/settings.ts';
import { type Clock, SECOND } from '../../../shared/time/clock.ts';
import { createPush } from '../push/push.ts';

export type CheckDeps = {
  readonly baseUrl: string;
  readonly identity: Identity;
  readonly posId: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly random: RandomBytes;
};

/** Clock difference that is worth a warning. */
const CLOCK_WORTH_SAYING = 30 * SECOND;
const DEADLINE = 5 * SECOND;
const PUSH_WITHIN = 5 * SECOND;

type CheckOutcome = Pick<CheckResult, 'state' | 'reason' | 'fact'>;
type Finding = { readonly [K in CheckId]?: CheckOutcome };

/**
 * Checks everything that a till needs of its service, in order, and returns the complete list;
 * checks that an earlier failure makes pointless are skipped. It changes nothing and never rejects.
 */
export async function runChecks(deps: CheckDeps): Promise<readonly CheckResult[]> {
  const findings = await runAll(deps);
  return CHECKS.map((id, index) => ({ number: index + 1, id, ...(findings[id] ?? SKIPPED) }));
}

const SKIPPED: CheckOutcome = { state: 'skipped', reason: 'earlier_failed', fact: null };

async function runAll(deps: CheckDeps): Promise<Finding> {
  const { baseUrl, clock, identity, posId } = deps;
  const dated = datedFetch(deps);
  const access = { ...identity, baseUrl, clock, fetch: dated.fetch };
  const client = createMerchantClient(access);
  const options = { deadline: DEADLINE };
  const open = await client.statusCodeList(options);
  const root = rootOfBase(baseUrl);
  if (!open.ok) {
    if (open.error.kind !== 'no_answer') return { address: fail('not_this_service', root) };
    const untrusted = open.error.cause === 'certificate';
    return { address: fail(untrusted ? 'untrusted' : 'no_answer', root) };
  }
  const address = isReadable(baseUrl) ? warn('not_encrypted', root) : pass(root);
  const time = timeFound(dated.skew(), identity);
  const { merchantRead } = ROUTES;
  const params = { merchant_id: identity.merchantId };
  const send = createSender(access);
  const merchant = await send(merchantRead, merchantRead.reply, { params }, options);
  const credentials = credentialsFound(merchant, identity);
  const known: Finding = { address, time, credentials };
  if (!merchant.ok) return known;
  const { business_name: name, approved } = merchant.value;
  const shop = name ?? identity.merchantId;
  const pos = await client.posRead(posId, options);
  return {
    ...known,
    merchant: approved ? pass(shop) : fail('not_approved', shop),
    pos: pos.ok ? pass(pos.value.name) : warn('not_registered', posId),
    push: (await pushComes(deps)) ? pass(null) : warn('no_push', null),
  };
}

function credentialsFound(merchant: ClientResult<unknown>, identity: Identity): CheckOutcome {
  if (merchant.ok) return pass(identity.userId);
  const { error } = merchant;
  if (error.kind === 'no_answer') return fail('no_answer', identity.userId);
  if (error.kind === 'refused' && error.status === 429) return fail('too_many_tries', null);
  return fail('refused', identity.userId);
}

/**
 * Positive when this machine's clock is ahead. The service refuses signatures when the clocks
 * differ too much.
 */
function timeFound(skew: number | null, { credentials }: Identity): CheckOutcome {
  if (skew === null) return warn('clock_unknown', null);
  const seconds = String(Math.round(skew / SECOND));
  const off = Math.abs(skew);
  if (off > LIMITS.signatureWindow && credentials.kind === 'key') return fail('clock_off', seconds);
  return off > CLOCK_WORTH_SAYING ? warn('clock_off', seconds) : pass(seconds);
}

/** A fetch that measures this machine's clock against the service's replies. */
function datedFetch({ fetch: send, clock }: Pick<CheckDeps, 'fetch' | 'clock'>) {
  let skew: number | null = null;
  const dated: typeof fetch = async (input, init) => {
    const reply = await send(input, init);
    const date = Date.parse(reply.headers.get('date') ?? '');
    // The header has whole seconds, so it is half a second behind on average.
    if (Number.isFinite(date)) skew = clock.now() - date - SECOND / 2;
    return reply;
  };
  return { fetch: dated, skew: () => skew };
}

/**
 * Whether the event socket opens. The check uses its own channel, so it takes no message from a
 * till.
 */
function pushComes(
  deps: Pick<CheckDeps, 'baseUrl' | 'identity' | 'clock' | 'random'>,
): Promise<boolean> {
  const { identity, baseUrl, clock, random } = deps;
  const push = createPush({ ...identity, baseUrl, clock, random });
  return new Promise((resolve) => {
    const settle = (up: boolean) => {
      cancel();
      // Closing takes a moment, and the caller need not wait.
      queueMicrotask(() => void close());
      resolve(up);
    };
    const cancel = clock.after(PUSH_WITHIN, () => settle(false));
    const close = push.open(channelName('check', identity.userId), {
      onEvent: async () => false,
      onLink: settle,
    });
  });
}

function pass(fact: string | null): CheckOutcome {
  return outcome('passed', null, fact);
}

function warn(reason: CheckReason, fact: string | null): CheckOutcome {
  return outcome('warning', reason, fact);
}

function fail(reason: CheckReason, fact: string | null): CheckOutcome {
  return outcome('failed', reason, fact);
}

function outcome(state: CheckState, reason: CheckReason | null, fact: string | null): CheckOutcome {
  return { state, reason, fact };
}
