import type { Snapshot } from '../../../shared/device/bridge/contract.ts';
import { money } from '../../../shared/money/money.ts';
import type {
  Connection,
  SaleLogKey,
  SaleLogLine,
  SaleState,
  SaleView,
  TerminalView,
} from '../../../shared/terminal/sale/state.ts';
import { amounts, amountsIn } from '../../support/amounts.ts';

/** The instant that the tests' pages have: 20 November 2026, 08:42:21 in Oslo. */
export const NOW = Date.UTC(2026, 10, 20, 7, 42, 21);

export function lines(...keys: readonly (SaleLogKey | SaleLogLine)[]): SaleLogLine[] {
  return keys.map((key, index) =>
    typeof key === 'string' ? { at: NOW - (keys.length - index) * 5_000, key } : key,
  );
}

export function sale(state: SaleState, over: Partial<SaleView> = {}): SaleView {
  const made = saleOf(state, over);
  const { asked, captured } = made.money;
  const of = { request_sent: asked, paid: captured };
  const log = made.log.map((line) =>
    line.key === 'request_sent' || line.key === 'paid' ? { amount: of[line.key], ...line } : line,
  );
  return { ...made, log };
}

function saleOf(state: SaleState, over: Partial<SaleView>): SaleView {
  return {
    id: 'sale-187',
    number: 187,
    tid: 'p2ybyw4tq73n',
    amount: money(12_500),
    additionalAmount: money(0),
    currency: 'NOK',
    text: null,
    method: { kind: 'qr' },
    mode: { kind: 'sale' },
    money: amountsIn(state, over.amount ?? money(12_500), over.additionalAmount),
    renewal: null,
    state,
    actions: [],
    log: lines('request_sent', 'code_shown'),
    started: NOW - 20_000,
    aside: false,
    ...over,
  };
}

export const SETTINGS: Snapshot['settings'] = {
  shop: {
    name: 'Kaffebaren Løkka',
    address: 'Thorvald Meyers gate 40, 0555 Oslo',
    organisationNumber: '923 456 783 MVA',
  },
  currency: 'NOK',
  locale: 'nb-NO',
  language: 'en',
  posId: '1042',
  paidDwellSeconds: 8,
  timeZone: 'Europe/Oslo',
};

export function view(sales: readonly SaleView[], over: Partial<TerminalView> = {}): TerminalView {
  const connection: Connection = { kind: 'online', push: true };
  return {
    connection,
    clock: 'right',
    notReady: null,
    sales,
    unclaimed: [],
    refunds: [],
    permissions: [],
    codes: [],
    scans: [],
    ...over,
  };
}

const ADDRESS = 'http://127.0.0.1:4600/p/p2ybyw4tq73n/';
const SEEN = ['request_sent', 'code_shown', 'scanned'] as const;

/** One view for every state that a till can draw, by the name of its picture. */
export const STATES: Readonly<Record<string, TerminalView>> = {
  creating: view([sale({ kind: 'creating' }, { log: [] })]),
  'waiting-qr': view([
    sale({ kind: 'waiting_scan', uri: ADDRESS, expires: NOW + 292_000 }, { actions: ['cancel'] }),
  ]),
  'waiting-sticker': view([
    sale(
      { kind: 'waiting_sticker', expires: NOW + 292_000 },
      {
        actions: ['cancel', 'set_aside'],
        label: 'Table 4',
        method: { kind: 'sticker', sticker: { kind: 'serial', serial: '0123456789012' } },
        log: lines('request_sent'),
      },
    ),
  ]),
  'waiting-both': view([
    sale(
      { kind: 'waiting_scan', uri: ADDRESS, expires: NOW + 292_000 },
      {
        actions: ['cancel'],
        method: { kind: 'qr_and_sticker', sticker: { kind: 'serial', serial: '0123456789012' } },
      },
    ),
  ]),
  'refused-token': view([
    sale(
      { kind: 'refused', because: { kind: 'unknown_customer' } },
      {
        actions: ['dismiss'],
        method: { kind: 'scan_token', token: 'token:123456789012345678' },
        log: lines('request_sent', 'refused'),
      },
    ),
  ]),
  approve: view([
    sale(
      { kind: 'waiting_approval', expires: NOW + 281_000 },
      {
        actions: ['cancel', 'set_aside'],
        log: lines(...SEEN, {
          at: NOW,
          key: 'from_service',
          text: 'The customer has opened the request.',
        }),
      },
    ),
  ]),
  'approve-phone': view([
    sale(
      { kind: 'waiting_approval', expires: NOW + 281_000 },
      {
        actions: ['cancel', 'set_aside'],
        method: { kind: 'phone', msisdn: '4798765432' },
        log: lines('request_sent', 'request_delivered'),
      },
    ),
  ]),
  authorised: view([
    sale(
      { kind: 'authorised', because: 'approved', expires: NOW + 259_200_000 },
      { log: lines(...SEEN, 'approved', 'reserved') },
    ),
  ]),
  'authorised-failed': reserved('capture_failed', 'take_failed'),
  'authorised-release-failed': reserved('release_failed', 'release_failed'),
  'authorised-recovered': reserved('recovered', 'found_after_restart'),
  'authorised-race': reserved('won_abort_race', 'reserved'),
  'authorised-later': kept('to_be_captured', 'not_yet'),
  'authorised-due': kept('to_be_captured', 'due'),
  'authorised-part': kept('part_captured', 'not_yet'),
  vending: view([
    sale({ kind: 'vending', item: 'slot-14' }, { log: lines(...SEEN, 'approved', 'vending') }),
  ]),
  undelivered: view([
    sale(
      { kind: 'undelivered', missing: money(12_500), refund: 'by_person' },
      { actions: ['settle', 'set_aside'], log: lines(...SEEN, 'paid', 'not_delivered') },
    ),
  ]),
  'undelivered-back': view([
    sale(
      { kind: 'undelivered', missing: money(12_500), refund: 'under_way' },
      { log: lines(...SEEN, 'paid', 'not_delivered', 'refunding') },
    ),
  ]),
  capturing: view([
    sale({ kind: 'capturing' }, { log: lines(...SEEN, 'approved', 'reserved', 'taking') }),
  ]),
  paid: view([
    sale(
      { kind: 'paid', at: NOW },
      { actions: ['dismiss'], log: lines(...SEEN, 'approved', 'taking', 'paid') },
    ),
  ]),
  declined: ended({ kind: 'declined' }, 'declined'),
  expired: ended({ kind: 'expired', what: 'request' }, 'expired'),
  'expired-reservation': ended({ kind: 'expired', what: 'authorisation' }, 'expired'),
  aborting: view([sale({ kind: 'aborting' }, { log: lines(...SEEN, 'cancelling') })]),
  aborted: ended({ kind: 'aborted' }, 'cancelled'),
  releasing: view([sale({ kind: 'releasing' }, { log: lines(...SEEN, 'reserved', 'releasing') })]),
  released: ended({ kind: 'released' }, 'released'),
  refunded: view([
    sale(
      { kind: 'refunded' },
      {
        actions: ['dismiss'],
        money: amounts({ captured: 12_500, refunded: 12_500 }),
        log: lines(...SEEN, 'approved', 'taking', 'paid', {
          at: NOW,
          key: 'refunded',
          amount: money(12_500),
        }),
      },
    ),
  ]),
  'refused-number': view([
    sale(
      { kind: 'refused', because: { kind: 'unknown_customer' } },
      {
        actions: ['dismiss'],
        method: { kind: 'phone', msisdn: '4798765432' },
        log: lines('request_sent', 'refused'),
      },
    ),
  ]),
  refused: ended(
    {
      kind: 'refused',
      because: {
        kind: 'not_allowed',
        sentence: 'This till is not registered.',
        reason: 'signed_out',
      },
    },
    'refused',
  ),
  failed: ended({ kind: 'failed', code: 5007 }, 'failed'),
  unclear: view(
    [
      sale(
        {
          kind: 'unclear',
          known: ['request_reached_service', 'was_scanned', 'saved_here'],
          asking: ['was_it_approved', 'was_it_taken'],
          nextTry: NOW + 4_000,
        },
        {
          actions: ['ask_again', 'set_aside', 'cancel'],
          log: [
            { at: NOW - 179_000, key: 'request_sent' },
            { at: NOW - 167_000, key: 'scanned' },
            { at: NOW - 162_000, key: 'no_answer' },
            { at: NOW - 16_000, key: 'found_after_restart' },
            { at: NOW, key: 'no_answer' },
          ],
        },
      ),
    ],
    { connection: { kind: 'offline', since: NOW - 60_000 } },
  ),
};

function kept(because: 'to_be_captured' | 'part_captured', state: 'not_yet' | 'due') {
  const expires = NOW + (state === 'due' ? 36_000_000 : 259_200_000);
  const actions = ['capture', 'release', 'renew', 'ask_again', 'set_aside'] as const;
  return view([
    sale(
      { kind: 'authorised', because, expires },
      {
        actions,
        mode: { kind: 'authorise' },
        renewal: { state, from: expires - 43_200_000, expires },
        log: lines(...SEEN, 'approved', 'reserved'),
      },
    ),
  ]);
}

function reserved(
  because: 'capture_failed' | 'release_failed' | 'recovered' | 'won_abort_race',
  last: SaleLogKey,
): TerminalView {
  return view([
    sale(
      { kind: 'authorised', because, expires: NOW + 259_200_000 },
      {
        actions: ['capture', 'release', 'set_aside'],
        log: lines('request_sent', 'scanned', 'approved', last),
      },
    ),
  ]);
}

function ended(state: SaleState, last: SaleLogKey): TerminalView {
  return view([sale(state, { actions: ['dismiss'], log: lines(...SEEN, last) })]);
}
