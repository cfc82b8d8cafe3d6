import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { CASHIER_WORDS } from '../i18n/cashier.ts';
import { LANGUAGES } from '../i18n/language.ts';
import { currentSale, isLive } from '../state/pick.ts';
import { THEMES, type Theme, VOLUMES, type Volume } from '../state/preferences.ts';
import { Choice } from '../ui/choice.tsx';
import { SlidersHorizontal, User } from '../ui/icons.ts';
import { Ghost, keepFocus } from '../ui/key.tsx';
import { play } from '../ui/sound.ts';
import { useTillState, useTools } from './context.tsx';

/** Language, theme and sound: a small panel over the counter, away from the payment's field. */
export function Options() {
  const { words } = useTools();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useClosing(open, place, opener, () => setOpen(false));
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="strip-key"
        aria-expanded={open}
        aria-controls="options"
        onMouseDown={keepFocus}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal size={18} aria-hidden="true" />
        <span className="strip-key-words">{words.options}</span>
      </button>
      {open && (
        <div ref={place} id="options" className="options">
          <OptionChoices />
          <StaffKey onGo={() => setOpen(false)} />
          <Diagnose />
        </div>
      )}
    </>
  );
}

/** The way to who works here; not while a sale is live, and not from a locked till. */
function StaffKey({ onGo }: { readonly onGo: () => void }) {
  const { till, words } = useTools();
  const snapshot = useTillState((state) => state.snapshot);
  const desk = snapshot?.desk;
  if (snapshot === null || desk === undefined || desk.state === 'locked') return null;
  if (isLive(currentSale(snapshot.view))) return null;
  return (
    <Ghost
      onPress={() => {
        onGo();
        till.show('staff');
      }}
    >
      <User size={20} aria-hidden="true" />
      {words.staff}
    </Ghost>
  );
}

function OptionChoices() {
  const { words, language, preferences } = useTools();
  const chosen = useStore(preferences);
  const themes: Record<Theme, string> = {
    light: words.themeLight,
    dark: words.themeDark,
    system: words.themeSystem,
  };
  const volumes: Record<Volume, string> = {
    off: words.soundOff,
    low: words.soundLow,
    full: words.soundFull,
  };
  return (
    <>
      <Choice
        label={words.optionsLanguage}
        name="language"
        value={language}
        options={LANGUAGES.map((value) => ({
          value,
          label: CASHIER_WORDS[value].ownName,
          lang: value,
        }))}
        onChange={(value) => preferences.setState({ language: value })}
      />
      <Choice
        label={words.optionsTheme}
        name="theme"
        value={chosen.theme}
        options={THEMES.map((value) => ({ value, label: themes[value] }))}
        onChange={(value) => preferences.setState({ theme: value })}
      />
      <Choice
        label={words.optionsSound}
        name="volume"
        value={chosen.volume}
        options={VOLUMES.map((value) => ({ value, label: volumes[value] }))}
        onChange={(value) => {
          preferences.setState({ volume: value });
          play('seen', value);
        }}
      />
    </>
  );
}

/** The way to the screen that says what is wrong; not while a sale needs this one. */
function Diagnose() {
  const { words, till } = useTools();
  const offered = useTillState(({ snapshot, screen }) => {
    if (snapshot === null || snapshot.setup !== undefined || screen === 'diagnosis') return false;
    return snapshot.desk?.state !== 'locked' && !isLive(currentSale(snapshot.view));
  });
  if (!offered) return null;
  return (
    <Ghost className="options-more" onPress={() => till.show('diagnosis')}>
      {words.diagnose}
    </Ghost>
  );
}

/** Escape and a press elsewhere close the panel; Escape gives the focus back. */
function useClosing(
  open: boolean,
  place: React.RefObject<HTMLElement | null>,
  opener: React.RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      opener.current?.focus();
      close();
    };
    const onPointer = (event: PointerEvent) => {
      if (!(event.target instanceof Node)) return;
      if (place.current?.contains(event.target) || opener.current?.contains(event.target)) return;
      close();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('pointerdown', onPointer);
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('pointerdown', onPointer);
    };
  });
}
