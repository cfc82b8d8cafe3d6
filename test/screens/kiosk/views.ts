import { DEMO_KIOSK } from '../../../main/host/kiosk/demo-files.ts';
import { alike, inEveryLanguage } from '../../../shared/catalogue/language.ts';
import type {
  Aids,
  GoodView,
  KioskSale,
  KioskScreen,
  KioskView,
  Phase,
  ServiceView,
} from '../../../shared/device/kiosk/contract.ts';
import { money } from '../../../shared/money/money.ts';

/** The instant that the tests' pages have: 20 November 2026, 08:42:21 in Oslo. */
export const NOW = Date.UTC(2026, 10, 20, 7, 42, 21);
/** The link of a receipt: the address of its page with the receipt's code. */
export const RECEIPT = 'http://192.168.0.12:4600/re/kiosk1-R187.q7n2xvB4m0aJ1kLr8sTzWu';
export const CODE = 'http://192.168.0.12:4600/p/p2ybyw4tq73n/';

export const GOODS: readonly GoodView[] = DEMO_KIOSK.goods.map(({ id, name, price }) => ({
  id,
  name: inEveryLanguage(name),
  price: money(price),
  picture: `./goods/${id}.svg`,
  state: 'for_sale',
  seconds: 40,
}));

export const AIDS: Aids = {
  language: 'nb',
  text: 'normal',
  reach: 'normal',
  contrast: 'normal',
  speech: 'off',
  volume: 3,
  dark: 'off',
  time: 'normal',
};

export function sale(phase: Phase, over: Partial<KioskSale> = {}): KioskScreen {
  const canCancel = ['scan', 'approve', 'unclear'].includes(phase.kind);
  return {
    kind: 'sale',
    sale: {
      number: 187,
      amount: money(5_200),
      tip: money(0),
      stated: statedIn(phase),
      currency: 'NOK',
      name: alike('Flat white'),
      picture: './goods/flat-white.svg',
      seconds: 40,
      delivery: 'deposit',
      phase,
      canCancel,
      ...over,
    },
  };
}

function statedIn({ kind }: Phase): KioskSale['stated'] {
  const amount = money(5_200);
  switch (kind) {
    case 'delivering':
    case 'finishing':
    case 'returning':
      return { what: 'authorised', amount };
    case 'ask':
      return { what: 'captured', amount };
    default:
      return { what: 'asked', amount };
  }
}

export function view(screen: KioskScreen, over: Partial<KioskView> = {}): KioskView {
  return {
    shop: 'Kaffebaren Løkka',
    locale: 'nb-NO',
    currency: 'NOK',
    aids: AIDS,
    headline: inEveryLanguage({
      en: 'Good coffee. 40 seconds.',
      nb: 'God kaffe. 40 sekunder.',
      de: 'Guter Kaffee. 40 Sekunden.',
      ar: 'قهوة طيبة. 40 ثانية.',
    }),
    goods: GOODS,
    screen,
    warning: null,
    sound: 'off',
    speech: { key: '5', plugged: 'i', unplugged: 'o', voice: true },
    pxPerMm: 4.03,
    ...over,
  };
}

const SERVICE: ServiceView = {
  connection: { kind: 'online', push: true },
  notReady: null,
  clock: 'right',
  machine: 'ready',
  test: 'answered',
  problem: null,
  setup: 'done',
  fullScreen: true,
  sales: [
    {
      ...{ id: 's2', number: 188, at: NOW - 60_000, amount: money(5_200), currency: 'NOK' },
      ...{ name: alike('Flat white'), phase: 'ask', canSettle: true },
    },
    {
      ...{ id: 's1', number: 187, at: NOW - 600_000, amount: money(2_900), currency: 'NOK' },
      ...{ name: alike('Espresso'), phase: 'vended', canSettle: false },
    },
  ],
};

export const service = (over: Partial<ServiceView> = {}): KioskScreen => ({
  kind: 'service',
  service: { ...SERVICE, ...over },
});

const choose = (good: string | null, problem: 'not_started' | null = null): KioskScreen => ({
  kind: 'choose',
  good,
  problem,
});

const PROBLEM = 'kiosk.json is not valid: goods.0.price must be a whole number of minor units.';

/** Every picture of the kiosk under the name of its file. */
export const VIEWS: readonly (readonly [string, KioskView])[] = [
  ['attract', view({ kind: 'attract' })],
  ['attract-plain', view({ kind: 'attract' }, { headline: null, goods: GOODS.slice(0, 2) })],
  ['choose', view(choose('flat-white'))],
  ['choose-nothing', view(choose(null))],
  ['choose-problem', view(choose('espresso', 'not_started'))],
  [
    'choose-not-now',
    view(choose(null), {
      goods: GOODS.map((good, index) =>
        index % 2 === 0 ? good : { ...good, state: 'not_now', picture: null },
      ),
    }),
  ],
  ['warning', view(choose('flat-white'), { warning: { until: NOW + 22_000 } })],
  ['preparing', view(sale({ kind: 'preparing' }))],
  ['scan', view(sale({ kind: 'scan', uri: CODE, expires: NOW + 278_000 }))],
  [
    'scan-plain',
    view(sale({ kind: 'scan', uri: CODE, expires: NOW + 9_000 }, { delivery: 'none' })),
  ],
  ['scan-expired', view(sale({ kind: 'scan', uri: CODE, expires: NOW - 1 }))],
  ['approve', view(sale({ kind: 'approve' }))],
  ['taking', view(sale({ kind: 'taking' }))],
  ['cancelling', view(sale({ kind: 'cancelling' }))],
  ['delivering', view(sale({ kind: 'delivering', since: NOW - 28_000 }))],
  ['delivering-long', view(sale({ kind: 'delivering', since: NOW - 90_000 }))],
  [
    'delivering-paid',
    view(sale({ kind: 'delivering', since: NOW }, { delivery: 'pay_first', seconds: null })),
  ],
  ['finishing', view(sale({ kind: 'finishing', delivered: 'all' }))],
  ['finishing-part', view(sale({ kind: 'finishing', delivered: 'part' }))],
  ['giving-back', view(sale({ kind: 'returning' }))],
  ['vended', view(sale({ kind: 'vended', kept: money(5_200) }))],
  ['paid', view(sale({ kind: 'paid', kept: money(5_200) }, { delivery: 'none' }))],
  ['partly', view(sale({ kind: 'partly', kept: money(3_200) }))],
  ['vended-receipt', view(sale({ kind: 'vended', kept: money(5_200) }, { receipt: RECEIPT }))],
  [
    'paid-receipt',
    view(
      sale(
        { kind: 'paid', kept: money(5_200) },
        { delivery: 'none', tip: money(500), receipt: RECEIPT },
      ),
    ),
  ],
  ['partly-receipt', view(sale({ kind: 'partly', kept: money(3_200) }, { receipt: RECEIPT }))],
  ['missed', view(sale({ kind: 'not_charged', why: 'not_delivered', money: 'released' }))],
  ['stopped', view(sale({ kind: 'not_charged', why: 'stopped', money: 'released' }))],
  ['refunded', view(sale({ kind: 'not_charged', why: 'stopped', money: 'refunded' }))],
  ['declined', view(sale({ kind: 'declined' }))],
  ['expired', view(sale({ kind: 'expired' }))],
  ['cancelled', view(sale({ kind: 'cancelled' }))],
  ['refused', view(sale({ kind: 'refused' }))],
  ['ask', view(sale({ kind: 'ask', missing: money(5_200) }))],
  ['unclear', view(sale({ kind: 'unclear' }))],
  ['closed', view({ kind: 'closed', because: 'settings' }, { goods: [] })],
  ['closed-offline', view({ kind: 'closed', because: 'offline' })],
  ['closed-sold-out', view({ kind: 'closed', because: 'sold_out' })],
  ['closed-hours', view({ kind: 'closed', because: 'hours', opens: NOW + 62 * 3_600_000 })],
  ['pin', view({ kind: 'pin', pad: { pin: 'set', lockedUntil: null, wrong: false } })],
  ['pin-wrong', view({ kind: 'pin', pad: { pin: 'set', lockedUntil: null, wrong: true } })],
  [
    'pin-locked',
    view({ kind: 'pin', pad: { pin: 'set', lockedUntil: NOW + 30_000, wrong: true } }),
  ],
  ['pin-none', view({ kind: 'pin', pad: { pin: 'none', lockedUntil: null, wrong: false } })],
  ['service', view(service())],
  [
    'service-trouble',
    view(
      service({
        ...{ connection: { kind: 'offline', since: NOW - 300_000 }, machine: 'away' },
        ...{ test: 'silent', problem: PROBLEM, sales: [], fullScreen: null },
        ...{ notReady: 'journal_full', setup: 'needed' },
      }),
    ),
  ],
];
