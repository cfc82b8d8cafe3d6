import { Secret, TOTP } from 'otpauth';
import type { PortalTicket } from '../../shared/portal/sign-in.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { holdsUntil } from '../../shared/time/clock.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { SecondFactor } from '../store/user-store.ts';
import type { PortalDeps } from './deps.ts';
import { readSigned, writeSigned } from './session.ts';

/** RFC 6238 as every authenticator app reads it; the code before and after the present one count. */
const CODE = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const WINDOW = 1;
const ISSUER = 'Tillkit';
/** Recovery codes of one person. */
export const RECOVERY_CODES = 10;

/**
 * The time step of a right code, or null. A step that is not after `lastStep` is refused, so that a
 * code that was seen on its way cannot be used again. `now` is in milliseconds.
 */
export function acceptedStep(
  secret: string,
  code: string,
  now: number,
  lastStep: number,
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), ...CODE });
  // The library compares in constant time.
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return null;
  const step = stepAt(now) + delta;
  return step > lastStep ? step : null;
}

/** The latest time step of a code that is right at `now`. */
export const lastStepAt = (now: number): number => stepAt(now) + WINDOW;

const stepAt = (now: number) => Math.floor(now / 1000 / CODE.period);

/** A recovery code as typed: without blanks and hyphens, in lower case; null for another text. */
export function typedRecoveryCode(text: string): string | null {
  const code = text.replaceAll(/[\s-]/g, '').toLowerCase();
  return /^[\da-z]{8}$/.test(code) ? code : null;
}

/** The first factor was right; the second one is to come. */
type Ticket = {
  /** In lower case. */
  readonly email: string;
  /** Of the factor that is enrolled, or of the new one that the ticket offers. */
  readonly nonce: string;
  readonly enrols: boolean;
};

/** A factor whose code was right, and the recovery codes of a new one. */
export type TakenFactor = {
  readonly factor: SecondFactor;
  readonly recoveryCodes: readonly string[];
};

const TICKET = 'merchant portal ticket';
const SECRET = 'merchant portal authenticator';
const RECOVERY = 'merchant portal recovery code';
const SECRET_BYTES = 20;

type FactorDeps = Pick<PortalDeps, 'store' | 'clock' | 'ids'>;

/** The second factor of self-service users: an authenticator app (TOTP), and recovery codes. */
export class SecondFactors {
  readonly #deps: FactorDeps;
  readonly #mac: InstanceKeys['mac'];

  constructor(deps: FactorDeps, mac: InstanceKeys['mac']) {
    this.#deps = deps;
    this.#mac = mac;
  }

  /** A ticket for a person whose e-mail code was right, with a key for the app if it has none. */
  async ticketFor(email: string): Promise<PortalTicket> {
    const { store, clock, ids } = this.#deps;
    const factor = await store.sspUsers.factor(email);
    const nonce = factor?.nonce ?? ids.token();
    const enrols = factor === null;
    const expires = clock.now() + LIMITS.registrationLife;
    const ticket = writeSigned(this.#mac, TICKET, [email, nonce, enrols, expires]);
    if (!enrols) return { ticket, enrol: null };
    const secret = Secret.fromBase32(this.#secretOf(email, nonce));
    const uri = new TOTP({ secret, ...CODE, issuer: ISSUER, label: email }).toString();
    return { ticket, enrol: { secret: secret.base32, uri } };
  }

  /** The ticket of a text, or null when it is over or was not made here. */
  readTicket(text: string): Ticket | null {
    const claims = /^[\w-]+\.[\w-]+$/.test(text) ? readSigned(this.#mac, TICKET, text) : null;
    if (claims === null) return null;
    const [email, nonce, enrols, expires] = claims;
    const now = this.#deps.clock.now();
    if (!holdsUntil(Number(expires), now, LIMITS.registrationLife)) return null;
    return { email: String(email), nonce: String(nonce), enrols: enrols === true };
  }

  /**
   * Checks a code and uses it up. Returns the factor, with new recovery codes after an enrolment; null
   * for a wrong or used code, and `over` for a ticket whose factor was replaced.
   */
  async take(ticket: Ticket, typed: string): Promise<TakenFactor | 'over' | null> {
    const { email, nonce, enrols } = ticket;
    const { sspUsers } = this.#deps.store;
    const stored = await sspUsers.factor(email);
    const now = this.#deps.clock.now();
    if (enrols !== (stored === null) || (stored !== null && stored.nonce !== nonce)) return 'over';
    const recovery = stored === null ? null : typedRecoveryCode(typed);
    if (stored !== null && recovery !== null) {
      const used = await sspUsers.takeRecoveryCode(email, this.#hashOf(email, nonce, recovery));
      return used ? { factor: stored, recoveryCodes: [] } : null;
    }
    const code = typed.replaceAll(/\s/g, '');
    const step = acceptedStep(this.#secretOf(email, nonce), code, now, stored?.step ?? 0);
    if (step === null) return null;
    const factor = { nonce, step };
    if (stored !== null) {
      return (await sspUsers.takeStep(email, factor)) ? { factor, recoveryCodes: [] } : null;
    }
    const codes = Array.from({ length: RECOVERY_CODES }, () => this.#deps.ids.short());
    const hashes = codes.map((one) => this.#hashOf(email, nonce, one));
    if (!(await sspUsers.enrol(email, factor, hashes, now))) return 'over';
    return { factor, recoveryCodes: codes.map((one) => `${one.slice(0, 4)}-${one.slice(4)}`) };
  }

  /** The app's key, base32: a database alone does not give it away. */
  #secretOf(email: string, nonce: string): string {
    const digest = Buffer.from(this.#mac(SECRET, JSON.stringify([email, nonce])), 'base64url');
    return new Secret({ buffer: new Uint8Array(digest.subarray(0, SECRET_BYTES)).buffer }).base32;
  }

  /** Keyed, so that a recovery code cannot be guessed from its hash. */
  #hashOf(email: string, nonce: string, code: string): string {
    return this.#mac(RECOVERY, JSON.stringify([email, nonce, code]));
  }
}
