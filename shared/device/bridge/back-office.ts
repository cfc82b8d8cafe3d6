import type { Instant } from '../../time/clock.ts';
import type { Role } from '../staff/role.ts';

/** A person as screens know one: never a PIN, never its hash. */
export type PersonView = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Too many wrong PINs: until when this person's pad refuses; null when it does not. */
  readonly lockedUntil: Instant | null;
};

/** The person at the till, and what this till can do after a sale. */
export type BackOfficeView = {
  /** `open`: no staff are configured, so the till does not lock. */
  readonly state: 'open' | 'locked' | 'unlocked';
  /** Who has unlocked it. */
  readonly personId: string | null;
  readonly staff: readonly PersonView[];
  /** `by_code`: the first person needs the code that the start printed; left out where none is. */
  readonly firstSupervisor?: 'by_code';
  /** Whether this till holds a key that signs refunds. */
  readonly refunds: 'possible' | 'no_key';
  /** Page of the shop's settlements, where this till knows one. */
  readonly settlements: string | null;
  /** IANA name of the shop's time zone; its midnight is where a day ends. */
  readonly timeZone: string;
  /** The day it is, as `YYYY-MM-DD` in that zone. */
  readonly today: string;
};
