import type { WalletWords } from '../i18n/wallet.ts';

/** A technical scope that shows nothing of the customer. */
const TECHNICAL = 'openid';

/** The parts of a scope that a customer decides about, in the order of the request. */
export function sharedParts(scope: readonly string[]): readonly string[] {
  return scope.filter((word) => word !== TECHNICAL);
}

/** The scope to grant: the chosen parts and the technical scope. */
export function grantedScope(
  requested: readonly string[],
  chosen: ReadonlySet<string>,
): readonly string[] {
  return requested.filter((word) => word === TECHNICAL || chosen.has(word));
}

/** A part in the customer's words; an unknown part by its own name. */
export function partName(part: string, words: WalletWords): string {
  return Object.hasOwn(words.parts, part)
    ? (Object.entries(words.parts).find(([key]) => key === part)?.[1] ?? part)
    : part;
}

/** `name, phone and e-mail`, for the key that shares them. */
export function listed(parts: readonly string[], words: WalletWords, locale: string): string {
  // German nouns keep their capital letter within a sentence.
  const german = locale.startsWith('de');
  const names = parts.map((part) => {
    const name = partName(part, words);
    return german ? name : name.toLocaleLowerCase(locale);
  });
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
