import type { KioskCommand } from '../../shared/device/kiosk/commands.ts';
import type { KioskView } from '../../shared/device/kiosk/contract.ts';
import { isEnd } from '../../shared/device/kiosk/phase.ts';
import type { QuestionView } from '../../shared/device/questions/view.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { KIOSK_WORDS, type KioskWords } from '../i18n/customer.ts';
import { LANGUAGES, type Language } from '../i18n/language.ts';
import { goneWord } from './announcements.ts';

/** The keys of a keypad. `+`, `-` and `*` are on some; the others suffice for everything. */
const KEYS = {
  Enter: 'enter',
  Escape: 'cancel',
  Backspace: 'cancel',
  Delete: 'cancel',
  '+': 'louder',
  '-': 'quieter',
  '*': 'repeat',
} as const;
export type PadKey = number | (typeof KEYS)[keyof typeof KEYS];

/** The key of a keyboard event's name; null for a key that the keypad does not have. */
export function padKeyOf(name: string): PadKey | null {
  if (/^[0-9]$/.test(name)) return Number(name);
  return Object.entries(KEYS).find(([key]) => key === name)?.[1] ?? null;
}

/** What the keypad remembers between two keys: the open menu, and the digits of a number. */
export type PadState = { readonly menu: 'none' | 'settings' | 'languages'; readonly typed: string };
export const PAD_START: PadState = { menu: 'none', typed: '' };

/** What is spoken after a key. `news`: the next view brings it. */
export type PadAnswer =
  | { readonly kind: 'news' }
  | { readonly kind: 'menu' }
  | { readonly kind: 'code' }
  /** The sentence, and then the screen's text if `again`. */
  | { readonly kind: 'text'; readonly text: string; readonly again: boolean };

export type Pressed = {
  readonly state: PadState;
  readonly command: KioskCommand | null;
  readonly answer: PadAnswer;
};

/** What Enter and Cancel do on the current screen; null: nothing. */
export function mainKeys({ screen }: Pick<KioskView, 'screen'>): {
  readonly enter: KioskCommand | null;
  readonly cancel: KioskCommand | null;
} {
  switch (screen.kind) {
    case 'attract':
      return { enter: { type: 'begin' }, cancel: null };
    case 'choose': {
      const { good } = screen;
      return { enter: good === null ? null : { type: 'pay', good }, cancel: { type: 'leave' } };
    }
    case 'question':
      return { enter: null, cancel: { type: 'cancel' } };
    case 'sale': {
      const { phase, canCancel } = screen.sale;
      if (isEnd(phase)) return { enter: { type: 'again' }, cancel: { type: 'leave' } };
      return { enter: null, cancel: canCancel ? { type: 'cancel' } : null };
    }
    default:
      return { enter: null, cancel: null };
  }
}

const NEWS: PadAnswer = { kind: 'news' };
const screenAgain: PadAnswer = { kind: 'text', text: '', again: true };

/** Whether texts in a language can be spoken. */
export type CanSpeak = (language: Language) => boolean;

/** The effect of one key: the announcement, and the command to the host. */
export function pressKey(
  state: PadState,
  key: PadKey,
  view: KioskView,
  words: KioskWords,
  canSpeak: CanSpeak,
): Pressed {
  const only = (answer: PadAnswer, command: KioskCommand | null = null): Pressed => ({
    state: PAD_START,
    command,
    answer,
  });
  // Any key answers the question whether the customer is still there.
  if (view.warning !== null) return only(NEWS, { type: 'stay' });
  if (key === 'louder' || key === 'quieter') return { ...volume(key, view, words), state };
  if (key === 'repeat') return only(screenAgain);
  if (state.menu === 'settings') return setting(key, view, words);
  if (state.menu === 'languages') {
    const value = typeof key === 'number' ? LANGUAGES[key - 1] : undefined;
    const isOffered = value !== undefined && value !== view.aids.language && canSpeak(value);
    if (!isOffered) return only(screenAgain);
    return only(NEWS, { type: 'language', value });
  }
  if (key === 0 && !isNumber(`${state.typed}0`, view)) {
    return { state: { menu: 'settings', typed: '' }, command: null, answer: { kind: 'menu' } };
  }
  if (typeof key === 'number') return digit(state, key, view, words);
  const command = mainKeys(view)[key];
  return command === null ? only(nothing(words)) : only(NEWS, command);
}

const nothing = (words: KioskWords): PadAnswer => ({
  kind: 'text',
  text: words.keyNothing,
  again: false,
});

/** True if the digits are the number of something in the list. */
function isNumber(typed: string, { screen, goods }: KioskView): boolean {
  const number = Number(typed);
  return screen.kind === 'choose' && number >= 1 && number <= goods.length;
}

/** A digit selects at once; with more than nine goods the next digit may make it a longer number. */
function digit({ typed }: PadState, key: number, view: KioskView, words: KioskWords): Pressed {
  const { screen, goods } = view;
  if (screen.kind === 'question') return option(key, screen.question, words);
  const number = [`${typed}${key}`, String(key)].find((one) => isNumber(one, view)) ?? null;
  const good = number === null ? undefined : goods[Number(number) - 1];
  if (number !== null && good !== undefined) {
    const state: PadState = { menu: 'none', typed: number };
    const name = good.name[view.aids.language];
    if (good.state !== 'for_sale') {
      const text = `${name}: ${goneWord(good, words)}.`;
      return { state, command: null, answer: { kind: 'text', text, again: false } };
    }
    const selected = screen.kind === 'choose' && screen.good === good.id;
    const answer = selected ? screenAgain : NEWS;
    return { state, command: { type: 'choose', good: good.id }, answer };
  }
  const scan = screen.kind === 'sale' && screen.sale.phase.kind === 'scan';
  const text = screen.kind === 'choose' ? words.keyNoNumber(key) : words.keyNothing;
  const answer: PadAnswer =
    scan && key === 1 ? { kind: 'code' } : { kind: 'text', text, again: false };
  return { state: PAD_START, command: null, answer };
}

/** A digit answers a question with the option of this number. */
function option(key: number, { id, form }: QuestionView, words: KioskWords): Pressed {
  const chosen = form.kind === 'choice' ? form.options[key - 1] : undefined;
  if (chosen === undefined) {
    const answer = { kind: 'text', text: words.keyNoNumber(key), again: false } as const;
    return { state: PAD_START, command: null, answer };
  }
  const answer = { kind: 'choice', option: chosen.id } as const;
  return { state: PAD_START, command: { type: 'answer', question: id, answer }, answer: NEWS };
}

/** The keys of the settings; the menu names them in this order. */
function setting(key: PadKey, view: KioskView, words: KioskWords): Pressed {
  const { dark, time } = view.aids;
  const done = (text: string, command: KioskCommand | null): Pressed => ({
    state: PAD_START,
    command,
    answer: { kind: 'text', text, again: true },
  });
  switch (key) {
    case 1:
      return volume('louder', view, words);
    case 2:
      return volume('quieter', view, words);
    case 3: {
      const value = time === 'long' ? 'normal' : 'long';
      return done(value === 'long' ? words.moreTimeOn : words.moreTimeOff, { type: 'time', value });
    }
    case 4: {
      const value = dark === 'on' ? 'off' : 'on';
      return done(value === 'on' ? words.darkOn : words.darkOff, { type: 'dark', value });
    }
    case 5:
      return {
        state: { menu: 'languages', typed: '' },
        command: null,
        answer: { kind: 'menu' },
      };
    case 9:
      return { state: PAD_START, command: { type: 'speech', value: 'off' }, answer: NEWS };
    default:
      return done('', null);
  }
}

/** Volume keys leave the menu open, so that they can be pressed several times. */
function volume(key: 'louder' | 'quieter', view: KioskView, words: KioskWords): Pressed {
  const { kioskVolumeMax: most } = LIMITS;
  const value = Math.min(most, Math.max(1, view.aids.volume + (key === 'louder' ? 1 : -1)));
  const text = words.volumeNow(value, most);
  return {
    state: { menu: 'settings', typed: '' },
    command: { type: 'volume', value },
    answer: { kind: 'text', text, again: false },
  };
}

/** How a person finds their language, in that language. `keys` are the digits to press. */
const IN_LANGUAGE: Readonly<Record<Language, (keys: string) => string>> = {
  en: (keys) => `English: press ${keys}.`,
  nb: (keys) => `Norsk: trykk ${keys}.`,
  de: (keys) => `Deutsch: drücken Sie ${keys}.`,
  ar: (keys) => `العربية: اضغط ${keys}.`,
};

/**
 * The other languages that can be spoken, each in itself; `before` are the keys that lead to the list. A
 * customer who only listens would be lost in a language without a voice.
 */
export function otherLanguages(
  current: Language,
  canSpeak: CanSpeak,
  before: readonly number[] = [],
) {
  return LANGUAGES.map((language, index) => ({ language, keys: [...before, index + 1] }))
    .filter(({ language }) => language !== current && canSpeak(language))
    .map(({ language, keys }) => {
      const listed = keys.join(KIOSK_WORDS[language].comma);
      return { language, text: IN_LANGUAGE[language](listed) };
    });
}

/** The settings with their keys. */
export function settingsText({ dark, time }: KioskView['aids'], words: KioskWords): string {
  const items: readonly (readonly [number, string])[] = [
    [0, words.menuRepeat],
    [1, words.menuLouder],
    [2, words.menuQuieter],
    [3, time === 'long' ? words.menuNormalTime : words.menuMoreTime],
    [4, dark === 'on' ? words.menuLit : words.menuDark],
    [5, words.menuLanguages],
    [9, words.menuOff],
  ];
  const list = items.map(([key, label]) => `${key}: ${label}.`).join(' ');
  return `${words.menuHead}. ${list} ${words.menuBack}`;
}
