import {
  createMerchantClient,
  createServiceTime,
  type Identity,
  type ServiceTime,
} from '../../../shared/client/index.ts';
import { type ClientResult, failureOf } from '../../../shared/client/result.ts';
import { createSender } from '../../../shared/client/send.ts';
import { isReadable } from '../../../shared/device/pairing/address.ts';
import {
  CHECKS,
  type CheckId,
  type CheckReason,
  type CheckResult,
  type CheckState,
} from '../../../shared/device/pairing/checks.ts';
import type { RandomBytes } from '../../../shared/ids/ids.ts';
import type { MerchantOutput } from '../../../shared/protocol/merchant.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import { rootOfBase } from '../../../shared/protocol/service-addresses.ts';
import { channelName } from '../../../shared/terminal/sale/settings.ts';
import { type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import { createPush } from '../push/push.ts';
import { takes } from '../service/shop-currencies.ts';

export type CheckDeps = {
  readonly baseUrl: string;
  readonly identity: Identity;
  readonly posId: string;
  /** The till's currency; null while it has none. */
  readonly currency: string | null;
  readonly fetch: typeof fetch;
  readonly clock: DeviceClock;
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
  const serviceTime = createServiceTime(clock);
  const access = { ...identity, baseUrl, clock, fetch: deps.fetch, time: serviceTime };
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
  const time = timeFound(serviceTime.ahead());
  const { merchantRead } = ROUTES;
  const params = { merchant_id: identity.merchantId };
  const send = createSender(access);
  const merchant = await send(merchantRead, merchantRead.reply, { params }, options);
  const credentials = credentialsFound(merchant, identity, time);
  const known: Finding = { address, time, credentials };
  if (!merchant.ok) return known;
  const shop = merchant.value.business_name ?? identity.merchantId;
  const pos = await client.posRead(posId, options);
  return {
    ...known,
    merchant: merchantFound(merchant.value, shop, deps.currency),
    pos: pos.ok ? pass(pos.value.name) : warn('not_registered', posId),
    push: (await pushComes(deps, serviceTime)) ? pass(null) : warn('no_push', null),
  };
}

function merchantFound(
  { approved, currencies }: MerchantOutput,
  shop: string,
  currency: string | null,
): CheckOutcome {
  if (!approved) return fail('not_approved', shop);
  if (currency === null || takes(currencies, currency)) return pass(shop);
  return fail('other_currency', currency);
}

/**
 * A refused signature proves nothing about the credentials while the service's time is unknown: the till
 * may have signed with a wrong time.
 */
function credentialsFound(
  merchant: ClientResult<unknown>,
  identity: Identity,
  time: CheckOutcome,
): CheckOutcome {
  if (merchant.ok) return pass(identity.userId);
  const { kind } = failureOf(merchant.error);
  if (kind === 'no_answer') return fail('no_answer', identity.userId);
  if (kind === 'too_many') return fail('too_many_tries', null);
  if (identity.credentials.kind === 'key' && time.reason === 'clock_unknown') {
    return fail('clock_unknown', null);
  }
  return fail('refused', identity.userId);
}

/**
 * Positive when this machine's clock is ahead. The till signs with the service's time, so a wrong clock
 * prevents no payment; receipts and the history have the wrong time.
 */
function timeFound(skew: number | null): CheckOutcome {
  if (skew === null) return warn('clock_unknown', null);
  const seconds = String(Math.round(skew / SECOND));
  const off = Math.abs(skew);
  return off > CLOCK_WORTH_SAYING ? warn('clock_off', seconds) : pass(seconds);
}

/**
 * Whether the event socket opens. The check uses its own channel, so it takes no message from a
 * till.
 */
function pushComes(
  deps: Pick<CheckDeps, 'baseUrl' | 'identity' | 'clock' | 'random'>,
  time: ServiceTime,
): Promise<boolean> {
  const { identity, baseUrl, clock, random } = deps;
  const push = createPush({ ...identity, baseUrl, clock, random, time });
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
