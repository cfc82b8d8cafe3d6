import type {
  WalletAttachment,
  WalletMe,
  WalletPermission,
  WalletRequest,
  WalletScan,
} from '../../../shared/wallet/contract.ts';
import type { WalletProfile } from '../../../shared/wallet/profile.ts';

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

export function request(over: Partial<WalletRequest> = {}): WalletRequest {
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
    lines: [
      { description: 'Flat white', quantity: '1', total: 5_200 },
      { description: 'Kanelbolle', quantity: '1', total: 4_500 },
      { description: 'Eplejuice', quantity: '1', total: 2_800 },
    ],
    status: 'pending',
    status_code: 1003,
    mine: true,
    created: NOW - 10_000,
    expires: NOW + 252_000,
    modified: NOW,
    captured: 0,
    refunded: 0,
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

/** One request for every stage that the page draws, by the name of its picture. */
export const STAGES: Readonly<Record<string, WalletRequest>> = {
  approve: request(),
  'approve-extra': request({ additional_edit: true, additional_amount: 2_000 }),
  'approve-links': request({ links: [...LINKS] }),
  'approve-overdue': request({ expires: NOW - 1 }),
  'approve-share': request({ scope: ['openid', 'profile', 'email'], scope_text: 'Kundekort' }),
  'approve-plain': request({ lines: [], text: 'Bord 4' }),
  approved: request({ status: 'auth', status_code: 3008 }),
  paid: request({ status: 'ok', status_code: 2000, captured: 12_500 }),
  refunded: request({
    ...{ status: 'ok', status_code: 2000, captured: 12_500, refunded: 12_500 },
    refund_texts: ['Kaffen var kald', 'Og koppen gikk i stykker'],
  }),
  rejected: request({ status: 'fail', status_code: 5006 }),
  expired: request({ status: 'fail', status_code: 5011 }),
  cancelled: request({ status: 'fail', status_code: 4019 }),
  failed: request({ status: 'fail', status_code: 5007 }),
};
