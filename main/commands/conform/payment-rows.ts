import { input, output, type Row, tableOf, text } from './row.ts';

const row = tableOf('payment-create', 'Payment request, create input', 'field');
const on = 'paymentCreate';
const MONEY_BAD = [-1, 0.5, '12', 2 ** 53];
const NOT_TEXT = [1, {}, []];
const REFERENCE_BAD = ['', text(65), 'a b', 'æ', 'a/b', 1];
const RETURN_GOOD = ['', '/done', 'https://shop.example:8443/paid?x=1'];
const SECONDS = { good: [0, 2_592_000], bad: [-1, 2_592_001, 1.5, '60'] };

const CREATE: readonly Row[] = [
  row(
    'action',
    'sale or auth, in small or capital letters',
    input(on, 'action', {
      required: true,
      good: ['sale', 'auth', 'SALE', 'AUTH'],
      bad: ['Sale', 'pay', ''],
    }),
  ),
  row(
    'currency',
    'code of three characters',
    input(on, 'currency', {
      required: true,
      good: ['NOK'],
      // The merchant of the tests has no settlement account in euros (D-105).
      bad: ['NO', 'NOKK', 'nok', 578, 'EUR'],
    }),
  ),
  row(
    'amount',
    'positive minor units',
    input(on, 'amount', {
      required: true,
      good: [1, 100.0],
      bad: [0, ...MONEY_BAD],
    }),
  ),
  row(
    'additional_amount',
    'non-negative, 0 when left out',
    input(on, 'additional_amount', {
      fallback: 0,
      good: [0, 500],
      bad: MONEY_BAD,
    }),
  ),
  row(
    'additional_edit',
    'whether the user may edit it, false when left out',
    input(on, 'additional_edit', { fallback: false, good: [true, false], bad: ['true', 1] }),
  ),
  row(
    'allow_credit',
    'whether credit is allowed',
    input(on, 'allow_credit', {
      required: true,
      good: [true, false],
      bad: ['yes', 0],
    }),
  ),
  row(
    'pos_id',
    'up to 64 of letters, digits, dot, dash and underscore',
    input(on, 'pos_id', {
      required: true,
      good: [text(64), 'a.B_c-1'],
      bad: REFERENCE_BAD,
    }),
  ),
  row(
    'pos_tid',
    'the same form, unique per POS',
    input(on, 'pos_tid', {
      required: true,
      good: ['once.Only_{new}'],
      bad: REFERENCE_BAD,
    }),
  ),
  row(
    'customer',
    'who pays; without one both return addresses are needed',
    input(on, 'customer', {
      good: ['4798765432', 'msisdn:4798765432', 'token:1', 'shortlink_sn:1', text(100)],
      bad: [text(101), '004798765432', 98_765_432],
    }),
  ),
  row(
    'max_scan_age',
    '0 to 2592000 seconds, 60 when left out',
    input(on, 'max_scan_age', {
      fallback: 60,
      ...SECONDS,
    }),
  ),
  row(
    'text',
    'may have line breaks',
    input(on, 'text', {
      good: ['one\ntwo', null],
      bad: NOT_TEXT,
    }),
  ),
  row(
    'line_items',
    'the bill',
    input(on, 'line_items', {
      good: [null, [{ product_id: 'a', quantity: '1', item_cost: 12_500, total: 12_500 }]],
      bad: ['bill', [{ product_id: 'a' }]],
    }),
  ),
  row(
    'links',
    'links that are shown',
    input(on, 'links', {
      good: [[{ uri: 'https://shop.example/terms', caption: 'Terms', show_on: ['ok'] }]],
      bad: [[{ uri: 'not a link' }], 'https://shop.example'],
    }),
  ),
  row('cid', 'customer id of a KID payment', input(on, 'cid', { good: ['123'], bad: NOT_TEXT })),
  row(
    'display_message_uri',
    'where progress is posted',
    input(on, 'display_message_uri', {
      good: ['https://till.example/progress'],
      bad: ['ftp://till.example', 'till'],
    }),
  ),
  row(
    'callback_uri',
    'where changes are posted; the scheme selects the protocol',
    input(on, 'callback_uri', {
      good: ['https://till.example/events'],
      bad: ['pusher:channel', 'till'],
    }),
  ),
  row(
    'success_return_uri',
    'empty, a path, or an address',
    input(on, 'success_return_uri', {
      good: RETURN_GOOD,
      bad: ['with blank /x y', 'shop'],
    }),
  ),
  row(
    'failure_return_uri',
    'the same form',
    input(on, 'failure_return_uri', {
      good: RETURN_GOOD,
      bad: ['with blank /x y', 'shop'],
    }),
  ),
  row(
    'expires_in',
    '0 to 2592000 seconds, 21600 when left out',
    input(on, 'expires_in', {
      fallback: 21_600,
      ...SECONDS,
    }),
  ),
  row(
    'required_scope',
    'asks for data as well',
    input(on, 'required_scope', {
      good: ['openid profile'],
      bad: ['openid shoe_size'],
    }),
  ),
  row(
    'required_scope_text',
    'at most 150 characters',
    input(on, 'required_scope_text', {
      good: [text(150)],
      bad: [text(151)],
    }),
  ),
];

const created = tableOf('payment-created', 'Payment request, create response', 'field');
const CREATED: readonly Row[] = [
  created('id', 'the transaction id', output('paymentCreate', 'id')),
  created('uri', 'where a customer can claim the request', output('paymentCreate', 'uri')),
];

const read = tableOf('payment-read', 'Payment request, read', 'field');
const READ: readonly Row[] = (
  [
    ['id', 'string'],
    ['uri', 'string'],
    ['display_message_uri', 'string'],
    ['callback_uri', 'string'],
    ['line_items', 'array'],
    ['customer', 'string'],
    ['max_scan_age', 'integer'],
    ['currency', 'string'],
    ['amount', 'integer'],
    ['additional_amount', 'integer'],
    ['additional_edit', 'boolean'],
    ['pos_id', 'string'],
    ['pos_tid', 'string'],
    ['text', 'string'],
    ['success_return_uri', 'string'],
    ['failure_return_uri', 'string'],
    ['cid', 'string'],
    ['links', 'array'],
    ['date_expires', 'string'],
    ['required_scope', 'string'],
    ['allow_credit', 'boolean'],
  ] as const
).map(([field, type]) => read(field, 'as it was sent', output('paymentRead', field, type)));

const outcome = tableOf('outcome', 'Payment request outcome', 'field');
const OUTCOME: readonly Row[] = (
  [
    ['tid', 'string', 'at most 64 characters'],
    ['pos_id', 'string', 'as sent'],
    ['pos_tid', 'string', 'as sent'],
    ['currency', 'string', 'as sent'],
    ['amount', 'integer', 'base amount'],
    ['additional_amount', 'integer', 'may be the customer’s'],
    ['auth_amount', 'integer', 'amount minus what was captured'],
    ['auth_additional_amount', 'integer', 'additional amount minus what was captured'],
    ['captures', 'array', 'amount, id and additional_amount of each'],
    ['refunds', 'array', 'what was refunded'],
    ['status', 'string', 'ok, fail, auth or pending'],
    ['status_code', 'integer', 'the exact state'],
    ['customer', 'string', 'as the POS registered it'],
    ['date_modified', 'string', 'time of the last change'],
    ['date_expires', 'string', 'expiry of the present state'],
    ['credit', 'boolean', 'whether credit was used'],
    ['interchange_fee', 'integer', 'deducted if credit'],
    ['transaction_fee', 'integer', 'deducted'],
    ['attachment_uri', 'string', 'a new upload address each time'],
    ['permissions', 'object', 'outcome of a combined permission request, else null'],
  ] as const
).map(([field, type, words]) => outcome(field, words, output('paymentOutcome', field, type)));

const change = tableOf('put-field', 'Payment request, PUT input fields', 'field');
const ADDRESS = { good: ['https://till.example/x', '', null], bad: ['till', 'ftp://till.example'] };
const CHANGES: Readonly<Record<string, { good: readonly unknown[]; bad: readonly unknown[] }>> = {
  display_message_uri: ADDRESS,
  callback_uri: ADDRESS,
  line_items: { good: [null], bad: ['bill', [{ product_id: 'a' }]] },
  action: { good: ['capture', 'CAPTURE'], bad: ['pay', '', 1] },
  amount: { good: [1, 8_000], bad: MONEY_BAD },
  additional_amount: { good: [0], bad: MONEY_BAD },
  capture_id: { good: [text(64), 'a.B_c-1'], bad: REFERENCE_BAD },
  // The example is a capture, which ignores the members of a refund; put/ids judges them.
  refund_id: { good: ['ignored', 'a b'], bad: [] },
  currency: { good: ['NOK'], bad: ['NO', 'NOKK', 1] },
  text: { good: ['a\nb', null, 7], bad: [] },
};
const CHANGE = Object.entries(CHANGES).map(([field, values]) =>
  change(field, 'optional', input('paymentUpdate', field, values)),
);

export const PAYMENT_ROWS: readonly Row[] = [...CREATE, ...CREATED, ...READ, ...OUTCOME, ...CHANGE];
