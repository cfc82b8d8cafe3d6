import { useEffect, useState } from 'react';
import type { Language, LoadedWords } from '../i18n/language.ts';

type Read<W> = {
  readonly words: W;
  readonly language: Language;
  /** False until the first texts are loaded. What draws nothing until then never changes its language. */
  readonly ready: boolean;
  /** True if the texts of the wanted language could not be loaded. */
  readonly failed: boolean;
};

/**
 * The texts of the language that a person wants. Until they are loaded, those of the language
 * before stay, at first English; so they do if the texts cannot be loaded.
 */
export function useWords<W>(words: LoadedWords<W>, wanted: Language): Read<W> {
  const [loaded, setLoaded] = useState<Language | null>(() =>
    words.of(wanted) === null ? null : wanted,
  );
  const [failed, setFailed] = useState<Language | null>(null);
  useEffect(() => {
    let current = true;
    void words.load(wanted).then((done) => {
      if (!current) return;
      setLoaded((before) => (done ? wanted : (before ?? 'en')));
      setFailed(done ? null : wanted);
    });
    return () => {
      current = false;
    };
  }, [words, wanted]);
  const language = words.of(wanted) === null ? (loaded ?? 'en') : wanted;
  const read = words.of(language);
  if (read === null) throw new Error(`the texts of ${language} are not loaded`);
  const ready = language === wanted || loaded !== null;
  return { words: read, language, ready, failed: failed === wanted && language !== wanted };
}
