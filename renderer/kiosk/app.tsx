import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KioskCommand } from '../../shared/device/kiosk/commands.ts';
import type { KioskBridge, KioskView } from '../../shared/device/kiosk/contract.ts';
import { isEnd } from '../../shared/device/kiosk/phase.ts';
import type { CustomerAnswer } from '../../shared/device/questions/question.ts';
import { formatFor } from '../../shared/format/format.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { KIOSK_WORDS } from '../i18n/customer.ts';
import type { KeepsLastView } from '../state/adapters/first-view.ts';
import { Announcer } from '../ui/announcer.tsx';
import { useNowUntil } from '../ui/countdown.tsx';
import { FormatProvider } from '../ui/format.tsx';
import { ScanNotice } from '../ui/scan-notice.tsx';
import { createVoice } from './adapters/voice.ts';
import { useAids } from './aids-row.tsx';
import { announcementOf, writtenForm } from './announcements.ts';
import { AttractScreen } from './attract-screen.tsx';
import { ChooseScreen } from './choose-screen.tsx';
import { ClosedScreen, LostScreen } from './closed-screen.tsx';
import { KioskProvider, useKiosk } from './context.tsx';
import { DeliveringScreen } from './delivering-screen.tsx';
import { EndedScreen } from './ended-screen.tsx';
import { PayingScreen } from './paying-screen.tsx';
import { Corner, PinScreen } from './pin-screen.tsx';
import { QuestionScreen } from './question-screen.tsx';
import { ServiceScreen } from './service-screen.tsx';
import { useAnnouncer, useSpeak } from './use-announcer.ts';
import { Curtain, useKeypad } from './use-keypad.tsx';
import { useScannerGuard } from './use-scanner-guard.ts';
import { useAnswerOnly, Warning } from './warning.tsx';

/** Shortest time between two touch reports, in milliseconds. */
const TOUCH_EVERY = 1_000;

/** The whole kiosk: a function of the host's view. */
export function Kiosk({ bridge }: { readonly bridge: KeepsLastView<KioskBridge, KioskView> }) {
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
      // A failed call needs no handling: the next view shows the state.
      bridge.call(command).catch(() => undefined);
    },
    [bridge],
  );
  const answer = useCallback(
    (question: string, given: CustomerAnswer) =>
      bridge.call({ type: 'answer', question, answer: given }).then(
        ({ ok }) => ok,
        // Without its host the kiosk cannot answer; the deadline does.
        () => false,
      ),
    [bridge],
  );
  // Before every other listener of keys.
  const scanner = useScannerGuard(view);
  useAids(view);
  useTouches(bridge);
  const { locale, timeZone, aids } = view;
  const format = formatFor({ language: aids.language, shopLocale: locale, timeZone });
  const now = useNowUntil(codeEnd(view));
  const news = announcementOf(view, words, writtenForm(format), now);
  const { speech } = view;
  const voice = useMemo(() => createVoice(speech.voice), [speech.voice]);
  const speak = useSpeak(
    voice,
    view,
    useCallback(() => press({ type: 'touch' }), [press]),
  );
  const { canSpeak } = voice;
  useAnnouncer({ news, view, words, link, speak, canSpeak });
  useKeypad({ view, words, link, news: news.key, press, speak, canSpeak });
  const warning = link === 'up' && aids.dark === 'off' ? view.warning : null;
  useAnswerOnly(warning !== null);
  return (
    <KioskProvider value={{ view, words, now, press, answer, voice }}>
      <FormatProvider value={format}>
        {link === 'down' ? <LostScreen /> : <CurrentScreen />}
      </FormatProvider>
      {warning !== null && <Warning until={warning.until} />}
      <Corner />
      <Curtain />
      {scanner.scanned && <ScanNotice text={words.codeNotRead} onGone={scanner.forget} />}
      <Announcer polite={news.urgent ? '' : news.text} assertive={news.urgent ? news.text : ''} />
    </KioskProvider>
  );
}

/** When the code on the screen expires; null: no code is shown. */
function codeEnd({ screen }: KioskView): Instant | null {
  return screen.kind === 'sale' && screen.sale.phase.kind === 'scan'
    ? screen.sale.phase.expires
    : null;
}

/** Reports every touch, key and wheel to the host, so that the visit does not time out. */
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

/** The screen for the current view. */
export function CurrentScreen() {
  const { screen } = useKiosk().view;
  switch (screen.kind) {
    case 'attract':
      return <AttractScreen />;
    case 'choose':
      return <ChooseScreen good={screen.good} problem={screen.problem} />;
    case 'question':
      return <QuestionScreen question={screen.question} />;
    case 'closed':
      return <ClosedScreen closed={screen} />;
    case 'pin':
      return <PinScreen pad={screen.pad} />;
    case 'service':
      return <ServiceScreen service={screen.service} />;
    case 'sale': {
      const { sale } = screen;
      const { phase } = sale;
      if (isEnd(phase) || phase.kind === 'unclear')
        return <EndedScreen sale={sale} phase={phase} />;
      if (phase.kind === 'delivering' || phase.kind === 'finishing' || phase.kind === 'returning') {
        return <DeliveringScreen sale={sale} phase={phase} />;
      }
      return <PayingScreen sale={sale} phase={phase} />;
    }
  }
}
