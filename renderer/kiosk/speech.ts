import { type Language, timeLocale } from '../i18n/language.ts';

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
