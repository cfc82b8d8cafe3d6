import type { z } from 'zod';
import type { NewLine } from '../../../../shared/bill/acts.ts';
import { type Bill, newBill } from '../../../../shared/bill/bill.ts';
import { billNow } from '../../../../shared/bill/bill-now.ts';
import { pieces, quantity } from '../../../../shared/bill/quantity.ts';
import { billSummaryOnWire } from '../../../../shared/device/till-api/bill-wire.ts';
import {
  TILL_EVENTS_PATH,
  TILL_SUBPROTOCOL,
  type TillFrame,
  type TillHello,
} from '../../../../shared/device/till-api/frames.ts';
import type { TILL_ROUTES, TillRouteName } from '../../../../shared/device/till-api/routes.ts';
import type { SaleOutput, StatusOutput } from '../../../../shared/device/till-api/sale.ts';
import { lineId, tenderId } from '../../../../shared/ids/host-ids.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
import type { Operation } from '../../../../shared/node/openapi/operation.ts';

import { COMMAND_EXAMPLES } from './command-examples.ts';

export const EVENTS_PATH = TILL_EVENTS_PATH;

export const EVENTS_TAG = {
  name: 'Events',
  description: 'Everything that changes at the till, over one WebSocket, with what was missed.',
  root: 'events',
} as const;

/** The WebSocket, as far as OpenAPI can describe it; its frames are among the schemas. */
export const EVENTS_OPERATION: Operation = {
  operationId: 'events',
  tags: [EVENTS_TAG.name],
  summary:
    `A WebSocket of subprotocol \`${TILL_SUBPROTOCOL}\`. The register sends one frame, \`Hello\`. The ` +
    'till answers with a `snapshot` of everything, or, where it still has all that came after the ' +
    'event the hello names, with `resumed` and what was missed; then it sends each change as it ' +
    'comes (`Frame`)',
  'x-auth-level': 'TOKEN',
  security: [{ token: [] }],
  parameters: [],
  responses: {
    101: { description: 'The connection is a WebSocket now.' },
    400: { description: 'The subprotocol was not offered.' },
    403: { description: 'A page of an origin that this till does not know has called.' },
    421: { description: '`Host` is not this machine’s own name for itself.' },
    429: { description: 'Too many connections are open already.' },
  },
};

type RouteOf<N extends TillRouteName> = (typeof TILL_ROUTES)[N];
type BodyOf<R> = R extends { readonly body: infer S extends z.ZodType }
  ? { readonly body: z.input<S> }
  : { readonly body?: never };
type ReplyOf<R> = R extends { readonly reply: infer S extends z.ZodType }
  ? { readonly reply: z.input<S> }
  : { readonly reply?: never };
type QueryOf<R> = R extends { readonly query: infer S extends z.ZodType }
  ? { readonly query?: Readonly<Partial<Record<keyof z.input<S> & string, string>>> }
  : { readonly query?: never };

/**
 * One call with its answer for the page. A test sends each to a till in the required state and
 * compares the form of the answer.
 */
type Example<N extends TillRouteName> = BodyOf<RouteOf<N>> &
  ReplyOf<RouteOf<N>> &
  QueryOf<RouteOf<N>> & {
    readonly params?: Readonly<Record<string, string>>;
    readonly status: RouteOf<N>['success'][number];
  };

const ID = '17-8k2m0q4z6x1c3v5b';

/** The amounts of a payment of 125.00 of which nothing is released or refunded. */
function amounts(of: { readonly authorised?: number; readonly captured?: number }) {
  const { authorised = 0, captured = 0 } = of;
  const rest = { released: 0, refunded: 0, net: captured };
  return { asked: 12_500, authorised, captured, ...rest };
}

const WAITING = {
  id: ID,
  version: '4f7a1c09.12',
  reference: 'receipt-2041',
  label: null,
  number: 17,
  receipt: null,
  tid: 'p7w2k9x0a4bd',
  amount: 12_500,
  additional_amount: 0,
  mode: { kind: 'sale' },
  money: amounts({}),
  renewal: null,
  currency: 'NOK',
  text: 'Two cortados',
  method: { kind: 'qr' },
  state: {
    kind: 'waiting_scan',
    uri: 'http://192.168.1.20:4600/p/p7w2k9x0a4bd/',
    expires: '2026-11-21T10:05:00.000Z',
    final: false,
  },
  actions: ['cancel'],
  aside: false,
  started: '2026-11-21T10:00:00.000Z',
  log: [
    { at: '2026-11-21T10:00:00.000Z', key: 'request_sent', amount: 12_500 },
    { at: '2026-11-21T10:00:00.140Z', key: 'code_shown' },
  ],
} as const satisfies SaleOutput;

const sale = (change: Partial<SaleOutput>): SaleOutput => ({ ...WAITING, ...change });
const CREATING = sale({ tid: null, state: { kind: 'creating', final: false } });
const PAID = sale({
  money: amounts({ captured: 12_500 }),
  state: { kind: 'paid', at: '2026-11-21T10:00:21.000Z', final: true },
  actions: ['dismiss'],
});
const UNCLEAR = sale({
  state: {
    kind: 'unclear',
    known: ['saved_here'],
    asking: ['did_request_arrive'],
    next_try: '2026-11-21T10:00:12.000Z',
    final: false,
  },
  actions: ['ask_again', 'cancel', 'set_aside'],
});
const RESERVED = sale({
  mode: { kind: 'authorise' },
  money: amounts({ authorised: 12_500 }),
  renewal: {
    state: 'not_yet',
    from: '2026-11-23T10:00:21.000Z',
    expires: '2026-11-24T10:00:21.000Z',
  },
  state: {
    kind: 'authorised',
    because: 'to_be_captured',
    expires: '2026-11-24T10:00:21.000Z',
    final: false,
  },
  actions: ['capture', 'release', 'renew', 'set_aside'],
});
const LATE = {
  tid: 'p7w2k9x0a4bd',
  pos_tid: '9-0a1b2c3d4e5f6a7b',
  amount: 4_200,
  money: { ...amounts({ authorised: 4_200 }), asked: 4_200 },
  currency: 'NOK',
  status_code: 3008,
  at: '2026-11-21T09:58:00.000Z',
} as const;
const REFUND = {
  id: 'return-118',
  tid: 'p7w2k9x0a4bd',
  amount: 4_200,
  currency: 'NOK',
  text: 'Cold',
  approver: 'Kari',
  state: 'under_way',
  sentence: null,
  at: '2026-11-21T11:20:00.000Z',
} as const;
const CODE = {
  id: '18-2m8x4k6z0q1w3e5r',
  uri: 'http://192.168.1.20:4600/s/8aQx_/18-2m8x4k6z0q1w3e5r',
  label: 'Table 4',
  state: 'shown',
  opened: '2026-11-21T10:01:00.000Z',
} as const;
const STATUS = {
  api: 'v1',
  pos_id: 'kasse-1',
  currency: 'NOK',
  connection: { kind: 'online', push: true },
  obstacle: 'none',
  open_sales: 0,
  unclaimed: 0,
  run: '4f7a1c09',
  seq: 10,
} as const satisfies StatusOutput;

const CORTADO: NewLine = {
  kind: 'goods',
  product: 'cortado',
  name: 'Cortado',
  unit: 'piece',
  quantity: pieces(2),
  price: money(6_250),
  vatRate: '0.25',
  options: [],
  note: null,
};
const ORDERED: Bill = {
  ...newBill('table-4-118', 'Table 4', Date.UTC(2026, 10, 21, 10)),
  lines: [
    {
      ...CORTADO,
      id: lineId('r-2041-1', 0),
      order: lineId('r-2041-1', 0),
      from: quantity(0),
      discounts: [],
    },
  ],
};
const SHARED: Bill = {
  ...ORDERED,
  version: 2,
  tenders: [
    {
      id: tenderId('r-2041-2'),
      method: { kind: 'phone' },
      amount: money(6_250),
      tip: ZERO,
      rounding: ZERO,
      received: ZERO,
      by: 'Kari',
      state: 'open',
      at: Date.UTC(2026, 10, 21, 10, 40),
    },
  ],
};
const noSale = () => null;

const params = { id: ID };
const billParams = { id: ORDERED.id };

export const TILL_EXAMPLES: { readonly [N in TillRouteName]: Example<N> } = {
  status: { status: 200, reply: STATUS },
  saleStart: {
    body: {
      reference: 'receipt-2041',
      amount: 12_500,
      text: 'Two cortados',
      lines: [
        {
          product_id: 'cortado',
          description: 'Cortado',
          quantity: '2',
          item_cost: 6_250,
          total: 12_500,
          vat_rate: '0.25',
          vat: 2_500,
        },
      ],
    },
    status: 201,
    reply: CREATING,
  },
  saleList: { query: { open: 'true' }, status: 200, reply: { sales: [WAITING] } },
  saleRead: {
    params,
    query: { wait: '25', since: '4f7a1c09.12' },
    status: 200,
    reply: PAID,
  },
  saleCancel: {
    params,
    status: 200,
    reply: sale({ state: { kind: 'aborting', final: false }, actions: [] }),
  },
  saleCapture: {
    params,
    body: { amount: 9_000, capture_id: 'without-dessert', rest: 'release' },
    status: 200,
    reply: { ...RESERVED, state: { kind: 'capturing', final: false }, renewal: null, actions: [] },
  },
  saleRelease: {
    params,
    status: 200,
    reply: { ...RESERVED, state: { kind: 'releasing', final: false }, renewal: null, actions: [] },
  },
  saleRenew: { params, status: 200, reply: RESERVED },
  saleAskAgain: { params, status: 200, reply: UNCLEAR },
  saleSettle: {
    params,
    status: 200,
    reply: { ...PAID, mode: { kind: 'vend', item: '14', order: 'pay_first' } },
  },
  saleBringToFront: { params, status: 200, reply: WAITING },
  saleSetAside: { params, status: 200, reply: { ...UNCLEAR, aside: true } },
  saleDismiss: { params, status: 200, reply: { ...PAID, actions: [], aside: true } },
  // Each command has an example of its own.
  command: { params: { name: 'drawer' }, body: COMMAND_EXAMPLES.drawer, status: 204, reply: null },
  billList: { status: 200, reply: { bills: [billSummaryOnWire(ORDERED, noSale)] } },
  billRead: {
    params: billParams,
    query: { wait: '25', since: '1' },
    status: 200,
    reply: billNow(SHARED),
  },
  questionAsk: {
    body: {
      question_id: 'receipt-2041-bag',
      texts: { en: 'Do you need a bag?', nb: 'Trenger du pose?' },
      form: {
        kind: 'choice',
        options: [
          { id: 'none', texts: { en: 'No bag', nb: 'Ingen pose' } },
          { id: 'paper', texts: { en: 'Paper bag', nb: 'Papirpose' } },
        ],
      },
      fallback: { kind: 'choice', option: 'none' },
      seconds: 20,
    },
    status: 201,
    reply: { id: 'receipt-2041-bag', state: 'open', answer: null },
  },
  questionRead: {
    params: { id: 'receipt-2041-bag' },
    query: { wait: '25' },
    status: 200,
    reply: {
      id: 'receipt-2041-bag',
      state: 'answered',
      answer: { kind: 'choice', option: 'paper' },
    },
  },
  questionCancel: {
    params: { id: 'receipt-2041-bag' },
    status: 200,
    reply: { id: 'receipt-2041-bag', state: 'cancelled', answer: null },
  },
  unclaimedList: { status: 200, reply: { unclaimed: [LATE] } },
  unclaimedClaim: { params: { tid: LATE.tid }, status: 204 },
  refundStart: {
    body: {
      refund_id: 'return-118',
      sale: ID,
      amount: 4_200,
      approver: 'Kari',
      by: 'Ola',
      text: 'Cold',
    },
    status: 201,
    reply: REFUND,
  },
  refundList: { status: 200, reply: { refunds: [REFUND] } },
  refundable: {
    query: { sale: ID },
    status: 200,
    reply: {
      currency: 'NOK',
      tenders: [
        {
          tender: null,
          method: { kind: 'phone' },
          sale: ID,
          tid: PAID.tid,
          receipt: null,
          amount: 6_250,
          tip: 0,
          lines: [
            {
              index: 0,
              quantity: '1',
              product_id: 'cortado',
              description: 'Cortado',
              total: 6_250,
              vat: 1_250,
            },
          ],
        },
      ],
    },
  },
  codeList: { status: 200, reply: { codes: [CODE], scans: [] } },
};

/** A connection for events: the register’s hello, the answer, and an event. */
export const FRAME_EXAMPLES: {
  readonly hello: TillHello;
  readonly frames: readonly TillFrame[];
} = {
  hello: { type: 'hello', run: '4f7a1c09', after: 10 },
  frames: [
    { type: 'resumed', run: '4f7a1c09', seq: 12 },
    { type: 'sale', seq: 11, sale: CREATING },
    { type: 'sale', seq: 12, sale: WAITING },
  ],
};
