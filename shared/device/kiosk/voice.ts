import { LANGUAGES, type Language } from '../../catalogue/language.ts';

/** A voice of eSpeak NG. */
type ShippedVoice = {
  /** The name that the program has for it. */
  readonly name: string;
  /** Its files in the program's data, besides those that all voices use. */
  readonly data: readonly string[];
};

/**
 * The voices that a kiosk brings with it (D-211); null for a language without one. A text is spoken by a
 * voice of its own language or not at all (D-273).
 */
export const SHIPPED_VOICES: Readonly<Record<Language, ShippedVoice | null>> = {
  en: { name: 'en', data: ['en_dict', 'lang/gmw/en'] },
  nb: { name: 'nb', data: ['no_dict', 'lang/gmq/nb'] },
  de: { name: 'de', data: ['de_dict', 'lang/gmw/de'] },
  ar: { name: 'ar', data: ['ar_dict', 'lang/sem/ar'] },
};

/** The files in the program's data that the voices of the kiosk need. */
export const VOICE_DATA: readonly string[] = [
  'phontab',
  'phonindex',
  'phondata',
  'intonations',
  ...LANGUAGES.flatMap((language) => SHIPPED_VOICES[language]?.data ?? []),
];
