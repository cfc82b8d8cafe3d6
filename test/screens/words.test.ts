import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FALLBACK_WORDS } from '../../main/electron/windows/fallback-page.ts';
import { PAGE_REFUSALS } from '../../main/host/bridge/pages.ts';
import { DISPLAY_WORDS, KIOSK_WORDS } from '../../renderer/i18n/customer.ts';
import { DEVICE_WORDS } from '../../renderer/i18n/devices.ts';
import { ITEM_WORDS } from '../../renderer/i18n/items.ts';
import {
  LANGUAGES,
  type Language,
  languageOfTags,
  loadedWords,
} from '../../renderer/i18n/language.ts';
import { PORTAL_WORDS } from '../../renderer/i18n/portal.ts';
import { QUESTION_WORDS } from '../../renderer/i18n/question.ts';
import { WALLET_WORDS } from '../../renderer/i18n/wallet.ts';
import { OPEN_PRICE } from '../../renderer/state/goods-state.ts';
import { WORDS as OAUTH_WORDS, SCOPE_WORDS } from '../../service/oauth/words.ts';
import type { EveryLanguage } from '../../shared/catalogue/language.ts';
import { DEPOSIT, WEIGHED } from '../../shared/catalogue/own-words.ts';
import { CODE_NOT_IN_USE, PAGES_NOT_BUILT } from '../../shared/node/http/plain-page.ts';
import { CASHIER_WORDS, everyWords } from '../support/cashier-words.ts';

/** The screens, which have a folder of texts for each language. */
const CATALOGUES = {
  cashier: CASHIER_WORDS,
  wallet: await everyWords(WALLET_WORDS),
  portal: await everyWords(PORTAL_WORDS),
  'customer-display': DISPLAY_WORDS,
  kiosk: KIOSK_WORDS,
  question: QUESTION_WORDS,
  'item editor': ITEM_WORDS,
  'notices about devices': DEVICE_WORDS,
} as const;

/** Texts by language outside those folders. */
const TABLES = {
  'sign-in and consent pages': OAUTH_WORDS,
  'scopes of the consent page': SCOPE_WORDS,
  'page of a code that is not in use': CODE_NOT_IN_USE,
  'page in place of the wallet': PAGES_NOT_BUILT.wallet,
  'page in place of the portal': PAGES_NOT_BUILT.portal,
  'page without a launch address': PAGE_REFUSALS.not_launched,
  'page of a used address': PAGE_REFUSALS.address_used,
  'page for another user': PAGE_REFUSALS.other_user,
  'page of a window that fails': FALLBACK_WORDS,
  'lines of a bill': texts({ openPrice: OPEN_PRICE, deposit: DEPOSIT, ...WEIGHED }),
} as const;

/** Texts by name and language as texts by language and name. */
function texts(
  named: Readonly<Record<string, EveryLanguage>>,
): Readonly<Record<Language, Readonly<Record<string, string>>>> {
  const of = (language: Language) =>
    Object.fromEntries(Object.entries(named).map(([name, text]) => [name, text[language]]));
  return { en: of('en'), nb: of('nb'), de: of('de'), ar: of('ar') };
}

/** The same in several languages by right. */
const SAME = new Set([
  'billAfter',
  'brand',
  'demo',
  'saleNumber',
  'searchStates',
  'state',
  'stateHead',
  'pinHead',
  'pairState',
  'title',
  'online',
  'offline',
  'chosen',
  'ticket',
  'scanner',
  'gapSeconds',
  'gapMinutes',
  'optionsMissing',
]);

function source(folder: string): string {
  const root = fileURLToPath(new URL(`../../renderer/${folder}/`, import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  expect(files.length).toBeGreaterThan(5);
  return files.map((name) => readFileSync(root + name, 'utf8')).join('\n');
}

function say(word: unknown): string {
  if (typeof word === 'string') return word;
  if (typeof word === 'function') {
    // The third value is a number or a list of names; this list is read as both.
    return String(word(2, 'day', ['3']));
  }
  if (typeof word !== 'object' || word === null) throw new Error('a word is a text or makes one');
  const words = Object.values(word).map(say);
  return words.includes('') ? '' : words.join(' / ');
}

/** Numbers that no text has of its own. The third argument is a number or a list of names. */
const VALUES = [101, 104, ['107']] as const;

/** Which of the values a text shows; each text of an object that has several. */
function valuesIn(word: unknown): readonly string[] {
  if (typeof word === 'function') {
    const text = String(word(...VALUES)).replaceAll(/[٠-٩]/g, (digit) =>
      String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)),
    );
    return [
      VALUES.flat()
        .filter((value) => text.includes(String(value)))
        .join(' '),
    ];
  }
  if (typeof word !== 'object' || word === null) return [];
  return Object.entries(word).flatMap(([key, one]) =>
    valuesIn(one).map((found) => `${key} ${found}`),
  );
}

describe.each(Object.entries({ ...CATALOGUES, ...TABLES }))(
  'the words of the %s',
  (_name, catalogue) => {
    it('exist in every language, and none is empty', () => {
      const keys = Object.keys(catalogue.en).toSorted();
      expect(keys.length).toBeGreaterThan(1);
      for (const language of LANGUAGES) {
        expect(Object.keys(catalogue[language]).toSorted()).toEqual(keys);
        const empty = Object.entries(catalogue[language]).filter(([, word]) => say(word) === '');
        expect(empty.map(([key]) => key)).toEqual([]);
      }
    });

    it('are translated', () => {
      for (const language of LANGUAGES.filter((one) => one !== 'en')) {
        const other: Record<string, unknown> = { ...catalogue[language] };
        const alike = Object.entries(catalogue.en)
          .filter(([key, word]) => say(word).length > 5 && say(word) === say(other[key]))
          .filter(([key]) => !SAME.has(key))
          .map(([key]) => `${language} ${key}`);
        expect(alike).toEqual([]);
      }
    });

    it('have the values that the English text has', () => {
      for (const language of LANGUAGES) {
        const other: Record<string, unknown> = { ...catalogue[language] };
        for (const [key, word] of Object.entries(catalogue.en)) {
          expect([language, key, valuesIn(other[key])]).toEqual([language, key, valuesIn(word)]);
        }
      }
    });

    it('contain no please, no oops and no exclamation mark', () => {
      for (const language of LANGUAGES) {
        for (const [key, word] of Object.entries(catalogue[language])) {
          expect(say(word), key).not.toMatch(/!|\bplease\b|\boops\b|\bOK\b|vennligst/i);
        }
      }
    });

    it('say where a long word may be divided', () => {
      for (const language of ['nb', 'de'] as const) {
        const long = Object.entries(catalogue[language])
          .filter(([key]) => key !== 'recoveryFile')
          .flatMap(([, word]) => say(word).match(/(?<![\w/.])\p{L}{19,}(?![\w/.])/gu) ?? []);
        expect(long).toEqual([]);
      }
    });

    it('have the Norwegian plural of siffer, sifre', () => {
      const words = Object.values(catalogue.nb).map(say);
      expect(words.filter((word) => /([02-9]|\d\d) siffer\b/.test(word))).toEqual([]);
    });
  },
);

describe.each(['cashier', 'wallet', 'portal', 'customer-display', 'kiosk'] as const)(
  'the words of the screen %s',
  (name) => {
    const catalogue = CATALOGUES[name];

    it('are all used', () => {
      const used = source(name) + source('ui');
      const unused = Object.keys(catalogue.en).filter(
        (key) => !new RegExp(`\\b${key}\\b`).test(used),
      );
      expect(unused).toEqual([]);
    });

    it('are the only texts; components contain no texts', () => {
      const own = [...source(name).matchAll(/>\s*([A-ZÆØÅ][a-zæøå]+(?: [a-zæøå]+)*)\s*</g)];
      expect(
        own.map((match) => match[1]).filter((text) => !/^(Promise|string)$/.test(text ?? '')),
      ).toEqual([]);
    });
  },
);

/** The catalogues leave the choice between singular and plural to `plural`. */
const BY_HAND = /[=!]==? *1\b|\b1 *[=!]==?|[<>] *1\b|[<>]= *2\b/;

it('no catalogue compares a number with 1 to choose between singular and plural', () => {
  const root = fileURLToPath(new URL('../../renderer/i18n/', import.meta.url));
  const chosen = LANGUAGES.flatMap((language) =>
    readdirSync(root + language).flatMap((name) => {
      const lines = readFileSync(`${root}${language}/${name}`, 'utf8').split('\n');
      return lines
        .filter((line) => BY_HAND.test(line))
        .map((line) => `${language}/${name}: ${line}`);
    }),
  );
  expect(chosen).toEqual([]);
});

describe('the texts of a language', () => {
  it('are loaded once; English texts are always available', async () => {
    let asked = 0;
    const texts = loadedWords('English', {
      nb: async () => {
        asked += 1;
        return 'Norsk';
      },
      de: () => Promise.reject(new Error('no network')),
      ar: async () => 'العربية',
    });
    expect([texts.of('en'), texts.of('nb')]).toEqual(['English', null]);
    expect([await texts.load('nb'), await texts.load('nb'), asked]).toEqual([true, true, 1]);
    expect(texts.of('nb')).toBe('Norsk');
    expect([await texts.load('de'), texts.of('de')]).toEqual([false, null]);
  });
});

describe('the language', () => {
  it('is the first supported language of the browser, else English', () => {
    expect(languageOfTags(['fr', 'nn-NO', 'en'])).toBe('nb');
    expect(languageOfTags(['de-AT', 'en'])).toBe('de');
    expect(languageOfTags(['ar-EG'])).toBe('ar');
    expect(languageOfTags(['no'])).toBe('nb');
    expect(languageOfTags(['fr', 'en-US'])).toBe('en');
    expect(languageOfTags([])).toBe('en');
  });
});
