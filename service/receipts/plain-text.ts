/** What no reader sees: marks of direction, joiners, private letters, halves of a letter. */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** The scheme of an address, and a dot before two letters, which every host has and no number. */
const SCHEME = /:[/\\]{2,}/gu;
const DOT_OF_HOST = /[.。．｡․](?=[\p{L}\p{M}]{2})/gu;

/**
 * What the service shows of a text that a till or a shop wrote, in an e-mail or on a page of the operator. No program
 * makes a link of it, and it turns nothing beside it around. Every letter and figure stays (D-447).
 */
export const plainText = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(BREAKS, ' ')
    .replace(SCHEME, ': ')
    .replace(DOT_OF_HOST, '. ')
    .trim();
