import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Language, languageOf, parseLanguage } from '../i18n/language.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const VOLUMES = ['off', 'low', 'full'] as const;
export type Volume = (typeof VOLUMES)[number];

/** What each person sets for a screen. A null language follows the host's settings. */
export type Preferences = {
  readonly language: Language | null;
  readonly theme: Theme;
  readonly volume: Volume;
};
export type PreferenceStore = StoreApi<Preferences>;

const DEFAULTS: Preferences = { language: null, theme: 'system', volume: 'low' };

/** The part of web storage that is needed; the real one may refuse to work at all. */
export type Storage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
};

const KEYS = {
  language: 'tillkit.language',
  theme: 'tillkit.theme',
  volume: 'tillkit.volume',
} as const;

/** Preferences kept in `storage`; without a working one they last until the page is closed. */
export function createPreferences(storage: Storage | null): PreferenceStore {
  const store = createStore<Preferences>(() => load(storage));
  store.subscribe((state) => save(storage, state));
  return store;
}

function load(storage: Storage | null): Preferences {
  try {
    if (storage === null) return DEFAULTS;
    const theme = storage.getItem(KEYS.theme);
    const volume = storage.getItem(KEYS.volume);
    return {
      language: parseLanguage(storage.getItem(KEYS.language)),
      theme: THEMES.find((one) => one === theme) ?? DEFAULTS.theme,
      volume: VOLUMES.find((one) => one === volume) ?? DEFAULTS.volume,
    };
  } catch {
    // Storage can be switched off by policy; the defaults work without it.
    return DEFAULTS;
  }
}

function save(storage: Storage | null, state: Preferences): void {
  try {
    if (state.language !== null) storage?.setItem(KEYS.language, state.language);
    storage?.setItem(KEYS.theme, state.theme);
    storage?.setItem(KEYS.volume, state.volume);
  } catch {
    // A full or forbidden storage only means that the choice is forgotten on close.
  }
}

/** The language to show: the person's choice, else the host's, else the browser's. */
export function chosenLanguage(
  preferences: Preferences,
  host: Language | null,
  browser: readonly string[],
): Language {
  return preferences.language ?? host ?? languageOf(browser);
}

/** The browser's storage, or null where a policy forbids even to look at it. */
export function webStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
