import { money } from '../../../shared/money/money.ts';
import { listedOf } from '../../../shared/payment/statement.ts';
import type {
  PortalCatalogue,
  PortalCatalogueTills,
  PortalCatalogueVersions,
} from '../../../shared/portal/catalogue.ts';
import type {
  PortalApiUser,
  PortalCallback,
  PortalCode,
  PortalMe,
  PortalPayment,
  PortalPaymentDetail,
  PortalSales,
  PortalSettlementDetail,
  TimelineStep,
} from '../../../shared/portal/contract.ts';
import type { PortalTillStatus } from '../../../shared/portal/fleet.ts';
import type { PortalPairing } from '../../../shared/portal/pairing.ts';
import type { PortalRoom } from '../../../shared/portal/room.ts';
import { PORTAL_RIGHTS, type PortalTicket, RIGHTS_OF } from '../../../shared/portal/sign-in.ts';
import { catalogueDocument } from '../../../shared/protocol/catalogue-document.ts';
import { amounts } from '../../support/amounts.ts';

/** The instant that the tests' pages have: 20 November 2026, 09:05 in Oslo. */
/** The money of one piece without a discount. */
const goods = (price: number) => ({ price: money(price), gross: money(price), discount: money(0) });

export const NOW = Date.UTC(2026, 10, 20, 8, 5, 0);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const MARTE: PortalMe = {
  user: {
    merchant_id: 'kaffebar',
    merchant: 'Kaffebaren Løkka',
    user_id: 'admin',
    rights: [...PORTAL_RIGHTS],
    time_zone: 'Europe/Oslo',
    currency: 'NOK',
    merchants: [],
  },
  demo: true,
  email: false,
};

/** A person who signs in by e-mail and has two shops. */
export const KARI: PortalMe = {
  user: {
    merchant_id: 'kaffebar',
    merchant: 'Kaffebaren Løkka',
    user_id: 'kari.nordmann@kaffebaren.example',
    rights: [...RIGHTS_OF.manager],
    time_zone: 'Europe/Oslo',
    currency: 'NOK',
    merchants: [
      { id: 'kaffebar', name: 'Kaffebaren Løkka' },
      { id: 'bakeri', name: 'Bakeriet på hjørnet, Grünerløkka' },
    ],
  },
  demo: false,
  email: true,
};

const APP_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
/** What a person gets who has no authenticator app yet. */
export const ENROLMENT: PortalTicket = {
  ticket: 'WyJrYXJpIl0.c2lnbmVk',
  enrol: {
    secret: APP_KEY,
    uri: `otpauth://totp/Tillkit:kari%40kaffebaren.example?issuer=Tillkit&secret=${APP_KEY}&digits=6`,
  },
};

export const RECOVERY: readonly string[] = Array.from(
  { length: 10 },
  (_, place) => `a${place}b2-${place}d4e`,
);

export function payment(over: Partial<PortalPayment> = {}): PortalPayment {
  const { amount = 12_500, captured = 12_500, refunded = 0, status = 'ok' } = over;
  const authorised = status === 'auth' ? amount - captured : 0;
  const sums = amounts({ asked: amount, authorised, captured, refunded });
  return {
    tid: 'p2ybyw4tq73n',
    reference: '187-k3f9x7k2a1b2c3d4',
    receipt: 'kasse-1-0187',
    pos: 'Kasse 1',
    what: 'Flat white, kanelbolle, eplejuice',
    currency: 'NOK',
    amount: 12_500,
    captured: 12_500,
    refunded: 0,
    authorised: sums.authorised,
    released_amount: sums.released,
    listed: listedOf(sums),
    status: 'ok',
    status_code: 2000,
    released: false,
    created: NOW - 23 * MINUTE,
    modified: NOW - 22 * MINUTE,
    ...over,
  };
}

const fail = (status_code: number, released = false) =>
  ({ status: 'fail', status_code, released, captured: 0 }) as const;

/** One payment of every kind that the list draws. */
export const PAYMENTS: readonly PortalPayment[] = [
  payment({ status: 'auth', status_code: 3008, captured: 0, what: '2 kaffe latte', amount: 9_800 }),
  payment({ status: 'pending', status_code: 1003, captured: 0, what: null, amount: 5_200 }),
  payment(),
  payment({ refunded: 12_500, what: 'Americano' }),
  payment({ ...fail(5006), what: 'Bord 4' }),
  payment({ ...fail(5011), pos: 'Kiosk' }),
  payment({ ...fail(4019) }),
  payment({ ...fail(4019, true), what: 'Kaffe med et navn som er så langt at det ikke får plass' }),
].map((one, place) =>
  place === 2 ? one : { ...one, tid: `p${place}`, reference: `sale-${place}` },
);

const step = (over: Partial<TimelineStep>): TimelineStep => ({
  kind: 'request',
  at: NOW - 23 * MINUTE,
  amount: null,
  event: null,
  answer: null,
  tries: 0,
  ...over,
});

const returnable = (
  index: number,
  description: string,
  sold: string,
  refunded: string,
  total: number,
) => ({ index, description, sold, refunded, total: money(total), vat: money(0) });

export const DETAIL: PortalPaymentDetail = {
  ...payment(),
  additional_amount: 0,
  text: null,
  customer: 'msisdn:4798765432',
  fee: 125,
  interchange: 0,
  expires: NOW + DAY,
  refundable: 12_500,
  refundable_by_line: 12_500,
  refund_id: 'portal-1',
  returnable: [
    returnable(0, 'Flat white', '2', '0', 10_400),
    returnable(1, 'Kanelbolle', '3', '1', 4_000),
  ],
  bill: {
    lines: [
      { description: 'Flat white', quantity: '1', ...goods(5_200) },
      { description: 'Kanelbolle', quantity: '1', ...goods(4_500) },
      { description: 'Eplejuice', quantity: '1', ...goods(2_800) },
    ],
    discount: money(0),
  },
  receipts: [
    {
      kind: 'sale',
      number: 'kasse-1-R187',
      address: 'https://pay.example/re/kasse-1-R187.q7n2xvB4m0aJ1kLr8sTzWu',
    },
    {
      kind: 'refund',
      number: 'kasse-1-R188',
      address: 'https://pay.example/re/kasse-1-R188.w0n2xvB4m0aJ1kLr8sTzQq',
    },
  ],
  timeline: [
    step({}),
    step({ kind: 'opened', at: null }),
    step({ kind: 'auth', at: NOW - 22.6 * MINUTE, amount: 12_500 }),
    step({ kind: 'capture', at: NOW - 22.5 * MINUTE, amount: 12_500 }),
    step({
      kind: 'callback_delivered',
      at: NOW - 22.4 * MINUTE,
      event: 'payment_captured',
      answer: '204',
      tries: 1,
    }),
  ],
};

export function settlement(id: number): PortalSettlementDetail {
  const end = NOW - (7 - id) * DAY;
  return {
    id: String(id),
    currency: 'NOK',
    created: end,
    start: end - DAY,
    end,
    sales: 698_500,
    refunds: 4_500,
    fees: 6_940,
    before: 0,
    after: id === 1 ? -1_250 : 0,
    payout: 687_060,
    capture_count: 83,
    refund_count: 1,
    transaction_fee: 6_940,
    settlement_fee: 0,
    scope_fee: 0,
    interchange: 0,
    vat: 0,
    account: '15031290211',
    transaction_logs: ['/merchant/v1/settlement_log/abc/'],
    scope_logs: [],
  };
}

export const SALES: PortalSales = {
  grain: 'day',
  currency: 'NOK',
  periods: [912_000, 1_034_000, 521_000, 566_000, 642_000, 698_500, 194_600].map((net, place) => ({
    start: `2026-11-${14 + place} 00:00:00`,
    net,
  })),
};

export const USERS: readonly PortalApiUser[] = [
  {
    id: 'admin',
    label: 'Kontoret',
    netmask: null,
    has_secret: true,
    has_key: true,
    fingerprint: 'huM0HJaGgcfe01X7bJwMHNwcVegTovAg6MU6kKniqRM',
  },
  {
    id: 'kasse-1',
    label: null,
    netmask: '10.0.0.0/24',
    has_secret: true,
    has_key: false,
    fingerprint: null,
  },
];

export const CODES: readonly PortalCode[] = [
  {
    id: 'aB3x_',
    label: 'Bord 4',
    serial_number: '0123456789012',
    callback_uri: null,
    value: 'https://pay.example/s/aB3x_/',
    active: true,
  },
  {
    id: 'cD5y-',
    label: null,
    serial_number: null,
    callback_uri: 'https://shop.example/scanned',
    value: 'https://pay.example/s/cD5y-/',
    active: false,
  },
];

export const CALLBACKS: readonly PortalCallback[] = (
  ['delivered', 'open', 'given_up', 'gone'] as const
).map((state, place) => ({
  id: `m${place}`,
  event: 'payment_captured',
  resource: `payment_request/p${place}`,
  uri: 'https://shop.example/events',
  created: NOW - place * MINUTE,
  state,
  attempts: place + 1,
  due: state === 'open' ? NOW + MINUTE : null,
  status: state === 'delivered' ? 204 : 500,
  problem: state === 'delivered' ? null : 'answered with status 500',
  answer: place === 0 ? 'Velkommen til bord 4' : null,
  tries: [
    { at: NOW - place * MINUTE, status: 204, problem: null, duration: 18.3 },
    { at: NOW - place * MINUTE - 5_000, status: null, problem: 'no connection', duration: 3.1 },
  ],
}));

const PAIRING: PortalPairing = {
  id: 'pair1',
  state: 'paired',
  pos_id: 'kasse-2',
  name: 'Kassen ved døra',
  rights: 'refunds',
  created: NOW - 3 * DAY,
  created_by: 'admin',
  expires: NOW - 3 * DAY + 10 * MINUTE,
  paired: NOW - 3 * DAY + MINUTE,
  user_id: 'till-4f8k2m9x',
  signs: true,
  device: 'DISK-02',
  address: '192.0.2.17',
  revoked: null,
};
const UNPAIRED = { paired: null, user_id: null, signs: null, device: null, address: null } as const;

/** A till of every state. */
/** A till that is well. */
const WELL: PortalTillStatus = {
  pos_id: 'kasse-1',
  name: 'Kasse 1',
  last_seen: NOW - 40_000,
  attention: [],
  screen: 'in_sale',
  version: '0.1.0',
  catalogue: 14,
  printer: 'ready',
  disk_free_bytes: 21_474_836_480,
  journal_bytes: 184_320,
  unsent: 1,
  open_bills: 3,
  clock_ahead: 0,
};

/** What the tills said last, those that need somebody first. */
export const TILLS: readonly PortalTillStatus[] = [
  {
    ...WELL,
    pos_id: 'terrasse',
    name: 'Terrassen mot Løkka, sommerkassen ved inngangen',
    attention: ['silent'],
    last_seen: NOW - 3 * 86_400_000,
    screen: 'locked',
    catalogue: 11,
  },
  {
    ...WELL,
    pos_id: 'bar',
    name: 'Bar',
    attention: ['printer', 'disk', 'clock'],
    screen: 'idle',
    printer: 'failed',
    disk_free_bytes: 314_572_800,
    clock_ahead: -754_000,
  },
  {
    ...WELL,
    pos_id: 'kiosk-2',
    name: 'Kiosk 2',
    attention: ['error'],
    screen: 'error',
    catalogue: 0,
  },
  WELL,
  { ...WELL, pos_id: 'kasse-2', name: 'Kasse 2', screen: 'locked', open_bills: 12, catalogue: 13 },
  { ...WELL, pos_id: 'kasse-3', name: 'Kasse 3', screen: 'off', last_seen: NOW - 50_000_000 },
];

export const PAIRINGS: readonly PortalPairing[] = [
  {
    ...PAIRING,
    ...UNPAIRED,
    id: 'pair0',
    state: 'waiting',
    name: 'Kasse 3',
    pos_id: 'kasse-3',
    rights: 'sales',
    created: NOW - MINUTE,
    expires: NOW + 9 * MINUTE,
  },
  PAIRING,
  { ...PAIRING, id: 'pair2', state: 'revoked', name: 'Gammel kasse', revoked: NOW - DAY },
  { ...PAIRING, ...UNPAIRED, id: 'pair3', state: 'expired', name: 'Kiosk', pos_id: 'kiosk' },
];

/** What the shop sells: a price that is typed, options, one that is sold out, long names. */
export const CATALOGUE: PortalCatalogue = {
  version: 7,
  changed: NOW - DAY,
  changed_by: 'kari.nordmann@kaffebaren.example',
  catalogue: catalogueDocument.parse({
    rules: {
      discounts: { cashier: 10, supervisor: 50 },
      tips: { ask: 'display', percents: [5, 10, 12.5], amounts: [2_000] },
      cash_rounding: { step: 100, half: 'up' },
      other_tenders: ['Bankkort', 'Gavekort'],
      day_ends_at: '04:00',
      receipt_texts: { foot: { en: 'Thank you', nb: 'Takk for besøket' } },
    },
    categories: [
      { id: 'hot', name: { en: 'Hot', nb: 'Varmt', de: 'Heiß', ar: 'ساخن' } },
      { id: 'food', name: { en: 'Food', nb: 'Mat', de: 'Essen', ar: 'طعام' } },
    ],
    option_groups: [
      {
        id: 'milk',
        name: { en: 'Milk', nb: 'Melk', de: 'Milch', ar: 'الحليب' },
        min: 1,
        max: 1,
        options: [
          { id: 'whole', name: { en: 'Whole', nb: 'Helmelk' } },
          { id: 'oat', name: { en: 'Oat', nb: 'Havre' }, surcharge: 600 },
        ],
      },
      {
        id: 'extras',
        name: { en: 'Extras', nb: 'Tillegg' },
        max: 3,
        options: [
          { id: 'shot', name: 'Extra shot', surcharge: 900 },
          { id: 'syrup', name: 'Syrup', surcharge: 700 },
          { id: 'cream', name: 'Cream' },
        ],
      },
    ],
    products: [
      {
        id: 'flat-white',
        category: 'hot',
        name: 'Flat white',
        price: 5_200,
        vat_rate: '0.25',
        options: ['milk'],
        note: 'kitchen',
      },
      { id: 'espresso', category: 'hot', name: 'Espresso', price: 2_900, vat_rate: '0.25' },
      {
        id: 'bun',
        category: 'food',
        name: { en: 'Cinnamon bun', nb: 'Kanelbolle', de: 'Zimtschnecke' },
        price: 4_500,
        vat_rate: '0.15',
        sold_out: true,
        barcodes: ['7000000000017'],
      },
      {
        id: 'salad',
        category: 'food',
        name: 'Salad bowl with chicken, bacon and caesar dressing, large',
        price: 12_900,
        vat_rate: '0.15',
      },
      { id: 'cake', name: 'Cake of the day', price: 'open', vat_rate: '0.25' },
    ],
    open_price_vat_rate: '0.25',
  }),
};

const changed = { id: 'bun', name: 'Cinnamon bun', part: 'product' } as const;

const RULE = { kind: 'changed', part: 'rules', id: null, name: null } as const;

export const VERSIONS: PortalCatalogueVersions = {
  items: [
    {
      version: 7,
      changed: NOW - DAY,
      changed_by: 'kari.nordmann@kaffebaren.example',
      differences: [
        { ...changed, kind: 'changed', field: 'price', before: '4200', after: '4500' },
        { ...changed, kind: 'changed', field: 'sold_out', before: null, after: 'true' },
        { ...RULE, field: 'tips.amounts', before: '1000', after: '2000' },
        { ...RULE, field: 'cash_rounding', before: 'never', after: null },
      ],
      differences_in_all: 4,
    },
    {
      version: 6,
      changed: NOW - 2 * DAY,
      changed_by: 'admin',
      differences: ['Product “Espresso” (espresso) is new.'],
      differences_in_all: 31,
    },
  ],
  next: null,
};

/** A shop whose pictures are full, and with receipts that come far too fast. */
export const ROOM: PortalRoom = {
  items: [
    { kind: 'payments', count: 312, count_max: 500_000, bytes: 1_240_000, bytes_max: 536_870_912 },
    {
      ...{ kind: 'receipts', count: 200_000, count_max: 200_000 },
      ...{ bytes: 412_000_000, bytes_max: 536_870_912 },
    },
    { kind: 'attachments', count: 0, count_max: 200_000, bytes: 0, bytes_max: 1_073_741_824 },
    { kind: 'periods', count: 3, count_max: 1_000, bytes: 91_000, bytes_max: 67_108_864 },
    { kind: 'pictures', count: 1_204, count_max: 1_500, bytes: 50_331_648, bytes_max: 50_331_648 },
  ],
};

export const CATALOGUE_TILLS: PortalCatalogueTills = {
  items: [
    { pos_id: 'kasse-1', name: 'Kasse 1', version: 7, problem: null, reported: NOW - DAY },
    {
      pos_id: 'kasse-2',
      name: 'Kassen ved døra',
      version: 5,
      problem: 'Version 7 is not valid: products.0.letters is not known.',
      reported: NOW - MINUTE,
    },
    { pos_id: 'kiosk', name: 'Kiosk', version: null, problem: null, reported: null },
  ],
};
