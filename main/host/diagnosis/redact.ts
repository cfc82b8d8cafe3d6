const HIDDEN = '[hidden]';
/** Surrounds an escaped line break while the rules run; every rule treats it as a space. */
const APART = '\u2028';
/** Shorter values occur in every text; hiding them would hide everything. */
const KNOWN_MIN = 6;

/** Names whose value is always hidden. */
const NAMES =
  'authorization|proxy-authorization|cookie|set-cookie|secret|client_secret|password|passwd|' +
  'pass|pin|pin_hash|hash|token|access_token|refresh_token|id_token|api_key|apikey|private_key|' +
  'private_key_pem|privatekey|key_pem|code|otp|sig|signature|msisdn|phone|phone_number|id_number|' +
  'customer';

type Rule = { readonly of: RegExp; readonly by: (...found: string[]) => string };

/** Longest patterns first, so that no rule leaves half of another's match. */
const RULES: readonly Rule[] = [
  { of: /-----BEGIN [\s\S]*?(?:-----END [^-\n]*-----|$)/g, by: () => HIDDEN },
  { of: /\$scrypt\$\S*/g, by: () => HIDDEN },
  { of: /\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g, by: () => HIDDEN },
  { of: /(\w\/\/|:\/\/)[^\s/@"']+@/g, by: (_all, before = '') => `${before}${HIDDEN}@` },
  { of: /\?[^\s"'<>]*=[^\s"'<>]*/g, by: () => `?${HIDDEN}` },
  {
    of: new RegExp(`("(?:${NAMES})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"|[^\\s,}\\]]+)`, 'gi'),
    by: (_all, before = '') => `${before}"${HIDDEN}"`,
  },
  {
    of: new RegExp(
      `\\b((?:${NAMES})["']?\\s*[=:]\\s*["']?)((?:secret|key|bearer|basic)\\s+)?[^\\s"',;}]+`,
      'gi',
    ),
    by: (_all, before = '') => `${before}${HIDDEN}`,
  },
  {
    of: /\b(SECRET|KEY|Bearer|Basic|RSA-SHA256)\s+[\w.~+/=:|-]{6,}/gi,
    by: (_all, word = '') => `${word} ${HIDDEN}`,
  },
  { of: /[A-Za-z0-9+_=-]{24,}/g, by: (all = '') => (/\d|[A-Z]/.test(all) ? HIDDEN : all) },
  { of: /[A-Za-z0-9+/_=-]{32,}/g, by: (all = '') => (isMixed(all) ? HIDDEN : all) },
  { of: /\+\d[\d -]{6,20}\d/g, by: () => HIDDEN },
  // Eight or more digits may be a phone number; times and dates contain separators.
  { of: /(?<![\w.:+-])\d(?: ?\d){7,}(?![\w.:-])/g, by: () => HIDDEN },
];

/**
 * Removes every value that would allow someone to act as this till or to identify a customer: the
 * values in `known`, and all text that looks like a secret, token, key, PIN hash or phone number.
 * It hides too much rather than too little. Pure.
 */
export function redact(text: string, known: readonly string[]): string {
  const withoutKnown = [...known]
    .flatMap(formsOf)
    .filter((value) => value.length >= KNOWN_MIN)
    .sort((a, b) => b.length - a.length)
    .reduce((left, value) => left.replaceAll(value, HIDDEN), text);
  // An escaped line break in JSON consists of letters and would join the words around it.
  const apart = withoutKnown.replaceAll(/\\[nrt]/g, (one) => APART + one + APART);
  return RULES.reduce((left, { of, by }) => left.replace(of, by), apart).replaceAll(APART, '');
}

/** A key also appears in one line, inside JSON, and as single lines. */
function formsOf(value: string): readonly string[] {
  const lines = value.split('\n').filter((one) => one.length >= 16 && !one.startsWith('-----'));
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), ...lines];
}

function isMixed(text: string): boolean {
  return /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
}
