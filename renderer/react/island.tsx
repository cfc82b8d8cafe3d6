import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Theme } from '../state/preferences.ts';
import { styleSheet } from './styles.ts';

type IslandProps = {
  readonly children: ReactNode;
  readonly className: string;
  readonly language: string;
  readonly theme: Theme;
};

/**
 * A part of a stranger's page with styles of its own: in a shadow root, so that no rule of the page
 * reaches it and none of ours reaches the page. The outer element is the page's to place and size.
 */
export function Island({ children, className, language, theme }: IslandProps) {
  const place = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    // React mounts twice in its strict mode, and an element takes one root for ever.
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [styleSheet()];
    setRoot(shadow);
  }, []);
  const pinned = theme === 'system' ? undefined : theme;
  return (
    <div className={className}>
      <div ref={place} lang={language} data-theme={pinned}>
        {root !== null && createPortal(<div className="embed">{children}</div>, root)}
      </div>
    </div>
  );
}
