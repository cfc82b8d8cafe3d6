import type { TillBooks } from '../../../main/host/books/till-books.ts';
import { commandsOf } from '../../../main/host/bridge/registry.ts';
import { backendOf } from '../../../main/host/bridge/screen-backend.ts';
import { createScreenSources, TERMINAL_ALONE } from '../../../main/host/bridge/screen-source.ts';
import { createQuestions, type Questions } from '../../../main/host/questions/questions.ts';
import {
  createShopQuestions,
  type ShopQuestions,
} from '../../../main/host/questions/shop-questions.ts';
import { createReceiptEmail } from '../../../main/host/receipts/receipt-email.ts';
import type { Till as SoldTill } from '../../../main/host/till/open-till.ts';
import type { Snapshot, TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { CustomerView } from '../../../shared/device/bridge/customer-view.ts';
import { createIds } from '../../../shared/ids/ids.ts';
import { money } from '../../../shared/money/money.ts';
import { type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import type { Prng } from '../prng.ts';
import type { QuestionAudit } from './audit.ts';
import type { ScreenEnd } from './wire.ts';

/** What a planted bug may replace of the questions. */
export type AlterQuestions = {
  readonly questions?: (questions: Questions) => Questions;
  readonly shop?: (shop: ShopQuestions, questions: Questions) => ShopQuestions;
};

export type QuestionHostParts = {
  readonly till: SoldTill;
  /** Null while the till cannot write its books. */
  readonly books: TillBooks | null;
  readonly settings: TillSettings;
  readonly clock: DeviceClock;
  readonly prng: Prng;
  readonly audit: QuestionAudit;
  readonly alter: AlterQuestions;
};

/** What the screens and the cash register of one life of a till are connected to. */
export type QuestionHost = {
  readonly cashier: ScreenEnd<Snapshot>;
  readonly display: ScreenEnd<CustomerView>;
  readonly questions: Questions;
};

/** The shop asks for tips on the display; the customer has little time, so that answers come late. */
const TIPS = {
  ask: 'display',
  percents: [500, 1_000, 1_500],
  amounts: [money(300), money(700), money(1_100)],
  patience: 8 * SECOND,
} as const;

/** Odds that the service refuses the order of an e-mail, or gives no answer. */
const NO_EMAIL = 0.2;

/** The till's real questions, commands of screens and orders of e-mails, around the terminal of one life. */
export function openQuestionHost(parts: QuestionHostParts): QuestionHost {
  const { till, books, clock, prng, audit, alter } = parts;
  const { terminal } = till;
  const settings = { ...parts.settings, tips: TIPS, membership: true, askAbove: 'never' } as const;
  const right = createQuestions({ clock });
  const questions = audit.watch(alter.questions?.(right) ?? right);
  const ofShop = createShopQuestions(
    questions,
    () => settings,
    createIds(prng.bytes),
    () => true,
  );
  const shopQuestions = alter.shop?.(ofShop, questions) ?? ofShop;
  const receiptEmail =
    books === null
      ? null
      : createReceiptEmail({
          books,
          sales: () => terminal.view().sales,
          links: {
            sendsEmail: () => true,
            subscribe: () => () => undefined,
            email: async ({ fact }, { id, email }) => {
              audit.emailed(fact.id, id, email);
              return prng.chance(NO_EMAIL)
                ? prng.pick(['no_answer', 'too_often'] as const)
                : 'ordered';
            },
          },
        });
  // Nobody signs in at the screens of a world, and none shows the drawer or the goods.
  const own = { bills: till.bills, questions, shopQuestions, receiptEmail };
  const features = { ...TERMINAL_ALONE, ...own };
  const sources = createScreenSources(terminal, settings, features);
  const { display, ...cashier } = backendOf(sources, commandsOf(terminal, features), questions);
  return { cashier, display, questions };
}
