import { useCallback, useEffect, useRef, useState } from 'react';
import type { KioskCommand } from '../../shared/kiosk/commands.ts';
import type { KioskBridge, KioskView } from '../../shared/kiosk/contract.ts';
import { KIOSK_WORDS } from '../i18n/kiosk.ts';
import type { Remembering } from '../state/remember.ts';
import { Announcer } from '../ui/announcer.tsx';
import { KioskProvider } from './context.tsx';
import { Corner } from './corner.tsx';
import { LostScreen } from './lost-screen.tsx';
import { newsOf } from './say.ts';
import { Scene } from './scene.tsx';
import { useAids } from './use-aids.ts';
import { useNews } from './use-news.ts';
import { Warning } from './warning.tsx';

/** Somebody is there: said this often at most, milliseconds. */
const TOUCH_EVERY = 1_000;

/** The whole kiosk: a function of what its host says. */
export function Kiosk({ bridge }: { readonly bridge: Remembering<KioskBridge, KioskView> }) {
  const [view, setView] = useState(bridge.last);
  const [link, setLink] = useState<'up' | 'down'>('up');
  useEffect(() => bridge.subscribe(setView), [bridge]);
  useEffect(() => bridge.onLink((up) => setLink(up ? 'up' : 'down')), [bridge]);
  if (view === null) return <main className="kiosk" />;
  return <Drawn bridge={bridge} view={view} link={link} />;
}

type DrawnProps = {
  readonly bridge: KioskBridge;
  readonly view: KioskView;
  readonly link: 'up' | 'down';
};

function Drawn({ bridge, view, link }: DrawnProps) {
  const words = KIOSK_WORDS[view.aids.language];
  const press = useCallback(
    (command: KioskCommand) => {
      // Without an answer the next view says how it stands.
      bridge.call(command).catch(() => undefined);
    },
    [bridge],
  );
  useAids(view);
  useTouches(bridge);
  const news = newsOf(view, words);
  useNews(news, view);
  return (
    <KioskProvider value={{ view, words, press }}>
      {link === 'down' ? <LostScreen /> : <Scene />}
      {link === 'up' && view.warning !== null && <Warning until={view.warning.until} />}
      <Corner />
      <Announcer polite={news.urgent ? '' : news.text} assertive={news.urgent ? news.text : ''} />
    </KioskProvider>
  );
}

/** Tells the host that somebody is there, whatever is touched. */
function useTouches(bridge: KioskBridge): void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const touched = ({ timeStamp }: Event) => {
      if (timeStamp - last.current < TOUCH_EVERY) return;
      last.current = timeStamp;
      bridge.call({ type: 'touch' }).catch(() => undefined);
    };
    const names = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const name of names) window.addEventListener(name, touched, { passive: true });
    return () => {
      for (const name of names) window.removeEventListener(name, touched);
    };
  }, [bridge]);
}
