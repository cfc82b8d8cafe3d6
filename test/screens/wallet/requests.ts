import { money } from '../../../shared/money/money.ts';
import type {
  WalletAttachment,
  WalletMe,
  WalletPermission,
  WalletRequest,
  WalletScan,
} from '../../../shared/wallet/contract.ts';
import type { WalletProfile } from '../../../shared/wallet/profile.ts';
import { amounts } from '../../support/amounts.ts';

/** The instant that the tests' pages have: 20 November 2026, 08:42:21 in Oslo. */
export const NOW = Date.UTC(2026, 10, 20, 7, 42, 21);

export const INGRID: WalletMe = {
  customer: { name: 'Ingrid Solheim', msisdn: '4798765432' },
  demo: true,
  codes: 'shown',
  origins: ['https://pay.example'],
};

export const PROFILE: WalletProfile = {
  name: 'Ingrid Solheim',
  phone: null,
  email: 'ingrid.solheim@example.no',
  email_verified: true,
  address: {
    name: 'Hjemme',
    street_address: 'Markveien 35',
    postal_code: '0554',
    locality: 'Oslo',
    country: 'NO',
  },
};

type Change = Partial<WalletRequest> & {
  /** What was captured, refunded and released; the rest of the amounts follows from the status. */
  readonly captured?: number;
  readonly refunded?: number;
};

/** A line of a bill without a discount. */
export const line = (description: string, quantity: string, gross: number) => ({
  ...{ description, quantity, discount: money(0) },
  ...{ price: money(Math.round(gross / Number(quantity))), gross: money(gross) },
});

export function request(change: Change = {}): WalletRequest {
  const { captured = 0, refunded = 0, ...over } = change;
  const { amount = 12_500, additional_amount: additional = 0, status = 'pending' } = over;
  const asked = amount + additional;
  const authorised = status === 'auth' ? asked - captured : 0;
  const sums = { asked, additional, authorised, captured, refunded };
  const refunds = refunded === 0 ? [] : [{ amount: money(refunded), at: NOW, text: null }];
  return {
    tid: 'p2ybyw4tq73n',
    merchant: 'Kaffebaren Løkka',
    pos: 'Kasse 1',
    time_zone: 'Europe/Oslo',
    currency: 'NOK',
    amount: 12_500,
    additional_amount: 0,
    additional_edit: false,
    text: null,
    bill: {
      lines: [
        line('Flat white', '1', 5_200),
        line('Kanelbolle', '1', 4_500),
        line('Eplejuice', '1', 2_800),
      ],
      discount: money(0),
    },
    status: 'pending',
    status_code: 1003,
    mine: true,
    created: NOW - 10_000,
    expires: NOW + 252_000,
    modified: NOW,
    paid: captured === 0 ? null : NOW,
    money: amounts(sums),
    refunds,
    ...over,
  };
}

export function permission(over: Partial<WalletPermission> = {}): WalletPermission {
  return {
    rid: 'r7',
    merchant: 'Kaffebaren Løkka',
    pos: 'Kasse 1',
    text: 'For kundekortet: hver tiende kaffe er gratis.',
    scope: ['openid', 'profile', 'email', 'phone', 'shipping_address'],
    granted: null,
    status: 'pending',
    status_code: 1003,
    created: NOW - 10_000,
    expires: NOW + 252_000,
    ...over,
  };
}

export function scan(over: Partial<WalletScan> = {}): WalletScan {
  const text = 'Velg kanne på skjermen, så kommer betalingen hit.';
  return {
    id: 'm4',
    merchant: 'Kaffebaren Løkka',
    label: 'Bord 4',
    tid: null,
    text,
    created: NOW,
    ...over,
  };
}

export const RECEIPT_ADDRESS = 'https://pay.example/re/kasse-1-';
const receiptPage = (kind: 'sale' | 'refund', code: string): WalletAttachment => {
  const number = `kasse-1-${code.split('.')[0]}`;
  const content = { kind, number, address: RECEIPT_ADDRESS + code };
  return { id: number, kind: 'receipt_page', size: 0, created: 0, content };
};
/** The receipts of a sale and of its refund, which the till has handed over. */
export const RECEIPT_PAGES: WalletAttachment[] = [
  receiptPage('sale', 'R187.q7n2xvB4m0aJ1kLr8sTzWu'),
  receiptPage('refund', 'R188.w0n2xvB4m0aJ1kLr8sTzQq'),
];

export const RECEIPT: WalletAttachment = {
  id: 'a1',
  kind: 'receipt',
  size: 300,
  created: NOW,
  content: {
    cashier: 'Marte',
    register: 'K1',
    store: { name: 'Kaffebaren Løkka', address: 'Thorvald Meyers gate 40', postal_code: '0555' },
    items: [{ item_name: 'Flat white', quantity: '1', item_gross_total: '52,00' }],
    currency: 'NOK',
    gross: '52,00',
    net: '41,60',
  },
};

export const TICKETS: WalletAttachment = {
  id: 'tickets',
  kind: 'tickets',
  size: 0,
  created: NOW,
  content: {
    tickets: [
      { caption: 'Rad 7, plass 12', expires: NOW + 7_200_000, code: 'KINO-7-12-4F9A' },
      { caption: 'Popcorn', expires: NOW - 1, code: 'POP-1' },
    ],
  },
};

export const LINKS: NonNullable<WalletRequest['links']> = [
  { uri: 'https://kaffebaren.example/bong/7', caption: 'Bongen din' },
  { uri: 'https://kaffebaren.example/vilkaar', caption: null },
];

const PAID = { status: 'ok', status_code: 2000 } as const;

/** One request for every stage that the page draws, by the name of its picture. */
export const STAGES: Readonly<Record<string, WalletRequest>> = {
  approve: request(),
  'approve-extra': request({ additional_edit: true, additional_amount: 2_000 }),
  'approve-links': request({ links: [...LINKS] }),
  'approve-overdue': request({ expires: NOW - 1 }),
  'approve-share': request({ scope: ['openid', 'profile', 'email'], scope_text: 'Kundekort' }),
  'approve-plain': request({ bill: { lines: [], discount: money(0) }, text: 'Bord 4' }),
  approved: request({ status: 'auth', status_code: 3008 }),
  paid: request({ status: 'ok', status_code: 2000, captured: 12_500 }),
  refunded: request({
    ...{ status: 'ok', status_code: 2000, captured: 12_500, refunded: 12_500 },
    refunds: [
      { amount: money(4_500), at: NOW - 60_000, text: 'Kaffen var kald' },
      { amount: money(8_000), at: NOW, text: 'Og koppen gikk i stykker' },
    ],
  }),
  'paid-in-part': request({ ...PAID, captured: 5_000 }),
  'refunded-in-part': request({
    ...{ ...PAID, captured: 12_500, refunded: 4_200 },
    refunds: [{ amount: money(4_200), at: NOW + 3_600_000, text: 'Kaffen var kald' }],
  }),
  'approve-discount': request({
    amount: 12_690,
    bill: {
      lines: [line('Flat white', '1', 5_200), line('Kanelbolle', '2', 8_900)],
      discount: money(1_410),
    },
  }),
  rejected: request({ status: 'fail', status_code: 5006 }),
  expired: request({ status: 'fail', status_code: 5011 }),
  cancelled: request({ status: 'fail', status_code: 4019 }),
  failed: request({ status: 'fail', status_code: 5007 }),
};
