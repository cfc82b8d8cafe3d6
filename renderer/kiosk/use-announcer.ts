import { useEffect, useRef } from 'react';
import type { KioskView } from '../../shared/kiosk/contract.ts';
import { type Language, timeLocale } from '../i18n/language.ts';
import { play } from '../ui/sound.ts';
import type { Announcement } from './announcements.ts';

/** True if this browser supports speech output and has a voice. */
export function canSpeak(): boolean {
  return window.speechSynthesis !== undefined && window.speechSynthesis.getVoices().length > 0;
}

/** Calls `changed` when the list of voices changes; a browser loads its voices after the page. */
export function onVoices(changed: () => void): () => void {
  window.speechSynthesis?.addEventListener('voiceschanged', changed);
  return () => window.speechSynthesis?.removeEventListener('voiceschanged', changed);
}

/** Speaks `text` and stops the previous text. Never throws. */
export function speak(text: string, language: Language): void {
  if (!canSpeak() || text === '') return;
  hush();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = timeLocale(language);
  // Slower than normal speech, because a shop is noisy.
  utterance.rate = 0.9;
  window.speechSynthesis.speak(utterance);
}

export function hush(): void {
  if (canSpeak()) window.speechSynthesis.cancel();
}

/** Plays and speaks a new announcement once. A new language or switching speech on repeats it. */
export function useAnnouncer({ key, text, cue }: Announcement, { aids, sound }: KioskView): void {
  const heard = useRef(key);
  const { speech, language } = aids;
  useEffect(() => {
    if (heard.current !== key && cue !== null) play(cue, sound);
    heard.current = key;
  }, [key, cue, sound]);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each announcement
  useEffect(() => {
    if (speech === 'off') return;
    speak(latest.current, language);
    return hush;
  }, [key, speech, language]);
}
