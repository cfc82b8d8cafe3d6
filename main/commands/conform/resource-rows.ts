import { input, output, outputs, own, type Row, tableOf, text } from './row.ts';

const basic = tableOf('types', 'Basic types', 'rule');
const BASIC: readonly Row[] = [
  basic('Currency', 'exactly three characters, an ISO 4217 code'),
  basic('MoneyInteger', 'integers of minor units, in and out'),
  basic('DateTime', 'YYYY-MM-DD hh:mm:ss'),
  basic('PersonIdentifier', 'five forms, at most 100 characters', own('no service')),
  basic('Json', 'a free object', own('simulator')),
  basic('NdbKey', 'an opaque reference'),
];

const place = tableOf('location', 'Location', 'field');
const inside = (field: string, good: readonly unknown[], bad: readonly unknown[]) =>
  input('posCreate', 'location', {
    good: good.map((value) => ({ [field]: value })),
    bad: bad.map((value) => ({ [field]: value })),
  });
const LOCATION: readonly Row[] = [
  place('latitude', 'degrees or null', inside('latitude', [59.9, -90, null], [91, '59'])),
  place('longitude', 'degrees or null', inside('longitude', [10.7, 180, null], [-181, '10'])),
  place('accuracy', 'metres or null', inside('accuracy', [0, 5.5, null], [-1, '5'])),
];

const pos = tableOf('pos', 'POS', 'field');
const POS: readonly Row[] = [
  pos(
    'id',
    'chosen by the client, at most 100',
    input('posCreate', 'id', {
      required: true,
      good: [text(100)],
      bad: [text(101), '', 1],
    }),
  ),
  pos(
    'name',
    'at most 100',
    input('posCreate', 'name', {
      required: true,
      good: [text(100)],
      bad: [text(101), ''],
    }),
  ),
  pos(
    'type',
    'one of five',
    input('posCreate', 'type', {
      required: true,
      good: ['store', 'webshop', 'mobile', 'vending', 'poster'],
      bad: ['shop', 'STORE', ''],
    }),
  ),
  pos(
    'location',
    'optional',
    input('posCreate', 'location', {
      good: [null, {}, { latitude: 59.9, longitude: 10.7, accuracy: 5 }],
      bad: ['Oslo', [59, 10]],
    }),
  ),
];

const MERCHANT = outputs('merchant', 'Merchant', 'merchantRead', [
  ['id', 'string'],
  ['legal_entity', 'string'],
  ['business_name', 'string'],
  ['organization_id', 'string'],
  ['jurisdiction', 'string'],
  ['mcc', 'integer'],
  ['integrator', 'string'],
  ['settlement_account', 'string'],
  ['auth_duration', 'integer'],
  ['auto_release_after_auth_expire', 'boolean'],
  ['features', 'array'],
  ['profile', 'object'],
  ['application', 'object'],
  ['business_documents', 'array'],
  ['per_payment_amount_limit', 'integer'],
  ['integration_type', 'string'],
  ['approved', 'boolean'],
]);

const user = tableOf('user', 'User', 'field');
const USER: readonly Row[] = [
  user(
    'id',
    'chosen on create, unique within the merchant',
    input('userCreate', 'id', {
      good: ['till_{new}'],
      bad: ['..', 'æ', 7],
    }),
  ),
  user(
    'netmask',
    'a valid IPv4 or IPv6 network',
    input('userCreate', 'netmask', {
      good: ['192.0.2.0/24', '2001:db8::/32', ''],
      bad: ['192.0.2.0/33', 'office', 10],
    }),
  ),
  user(
    'label',
    'a name for the key or secret',
    input('userCreate', 'label', {
      good: ['Second till', null],
      bad: [7],
    }),
  ),
  user(
    'secret',
    '8 to 64 characters, write only',
    input('userCreate', 'secret', {
      good: [text(8), text(64)],
      bad: [text(7), text(65)],
    }),
  ),
  user('pubkey', 'an RSA key', own('key')),
  user('has_secret', 'read only', output('userRead', 'has_secret', 'boolean')),
];

const ask = tableOf('permission', 'Permission request', 'field');
const PERMISSION: readonly Row[] = [
  ask(
    'customer',
    'at most 100',
    input('permissionCreate', 'customer', {
      required: true,
      good: ['4798765432', text(100)],
      bad: [text(101), 1],
    }),
  ),
  ask(
    'pos_id',
    'as in a payment request',
    input('permissionCreate', 'pos_id', {
      required: true,
      good: [text(64)],
      bad: [text(65), 'a b'],
    }),
  ),
  ask(
    'pos_tid',
    'the same, unique per POS',
    input('permissionCreate', 'pos_tid', {
      required: true,
      good: ['only.Once_{new}'],
      bad: [text(65), 'a b'],
    }),
  ),
  ask('text', 'shown to the user', input('permissionCreate', 'text', { good: ['a\nb'], bad: [1] })),
  ask(
    'callback_uri',
    'posted to when the status changes',
    input('permissionCreate', 'callback_uri', {
      good: ['https://till.example/e'],
      bad: ['ftp://x'],
    }),
  ),
  ask(
    'scope',
    'separated by blanks',
    input('permissionCreate', 'scope', {
      required: true,
      good: ['', 'openid', 'openid  phone'],
      bad: ['openid shoe', 7],
    }),
  ),
  ask(
    'expires_in',
    '0 to 2592000, 21600 when left out',
    input('permissionCreate', 'expires_in', {
      fallback: 21_600,
      good: [0, 2_592_000],
      bad: [-1, 2_592_001],
    }),
  ),
  ask('date_expires', 'read only', output('permissionRead', 'date_expires')),
];

const ANSWER = outputs('permission-outcome', 'Permission request outcome', 'permissionOutcome', [
  ['access_token', 'string'],
  ['id_token', 'string'],
  ['token_type', 'string'],
  ['expires_in', 'integer'],
  ['refresh_token', 'string'],
  ['scope', 'string'],
  ['currency', 'string'],
  ['transaction_fee', 'integer'],
  ['status', 'string'],
  ['status_code', 'integer'],
  ['pos_id', 'string'],
  ['pos_tid', 'string'],
  ['rid', 'string'],
  ['user_info', 'object'],
]);

const scope = tableOf('scope', 'Scopes', 'rule');
const SCOPES: readonly Row[] = [
  ...[
    'address',
    'bankid',
    'email',
    'fodselsnummer',
    'openid',
    'phone',
    'profile',
    'shipping_address',
  ].map((name) =>
    scope(
      name,
      'may be asked for',
      input('permissionCreate', 'scope', {
        good: [name === 'openid' ? name : `openid ${name}`],
        bad: [`${name}x`],
      }),
    ),
  ),
  scope('none', 'without a scope the result is a token that names the customer', own('simulator')),
  scope('needs-openid', 'address, phone and email are told only with openid'),
  scope('profile-is-name', 'profile is the claim name', own('oauth')),
  scope('userinfo', 'userinfo serves address, phone, email and profile', own('oauth')),
];

const SELF_SERVICE = outputs('ssp-user-read', 'Merchant self-service user, output', 'sspUserRead', [
  ['id', 'string'],
  ['email', 'string'],
  ['phone', 'string'],
  ['name', 'object'],
  ['legal_entities', 'array'],
  ['bankid', 'string'],
]);
const person = tableOf('ssp-user', 'Merchant self-service user, input', 'field');
const PERSON: readonly Row[] = [
  person(
    'email',
    'of the given form',
    input('sspUserCreate', 'email', {
      required: true,
      good: ['{new}@kaffebaren.example'],
      bad: ['nobody', '@x', 'a@.no', 7],
    }),
  ),
  person(
    'phone',
    'optional',
    input('sspUserCreate', 'phone', {
      good: ['4740000009', null],
      bad: ['+47 400', 47],
    }),
  ),
  person(
    'name',
    'optional',
    input('sspUserCreate', 'name', {
      good: [{ given_name: 'Sara', family_name: 'Lund' }, null],
      bad: ['Sara', {}],
    }),
  ),
];

const code = tableOf('status-entry', 'Status code entry', 'field');
const STATUS_ENTRY: readonly Row[] = [
  code('code', 'text', output('statusCodeRead', 'code')),
  code('name', 'text', output('statusCodeRead', 'name')),
];

export const RESOURCE_ROWS: readonly Row[] = [
  ...BASIC,
  ...LOCATION,
  ...POS,
  ...MERCHANT,
  ...USER,
  ...PERMISSION,
  ...ANSWER,
  ...SCOPES,
  ...SELF_SERVICE,
  ...PERSON,
  ...STATUS_ENTRY,
];
