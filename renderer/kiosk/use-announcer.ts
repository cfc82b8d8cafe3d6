import { useEffect, useRef } from 'react';
import type { KioskView } from '../../shared/device/kiosk/contract.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { KioskWords } from '../i18n/customer.ts';
import { instantNow, ring } from '../ui/countdown.tsx';
import { play } from '../ui/sound.ts';
import type { Spoken, Voice } from './adapters/voice.ts';
import { type Announcement, announcementOf, keypadText, spokenForm } from './announcements.ts';
import { type CanSpeak, otherLanguages } from './keypad.ts';

/** How often a text that is being heard counts as a sign of life, in milliseconds. */
const LISTENS_EVERY = 5_000;
/** The longest time that a customer is taken to listen to one text, in milliseconds. */
const LISTENS_MOST = 5 * 60_000;
/** The keys of the list of languages, for the introduction. */
const TO_LANGUAGES = [0, 5];

/** Speaks texts of this view; the customer's visit does not end while they are heard. */
export type Speak = (texts: readonly Spoken[], volume?: number) => void;

/** `volume` as a part of full volume. */
export const loudness = (volume: number): number => volume / LIMITS.kioskVolumeMax;

/** What is spoken of a view, in the customer's language. */
export function spokenScreen(view: KioskView, words: KioskWords, link: 'up' | 'down'): Spoken {
  const { language, speech } = view.aids;
  if (link === 'down') return { language, text: `${words.lostHead}. ${words.lostText}` };
  const text =
    speech === 'keypad'
      ? keypadText(view, words, instantNow())
      : announcementOf(view, words, spokenForm(language, words), instantNow()).text;
  return { language, text };
}

/** Reports a sign of life to the host while a text is heard. */
export function useSpeak(voice: Voice, view: KioskView, stay: () => void): Speak {
  const latest = useRef({ view, stay });
  useEffect(() => {
    latest.current = { view, stay };
  });
  const listening = useRef<() => void>(() => undefined);
  const speak = useRef<Speak>((texts, volume) => {
    listening.current();
    let heard = 0;
    const stop = ring(LISTENS_EVERY, true, () => {
      heard += LISTENS_EVERY;
      if (heard > LISTENS_MOST) return stop();
      // The question whether the customer is still there is not an answer to itself.
      if (latest.current.view.warning === null) latest.current.stay();
    });
    listening.current = stop;
    voice.speak(texts, loudness(volume ?? latest.current.view.aids.volume), stop);
  });
  useEffect(
    () => () => {
      listening.current();
      voice.hush();
    },
    [voice],
  );
  return speak.current;
}

type Announcing = {
  readonly news: Announcement;
  readonly view: KioskView;
  readonly words: KioskWords;
  readonly link: 'up' | 'down';
  readonly speak: Speak;
  readonly canSpeak: CanSpeak;
};

/** Plays and speaks a new announcement once. A new language or switching speech on repeats it. */
export function useAnnouncer({ news, view, words, link, speak, canSpeak }: Announcing): void {
  const { key, cue } = news;
  const { sound } = view;
  const heard = useRef(key);
  const { speech, language } = view.aids;
  useEffect(() => {
    if (heard.current !== key && cue !== null) play(cue, sound);
    heard.current = key;
  }, [key, cue, sound]);
  const latest = useRef({ view, words });
  useEffect(() => {
    latest.current = { view, words };
  });
  const before = useRef<'off' | 'on' | 'keypad'>('off');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each announcement
  useEffect(() => {
    const { view: now, words: said } = latest.current;
    const from = before.current;
    before.current = speech;
    const screen = () => spokenScreen(now, said, link);
    if (speech === 'keypad' && from !== 'keypad') speak(introduction(screen(), said, canSpeak));
    else if (speech !== 'off') speak([screen()]);
    else speak(from === 'keypad' ? [{ language, text: said.speechOff }] : []);
  }, [key, speech, language, link]);
}

/** What a customer hears first: how to operate the kiosk, the screen, and the other languages. */
export function introduction(
  screen: Spoken,
  words: KioskWords,
  canSpeak: CanSpeak,
): readonly Spoken[] {
  const { language } = screen;
  const text = `${words.speechIntro} ${screen.text}`;
  return [{ language, text }, ...otherLanguages(language, canSpeak, TO_LANGUAGES)];
}
