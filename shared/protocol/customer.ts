import { line } from './basic.ts';
import { LIMITS } from './limits.ts';
import { isMeantAsNumber, MSISDN } from './phone-number.ts';

/** A PersonIdentifier, taken apart (D-64). */
export type Person =
  | { readonly kind: 'msisdn'; readonly msisdn: string }
  | { readonly kind: 'scan_token'; readonly token: string }
  | { readonly kind: 'shortlink_id'; readonly id: string }
  | { readonly kind: 'shortlink_sn'; readonly serial: string }
  | { readonly kind: 'access_token'; readonly token: string };

/**
 * A customer as the POS names it. A number must be in international form without `+` or `00`. A text without
 * a known prefix that has letters is taken for an access token (D-64); one without letters is a number, so that
 * a number in another form is refused and not silently unknown (D-223).
 */
export const personIdentifier = line(LIMITS.customerMax).superRefine((text, context) => {
  const digits = text.startsWith('msisdn:') ? text.slice(7) : text;
  if (text.startsWith('msisdn:') || isMeantAsNumber(text)) {
    if (MSISDN.test(digits)) return;
    const message =
      'a phone number is its country code and number, 8 to 15 digits, without +, 00, blanks or signs, such as 4798765432';
    context.addIssue({ code: 'custom', message });
  } else if (/^(?:token|shortlink_id|shortlink_sn):\s*$/.test(text)) {
    context.addIssue({ code: 'custom', message: 'must name something after the colon' });
  }
});

/** Takes a checked PersonIdentifier apart. */
export function parsePerson(text: string): Person {
  if (text.startsWith('msisdn:')) return { kind: 'msisdn', msisdn: text.slice(7) };
  if (text.startsWith('shortlink_id:')) return { kind: 'shortlink_id', id: text.slice(13) };
  if (text.startsWith('shortlink_sn:')) return { kind: 'shortlink_sn', serial: text.slice(13) };
  if (text.startsWith('token:')) return { kind: 'scan_token', token: text };
  if (MSISDN.test(text)) return { kind: 'msisdn', msisdn: text };
  return { kind: 'access_token', token: text };
}
