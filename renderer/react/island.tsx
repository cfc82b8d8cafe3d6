import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { directionOf, type Language } from '../i18n/language.ts';
import type { Theme } from '../state/preferences.ts';
import { styleSheet } from './for-shadow.ts';

type IslandProps = {
  readonly children: ReactNode;
  readonly className: string;
  readonly language: Language;
  readonly theme: Theme;
};

/**
 * A component in a shadow root, so that its styles and the page's styles do not affect each other.
 * The page places and sizes the outer element.
 */
export function Island({ children, className, language, theme }: IslandProps) {
  const place = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    // React mounts twice in strict mode, and an element can have only one shadow root.
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [styleSheet()];
    setRoot(shadow);
  }, []);
  const pinned = theme === 'system' ? undefined : theme;
  return (
    <div className={className}>
      <div ref={place} lang={language} dir={directionOf(language)} data-theme={pinned}>
        {root !== null && createPortal(<div className="embed">{children}</div>, root)}
      </div>
    </div>
  );
}
