/** Longest e-mail address (RFC 5321). */
export const EMAIL_MAX = 254;

/**
 * One mailbox. No sign that begins another header or another recipient is part of it, so what is typed can be neither.
 */
const MAILBOX =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** True for one e-mail address, such as `name@example.org`. */
export const isMailbox = (text: string): boolean => text.length <= EMAIL_MAX && MAILBOX.test(text);
