import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Language, languageOfTags, parseLanguage } from '../i18n/language.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const VOLUMES = ['off', 'low', 'full'] as const;
export type Volume = (typeof VOLUMES)[number];

/** The preferences of a person at one screen. A null language follows the host's settings. */
export type Preferences = {
  readonly language: Language | null;
  readonly theme: Theme;
  readonly volume: Volume;
};
export type PreferenceStore = StoreApi<Preferences>;

const DEFAULTS: Preferences = { language: null, theme: 'system', volume: 'low' };

/** The part of web storage that is used. The browser's own storage may throw. */
export type Storage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
};

const KEYS = {
  language: 'tillkit.language',
  theme: 'tillkit.theme',
  volume: 'tillkit.volume',
} as const;

/**
 * Preferences that are kept in `storage`. Without a working storage they last until the page
 * closes.
 */
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
    // A policy can disable storage. The defaults work without it.
    return DEFAULTS;
  }
}

function save(storage: Storage | null, state: Preferences): void {
  try {
    if (state.language !== null) storage?.setItem(KEYS.language, state.language);
    storage?.setItem(KEYS.theme, state.theme);
    storage?.setItem(KEYS.volume, state.volume);
  } catch {
    // If storage is full or disabled, the choice is lost when the page closes.
  }
}

/** The language to show: the person's choice, else the host's, else the browser's. */
export function chosenLanguage(
  preferences: Preferences,
  host: Language | null,
  browser: readonly string[],
): Language {
  return preferences.language ?? host ?? languageOfTags(browser);
}

/** The browser's storage, or null if a policy forbids access. */
export function webStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
