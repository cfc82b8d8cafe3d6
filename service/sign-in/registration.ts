import { tokenHash } from '../../shared/node/password-hash.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { WalletRegistration } from '../../shared/wallet/contract.ts';
import { numberOwner, ticketOwner } from '../store/customer-store.ts';
import type { Customer, CustomerRecord } from '../store/store.ts';
import type { SignInDeps } from './deps.ts';

/** Who may register in the wallet, and the terms that a new customer accepts. */
export type RegistrationRule =
  | { readonly mode: 'closed' }
  | {
      /** `invited`: numbers that the operator has invited. */
      readonly mode: 'open' | 'invited';
      readonly terms: { readonly version: string; readonly uri: string };
    };

export const NO_REGISTRATION: RegistrationRule = { mode: 'closed' };

/** A phone number at the sign-in: its customer, or whether it may become one. */
export type NumberStanding = {
  readonly customer: Customer | null;
  readonly mayRegister: boolean;
  /** The owner of the number's one-time codes; each number has one, so that all cost the same work. */
  readonly holder: Pick<Customer, 'id' | 'msisdn'>;
};

/** One read, whatever the number is, so that the work does not reveal who is a customer. */
export async function standingOf(
  store: SignInDeps['store'],
  msisdn: string,
  rule: RegistrationRule,
): Promise<NumberStanding> {
  const record = await store.customers.recordByMsisdn(msisdn);
  const customer =
    record?.status === 'active' ? { id: record.id, msisdn, name: record.name } : null;
  const invited = record?.status === 'invited';
  const mayRegister =
    rule.mode !== 'closed' && (invited || (rule.mode === 'open' && record === null));
  return { customer, mayRegister, holder: { id: customer?.id ?? numberOwner(msisdn), msisdn } };
}

/** Makes the ticket of a number whose code was right. It is stored as a hash and used once. */
export async function issueTicket(
  { store, clock, ids }: Pick<SignInDeps, 'store' | 'clock' | 'ids'>,
  msisdn: string,
): Promise<string> {
  const ticket = ids.token();
  const expires = clock.now() + LIMITS.registrationLife;
  await store.customers.putCode(ticketOwner(msisdn), tokenHash(ticket), expires);
  return ticket;
}

/**
 * Makes the customer of a ticket. Null when the ticket is wrong, used or over, or when the number
 * may not register any more.
 */
export async function register(
  { store, clock, ids }: Pick<SignInDeps, 'store' | 'clock' | 'ids'>,
  { msisdn, ticket, name, terms_version: version }: WalletRegistration,
  rule: RegistrationRule,
): Promise<Customer | null> {
  const { customers } = store;
  const now = clock.now();
  const tries = Number.MAX_SAFE_INTEGER;
  if (!(await customers.takeCode(ticketOwner(msisdn), tokenHash(ticket), now, tries))) return null;
  if (!(await standingOf(store, msisdn, rule)).mayRegister) return null;
  const terms = { version, accepted: now };
  const invited = await customers.recordByMsisdn(msisdn);
  const fresh = { id: ids.short(), msisdn, allowCredit: false, created: now };
  const record: CustomerRecord = { ...(invited ?? fresh), name, status: 'active', terms };
  const written =
    invited === null
      ? (await customers.add(record)) === 'added'
      : await customers.change(record, 'invited');
  return written ? { id: record.id, msisdn, name } : null;
}
