import { LIMITS } from '../../protocol/limits.ts';
import { HOUR, MINUTE, SECOND } from '../../time/clock.ts';

/** Settings of one till. Times in milliseconds unless the name says otherwise. */
export type TerminalSettings = {
  readonly posId: string;
  /** ISO 4217 code of every sale. */
  readonly currency: string;
  /**
   * Attended: after a restart the till shows reserved money, and the cashier decides.
   * Unattended: the till releases it.
   */
  readonly policy: 'attended' | 'unattended';
  /** Whether the till captures automatically after the customer has approved. */
  readonly capture: 'automatic' | 'manual';
  /** The `ws:` channel of this terminal. No other terminal may use it. */
  readonly channel: string;
  readonly expiresInSeconds: number;
  readonly allowCredit: boolean;
  /** Time without an answer after which the state of a sale is `unclear`. */
  readonly unclearAfter: number;
  /** How long the till shows "approved" before it captures. */
  readonly approvedDwell: number;
  /** Attempts to capture before the cashier must decide. */
  readonly captureTries: number;
  /** Time between reads of a live sale, with push up and with push down. */
  readonly pollWithPush: number;
  readonly pollAlone: number;
  /** Time between reads of a sale that waits for the cashier. */
  readonly pollHeld: number;
  /** The same for an authorise-only sale, which may wait for days. */
  readonly pollReserved: number;
  /** How long before its end a reservation is due to be renewed. */
  readonly renewBefore: number;
  /** Whether the till renews a reservation that is due, or a person does. */
  readonly renew: 'by_hand' | 'automatic';
  /** First and longest wait after a call without an answer. */
  readonly backoffBase: number;
  readonly backoffCap: number;
  /** Who handles money for undelivered items: the till refunds, or a person settles. */
  readonly undelivered: 'refund' | 'person';
  /**
   * Deadline of a delivery, and how long the till asks for its result after that. Both count from the
   * order, also if the machine's connection breaks.
   */
  readonly vendDeadline: number;
  readonly vendAskFor: number;
  /** How long the till asks after a restart, when the machine may need time to start. */
  readonly vendAskFound: number;
  readonly readDeadline: number;
  readonly commandDeadline: number;
  /** Time between probes of the service while the till is idle. */
  readonly probeEvery: number;
  /** Ended sales that stay in the view when the next sale starts. */
  readonly endedShown: number;
  /** The shortlink of this device, which its codes begin with; null if it has none. */
  readonly deviceCode: { readonly shortlinkId: string; readonly address: string } | null;
  /** How long a code waits for its total, and how many codes may wait. */
  readonly codeLife: number;
  readonly codesMax: number;
  /** Maximum number of open sales. */
  readonly openMax: number;
};

/** Required settings; all others have defaults. */
export type TerminalSetup = Pick<TerminalSettings, 'posId' | 'currency' | 'policy' | 'channel'> &
  Partial<TerminalSettings>;

const DEFAULTS = {
  capture: 'automatic',
  expiresInSeconds: (5 * MINUTE) / SECOND,
  allowCredit: false,
  unclearAfter: 8 * SECOND,
  approvedDwell: SECOND / 4,
  captureTries: 3,
  pollWithPush: 3 * SECOND,
  pollAlone: SECOND,
  pollHeld: 10 * SECOND,
  pollReserved: MINUTE,
  renewBefore: 12 * HOUR,
  renew: 'by_hand',
  backoffBase: SECOND / 2,
  backoffCap: 10 * SECOND,
  undelivered: 'refund',
  vendDeadline: MINUTE,
  vendAskFor: 30 * SECOND,
  vendAskFound: 10 * MINUTE,
  readDeadline: 5 * SECOND,
  commandDeadline: 10 * SECOND,
  probeEvery: 10 * SECOND,
  endedShown: 50,
  deviceCode: null,
  codeLife: 12 * HOUR,
  codesMax: 50,
  openMax: 100,
} as const satisfies Partial<TerminalSettings>;

export function settingsOf(setup: TerminalSetup): TerminalSettings {
  return { ...DEFAULTS, ...setup };
}

/** Makes a channel name from a till's name. Characters that are not allowed become dots. */
export function channelName(prefix: string, posId: string): string {
  const name = `${prefix}.${posId}`.replace(/[^A-Za-z0-9_.-]/g, '.');
  return name.slice(0, LIMITS.channelNameMax);
}
