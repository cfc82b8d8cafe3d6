import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { CASHIER_WORDS } from '../../i18n/cashier.ts';
import { LANGUAGES, type Language, ownName } from '../../i18n/language.ts';
import { THEMES, type Theme, VOLUMES, type Volume } from '../../state/preferences.ts';
import { currentSale, isLive } from '../../state/sales.ts';
import { Choice } from '../../ui/choice.tsx';
import { Banknote, CalendarDays, User, X } from '../../ui/icons.ts';
import { Ghost, keepFocus } from '../../ui/key.tsx';
import { play } from '../../ui/sound.ts';
import { useCashier, useTillState } from './context.tsx';
import type { OptionsPanelProps } from './lazy-screens.tsx';

/** The panel for language, theme and sound, with the keys of the other screens. */
export function OptionsPanel({ place, onClose, onGo }: OptionsPanelProps) {
  const { words } = useCashier();
  return (
    <div ref={place} id="options" className="options" role="dialog" aria-labelledby="options-head">
      <div className="options-head">
        <h2 id="options-head">{words.options}</h2>
        <button
          type="button"
          className="options-close"
          aria-label={words.close}
          onMouseDown={keepFocus}
          onClick={onClose}
        >
          <X size={24} aria-hidden="true" />
        </button>
      </div>
      <OptionChoices />
      <div className="options-more">
        <BooksKeys onGo={onGo} />
        <StaffKey onGo={onGo} />
        <Diagnose />
        <ScannerKey />
        <ScreensKey />
      </div>
    </div>
  );
}

/** Open the drawer and the reports. Hidden during a live sale, on a locked till, and on one without books. */
function BooksKeys({ onGo }: { readonly onGo: () => void }) {
  const { till, words } = useCashier();
  const snapshot = useTillState((state) => state.snapshot);
  const screen = useTillState((state) => state.screen);
  if (snapshot?.books === undefined || snapshot.backOffice?.state === 'locked') return null;
  if (isLive(currentSale(snapshot.view))) return null;
  const go = (to: 'drawer' | 'day') => () => {
    onGo();
    till.show(to);
  };
  return (
    <>
      {screen !== 'drawer' && (
        <Ghost onPress={go('drawer')}>
          <Banknote size={20} aria-hidden="true" />
          {words.drawer}
        </Ghost>
      )}
      {screen !== 'day' && snapshot.backOffice !== undefined && (
        <Ghost onPress={go('day')}>
          <CalendarDays size={20} aria-hidden="true" />
          {words.reports}
        </Ghost>
      )}
    </>
  );
}

/** Opens the staff screen. Hidden during a live sale and on a locked till. */
function StaffKey({ onGo }: { readonly onGo: () => void }) {
  const { till, words } = useCashier();
  const snapshot = useTillState((state) => state.snapshot);
  const backOffice = snapshot?.backOffice;
  if (snapshot === null || backOffice === undefined || backOffice.state === 'locked') return null;
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
  const { words, language, preferences } = useCashier();
  const chosen = useStore(preferences);
  const { notLoaded, choose } = useLanguageChoice();
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
          label: ownName(value),
          lang: value,
        }))}
        onChange={(value) => void choose(value)}
      />
      {notLoaded !== null && (
        <p className="problem" role="alert">
          {words.languageNotLoaded(ownName(notLoaded))}
        </p>
      )}
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

/** Chooses a language once its texts are loaded; until then the old one stays. The last choice counts. */
function useLanguageChoice() {
  const { preferences, notLoaded } = useCashier();
  const [failed, setFailed] = useState<Language | null>(notLoaded);
  const latest = useRef<Language | null>(null);
  const choose = async (language: Language) => {
    latest.current = language;
    const loaded = await CASHIER_WORDS.load(language);
    if (latest.current !== language) return;
    setFailed(loaded ? null : language);
    if (loaded) preferences.setState({ language });
  };
  return { notLoaded: failed, choose };
}

/** Opens the set-up of the scanner. Hidden during a live sale and on a locked till. */
function ScannerKey() {
  const { words, till } = useCashier();
  const offered = useTillState(({ snapshot, screen }) => {
    if (snapshot?.scanner === undefined || screen === 'scanner') return false;
    return snapshot.backOffice?.state !== 'locked' && !isLive(currentSale(snapshot.view));
  });
  return offered ? <Ghost onPress={() => till.show('scanner')}>{words.scanner}</Ghost> : null;
}

/** Opens the list of screens. Hidden during a live sale, on a locked screen, and where no browser may open the till. */
function ScreensKey() {
  const { words, till } = useCashier();
  const offered = useTillState(({ snapshot, screen }) => {
    if (snapshot?.screens === undefined || screen === 'screens') return false;
    return snapshot.backOffice?.state !== 'locked' && !isLive(currentSale(snapshot.view));
  });
  return offered ? <Ghost onPress={() => till.show('screens')}>{words.screens}</Ghost> : null;
}

/** Opens the diagnosis screen. Hidden during a live sale and on a locked till. */
function Diagnose() {
  const { words, till } = useCashier();
  const offered = useTillState(({ snapshot, screen }) => {
    if (snapshot === null || snapshot.setup !== undefined || screen === 'diagnosis') return false;
    return snapshot.backOffice?.state !== 'locked' && !isLive(currentSale(snapshot.view));
  });
  if (!offered) return null;
  return <Ghost onPress={() => till.show('diagnosis')}>{words.diagnose}</Ghost>;
}
