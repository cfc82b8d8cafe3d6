import type { Bill } from '../../../shared/basket/bill.ts';
import type { SlipOfBill } from '../../../shared/bill/slip.ts';
import { alike } from '../../../shared/catalogue/language.ts';
import type {
  CustomerCode,
  CustomerPhase,
  CustomerView,
} from '../../../shared/device/bridge/customer-view.ts';
import type { QuestionForm, QuestionWords } from '../../../shared/device/questions/question.ts';
import type { QuestionView } from '../../../shared/device/questions/view.ts';
import { tipQuestion } from '../../../shared/device/tips/tips.ts';
import { lineId } from '../../../shared/ids/host-ids.ts';
import { money, ZERO } from '../../../shared/money/money.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { billOf } from '../../support/basket-bill.ts';
import { outOfSight, unreadable } from '../../support/readable.ts';
import { serveScreen } from '../../support/screens.ts';
import { type DisplayPage, FAR, MORNING, openDisplay, viewOf } from '../customer-display/page.ts';
import { type Asked, QUESTIONS, questionView } from '../questions.ts';
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

const isQuestion = (state: string): state is keyof typeof QUESTIONS => state in QUESTIONS;

/** The tips of a shop that offers as many as it may. */
function tipWith(content: Content): Asked {
  const offered = Array.from({ length: LIMITS.tipsOfferedMax }, (_, place) => place);
  const { words, form } = tipQuestion(
    {
      ask: 'display',
      percents: offered.map((place) => 500 + place * 250),
      amounts: offered.map(() => content.amount()),
      patience: 20_000,
    },
    content.amount(),
  );
  return { words, form };
}

/** A question of this state with words and bounds as an asker may choose them. */
function questionWith(state: keyof typeof QUESTIONS, content: Content): Asked {
  if (state === 'question-tip') return tipWith(content);
  const words: QuestionWords = {
    kind: 'texts',
    texts: alike(`${content.name()} ${content.name()}`),
  };
  const { form } = QUESTIONS[state];
  if (form.kind === 'number') return { words, form: { ...form, most: content.amount(9) } };
  if (form.kind !== 'choice') return { words, form };
  const options = Array.from({ length: LIMITS.questionOptionsMax }, (_, place) => ({
    id: `o${place}`,
    label: { kind: 'texts', texts: alike(content.name()) } as const,
  }));
  const few = options.slice(0, Math.max(2, Math.min(content.lines(), options.length)));
  return { words, form: { kind: 'choice', options: few } };
}

/** Types the highest number, and sends an answer that the host refuses, so that every part is drawn. */
async function answerAll({ page, refuse }: DisplayPage, form: QuestionForm): Promise<void> {
  if (form.kind === 'number') {
    for (const digit of String(form.most)) await page.keyboard.press(digit);
  }
  await refuse();
  const keys = page.locator('.question-decline, .question-options .key');
  await keys.last().click({ force: true });
  await page.locator('.question-problem:not(:empty)').waitFor();
}

/** The same bill before the sale. */
const slipWith = (bill: Bill): SlipOfBill => ({
  ...bill,
  lines: bill.lines.map((one, place) => ({
    ...one,
    id: lineId('l', place),
    unit: '',
    options: [],
    note: null,
  })),
  paid: ZERO,
  due: bill.total,
});

function viewWith(state: string, content: Content, asked: QuestionView | null): CustomerView {
  const { currency, locale, language } = content;
  const { [state]: code } = OWN_CODES;
  const shown = viewOf(PHASES[state] ?? null, {
    ...{ shop: content.name(), locale, language },
    payments: state === 'down' ? 'down' : 'possible',
    ...(code === undefined ? {} : { code }),
    ...(asked === null ? {} : { question: { question: asked, currency } }),
  });
  const hasBasket = WITH_BASKET.includes(state);
  const bill = hasBasket || content.chance.chance(0.5) ? billWith(content) : null;
  if (shown.sale === null) {
    return (hasBasket || asked !== null) && bill !== null
      ? { ...shown, bill: { slip: slipWith(bill), currency } }
      : shown;
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
  states: [...Object.keys(PHASES), ...Object.keys(QUESTIONS)],
  themes: ['light'],
  sizes: [
    [1920, 1080],
    [1366, 768],
    [1280, 800],
    [1024, 768],
    [1024, 600],
    [800, 600],
    [2560, 1440],
  ],
  async open(browser, origin) {
    const display = await openDisplay(browser, origin, viewOf(null), undefined, MORNING);
    let questions = 0;
    const errors: string[] = [];
    display.page.on('pageerror', (error) => errors.push(String(error)));
    return {
      page: async () => display.page,
      errors: () => errors,
      async draw(_page, { state, content }) {
        if (!isQuestion(state)) return display.tell(viewWith(state, content, null));
        questions += 1;
        const asked = questionWith(state, content);
        const question = questionView(asked, MORNING + 300_000, `q${questions}`);
        await display.tell(viewWith(state, content, question));
        await answerAll(display, asked.form);
      },
      async find(page) {
        const parts = [
          ...['.qr', '.display-total .amount', '.display-hero .amount'],
          ...['.question-head', '.question-price', '.question .key', '.question-decline'],
          ...['.question-typed', '.question-hint', '.question-problem', '.question .countdown'],
        ];
        return [...(await outOfSight(page, parts)), ...(await unreadable(page))];
      },
    };
  },
};
