import { type ComponentProps, type FormEvent, useState } from 'react';
import {
  type WalletProfile,
  type WalletProfileInput,
  walletProfileInput,
} from '../../shared/wallet/profile.ts';
import { showMsisdn } from '../state/phone.ts';
import { Announcer } from '../ui/announcer.tsx';
import { SubmitKey } from '../ui/key.tsx';
import { useWallet, useWalletState } from './context.tsx';
import { WalletInput } from './form.tsx';
import { NoticePage } from './notice-page.tsx';
import { DoneKey, WalletHead } from './wallet-head.tsx';
import { WalletProblem } from './wallet-problem.tsx';

/** The fields of the form. */
const PROFILE_FIELDS = [
  'name',
  'phone',
  'email',
  'addressName',
  'street',
  'postalCode',
  'locality',
  'country',
] as const;
type ProfileField = (typeof PROFILE_FIELDS)[number];
type ProfileDraft = Readonly<Record<ProfileField, string>>;

type ReadDraft =
  | { readonly ok: true; readonly input: WalletProfileInput }
  | { readonly ok: false; readonly wrong: ReadonlySet<ProfileField> };

function draftOf({ name, phone, email, address }: WalletProfile): ProfileDraft {
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
function readDraft(draft: ProfileDraft): ReadDraft {
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

/** The data that shops get if the customer agrees. */
export function ProfilePage() {
  const { words } = useWallet();
  const profile = useWalletState((state) => state.profile);
  const problem = useWalletState((state) => state.problem);
  if (profile === null) return <NoticePage what={problem === null ? 'starting' : 'unreachable'} />;
  return (
    <main className="wallet wallet-profile">
      <WalletHead />
      <div className="wallet-section">
        <h1>{words.details}</h1>
        <p className="wallet-empty">{words.detailsText}</p>
        <WalletProblem />
        <ProfileForm profile={profile} />
      </div>
      <div className="wallet-foot">
        <DoneKey />
      </div>
    </main>
  );
}

const NOTHING_WRONG: ReadonlySet<ProfileField> = new Set();

function ProfileForm({ profile }: { readonly profile: WalletProfile }) {
  const { wallet, words } = useWallet();
  const busy = useWalletState((state) => state.act === 'sending');
  const msisdn = useWalletState((state) => state.me?.customer?.msisdn ?? '');
  const [draft, setDraft] = useState<ProfileDraft>(() => draftOf(profile));
  const [wrong, setWrong] = useState(NOTHING_WRONG);
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readDraft(draft);
    setSaved(false);
    setWrong(read.ok ? NOTHING_WRONG : read.wrong);
    if (!read.ok) {
      // The first invalid field of the form.
      const first = [...form.querySelectorAll('input')].find((one) =>
        [...read.wrong].some((field) => field === one.name),
      );
      first?.focus();
      return;
    }
    const next = await wallet.saveProfile(read.input);
    if (next === null) return;
    setDraft(draftOf(next));
    setSaved(true);
  };
  const field = (name: ProfileField): FieldProps => ({
    name,
    value: draft[name],
    problem: wrong.has(name) ? words.wrongDetail[name] : null,
    onType: (text) => {
      setSaved(false);
      setDraft({ ...draft, [name]: text });
    },
  });
  const proved = profile.email_verified && draft.email === profile.email;
  return (
    <form className="wallet-form" noValidate onSubmit={(event) => void submit(event)}>
      <ProfileInput {...field('name')} label={words.parts.profile} autoComplete="name" />
      <ProfileInput
        {...field('phone')}
        label={words.parts.phone}
        type="tel"
        autoComplete="tel"
        hint={words.phoneHint(showMsisdn(msisdn))}
      />
      <ProfileInput
        {...field('email')}
        label={words.parts.email}
        type="email"
        autoComplete="email"
        hint={draft.email === '' ? '' : proved ? words.emailProved : words.emailNotProved}
      />
      <AddressFields field={field} />
      <SubmitKey label={words.save} busy={busy} />
      {saved && <p className="wallet-saved">{words.saved}</p>}
      <Announcer polite={saved ? words.saved : ''} assertive="" />
    </form>
  );
}

function AddressFields({ field }: { readonly field: (name: ProfileField) => FieldProps }) {
  const { words } = useWallet();
  return (
    <fieldset className="wallet-address">
      <legend>{words.parts.address}</legend>
      <ProfileInput {...field('addressName')} label={words.addressName} />
      <ProfileInput {...field('street')} label={words.street} autoComplete="address-line1" />
      <div className="wallet-place">
        <ProfileInput
          {...field('postalCode')}
          label={words.postalCode}
          autoComplete="postal-code"
        />
        <ProfileInput {...field('locality')} label={words.locality} autoComplete="address-level2" />
      </div>
      <ProfileInput
        {...field('country')}
        label={words.country}
        autoComplete="country"
        hint={words.countryHint}
      />
    </fieldset>
  );
}

type FieldProps = Pick<ComponentProps<typeof WalletInput>, 'name' | 'value' | 'problem' | 'onType'>;

/** One field of the form. */
function ProfileInput(props: ComponentProps<typeof WalletInput>) {
  return (
    <div>
      <WalletInput type="text" autoComplete="off" maxLength={254} {...props} />
    </div>
  );
}
