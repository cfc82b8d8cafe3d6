import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import type { KioskView } from '../../shared/device/kiosk/contract.ts';
import { nextLanguage, ownName, setLanguage } from '../i18n/language.ts';
import { Accessibility, ALargeSmall, Contrast, Languages, Timer, Volume2 } from '../ui/icons.ts';
import { useKiosk } from './context.tsx';
import { Toggle } from './toggle.tsx';

/** The accessibility settings. The row is at the same place on every screen. */
export function AidsRow() {
  const { view, words, press, voice } = useKiosk();
  const { language, text, reach, contrast, speech } = view.aids;
  const voices = useSyncExternalStore(voice.onChange, () => voice.canSpeak(language));
  const other = nextLanguage(language);
  return (
    <nav className="aids" aria-label={words.aidsLabel}>
      <Toggle
        className="ghost aid"
        lang={other}
        onPress={() => press({ type: 'language', value: other })}
      >
        <Icon>
          <Languages />
        </Icon>
        <Word>{ownName(other)}</Word>
      </Toggle>
      <Toggle
        className="ghost aid"
        pressed={text === 'large'}
        onPress={() => press({ type: 'text', value: text === 'large' ? 'normal' : 'large' })}
      >
        <Icon>
          <ALargeSmall />
        </Icon>
        <Word>{words.larger}</Word>
      </Toggle>
      {voices && (
        <Toggle
          className="ghost aid"
          pressed={speech !== 'off'}
          onPress={() => press({ type: 'speech', value: speech === 'off' ? 'on' : 'off' })}
        >
          <Icon>
            <Volume2 />
          </Icon>
          <Word>{words.readAloud}</Word>
        </Toggle>
      )}
      <Toggle
        className="ghost aid"
        pressed={reach === 'low'}
        onPress={() => press({ type: 'reach', value: reach === 'low' ? 'normal' : 'low' })}
      >
        <Icon>
          <Accessibility />
        </Icon>
        <Word>{words.lower}</Word>
      </Toggle>
      <Toggle
        className="ghost aid"
        pressed={contrast === 'more'}
        onPress={() => press({ type: 'contrast', value: contrast === 'more' ? 'normal' : 'more' })}
      >
        <Icon>
          <Contrast />
        </Icon>
        <Word>{words.contrast}</Word>
      </Toggle>
      <TimeKey />
    </nav>
  );
}

/** Gives the customer more time for everything. */
function TimeKey() {
  const { view, words, press } = useKiosk();
  const { time } = view.aids;
  return (
    <Toggle
      className="ghost aid"
      pressed={time === 'long'}
      onPress={() => press({ type: 'time', value: time === 'long' ? 'normal' : 'long' })}
    >
      <Icon>
        <Timer />
      </Icon>
      <Word>{words.moreTime}</Word>
    </Toggle>
  );
}

/** A label that becomes smaller if its key is narrow. */
function Word({ children }: { readonly children: string }) {
  return <span className="aid-word">{children}</span>;
}

function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <span className="aid-icon" aria-hidden="true">
      {children}
    </span>
  );
}

/** Applies the customer's settings to the page as attributes for the style sheets. */
export function useAids({ aids, pxPerMm }: KioskView): void {
  const { language, text, reach, contrast } = aids;
  // Before the browser draws, so that each picture has the sizes that the customer chose.
  useLayoutEffect(() => {
    const root = document.documentElement;
    setLanguage(language);
    // The kiosk is always light, because customers read it in passing.
    root.dataset.theme = 'light';
    root.dataset.text = text;
    root.dataset.reach = reach;
    root.dataset.contrast = contrast;
    root.style.setProperty('--px-per-mm', String(pxPerMm));
  }, [language, text, reach, contrast, pxPerMm]);
}
