import { type Check, input, own, type Row, tableOf, text } from './row.ts';

const code = tableOf('code', 'Payment request status codes', 'code');
const is = (number: number, name: string, status: string, final: boolean): Check => ({
  by: 'code',
  code: number,
  name,
  status,
  final,
});

const move = tableOf('move', 'Moves', 'move');
const to = (
  from: 'pending' | 'auth',
  act: string,
  end: number,
  event: Extract<Check, { by: 'move' }>['event'],
): Check => ({ by: 'move', from, act, to: end, event });

const rule = tableOf('move-rule', 'Moves, rules', 'rule');
const put = tableOf('put', 'Payment request, PUT input', 'rule');
const flow = tableOf('flow', 'Flows', 'rule');
const limit = tableOf('limit', 'Limits', 'limit');
const on = 'paymentCreate';

const CODES: readonly Row[] = [
  code('1003', 'PENDING, temporary', is(1003, 'PENDING', 'pending', false)),
  code('2000', 'OK, final success', is(2000, 'OK', 'ok', true)),
  code('3008', 'AUTH, temporary', is(3008, 'AUTH', 'auth', false)),
  code('4004', 'NOT_FOUND, final failure', is(4004, 'NOT_FOUND', 'fail', true)),
  code('4019', 'ABORTED, final failure', is(4019, 'ABORTED', 'fail', true)),
  code('5006', 'REJECTED, final failure', is(5006, 'REJECTED', 'fail', true)),
  code('5011', 'REQUEST_EXPIRED, final failure', is(5011, 'REQUEST_EXPIRED', 'fail', true)),
  code('5012', 'AUTH_EXPIRED, final failure', is(5012, 'AUTH_EXPIRED', 'fail', true)),
  code('unknown', 'unknown codes are classed by their first digit', own('no service')),
];

const MOVES: readonly Row[] = [
  move('create', 'a valid POST is pending, holds nothing and has no captures'),
  move('confirm', 'confirmed: authorised', to('pending', 'confirm', 3008, 'payment_authorized')),
  move('reject', 'rejected', to('pending', 'reject', 5006, 'payment_aborted_by_customer')),
  move('expire', 'expired', to('pending', 'expire', 5011, 'payment_request_expired')),
  move('capture', 'captured', to('auth', 'capture', 2000, 'payment_captured')),
  move('reauth', 'renewed', to('auth', 'reauth', 3008, 'payment_authorization_renewed')),
  move(
    'auth-expire',
    'not captured in time',
    to('auth', 'expire', 5012, 'payment_authorization_expired'),
  ),
  move(
    'abort',
    'aborted while pending',
    to('pending', 'abort', 4019, 'payment_aborted_by_merchant'),
  ),
  move(
    'abort-auth',
    'aborted before capture',
    to('auth', 'abort', 4019, 'payment_aborted_by_merchant'),
  ),
  move('release', 'released', to('auth', 'release', 4019, 'payment_auth_released')),
];

const RULES: readonly Row[] = [
  rule('three-days', 'an authorisation is valid for three days', own('simulator', 'clock')),
  rule(
    'early-capture',
    'a capture before authorisation and an abort after capture are 409',
    own('simulator'),
  ),
  rule('capture-elsewhere', 'a capture is an error unless the code is 3008', own('simulator')),
  rule('expiry-fails', 'an expired request has failed', own('simulator', 'clock')),
  rule(
    'refund-partial',
    'what a refund and a partial capture leave behind (D-97, D-101)',
    own('simulator', 'key'),
  ),
  rule(
    'permission-codes',
    'codes and events of permission requests (D-110 to D-113)',
    own('simulator'),
  ),
];

const PUT: readonly Row[] = [
  put('action', 'five actions in any case of letters', own('simulator')),
  put('numbers', 'amounts are ignored unless the action is capture or refund', own('simulator')),
  put(
    'ids',
    'capture_id and refund_id have their form, and are ignored elsewhere',
    own('simulator', 'key'),
  ),
  put(
    'partial',
    'a partial capture needs amount, additional_amount, currency and id together',
    own('simulator'),
  ),
  put('full', 'a capture without numbers takes everything', own('simulator')),
  put('idempotent', 'the same capture twice is one capture', own('simulator')),
  put('refund-key', 'a refund must be signed', own('simulator', 'key')),
];

const FLOWS: readonly Row[] = [
  flow(
    'static-by-id',
    'a request by shortlink_id or shortlink_sn finds the latest scan',
    own('simulator', 'sticker'),
  ),
  flow(
    'static-listens',
    'and goes on listening until it is picked up or aborted',
    own('simulator'),
  ),
  flow('static-age', 'max_scan_age bounds how old the scan may be', own('simulator', 'clock')),
  flow('static-abort', 'another way of paying aborts the request', own('simulator')),
  flow('scan-address', 'the code’s address passes on what follows the id', own('simulator')),
  flow(
    'scan-event',
    'a scan makes a token and calls back with shortlink_scanned',
    own('simulator', 'http callbacks'),
  ),
  flow('scan-request', 'a request with the token is the customer’s', own('simulator')),
  flow('scan-outcome', 'the outcome goes from 1003 to 3008, or to 5006', own('simulator')),
  flow('scan-capture', 'a capture makes it 2000', own('simulator')),
  flow(
    'access-token',
    'an access token names the customer in both kinds of request',
    own('simulator'),
  ),
  flow(
    'implicit-client',
    'a merchant is a client by its own id, without a registered address',
    own('simulator'),
  ),
  flow('code-grant', 'authorisation page, approval, code, token, data', own('oauth')),
];

const LIMITS: readonly Row[] = [
  limit(
    'pos-id-name',
    'POS id and name: 100',
    input('posCreate', 'name', {
      good: [text(100)],
      bad: [text(101)],
    }),
  ),
  limit(
    'pos-type',
    'POS type: 50, and one of the list',
    input('posCreate', 'type', {
      good: ['vending'],
      bad: [text(51), 'kiosk'],
    }),
  ),
  limit(
    'reference',
    'pos_id, pos_tid, tid: 64 of a form',
    input(on, 'pos_id', {
      good: [text(64)],
      bad: [text(65), 'a b'],
    }),
  ),
  limit('customer', '100', input(on, 'customer', { good: [text(100)], bad: [text(101)] })),
  limit(
    'max_scan_age',
    '0 to 2592000, 60',
    input(on, 'max_scan_age', {
      fallback: 60,
      good: [0, 2_592_000],
      bad: [-1, 2_592_001],
    }),
  ),
  limit(
    'expires_in',
    '0 to 2592000, 21600',
    input(on, 'expires_in', {
      fallback: 21_600,
      good: [0, 2_592_000],
      bad: [-1, 2_592_001],
    }),
  ),
  limit(
    'scope-text',
    '150',
    input(on, 'required_scope_text', {
      good: [text(150)],
      bad: [text(151)],
    }),
  ),
  limit(
    'secret',
    '8 to 64',
    input('userCreate', 'secret', {
      good: [text(8), text(64)],
      bad: [text(7), text(65)],
    }),
  ),
  limit('authorisation', 'three days, and three more by reauth', own('simulator', 'clock')),
  limit(
    'amount',
    'positive, the additional one not negative',
    input(on, 'additional_amount', {
      good: [0],
      bad: [-1],
    }),
  ),
  limit(
    'currency',
    'exactly three characters',
    input(on, 'currency', {
      good: ['NOK'],
      bad: ['NO', 'NOKK'],
    }),
  ),
  limit('page_size', '100 when left out', {
    by: 'query',
    route: 'paymentList',
    field: 'page_size',
    fallback: 100,
    good: ['100'],
    bad: ['x'],
  }),
  limit('per-payment', 'a merchant’s largest payment'),
];

export const LIFE_ROWS: readonly Row[] = [
  ...CODES,
  ...MOVES,
  ...RULES,
  ...PUT,
  ...FLOWS,
  ...LIMITS,
];
