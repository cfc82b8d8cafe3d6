import {
  type WalletProfile,
  type WalletProfileInput,
  walletProfileInput,
} from '../../shared/wallet/profile.ts';
import { showMsisdn } from '../state/phone.ts';

/** The fields of the form. */
export const PROFILE_FIELDS = [
  'name',
  'phone',
  'email',
  'addressName',
  'street',
  'postalCode',
  'locality',
  'country',
] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileDraft = Readonly<Record<ProfileField, string>>;

export type ReadDraft =
  | { readonly ok: true; readonly input: WalletProfileInput }
  | { readonly ok: false; readonly wrong: ReadonlySet<ProfileField> };

export function draftOf({ name, phone, email, address }: WalletProfile): ProfileDraft {
  return {
    name,
    phone: phone === null ? '' : showMsisdn(phone),
    email: email ?? '',
    addressName: address?.name ?? '',
    street: address?.street_address ?? '',
    postalCode: address?.postal_code ?? '',
    locality: address?.locality ?? '',
    country: address?.country ?? '',
  };
}

/** The profile to save, or the invalid fields. Form and service use the same schema. */
export function readDraft(draft: ProfileDraft): ReadDraft {
  const text = (field: ProfileField) => draft[field].trim() || null;
  const parsed = walletProfileInput.safeParse({
    name: draft.name.trim(),
    phone: phoneOf(draft.phone),
    email: text('email'),
    address: {
      name: text('addressName'),
      street_address: text('street'),
      postal_code: text('postalCode'),
      locality: text('locality'),
      country: text('country')?.toUpperCase() ?? null,
    },
  });
  if (parsed.success) return { ok: true, input: parsed.data };
  const wrong = parsed.error.issues.map(({ path }) => FIELD_OF[path.join('.')] ?? 'name');
  return { ok: false, wrong: new Set(wrong) };
}

const FIELD_OF: Readonly<Record<string, ProfileField>> = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  'address.name': 'addressName',
  'address.street_address': 'street',
  'address.postal_code': 'postalCode',
  'address.locality': 'locality',
  'address.country': 'country',
};

/** A phone number in digits. Other text stays as it is and is refused by the schema. */
function phoneOf(typed: string): string | null {
  if (typed.trim() === '') return null;
  const digits = typed.replaceAll(/[\s()+-]/g, '').replace(/^00/, '');
  return digits === '' ? typed : digits;
}
