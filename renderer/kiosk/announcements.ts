import type {
  Closed,
  GoodView,
  KioskSale,
  KioskView,
  Phase,
} from '../../shared/device/kiosk/contract.ts';
import { isEnd } from '../../shared/device/kiosk/phase.ts';
import type { OptionLabel } from '../../shared/device/questions/question.ts';
import type { QuestionView } from '../../shared/device/questions/view.ts';
import { type Format, formatFor } from '../../shared/format/format.ts';
import { spokenAmount, spokenDuration } from '../../shared/format/spoken-amount.ts';
import { add, type MoneyInteger } from '../../shared/money/money.ts';
import { type Instant, SECOND } from '../../shared/time/clock.ts';
import type { KioskWords } from '../i18n/customer.ts';
import type { Language } from '../i18n/language.ts';
import { headOf, QUESTION_WORDS, type QuestionWords } from '../i18n/question.ts';
import type { Cue } from '../state/cues.ts';
import { spelled, typedCodeOf } from '../ui/code-letters.tsx';
import { purchaseOf } from '../ui/question/purchase.ts';
import {
  codeExpired,
  type DeliveringPhase,
  deliveringText,
  endText,
  type PayingPhase,
  payingText,
} from './phase-text.ts';

/** A text for screen readers and for the kiosk's own speech. */
export type Announcement = {
  /** Changes exactly when there is something new to announce. */
  readonly key: string;
  readonly text: string;
  /** True for a final result, which is announced at once. Progress waits for a pause. */
  readonly urgent: boolean;
  readonly cue: Cue | null;
};

/** How amounts and addresses stand in a text: as people read them, or as people say them. */
export type Form = {
  readonly amount: (amount: MoneyInteger, currency: string) => string;
  readonly address: (address: string) => string;
};

type FormNow = Form & { readonly now: Instant };

/** For screen readers and braille. */
export const writtenForm = ({ amount }: Format): Form => ({ amount, address: (text) => text });

/** For a voice: `52 kroner`, and an address with the names of its signs. */
export function spokenForm(language: Language, { inAddress }: KioskWords): Form {
  const { dot, colon, slash } = inAddress;
  return {
    amount: (amount, currency) => spokenAmount(amount, currency, language),
    address: (text) =>
      text
        .replaceAll('.', ` ${dot} `)
        .replaceAll(':', ` ${colon} `)
        .replaceAll('/', ` ${slash} `)
        .trim(),
  };
}

/** The announcement for a view at the instant `now`, in the customer's language. */
export function announcementOf(
  view: KioskView,
  words: KioskWords,
  format: Form,
  now: Instant,
): Announcement {
  const { screen, warning } = view;
  if (warning !== null) {
    const text = `${words.warningHead} ${words.warningText} ${words.stay}.`;
    return { key: 'warning', text, urgent: true, cue: 'look' };
  }
  switch (screen.kind) {
    case 'attract':
      return calm(
        'attract',
        `${view.headline?.[view.aids.language] ?? words.welcome} ${words.begin}.`,
      );
    case 'choose':
      return chooseAnnouncement(view, words, format);
    case 'question':
      return questionAnnouncement(screen.question, view, format);
    case 'sale':
      return saleAnnouncement(screen.sale, view, words, { ...format, now });
    case 'closed':
      return calm(
        `closed ${screen.because} ${opensOf(screen) ?? ''}`,
        `${closedHead(screen, words)}. ${closedText(screen, view, words, now)}`,
      );
    case 'pin':
      return calm('pin', words.pinText);
    case 'service':
      return calm('service', words.serviceHead);
  }
}

/** Why a good that is not for sale cannot be bought. */
export function goneWord({ state }: Pick<GoodView, 'state'>, words: KioskWords): string {
  return state === 'sold_out' ? words.soldOut : words.notNow;
}

/** The headline of a closed kiosk. */
export function closedHead({ because }: Closed, words: KioskWords): string {
  if (because === 'hours') return words.hoursHead;
  return because === 'sold_out' ? words.allSoldOut : words.closedHead;
}

/** The announcement of a closed kiosk. */
export function closedText(
  closed: Closed,
  { aids, locale, timeZone }: KioskView,
  words: KioskWords,
  now: Instant,
): string {
  const { because } = closed;
  const opens = opensOf(closed);
  if (opens !== null) {
    const format = formatFor({ language: aids.language, shopLocale: locale, timeZone });
    const isToday = format.day(opens) === format.day(now);
    return isToday ? words.opensAt(format.time(opens)) : words.opensOn(format.longDateTime(opens));
  }
  return because === 'offline' || because === 'starting' ? words.closedSoon : words.closedText;
}

/** When the shop opens, as far as the kiosk is closed for that and knows it. */
const opensOf = (closed: Closed): Instant | null =>
  closed.because === 'hours' ? closed.opens : null;

const calm = (key: string, text: string): Announcement => ({ key, text, urgent: false, cue: null });

function chooseAnnouncement(
  { screen, goods, currency, aids }: KioskView,
  words: KioskWords,
  format: Form,
): Announcement {
  if (screen.kind !== 'choose') return calm('choose', words.chooseHead);
  if (screen.problem !== null) {
    return { key: 'problem', text: words.notStarted, urgent: true, cue: 'look' };
  }
  const good = goods.find(({ id }) => id === screen.good);
  if (good === undefined) return calm('choose', words.chooseHead);
  const price = format.amount(good.price, currency);
  return calm(`chosen ${good.id}`, words.chosen(good.name[aids.language], price));
}

/** The words of the question. Its keys are read by the screen reader, and by the keypad's speech with their numbers. */
function questionAnnouncement(
  { id, words: asked }: QuestionView,
  { aids, currency }: KioskView,
  format: Form,
): Announcement {
  const head = headOf(asked, aids.language);
  const amount = purchaseOf(asked);
  const { purchase } = QUESTION_WORDS[aids.language];
  const text = amount === null ? head : `${head} ${purchase(format.amount(amount, currency))}.`;
  return { key: `question ${id}`, text, urgent: false, cue: 'look' };
}

/** The options of a question with the digits that choose them. */
function optionsText({ form }: QuestionView, { aids, currency }: KioskView, format: Form): string {
  if (form.kind !== 'choice') return '';
  const words = QUESTION_WORDS[aids.language];
  return form.options
    .map(
      ({ label }, place) =>
        `${place + 1}: ${optionText(label, words, aids.language, (sum) => format.amount(sum, currency))}.`,
    )
    .join(' ');
}

function optionText(
  label: OptionLabel,
  words: QuestionWords,
  language: Language,
  amount: (sum: MoneyInteger) => string,
): string {
  switch (label.kind) {
    case 'none':
      return words.tipNone;
    case 'texts':
      return label.texts[language];
    case 'amount':
    case 'percent':
      return amount(label.amount);
  }
}

function saleAnnouncement(
  sale: KioskSale,
  { aids }: KioskView,
  words: KioskWords,
  format: FormNow,
): Announcement {
  const { phase, name, currency } = sale;
  const amount = add(sale.amount, sale.tip);
  const text = (value: typeof amount) => format.amount(value, currency);
  const expired = codeExpired(phase, format.now) ? ' expired' : '';
  const key = `${sale.number} ${phase.kind}${expired}`;
  if (isEnd(phase) || phase.kind === 'unclear') {
    const { head, text: more } = endText(phase, sale, words, text);
    return { key, text: `${head}. ${more}`, urgent: true, cue: cueOf(phase) };
  }
  const item = `${name[aids.language]}${words.comma}${text(amount)}.`;
  return {
    key,
    text: `${progress(phase, words, format)} ${item}`,
    urgent: false,
    cue: cueOf(phase),
  };
}

function progress(phase: PayingPhase | DeliveringPhase, words: KioskWords, form: FormNow): string {
  switch (phase.kind) {
    case 'delivering':
    case 'finishing':
    case 'returning': {
      const { head, text } = deliveringText(phase, words);
      return text === null ? `${head}.` : `${head}. ${text}`;
    }
    default: {
      const { head, text } = payingText(phase, words, form.now);
      const payable = phase.kind === 'scan' && !codeExpired(phase, form.now);
      const code = payable ? codeText(phase.uri, words, form) : '';
      return `${head}. ${text} ${code}`.trim();
    }
  }
}

/** The code letter by letter, for a customer who does not see the screen or has no camera. */
export function codeText(uri: string, words: KioskWords, { address }: Form): string {
  const code = typedCodeOf(uri);
  if (code === null) return '';
  return words.codeSpoken(address(code.address), spelled(code.letters, words.comma));
}

function cueOf({ kind }: Phase): Cue | null {
  switch (kind) {
    case 'approve':
      return 'seen';
    case 'paid':
    case 'vended':
      return 'paid';
    case 'cancelled':
      return null;
    default:
      return isLook(kind) ? 'look' : null;
  }
}

const LOOK: ReadonlySet<Phase['kind']> = new Set<Phase['kind']>([
  ...(['partly', 'not_charged', 'declined', 'expired', 'refused', 'ask', 'unclear'] as const),
]);
const isLook = (kind: Phase['kind']): boolean => LOOK.has(kind);

/**
 * The announcement of a screen for a customer with the keypad: its whole content, and the effect of each key.
 * `now` is for the time that is left.
 */
export function keypadText(view: KioskView, words: KioskWords, now: Instant): string {
  const { screen, warning, aids } = view;
  const { language } = aids;
  const form = spokenForm(language, words);
  const { text } = announcementOf(view, words, form, now);
  if (warning !== null) {
    return `${words.warningHead} ${words.keyStay(spokenDuration(warning.until - now, language))}`;
  }
  switch (screen.kind) {
    case 'attract':
      return `${view.headline?.[language] ?? words.welcome} ${words.keyStart}`;
    case 'choose':
      return chooseText(view, words, form);
    case 'question':
      return `${text} ${optionsText(screen.question, view, form)} ${words.keyNumber} ${words.keyCancel}`;
    case 'sale': {
      const { sale } = screen;
      const cancel = sale.canCancel ? ` ${words.keyCancel}` : '';
      const ended = isEnd(sale.phase);
      if (!ended && sale.phase.kind !== 'unclear') {
        return `${text}${detailText(sale, view, words, now)}${cancel}`;
      }
      const keys = ended ? ` ${words.keyAgain}` : cancel;
      return `${text} ${receiptText(sale, words, form, language)}${keys}`;
    }
    default:
      return text;
  }
}

/** The list with its numbers, or the chosen good. */
function chooseText(view: KioskView, words: KioskWords, { amount }: Form): string {
  const { screen, goods, currency, aids } = view;
  if (screen.kind !== 'choose') return '';
  const nameOf = ({ name, price }: (typeof goods)[number]) =>
    `${name[aids.language]}${words.comma}${amount(price, currency)}`;
  const problem = screen.problem === null ? '' : `${words.notStarted} `;
  const chosen = goods.find(({ id }) => id === screen.good);
  if (chosen !== undefined) return `${problem}${nameOf(chosen)}. ${words.keyPay}`;
  const list = goods
    .map((good, index) => ({ good, number: index + 1 }))
    .filter(({ good }) => good.state === 'for_sale')
    .map(({ good, number }) => `${number}: ${nameOf(good)}.`);
  const away = goods
    .filter(({ state }) => state !== 'for_sale')
    .map(({ name }) => name[aids.language]);
  const missing = away.length === 0 ? [] : [words.keyUnavailable(away.join(words.comma))];
  return [`${problem}${words.chooseHead}`, ...list, ...missing, words.keyNumber].join(' ');
}

/** What a screen shows besides its headline: time, the state of the money, and how to see the code. */
function detailText(
  { phase, delivery, seconds }: KioskSale,
  { aids }: KioskView,
  words: KioskWords,
  now: Instant,
): string {
  const { language, dark } = aids;
  if (codeExpired(phase, now)) return '';
  if (phase.kind === 'scan') {
    const time = words.timeToPay(spokenDuration(phase.expires - now, language));
    return ` ${time}${dark === 'on' ? ` ${words.keyDark}` : ''} ${words.keyCode}`;
  }
  if (phase.kind !== 'delivering') return '';
  const money = delivery === 'pay_first' ? words.paidFirstText : words.reservedText;
  if (seconds === null) return ` ${money}`;
  const left = phase.since + seconds * SECOND - now;
  const time = left > 0 ? words.takesAbout(spokenDuration(left, language)) : `${words.longer}.`;
  return ` ${time} ${money}`;
}

/** What the slip at the end says. */
function receiptText(
  { name, number, amount, currency, phase }: KioskSale,
  words: KioskWords,
  form: Form,
  language: Language,
): string {
  const line = `${name[language]}${words.comma}${form.amount(amount, currency)}.`;
  const kept = 'kept' in phase ? ` ${words.youPaid(form.amount(phase.kept, currency))}` : '';
  return `${line}${kept}${number > 0 ? ` ${words.saleNumber(number)}.` : ''}`;
}
