import { EVENTS } from '../../../shared/protocol/events.ts';
import type { AuthLevel, RouteName } from '../../../shared/protocol/routes.ts';
import { LIFE_ROWS } from './life-rows.ts';
import { type Check, input, type Need, needsOf, outputs, own, type Row, tableOf } from './row.ts';

const convention = tableOf('convention', 'General conventions', 'rule');
const level = tableOf('level', 'Authentication, levels', 'header');
const sign = tableOf('auth-rule', 'Authentication, rules', 'header');
const meta = tableOf('meta', 'Events, message', 'event', 'simulator', 'https callbacks');
const rule = tableOf('event-rule', 'Events, rules', 'event', 'simulator', 'https callbacks');
const event = tableOf('event', 'Events', 'event');
const error = tableOf('error-field', 'Errors, body', 'error');
const status = tableOf('status', 'Errors, HTTP status codes', 'error');
const condition = tableOf('condition', 'Errors, conditions', 'error');
const version = tableOf('version', 'Versioning', 'rule');
const request = tableOf('oauth-request', 'OAuth authorization request', 'field', 'oauth');
const exchange = tableOf('oauth-exchange', 'OAuth token exchange', 'field', 'oauth');
const token = tableOf('oauth-token', 'OAuth token response', 'field', 'oauth');

/** Events of the specification; `display_message` has no row in its table. */
const NAMED = EVENTS.filter((name) => name !== 'display_message');

/** An event of a payment needs what the move needs that sends it. */
function needsOfEvent(name: string): readonly Need[] {
  const move = LIFE_ROWS.findLast(({ check }) => check.by === 'move' && check.event === name);
  if (move !== undefined) return needsOf(move);
  return [name === 'permission_request_expired' ? 'clock' : 'simulator', 'https callbacks'];
}

export const WIRE_ROWS: readonly Row[] = [
  convention('methods', 'POST on lists, PUT, GET and DELETE on details', own('no service')),
  convention('ids', 'an id that was sent is the id; else the service gives one', own('key')),
  convention('lists', 'uris without host, next and prev', own('key', 'settlement')),
  convention('location', 'Location is a full URL, paths in bodies have no host'),
  convention('media', 'the API’s media type, CSV for logs, PNG for images', own('settlement')),
  convention('slash', 'every address ends with a slash', own('no service')),
  level('OPEN', 'no credentials'),
  level('SECRET', 'the shared secret'),
  level('KEY', 'an RSA signature', own('key')),
  level('TWOFACTOR', 'a customer’s session'),
  sign('user', 'a user header, or an integrator header in its place', own('integrator')),
  sign(
    'merchant',
    'a user is created for the merchant in the header',
    own('integrator', 'other merchant'),
  ),
  sign('users', 'a user has a secret, a key, or both, and can have a netmask', own('key')),
  sign('refund', 'a refund needs KEY', own('simulator', 'key')),
  sign('basic', 'the token endpoint takes Basic credentials', own('oauth')),
  sign(
    'callback',
    'callbacks are signed, and carry their digest',
    own('simulator', 'https callbacks'),
  ),
  sign('secret', 'how a secret is presented (D-01)'),
  ...['id', 'event', 'uri', 'seqno', 'labels', 'context', 'timestamp', 'object'].map((name) =>
    meta(name, 'is in the message'),
  ),
  rule('https', 'over https the whole message, to a certificate that is checked'),
  rule(
    'http',
    'over http only meta, whose uri leads to the object',
    own('simulator', 'http callbacks'),
  ),
  rule('origin', 'meta.uri is a full address of the service'),
  ...NAMED.map((name) =>
    event(name, 'is sent with the object of its table', own(...needsOfEvent(name))),
  ),
  error('error_type', 'text'),
  error('error_description', 'text for people'),
  error('error_details', 'lists of messages by field, else null'),
  status('200', 'a GET, and an identical request that exists already'),
  status('201', 'created, with Location; the duplicate is answered the same'),
  status('204', 'a PUT or a DELETE', own('key')),
  status('302', 'to the last settlement', own('settlement')),
  status('400', 'malformed, or a field is wrong'),
  status('404', 'nothing there, or another merchant’s', own('other merchant')),
  status('405', 'a method that the address does not take'),
  status('409', 'ids used before, and actions at the wrong time'),
  condition('same-ids', 'the same pos_id and pos_tid with other content: 409'),
  condition('early-capture', 'capture before authorisation: 409'),
  condition('late-abort', 'abort after capture: 409', own('simulator')),
  condition('invalid-put', 'invalid PUT input: 400'),
  condition('same-email', 'a self-service user with an existing e-mail: 409'),
  condition('no-settlement', 'last settlement when none exists: 404', own('other merchant')),
  condition('unknown-settlement', 'an unknown settlement: 404'),
  version('v1', 'v1 is in the path and in the media type'),
  version('compatible', 'unknown members of a body do no harm'),
  version('major', 'a new major version would be another path: v2 does not exist'),
  version('new-codes', 'clients take codes that they do not know', own('no service')),
  ...['response_type', 'client_id', 'redirect_uri', 'scope', 'state'].map((name) =>
    request(name, 'is read from the query'),
  ),
  ...['grant_type', 'code', 'redirect_uri', 'client_id'].map((name) =>
    exchange(name, 'is read from the body'),
  ),
  ...[
    'access_token',
    'token_type',
    'id_token',
    'expires_in',
    'refresh_token',
    'scope',
    'currency',
    'fee',
    'report_id',
    'state',
  ].map((name) => token(name, 'is answered')),
];

type Line = readonly [route: RouteName, level: AuthLevel, text: string];

function endpoints(key: string, table: string, lines: readonly Line[]): readonly Row[] {
  const row = tableOf(key, `Endpoints, ${table}`, 'endpoint');
  return lines.map(([route, level, text]) => row(route, text, { by: 'endpoint', route, level }));
}

const oauth = tableOf('endpoint-oauth', 'Endpoints, OAuth', 'endpoint', 'oauth');

/** All 48 endpoints of the specification. */
export const ENDPOINT_ROWS: readonly Row[] = [
  ...endpoints('endpoint-merchant', 'Merchant', [
    ['merchantRead', 'SECRET', 'GET /merchant/<merchant_id>/'],
    ['merchantLookup', 'OPEN', 'GET /merchant_lookup/<lookup_id>/, integrators only'],
    ['merchantLogo', 'SECRET', 'GET /merchant/<merchant_id>/logo'],
  ]),
  ...endpoints('endpoint-user', 'User', [
    ['userCreate', 'KEY', 'POST /user/'],
    ['userUpdate', 'KEY', 'PUT /user/<user_id>/'],
    ['userDelete', 'KEY', 'DELETE /user/<user_id>/'],
    ['userRead', 'SECRET', 'GET /user/<user_id>/'],
  ]),
  ...endpoints('endpoint-pos', 'POS', [
    ['posCreate', 'SECRET', 'POST /pos/'],
    ['posList', 'KEY', 'GET /pos/'],
    ['posUpdate', 'SECRET', 'PUT /pos/<pos_id>/'],
    ['posDelete', 'KEY', 'DELETE /pos/<pos_id>/'],
    ['posRead', 'SECRET', 'GET /pos/<pos_id>/'],
  ]),
  ...endpoints('endpoint-payment', 'Payment request', [
    ['paymentCreate', 'SECRET', 'POST /payment_request/'],
    ['paymentList', 'SECRET', 'GET /payment_request/'],
    ['paymentRead', 'SECRET', 'GET /payment_request/<tid>/'],
    ['paymentUpdate', 'SECRET', 'PUT /payment_request/<tid>/'],
    ['paymentOutcome', 'SECRET', 'GET /payment_request/<tid>/outcome/'],
  ]),
  ...endpoints('endpoint-permission', 'Permission request', [
    ['permissionCreate', 'SECRET', 'POST /permission_request/'],
    ['permissionRead', 'SECRET', 'GET /permission_request/<rid>/'],
    ['permissionOutcome', 'SECRET', 'GET /permission_request/<rid>/outcome/'],
  ]),
  ...endpoints('endpoint-settlement', 'Settlements and reports', [
    ['lastSettlement', 'SECRET', 'GET /last_settlement/'],
    ['settlementList', 'SECRET', 'GET /settlement/'],
    ['settlementRead', 'SECRET', 'GET /settlement/<settlement_id>/'],
    ['settlementAccountRead', 'SECRET', 'GET /settlement_account/<settlement_account_id>/'],
    ['settlementAccountUpdate', 'SECRET', 'PUT /settlement_account/<settlement_account_id>/'],
    ['settlementReport', 'SECRET', 'GET /settlement_report/'],
    ['salesSummary', 'SECRET', 'GET /sales_summary/'],
  ]),
  ...endpoints('endpoint-ssp-user', 'Merchant self-service users', [
    ['sspUserCreate', 'SECRET', 'POST /merchant_ssp_user/'],
    ['sspUserRead', 'SECRET', 'GET /merchant_ssp_user/<merchant_ssp_user_id>/'],
    ['sspUserDelete', 'SECRET', 'DELETE /merchant_ssp_user/<merchant_ssp_user_id>/'],
  ]),
  ...endpoints('endpoint-status', 'Status codes', [
    ['statusCodeList', 'OPEN', 'GET /status_code/'],
    ['statusCodeRead', 'OPEN', 'GET /status_code/<value>/'],
  ]),
  ...endpoints('endpoint-shortlink', 'Shortlinks', [
    ['shortlinkList', 'SECRET', 'GET /shortlink/'],
    ['shortlinkCreate', 'SECRET', 'POST /shortlink/'],
    ['shortlinkRead', 'SECRET', 'GET /shortlink/<shortlink_id>/'],
    ['shortlinkUpdate', 'SECRET', 'PUT /shortlink/<shortlink_id>/'],
    ['shortlinkDelete', 'SECRET', 'DELETE /shortlink/<shortlink_id>/'],
  ]),
  oauth('auth', 'GET /oauth2/auth is open and shows a page'),
  oauth('auth-form', 'POST /oauth2/auth checks the secret that was typed'),
  oauth('pre-auth', 'GET /oauth2/pre_auth makes a request record; TWOFACTOR'),
  oauth('post-auth', 'POST /oauth2/post_auth/<request_id> answers it; TWOFACTOR'),
  oauth('token', 'POST /oauth2/token by Basic credentials, not stored by anyone'),
  oauth('error', 'an endpoint for errors of requests', own()),
  oauth('qr-image', 'a QR image from a login cookie'),
  oauth('userinfo', 'GET /oauth2/v1/userinfo'),
  oauth('shipping-address', 'GET /oauth2/v1/scope/shipping_address'),
  oauth('personal-id', 'GET /oauth2/v1/scope/personal_id/no/id, with a list of proofs'),
  oauth('bankid', 'GET /oauth2/v1/scope/personal_id/no/bankid, with one proof'),
];

const query = (
  route: RouteName,
  field: string,
  good: readonly string[],
  bad: readonly string[],
  fallback?: unknown,
): Check => ({
  by: 'query',
  route,
  field,
  good,
  bad,
  ...(fallback === undefined ? {} : { fallback }),
});

const TIMES = [['2026-11-20 00:00:00'], ['yesterday', '2026-13-01 00:00:00']] as const;
const FLAGS = [['true', 'False', '1', '0'], ['yes']] as const;

const reportIn = tableOf('report-in', 'Settlement report list, input', 'field');
const salesIn = tableOf('sales-in', 'Sales summary, input', 'field');
const listIn = tableOf('payment-list-in', 'Payment request list, query', 'field');
const account = tableOf('account-in', 'Settlement account, update input', 'field');

export const MONEY_ROWS: readonly Row[] = [
  ...outputs('settlement', 'Settlement', 'settlementRead', [
    ['id', 'string'],
    ['date_created', 'string'],
    ['transaction_log_uris', 'array'],
    ['scope_log_uris', 'array'],
    ['settlement_summary', 'object'],
    ['payout_details', 'object'],
  ]),
  ...outputs('account', 'Settlement account', 'settlementAccountRead', [
    ['id', 'string'],
    ['start_of_day', 'string'],
    ['currency', 'string'],
    ['payout_delay', 'integer'],
    ['payout_account', 'string'],
    ['frequency', 'string'],
  ]),
  account(
    'payout_account',
    'required',
    input('settlementAccountUpdate', 'payout_account', {
      required: true,
      good: ['NO93 8601 1117 947', '86011117947'],
      bad: ['NO93 8601 1117 948', '', 7],
    }),
  ),
  account(
    'frequency',
    'optional',
    input('settlementAccountUpdate', 'frequency', {
      good: ['daily', 'weekdays', 'weekly', 'monthly', null],
      bad: ['hourly'],
    }),
  ),
  reportIn('created_from', 'a time', query('settlementReport', 'created_from', ...TIMES)),
  reportIn('created_to', 'a time', query('settlementReport', 'created_to', ...TIMES)),
  reportIn(
    'non_empty_only',
    'false when left out',
    query('settlementReport', 'non_empty_only', ...FLAGS, false),
  ),
  ...outputs('report', 'Settlement report list', 'settlementReport', [
    ['items', 'array'],
    ['summary', 'object'],
    ['report_context', 'object'],
  ]),
  salesIn(
    'from_date',
    'required, a day',
    query('salesSummary', 'from_date', ['2026-11-20'], ['20.11.2026', '']),
  ),
  salesIn('to_date', 'a day', query('salesSummary', 'to_date', ['2026-11-30'], ['2026-11-31'])),
  salesIn('merchant_time', 'true or false', query('salesSummary', 'merchant_time', ...FLAGS)),
  salesIn(
    'frequency',
    'one of a set',
    query('salesSummary', 'frequency', ['hour', 'day', 'week', 'month'], ['year']),
  ),
  ...outputs('sales', 'Sales summary', 'salesSummary', [
    ['merchant_timezone', 'string'],
    ['result_timezone', 'string'],
    ['start_of_day', 'string'],
    ['periods', 'array'],
    ['data_until', 'string'],
    ['products', 'array'],
    ['max_timestamp', 'string'],
  ]),
  listIn('created_from', 'a time', query('paymentList', 'created_from', ...TIMES)),
  listIn('created_to', 'a time', query('paymentList', 'created_to', ...TIMES)),
  listIn('cursor', 'where to go on', query('paymentList', 'cursor', [], ['not-a-cursor'])),
  listIn(
    'page_size',
    '100 when left out',
    query('paymentList', 'page_size', ['1', '200'], ['0', '201', 'ten'], 100),
  ),
  listIn('only_ok', 'false when left out', query('paymentList', 'only_ok', ...FLAGS, false)),
  listIn(
    'status',
    'one or more',
    query('paymentList', 'status', ['ok', 'ok,auth', 'pending,fail'], ['paid']),
  ),
];
