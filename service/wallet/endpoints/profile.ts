import { answer } from '../../../shared/protocol/errors.ts';
import type { CustomerProfile } from '../../../shared/protocol/user-info.ts';
import type { WalletProfile, WalletProfileInput } from '../../../shared/wallet/profile.ts';
import type { Customer } from '../../store/store.ts';
import type { WalletEndpoint } from '../endpoint.ts';

const UNKNOWN: CustomerProfile = {
  email: null,
  emailVerified: false,
  address: null,
  nationalId: null,
};

/** `GET /wallet/v1/profile`: the customer's data that shops can request. */
export const profileRead: WalletEndpoint<'profileRead'> = async ({ services, session }) => {
  const { customer } = session;
  const profile = await services.deps.store.profiles.read(customer.id);
  return answer(viewOf(customer.name, profile ?? UNKNOWN));
};

/**
 * `PUT /wallet/v1/profile`: changes the profile. Later grants have the new data, and an access
 * token always reads the current data. Data of an earlier permission does not change.
 */
export const profileUpdate: WalletEndpoint<'profileUpdate'> = async (call) => {
  const { profiles } = call.services.deps.store;
  const { customer } = call.session;
  const before = (await profiles.read(customer.id)) ?? UNKNOWN;
  const next = changed(customer, before, call.body);
  const { name } = call.body;
  await profiles.describe(customer.id, name, next);
  return answer(viewOf(name, next));
};

/** A verification is valid only for the verified value: a new email address is not verified. */
function changed(
  customer: Customer,
  before: CustomerProfile,
  { phone, email, address }: WalletProfileInput,
): CustomerProfile {
  return {
    ...before,
    phone: phone === customer.msisdn ? null : phone,
    email,
    emailVerified: before.emailVerified && email === before.email,
    address: addressOf(address),
  };
}

function addressOf(input: WalletProfileInput['address']): CustomerProfile['address'] {
  if (input === null || Object.values(input).every((value) => value === null)) return null;
  const { street_address, postal_code, locality, country } = input;
  const place = [postal_code, locality].filter(Boolean).join(' ');
  const lines = [street_address, place, country].filter(Boolean);
  return { ...input, formatted: lines.length === 0 ? null : lines.join('\n') };
}

function viewOf(name: string, profile: CustomerProfile): WalletProfile {
  const { phone = null, email, emailVerified, address } = profile;
  if (address === null) return { name, phone, email, email_verified: emailVerified, address };
  const { formatted: _made, ...members } = address;
  return { name, phone, email, email_verified: emailVerified, address: members };
}
