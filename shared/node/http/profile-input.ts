import type { VendorProfile } from '../../protocol/media.ts';
import { minorTextRead, moneyRead } from '../../protocol/profile-money.ts';

type Members = Readonly<Record<string, unknown>>;

/** A member of a body that the service does not use, because it cannot do what the client means. */
export type IgnoredMember = { readonly name: string; readonly value: string };

/**
 * Reads a body in the profile's form: money in its units (D-93), and what older clients write in another
 * way, omit, or name although this service does not have it. `onIgnored` hears of the last.
 */
export function inputOf(
  name: string,
  input: unknown,
  profile: VendorProfile,
  onIgnored: (member: IgnoredMember) => void = () => {},
): unknown {
  const read = amountsOf(input, profile);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return read;
  const body = withoutChannels(read, profile, onIgnored);
  switch (name) {
    case 'paymentCreate':
      return openReturnUris(requestOf(body, profile), profile);
    case 'paymentUpdate':
      return wholePart({ ...body }, profile);
    case 'permissionCreate':
      return requestOf(body, profile);
    case 'shortlinkCreate':
    case 'shortlinkUpdate':
      return profile.shortlinkDescription === 'none' ? body : labelled({ ...body });
    default:
      return body;
  }
}

function amountsOf(input: unknown, profile: VendorProfile): unknown {
  if (profile.amounts === 'major_text') return moneyRead(input);
  return profile.numbersAsText === 'with_amounts' ? minorTextRead(input) : input;
}

const CHANNEL_MEMBERS = ['callback_uri', 'display_message_uri'] as const;

/**
 * Removes addresses of the form `pusher:<channel>` (V-18): clients that name one poll too, and this
 * service sends nothing to that push provider.
 */
function withoutChannels(
  body: object,
  profile: VendorProfile,
  onIgnored: (member: IgnoredMember) => void,
): object {
  if (profile.pusherChannels === 'refused') return body;
  const { ...members }: Record<string, unknown> = { ...body };
  for (const name of CHANNEL_MEMBERS) {
    const value = members[name];
    if (typeof value !== 'string' || !value.startsWith('pusher:')) continue;
    onIgnored({ name, value });
    delete members[name];
  }
  return members;
}

/** A part of a payment without an additional amount, which the default profile requires (D-94, V-36). */
function wholePart(body: Members, profile: VendorProfile): Members {
  if (profile.partAdditionalAmount === 'required') return body;
  const isPart = isGiven(body.amount) && !isGiven(body.additional_amount);
  return isPart ? { ...body, additional_amount: 0 } : body;
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** An empty return address in an open payment request, which the default profile requires (D-80). */
function openReturnUris(body: object, profile: VendorProfile): object {
  if (profile.claimReturnUris === 'required') return body;
  const { success_return_uri, failure_return_uri }: Members = { ...body };
  return {
    ...body,
    success_return_uri: success_return_uri ?? '',
    failure_return_uri: failure_return_uri ?? '',
  };
}

const DIGITS = /^\d{1,15}$/;

/** Seconds that are a text of digits (V-27), and other names of scopes (V-31). */
function requestOf(body: object, profile: VendorProfile): object {
  const { numbersAsText, scopeNames } = profile;
  if (numbersAsText === 'refused' && Object.keys(scopeNames).length === 0) return body;
  const changed = Object.entries(body).map(([name, value]): [string, unknown] => {
    switch (name) {
      case 'expires_in':
      case 'max_scan_age':
        if (numbersAsText === 'refused') return [name, value];
        return [name, typeof value === 'string' && DIGITS.test(value) ? Number(value) : value];
      case 'scope':
      case 'required_scope':
        return [name, scopeIn(value, scopeNames)];
      default:
        return [name, value];
    }
  });
  return Object.fromEntries(changed);
}

function scopeIn(value: unknown, names: VendorProfile['scopeNames']): unknown {
  const known = (word: unknown) =>
    typeof word === 'string' && Object.hasOwn(names, word) ? names[word] : word;
  if (typeof value === 'string') return value.split(' ').map(known).join(' ');
  return Array.isArray(value) ? value.map(known) : value;
}

/** A shortlink's description is its label, unless it has a label (V-32). */
function labelled(body: Members): Members {
  return { ...body, label: body.label ?? body.description };
}
