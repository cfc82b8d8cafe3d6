import type { Format } from '../../shared/format/format.ts';
import type { KioskSale, KioskView, Phase } from '../../shared/kiosk/contract.ts';
import { isEnd } from '../../shared/kiosk/phase.ts';
import type { KioskWords } from '../i18n/customer.ts';
import type { Cue } from '../state/cues.ts';
import { spelled, typedCodeOf } from '../ui/code-letters.tsx';
import { deliveringText, endText } from './end-text.ts';

/** A text for speech output and screen readers. */
export type Announcement = {
  /** Changes exactly when there is something new to announce. */
  readonly key: string;
  readonly text: string;
  /** True for a final result, which is announced at once. Progress waits for a pause. */
  readonly urgent: boolean;
  readonly cue: Cue | null;
};

/** The announcement for a view, in the customer's language. */
export function announcementOf(view: KioskView, words: KioskWords, format: Format): Announcement {
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
    case 'sale':
      return saleAnnouncement(screen.sale, view, words, format);
    case 'closed':
      return calm('closed', `${words.closedHead}. ${words.closedText}`);
    case 'pin':
      return calm('pin', words.pinText);
    case 'service':
      return calm('service', words.serviceHead);
  }
}

const calm = (key: string, text: string): Announcement => ({ key, text, urgent: false, cue: null });

function chooseAnnouncement(
  { screen, goods, currency, aids }: KioskView,
  words: KioskWords,
  format: Format,
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

function saleAnnouncement(
  sale: KioskSale,
  { aids }: KioskView,
  words: KioskWords,
  format: Format,
): Announcement {
  const { phase, name, amount, currency } = sale;
  const text = (value: typeof amount) => format.amount(value, currency);
  const key = `${sale.number} ${phase.kind}`;
  if (isEnd(phase) || phase.kind === 'unclear') {
    const { head, text: more } = endText(phase, sale, words, text);
    return { key, text: `${head}. ${more}`, urgent: true, cue: cueOf(phase) };
  }
  const item = `${name[aids.language]}, ${text(amount)}.`;
  return { key, text: `${progress(phase, words)} ${item}`, urgent: false, cue: cueOf(phase) };
}

function progress(phase: Phase, words: KioskWords): string {
  switch (phase.kind) {
    case 'scan':
      return `${words.scanHead}. ${words.scanText} ${spokenCode(phase.uri, words)}`.trim();
    case 'approve':
      return `${words.approveHead}. ${words.approveText}`;
    case 'taking':
      return `${words.takingHead}. ${words.takingText}`;
    case 'cancelling':
      return `${words.cancellingHead}. ${words.cancellingText}`;
    case 'delivering':
    case 'finishing':
    case 'giving_back': {
      const { head, text } = deliveringText(phase, words);
      return text === null ? `${head}.` : `${head}. ${text}`;
    }
    default:
      return `${words.oneMoment}.`;
  }
}

/** The code letter by letter, for a customer who does not see the screen or has no camera. */
function spokenCode(uri: string, words: KioskWords): string {
  const code = typedCodeOf(uri);
  return code === null ? '' : words.codeSpoken(code.address, spelled(code.letters));
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
  ...(['partly', 'given_back', 'declined', 'expired', 'refused', 'ask', 'unclear'] as const),
]);
const isLook = (kind: Phase['kind']): boolean => LOOK.has(kind);
