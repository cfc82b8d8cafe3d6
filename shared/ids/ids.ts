/** Gives `length` unpredictable bytes. Injected, so that a simulation owns its randomness. */
export type RandomBytes = (length: number) => Uint8Array;

const LOWER = '0123456789abcdefghijklmnopqrstuvwxyz';
const URL_SAFE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The shapes of identifiers on the wire (D-66); all of them match `^[a-zA-Z0-9_.-]+$`. */
export interface Ids {
  /** Transaction id of a payment request: `p` and 11 of `[0-9a-z]`, unpredictable. */
  tid(): string;
  /** Message id of an event: 22 base64url characters, 128 bits. */
  message(): string;
  /** Short id of a merchant, user or integrator: 8 of `[0-9a-z]`. */
  short(): string;
  /** Request id of a permission request: 32 of `[0-9a-z]`. */
  rid(): string;
  /** Id of a shortlink: 5 base64url characters; the store refuses the rare one that is taken. */
  shortlink(): string;
  /** A capability: 43 base64url characters, 256 bits. */
  token(): string;
  /** `length` decimal digits, for one-time codes. */
  digits(length: number): string;
}

/** How many tids in a row begin alike. */
const RUN = 64;

export function createIds(random: RandomBytes): Ids {
  let begin = '';
  let left = 0;
  // Tids that are made one after another are neighbours in an index, so that those of one commit share a
  // page of it. An attacker without any of a run still has to guess every character.
  const run = () => {
    if (left === 0) begin = draw(random, LOWER, 4);
    left = left === 0 ? RUN - 1 : left - 1;
    return begin;
  };
  return {
    tid: () => `p${run()}${draw(random, LOWER, 7)}`,
    message: () => draw(random, URL_SAFE, 22),
    short: () => draw(random, LOWER, 8),
    rid: () => draw(random, LOWER, 32),
    shortlink: () => draw(random, URL_SAFE, 5),
    token: () => draw(random, URL_SAFE, 43),
    digits: (length) => draw(random, LOWER.slice(0, 10), length),
  };
}

/** Draws characters without modulo bias: bytes past the last whole multiple are thrown away. */
function draw(random: RandomBytes, alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length + 8)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
