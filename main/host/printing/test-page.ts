import { paperLanguage } from '../../../shared/catalogue/language.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { PrintedReceipt } from '../../../shared/device/printing/receipt.ts';
import { money } from '../../../shared/money/money.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { paperFormat, paperShop } from '../receipts/paper-text.ts';

const WORDS = {
  en: {
    mark: 'TEST',
    letters: 'Letters',
    amount: 'Largest amount',
    time: 'Time',
    done: 'Not a sale',
  },
  nb: {
    mark: 'TEST',
    letters: 'Bokstaver',
    amount: 'Største beløp',
    time: 'Tid',
    done: 'Ikke et salg',
  },
  de: {
    mark: 'TEST',
    letters: 'Buchstaben',
    amount: 'Größter Betrag',
    time: 'Zeit',
    done: 'Kein Verkauf',
  },
} as const;

const LARGEST = money(99_999_999);

/** A test page that shows common printer problems: letters, width, code. */
export function testPage(settings: TillSettings, now: Instant): PrintedReceipt {
  const { shop, currency, language, posId } = settings;
  const format = paperFormat(settings);
  const words = WORDS[paperLanguage(language)];
  const amount = format.amount(LARGEST, currency);
  return {
    kind: 'copy',
    code: 'tillkit-test',
    content: {
      mark: words.mark,
      shop: { ...paperShop(settings), organisation: shop.organisationNumber },
      items: [
        { label: words.letters, value: 'ÆØÅ æøå' },
        { label: 'ÄÖÜ äöü éèê ñ ß', value: '€ £' },
      ],
      total: { label: words.amount, value: amount },
      facts: [
        { label: words.time, value: format.dateTime(now) },
        { label: 'ESC/POS', value: posId },
      ],
      foot: [words.done],
    },
  };
}
