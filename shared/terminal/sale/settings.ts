import { LIMITS } from '../../protocol/limits.ts';
import { HOUR, MINUTE, SECOND } from '../../time/clock.ts';

/** What one till is told about itself. Times in milliseconds unless the name says otherwise. */
export type TerminalSettings = {
  readonly posId: string;
  /** ISO 4217 code of every sale. */
  readonly currency: string;
  /**
   * Attended: what is found reserved after a restart is shown, and the cashier decides.
   * Unattended: nobody is there to ask, so it is given back.
   */
  readonly policy: 'attended' | 'unattended';
  /** Whether the money is taken by itself once the customer has approved. */
  readonly capture: 'automatic' | 'manual';
  /** This terminal's own `ws:` channel; no other terminal may use it. */
  readonly channel: string;
  readonly expiresInSeconds: number;
  readonly allowCredit: boolean;
  /** Time without an answer after which a sale says that it does not know. */
  readonly unclearAfter: number;
  /** How long "approved" is shown before the money is taken. */
  readonly approvedDwell: number;
  /** Attempts to take the money before the cashier is asked. */
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
  /** Whether a reservation that is due is renewed by itself, or when someone asks for it. */
  readonly renew: 'by_hand' | 'automatic';
  /** First and longest wait after a call without an answer. */
  readonly backoffBase: number;
  readonly backoffCap: number;
  /** What becomes of money for what a machine did not deliver. */
  readonly undelivered: 'refund' | 'person';
  /** How long a machine may take to deliver, and how long it is asked about it after that. */
  readonly vendDeadline: number;
  readonly vendAskFor: number;
  /** The same after a restart, when the machine may start more slowly and nobody waits. */
  readonly vendAskFound: number;
  readonly readDeadline: number;
  readonly commandDeadline: number;
  /** Time between looks at the service while nothing else would show that it is gone. */
  readonly probeEvery: number;
  /** Ended sales that stay in the view. */
  readonly endedShown: number;
  /** The code that this device shows and ends with each sale's id; null: it has none. */
  readonly deviceCode: { readonly shortlinkId: string; readonly address: string } | null;
  /** How long a code waits for its total, and how many do so at once. */
  readonly codeLife: number;
  readonly codesMax: number;
  /** Open sales beyond which no new one starts. */
  readonly openMax: number;
};

/** What has to be said; everything else has a default. */
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

/** A channel name from a till's name: characters that a channel may not have become dots. */
export function channelName(prefix: string, posId: string): string {
  const name = `${prefix}.${posId}`.replace(/[^A-Za-z0-9_.-]/g, '.');
  return name.slice(0, LIMITS.channelNameMax);
}
