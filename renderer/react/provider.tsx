import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Bridge } from '../../shared/device/bridge/contract.ts';
import type { Language } from '../i18n/language.ts';
import { createPaymentTill, type PaymentTill } from '../state/payment-till.ts';
import { createPreferences } from '../state/preferences.ts';
import { createSaleNews, EmbeddedContext, type EmbeddedTill } from './context.ts';

export type TillkitProviderProps = {
  /** The bridge to the till: `tillBridge()` in a page, `createTerminalBridge()` with a terminal. */
  readonly bridge: Bridge;
  /** Language of the staff; the till's language by default. */
  readonly language?: Language;
  /** Theme; `system` by default. */
  readonly theme?: 'light' | 'dark' | 'system';
  /** Volume of the three sounds; `low` by default. */
  readonly sound?: 'off' | 'low' | 'full';
  readonly children: ReactNode;
};

/** Connects a page to a till. Render it once around all other components. */
export function TillkitProvider(props: TillkitProviderProps) {
  const { bridge, language = null, theme = 'system', sound = 'low', children } = props;
  const [till, setTill] = useState<PaymentTill | null>(null);
  const [preferences] = useState(() => createPreferences(null));
  const [news] = useState(createSaleNews);
  const repeats = useRef<EmbeddedTill['repeats']>(new Map());
  useEffect(() => {
    const opened = createPaymentTill(bridge);
    const read = () => {
      const { snapshot } = opened.store.getState();
      if (snapshot !== null) news.read(snapshot.view);
    };
    const stopReading = opened.store.subscribe(read);
    read();
    setTill(opened);
    return () => {
      stopReading();
      opened.stop();
    };
  }, [bridge, news]);
  useEffect(() => preferences.setState({ volume: sound }), [preferences, sound]);
  const embedded = useMemo(
    () => ({ bridge, till, preferences, language, theme, news, repeats: repeats.current }),
    [bridge, till, preferences, language, theme, news],
  );
  // React 18 has no other form.
  return <EmbeddedContext.Provider value={embedded}>{children}</EmbeddedContext.Provider>;
}
