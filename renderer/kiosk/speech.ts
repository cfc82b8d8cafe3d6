/** Whether this browser can read aloud: it knows how to, and has a voice to do it with. */
export function canSpeak(): boolean {
  return window.speechSynthesis !== undefined && window.speechSynthesis.getVoices().length > 0;
}

/** Calls `changed` when voices come or go; a browser finds its own some time after the page. */
export function onVoices(changed: () => void): () => void {
  window.speechSynthesis?.addEventListener('voiceschanged', changed);
  return () => window.speechSynthesis?.removeEventListener('voiceschanged', changed);
}

/** Says this instead of whatever is being said. Never throws. */
export function speak(text: string, language: 'en' | 'nb'): void {
  if (!canSpeak() || text === '') return;
  hush();
  const said = new SpeechSynthesisUtterance(text);
  said.lang = language === 'nb' ? 'nb-NO' : 'en-GB';
  // A touch slower than people talk: it competes with the noise of a shop.
  said.rate = 0.9;
  window.speechSynthesis.speak(said);
}

export function hush(): void {
  if (canSpeak()) window.speechSynthesis.cancel();
}
