import type { z } from 'zod';
import {
  defaultsInWords,
  defaultsRemoved,
  describeMembers,
  type JsonSchema,
  jsonSchema,
} from '../../../shared/node/openapi/json-schema.ts';
import { ATTACHMENT_FIELDS } from './attachment-field-notes.ts';
import { CATALOGUE_FIELDS } from './catalogue-field-notes.ts';
import { MERCHANT_FIELDS, MONEY_FIELDS, PAIRING_FIELDS } from './money-field-notes.ts';
import { PERIOD_FIELDS } from './period-field-notes.ts';
import { RECEIPT_FIELDS } from './receipt-field-notes.ts';
import { TILL_STATUS_FIELDS } from './till-status-field-notes.ts';

/** Members of payment and permission requests, of scans, and of lists. */
export const LIFE_FIELDS: Readonly<Record<string, string>> = {
  action: '`sale` or `auth`; it only changes what the customer reads. Both must be captured.',
  'paymentUpdate.action': 'What to do: capture, abort, release, reauth or refund.',
  currency: 'ISO 4217 code in capitals.',
  amount: 'The base amount in minor units: 12500 is 125.00.',
  additional_amount: 'On top of amount: cash back or a gratuity, in minor units.',
  'paymentUpdate.additional_amount':
    'The part of the additional amount, in minor units; 0 for none. Required together with amount, ' +
    'currency and the id for a part of the payment; all four are left out for the whole.',
  additional_edit: 'Whether the customer may change the additional amount.',
  allow_credit: 'Whether the customer may pay from a credit source, which costs interchange.',
  pos_id: 'Point of sale that asks.',
  pos_tid: 'The point of sale’s own number of this request; unique for ever per pos_id.',
  customer:
    'Whom to ask: a phone number as digits with country code (`4798765432`), `token:` of a scan, an ' +
    'access token, `shortlink_id:` or `shortlink_sn:`. A number without its country code names ' +
    'no customer: the request ends 4004. Null: the customer who opens `uri`.',
  max_scan_age: 'How many seconds old a scan of the shortlink may be.',
  text: 'Shown to the customer; for a refund it is the reason.',
  line_items: 'The bill. Where it is given, the totals add up to amount.',
  'paymentUpdate.line_items':
    'The bill. With the action refund: the sold lines that are returned, which then add up to amount. ' +
    'A refund without lines returns an amount.',
  'line_items.index':
    'The place of the sold line in the bill, from 0; needed if two lines have the same product_id.',
  'refunds.line_items':
    'The sold lines that the refund returned; left out for a refund of an amount.',
  rates:
    'What is refunded of each tax rate of the lines, for a product of a bill that was paid in shares; adds up to ' +
    'amount. Left out, the amount is divided over all rates.',
  'rates.total': 'How much of amount is of this rate.',
  'refunds.rates': 'What the refund gave back of each tax rate, where it named them.',
  'refunds.rates.total': 'How much of amount is of this rate.',
  links: 'Links that the customer sees with the request.',
  cid: 'Customer id of the bill that is paid.',
  display_message_uri: 'Where progress for the person at the till is posted.',
  callback_uri: 'Where events go: http, https, or `ws:<channel>`. An empty text removes it.',
  success_return_uri: 'Where the browser goes after success; needed when customer is null.',
  failure_return_uri: 'Where the browser goes after failure; needed when customer is null.',
  expires_in: 'Seconds from receipt until the request expires.',
  'permissionOutcome.expires_in': 'Seconds for which the access token is good.',
  required_scope: 'Scopes to ask for together with the payment.',
  required_scope_text: 'Shown when those scopes are asked for.',
  id: 'Id of the resource.',
  uri: 'Full URL where a customer can claim the request, for a QR code; null when it names its customer.',
  date_expires: 'When the request expires, UTC.',
  'paymentOutcome.date_expires': 'When the present state expires; moves on with authorisation.',
  capture_id: 'Names a partial capture; the same id and numbers again change nothing.',
  refund_id: 'Names a partial refund; the same id and numbers again change nothing.',
  tid: 'Id of the payment request.',
  auth_amount: 'What the authorisation still holds of amount; 0 while pending.',
  auth_additional_amount: 'What it still holds of the additional amount.',
  captures: 'What was taken, oldest first.',
  refunds: 'The refunds, oldest first.',
  chat_message_data_text: 'The reason that was given for a refund.',
  status: '`pending`, `auth`, `ok` or `fail`.',
  'paymentList.query.status': 'One or more of pending, auth, ok, fail: repeated, or with commas.',
  status_code: 'The exact state; unknown codes are judged by their first digit.',
  date_modified: 'Time of the last change, UTC.',
  credit: 'Whether a credit source was used.',
  interchange_fee: 'Deducted when a credit source was used.',
  transaction_fee: 'Fee that is deducted from the settlement.',
  attachment_uri: 'Full URL where receipts can be uploaded; good for a limited time.',
  permissions: 'Outcome of the scopes that were asked for with the payment, or null.',
  created_from: 'Created at or after this time, UTC.',
  created_to: 'Created before this time, UTC.',
  cursor: 'Where the next page begins; opaque. Null at the end.',
  page_size: 'How many items a page has at most.',
  only_ok: 'Only payments that have succeeded.',
  items: 'The page’s items.',
  created: 'Time of creation, UTC.',
  modified: 'Time of the last change, UTC.',
  total: 'Total, in minor units.',
  total_captured: 'Sum of what was captured.',
  total_refund: 'Sum of what was refunded.',
  message: 'The request’s text.',
  link: 'Path of the request.',
  wait: 'Seconds to wait for a change before answering; an extension.',
  since: 'The status code already known: wait only while it is still this one.',
  uris: 'Paths of the resources, without host.',
  next: 'Path of the next page, or null.',
  prev: 'Path of the page before, or null.',
  scope: 'Scopes, separated by blanks.',
  access_token: 'Names the customer in later requests, and reads the granted data.',
  id_token: 'A signed JWT about who signed in.',
  token_type: 'Always `Bearer`.',
  refresh_token: 'Gets a new access token at the token endpoint.',
  rid: 'Id of the permission request.',
  user_info: 'The data that was granted, as it was at that moment.',
  fodselsnummer: 'The national id number, with how it was verified.',
  bankid: 'The same number as the bank identity scheme verified it.',
  code: 'The status code, as text.',
  'statusCodeList.name': 'Name of the code.',
  'statusCodeRead.name': 'Name of the code.',
  serial_number: 'Serial number that is printed on a sticker.',
  label: 'A name of your own.',
  shortlink_value: 'The text for the QR code; whatever is added to it comes back as argstring.',
  is_active: 'Whether scans are taken.',
  ttl: 'How many seconds old the scan may be.',
  argstring: 'What the scanned address had after the shortlink’s id.',
  'shortlinkScan.id': 'The scan token; use it as customer for 24 hours.',
  'shortlinkLastScan.id': 'The scan token; use it as customer for 24 hours.',
  product_id: 'The merchant’s own number of the product.',
  description: 'Words about it.',
  metadata: 'Pairs of key and value; the service keeps them and reads nothing into them.',
  key: 'Key of a pair.',
  value: 'Value of a pair.',
  tags: 'Labels of the line.',
  tag_id: 'Id of the label.',
  vat_rate: 'Tax rate, a fraction below 1 as decimal text: "0.25" is 25 %.',
  quantity: 'How many, as decimal text, more than nothing.',
  vat: 'Tax in total, in minor units, as vat_rate gives it; up to 100 more or less if it sums rounded parts.',
  item_cost:
    'Price of one, in minor units; negative for a returned deposit. The total is at most quantity times this; a discount makes it less.',
  caption: 'Words on the link.',
  show_on:
    'States in which the link is shown, upper or lower case: pending, ok, fail; all when left out.',
  'links.uri': 'Where the link leads.',
  'tags.label': 'Words of the label.',
  'captures.id': 'The capture_id that was given; null when all was captured at once.',
  'captures.amount': 'How much of the base amount was taken.',
  'captures.additional_amount': 'How much of the additional amount was taken.',
  'refunds.id': 'The refund_id that was given; null when all was refunded at once.',
  'refunds.amount': 'How much of the base amount was refunded.',
  'refunds.additional_amount': 'How much of the additional amount was refunded.',
  'items.currency': 'ISO 4217 code.',
  'items.total': 'Amount and additional amount, in minor units.',
  'location.accuracy': 'Metres.',
  request_id: 'Id of the request for authorisation; it is good for 15 minutes.',
  client_id: 'Id of the application.',
  client_name: 'Name of the application.',
  client_secret: 'The application’s password, where it is not in the header.',
  redirect_uri: 'The address that the request named; needed when it named one.',
  state: 'What the request had as state.',
  redirect_to: 'Where to send the customer’s browser, with a code or a refusal.',
  'oauthAuthForm.key': 'Proof of a browser that came by the QR code.',
  msisdn: 'Phone number of the customer, with country code.',
  'oauthAuthForm.secret': 'The one-time code that was sent to that number.',
  decision: '`approve` or `deny`, once the customer has signed in.',
  keys: 'The public keys, as JSON Web Keys.',
  kty: 'Kind of the key.',
  n: 'The modulus.',
  e: 'The exponent.',
  kid: 'Id of the key, as id tokens name it.',
  alg: 'Algorithm that it is used with.',
  use: '`sig`: it checks signatures.',
  approved: 'Whether the customer agrees.',
  grant_type: '`authorization_code`, or `refresh_token` to go on.',
  'oauthToken.code': 'The code from the redirect; good once, for 60 seconds.',
  code_verifier: 'PKCE: the text whose hash was the challenge.',
  'oauthToken.expires_in': 'Seconds for which the access token is good.',
  'oauthPreAuth.expires_in': 'Seconds for which the request is good.',
  fee: 'Fee of the authorisation, as decimal text with the currency’s decimals.',
  report_id:
    'The report that contains this authorisation. Null: no report contains a new authorisation.',
  sub: 'The customer, by an id that is the same for this merchant at all times.',
  address: 'The customer’s address.',
  id_number: 'The national id number.',
  proofs: 'How it was verified.',
  source: 'Who has verified it.',
  verified_at: 'When, UTC.',
  attachments: 'What was kept, in the order of the parts.',
  content_type: 'Media type of the part.',
  size: 'Its bytes.',
};

/**
 * The meaning of the members of bodies, queries and replies, by name. A name means the same in
 * every place. If it does not, a more specific name has precedence: `userCreate.id`,
 * `paymentList.query.status`, or, inside another member, `links.uri`.
 */
const FIELDS: Readonly<Record<string, string>> = {
  ...CATALOGUE_FIELDS,
  ...PERIOD_FIELDS,
  ...TILL_STATUS_FIELDS,
  ...RECEIPT_FIELDS,
  ...PAIRING_FIELDS,
  ...LIFE_FIELDS,
  ...MONEY_FIELDS,
  ...MERCHANT_FIELDS,
  ...ATTACHMENT_FIELDS,
};

/** Where a member is used. */
export type FieldPlace = 'query' | 'body' | 'reply';

/** The description of a member of a route's schema, or null if there is none. */
export function fieldNote(
  route: string,
  place: FieldPlace,
  parent: string | null,
  name: string,
): string | null {
  const inner = parent === null ? undefined : FIELDS[`${parent}.${name}`];
  if (inner !== undefined) return inner;
  const own = FIELDS[`${route}.${place}.${name}`] ?? FIELDS[`${route}.${name}`];
  return own ?? FIELDS[name] ?? null;
}

/** A schema as JSON Schema with the description of each field added, at every depth. */
export function described(route: string, place: FieldPlace, schema: z.ZodType): JsonSchema {
  const bare = jsonSchema(schema, place === 'reply' ? 'output' : 'input');
  const whole = describeMembers(bare, (key, parent, own) => {
    const notes = [fieldNote(route, place, parent, key), own].filter(Boolean).join(' ');
    return notes === '' ? null : notes;
  });
  if (place === 'query') return whole;
  return place === 'body' ? defaultsInWords(whole) : defaultsRemoved(whole);
}
