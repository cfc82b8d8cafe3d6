import { useEffect, useRef } from 'react';
import type { KioskCommand } from '../../shared/device/kiosk/commands.ts';
import type { KioskView } from '../../shared/device/kiosk/contract.ts';
import type { KioskWords } from '../i18n/customer.ts';
import { instantNow, ring } from '../ui/countdown.tsx';
import type { Spoken } from './adapters/voice.ts';
import { codeText, spokenForm } from './announcements.ts';
import { useKiosk } from './context.tsx';
import {
  type CanSpeak,
  otherLanguages,
  PAD_START,
  type PadState,
  type Pressed,
  padKeyOf,
  pressKey,
  settingsText,
} from './keypad.ts';
import { codeExpired } from './phase-text.ts';
import { introduction, type Speak, spokenScreen } from './use-announcer.ts';

/** How long the key is held that starts speech, in milliseconds. */
const HELD_FOR = 1_500;

type Keypad = {
  readonly view: KioskView;
  readonly words: KioskWords;
  readonly link: 'up' | 'down';
  /** The announcement's key: a new screen closes the keypad's menu. */
  readonly news: string;
  readonly press: (command: KioskCommand) => void;
  readonly speak: Speak;
  readonly canSpeak: CanSpeak;
};

/** Operation by a tactile keypad: its keys, the key that starts speech, and the headphones. */
export function useKeypad(keypad: Keypad): void {
  const latest = useRef(keypad);
  useEffect(() => {
    latest.current = keypad;
  });
  const state = useRef(PAD_START);
  const { news, press } = keypad;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a number is typed for one screen
  useEffect(() => {
    if (state.current.menu !== 'none') state.current = PAD_START;
  }, [news]);
  useHeadphones(press);
  useHeld(latest);
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const { view, words, link, speak, canSpeak } = latest.current;
      const key = isPlain(event, view) ? padKeyOf(event.key) : null;
      if (view.aids.speech !== 'keypad' || key === null) return;
      event.preventDefault();
      if (event.repeat || link === 'down') return;
      const pressed = pressKey(state.current, key, view, words, canSpeak);
      state.current = pressed.state;
      if (pressed.command !== null) press(pressed.command);
      const after = changed(view, pressed.command);
      speak(textsAfter(pressed, latest.current, after), after.aids.volume);
    };
    window.addEventListener('keydown', down, { capture: true });
    return () => window.removeEventListener('keydown', down, { capture: true });
  }, [press]);
}

/** The view as it will be: the answer to a setting is spoken before the host has confirmed it. */
function changed(view: KioskView, command: KioskCommand | null): KioskView {
  switch (command?.type) {
    case 'volume':
      return { ...view, aids: { ...view.aids, volume: command.value } };
    case 'dark':
      return { ...view, aids: { ...view.aids, dark: command.value } };
    case 'time':
      return { ...view, aids: { ...view.aids, time: command.value } };
    default:
      return view;
  }
}

/** Starts speech by the key that is held, and by the keys that a socket for headphones sends. */
function useHeld(latest: { readonly current: Keypad }): void {
  useEffect(() => {
    let release: () => void = () => undefined;
    const start = () => {
      const { view, words, link, press, speak, canSpeak } = latest.current;
      if (view.aids.speech !== 'keypad') press({ type: 'speech', value: 'keypad' });
      else speak(introduction(spokenScreen(view, words, link), words, canSpeak));
    };
    const down = (event: KeyboardEvent) => {
      const { view, press } = latest.current;
      if (event.repeat || !isPlain(event, view)) return;
      const { key, plugged, unplugged } = view.speech;
      if (event.key === plugged) press({ type: 'speech', value: 'keypad' });
      if (event.key === unplugged) press({ type: 'speech', value: 'off' });
      if (event.key === key) release = ring(HELD_FOR, false, start);
    };
    const up = ({ key }: KeyboardEvent) => {
      if (key === latest.current.view.speech.key) release();
    };
    window.addEventListener('keydown', down, { capture: true });
    window.addEventListener('keyup', up, { capture: true });
    return () => {
      release();
      window.removeEventListener('keydown', down, { capture: true });
      window.removeEventListener('keyup', up, { capture: true });
    };
  }, [latest]);
}

/** A key of the customer's keypad: not a shortcut, and not on the screens of the service menu. */
function isPlain({ ctrlKey, altKey, metaKey }: KeyboardEvent, { screen }: KioskView): boolean {
  const staff = screen.kind === 'pin' || screen.kind === 'service';
  return !(ctrlKey || altKey || metaKey || staff);
}

/** What is spoken after a key; every key interrupts what was spoken before. `view` has the change. */
function textsAfter(
  { answer, state }: Pressed,
  { words, link, canSpeak }: Keypad,
  view: KioskView,
): readonly Spoken[] {
  const { screen, aids } = view;
  const { language } = aids;
  switch (answer.kind) {
    case 'news':
      return [];
    case 'menu':
      return menuTexts(state, view, words, canSpeak);
    case 'code': {
      if (screen.kind !== 'sale' || screen.sale.phase.kind !== 'scan') return [];
      if (codeExpired(screen.sale.phase, instantNow())) return [spokenScreen(view, words, link)];
      const form = spokenForm(language, words);
      return [{ language, text: codeText(screen.sale.phase.uri, words, form) }];
    }
    case 'text': {
      const again = answer.again ? spokenScreen(view, words, link).text : '';
      return [{ language, text: `${answer.text} ${again}`.trim() }];
    }
  }
}

function menuTexts({ menu }: PadState, { aids }: KioskView, words: KioskWords, canSpeak: CanSpeak) {
  const { language } = aids;
  if (menu === 'settings') return [{ language, text: settingsText(aids, words) }];
  return [...otherLanguages(language, canSpeak), { language, text: words.menuBack }];
}

/**
 * Starts speech when an audio output is added, and ends it when one is removed. A browser tells pages
 * without a permission only whether there is any output, so a kiosk with a built-in loudspeaker needs
 * a keypad that sends keys for its socket.
 */
function useHeadphones(press: (command: KioskCommand) => void): void {
  useEffect(() => {
    const { mediaDevices } = navigator;
    if (mediaDevices === undefined) return;
    let outputs: number | null = null;
    const look = async () => {
      const devices = await mediaDevices.enumerateDevices().catch(() => []);
      const found = devices.filter(({ kind }) => kind === 'audiooutput').length;
      if (outputs !== null && found !== outputs) {
        press({ type: 'speech', value: found > outputs ? 'keypad' : 'off' });
      }
      outputs = found;
    };
    // One look after the other: an older answer that comes late would stand for the present outputs.
    let looks = Promise.resolve();
    const onChange = () => {
      looks = looks.then(look);
    };
    onChange();
    mediaDevices.addEventListener('devicechange', onChange);
    return () => mediaDevices.removeEventListener('devicechange', onChange);
  }, [press]);
}

/** The black screen of a customer who only listens. A touch shows the screen again. */
export function Curtain() {
  const { view, words, press } = useKiosk();
  if (view.aids.dark === 'off') return null;
  return (
    <button
      type="button"
      className="kiosk-curtain"
      aria-label={words.showScreen}
      onClick={() => press({ type: 'dark', value: 'off' })}
    />
  );
}
