import { type Bill, billOf } from '../../../shared/basket/bill.ts';
import type {
  CustomerCode,
  CustomerPhase,
  CustomerView,
} from '../../../shared/bridge/customer-view.ts';
import { money } from '../../../shared/money/money.ts';
import { outOfSight, unreadable } from '../../support/readable.ts';
import { serveScreen } from '../../support/screens.ts';
import { FAR, openDisplay, viewOf } from '../customer-display/page.ts';
import { type Content, type ContentScreen, EACH } from './random-content.ts';

const CODE = 'http://192.168.0.12:4600/p/p2ybyw4tq73n/';
const OWN = 'http://192.168.0.12:4600/s/aB3x_k/187-3k7m2p9q4r8t5w1z';
const PHASES: Readonly<Record<string, CustomerPhase | null>> = {
  idle: null,
  basket: null,
  preparing: { kind: 'preparing' },
  scan: { kind: 'scan', uri: CODE, expires: FAR },
  sticker: { kind: 'sticker', expires: FAR },
  approve: { kind: 'approve' },
  taking: { kind: 'taking' },
  reserved: { kind: 'reserved' },
  paid: { kind: 'paid' },
  declined: { kind: 'ended', how: 'declined' },
  expired: { kind: 'ended', how: 'expired' },
  cancelled: { kind: 'ended', how: 'cancelled' },
  'ask-cashier': { kind: 'ask_cashier' },
  'scan-expired': { kind: 'scan', uri: CODE, expires: 1 },
  down: null,
  'code-first': null,
  'code-basket': null,
  'code-scanned': null,
};
/** States with goods that are not requested yet. */
const WITH_BASKET = ['basket', 'code-basket', 'code-scanned'];
/** The till's own code, before the total is known. */
const OWN_CODES: Readonly<Record<string, CustomerCode>> = {
  'code-first': { uri: OWN, state: 'shown' },
  'code-basket': { uri: OWN, state: 'shown' },
  'code-scanned': { uri: OWN, state: 'scanned' },
};

function billWith(content: Content): Bill {
  const lines = Array.from({ length: content.lines() }, (_, place) => ({
    product: `p${place}`,
    name: content.name(),
    price: content.amount(7),
    quantity: content.chance.between(1, 99),
    vatRate: content.pick(['0.25', '0.15', '0']),
    discount: null,
  }));
  return billOf({ lines, discount: null });
}

function viewWith(state: string, content: Content): CustomerView {
  const { currency, locale, language } = content;
  const { [state]: code } = OWN_CODES;
  const shown = viewOf(PHASES[state] ?? null, {
    ...{ shop: content.name(), locale, language },
    payments: state === 'down' ? 'down' : 'possible',
    ...(code === undefined ? {} : { code }),
  });
  const hasBasket = WITH_BASKET.includes(state);
  const bill = hasBasket || content.chance.chance(0.5) ? billWith(content) : null;
  if (shown.sale === null) {
    return hasBasket && bill !== null ? { ...shown, basket: { bill, currency } } : shown;
  }
  const amount = bill?.total ?? content.amount();
  const extra = content.chance.chance(0.3) ? Math.floor(amount / 10) : 0;
  const sale = {
    ...shown.sale,
    amount,
    additionalAmount: money(extra),
    currency,
    ...(bill === null ? {} : { bill }),
  };
  return { ...shown, sale: { ...sale, text: content.name() } };
}

/** Every screen of the customer display. It is always light. */
export const DISPLAY: ContentScreen = {
  name: 'customer-display',
  each: EACH,
  serve: () => serveScreen('customer-display'),
  states: Object.keys(PHASES),
  themes: ['light'],
  sizes: [
    [1920, 1080],
    [1366, 768],
    [1024, 768],
    [1024, 600],
    [800, 600],
    [2560, 1440],
  ],
  async open(browser, origin) {
    const display = await openDisplay(browser, origin, viewOf(null));
    const errors: string[] = [];
    display.page.on('pageerror', (error) => errors.push(String(error)));
    return {
      page: async () => display.page,
      errors: () => errors,
      async draw(_page, { state, content }) {
        await display.tell(viewWith(state, content));
      },
      async find(page) {
        const parts = ['.qr', '.display-total .amount', '.display-hero .amount'];
        return [...(await outOfSight(page, parts)), ...(await unreadable(page))];
      },
    };
  },
};
