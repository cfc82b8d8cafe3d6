import { useEffect, useRef } from 'react';
import type { KioskView } from '../../shared/kiosk/contract.ts';
import { play } from '../ui/sound.ts';
import type { Announcement } from './announcements.ts';
import { hush, speak } from './speech.ts';

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
