/** The checks before a till is ready, in this order. */
export const CHECKS = ['address', 'time', 'credentials', 'merchant', 'pos', 'push'] as const;
export type CheckId = (typeof CHECKS)[number];

/** What was found. A warning lets payments through; a failure does not. */
export type CheckState = 'passed' | 'warning' | 'failed' | 'skipped';

/** Why a check did not simply pass. */
export type CheckReason =
  | 'no_answer'
  | 'untrusted'
  | 'not_this_service'
  | 'not_encrypted'
  | 'clock_unknown'
  | 'clock_off'
  | 'refused'
  | 'too_many_tries'
  | 'not_approved'
  | 'other_currency'
  | 'not_registered'
  | 'no_push'
  | 'earlier_failed';

/** One line of the list; `fact` is a name, an address or a number of seconds, never a sentence. */
export type CheckResult = {
  readonly number: number;
  readonly id: CheckId;
  readonly state: CheckState;
  readonly reason: CheckReason | null;
  readonly fact: string | null;
};

/** True when payments can be taken: nothing failed, and nothing was left out. */
export function isReady(results: readonly CheckResult[]): boolean {
  return (
    results.length === CHECKS.length &&
    results.every(({ state }) => state === 'passed' || state === 'warning')
  );
}

const PASSED: Readonly<Record<CheckId, (fact: string) => string>> = {
  address: (fact) => `The service answers at ${fact}.`,
  time: (fact) => `This machine's clock and the service's differ by ${fact} s.`,
  credentials: (fact) => `The service knows this till as ${fact}.`,
  merchant: (fact) => `The shop is ${fact}.`,
  pos: (fact) => `The point of sale is ${fact}.`,
  push: () => 'Events arrive at once.',
};

const REASONS: Readonly<Record<CheckReason, (fact: string) => string>> = {
  no_answer: (fact) => `No answer comes from ${fact}. Look at the address and the network.`,
  untrusted: (fact) =>
    `The certificate of ${fact} comes from an authority that this machine does not know. Start the ` +
    'till or the command with --ca-file FILE, the file of the authority.',
  not_this_service: (fact) => `Something answers at ${fact}, but it is not the payment service.`,
  not_encrypted: (fact) => `The way to ${fact} is not encrypted; use an https address.`,
  clock_unknown: () => 'The service does not say what time it is.',
  clock_off: (fact) =>
    `This machine's clock is off by ${fact} s. Payments work, because the till signs with the service's ` +
    'time; receipts and the history have the wrong time. Set the clock.',
  refused: (fact) =>
    `The service does not let ${fact} in: the till was revoked, or its credentials are not right. ` +
    'Pair it again.',
  too_many_tries: () => 'Too many failed logins; wait a few minutes.',
  not_approved: (fact) => `The shop ${fact} may not take payments yet.`,
  other_currency: (fact) =>
    `The till takes ${fact}, but the shop has no account in ${fact}: the service refuses every ` +
    'payment. Set another "currency" in the till’s settings.json and restart the till.',
  not_registered: (fact) => `The point of sale ${fact} is not registered; customers see its id.`,
  no_push: () => 'Events do not arrive; the till asks every second instead.',
  earlier_failed: () => 'Not looked at, because an earlier check failed.',
};

/** A result as a sentence for logs, diagnostics and terminals without a screen. */
export function sayCheck({ id, reason, fact }: CheckResult): string {
  return reason === null ? PASSED[id](fact ?? '') : REASONS[reason](fact ?? '');
}
