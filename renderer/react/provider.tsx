import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Bridge } from '../../shared/bridge/contract.ts';
import { createPreferences } from '../state/preferences.ts';
import { createTill, type Till } from '../state/till-store.ts';
import { EmbeddedContext, type StartSale } from './context.ts';

export type TillkitProviderProps = {
  /** The way to the till: `tillBridge()` in a page, `createTerminalBridge()` beside a terminal. */
  readonly bridge: Bridge;
  /** Language of what staff read; the till's own when left out. */
  readonly language?: 'en' | 'nb';
  /** `system` when left out: as the machine has it. */
  readonly theme?: 'light' | 'dark' | 'system';
  /** How loud the three sounds are; `low` when left out. */
  readonly sound?: 'off' | 'low' | 'full';
  readonly children: ReactNode;
};

/** Joins a page to a till. Put it once around everything that asks for payments or shows them. */
export function TillkitProvider(props: TillkitProviderProps) {
  const { bridge, language = null, theme = 'system', sound = 'low', children } = props;
  const [till, setTill] = useState<Till | null>(null);
  const [preferences] = useState(() => createPreferences(null));
  const requests = useRef(new Map<string, StartSale>());
  useEffect(() => {
    const opened = createTill(bridge);
    setTill(opened);
    return opened.stop;
  }, [bridge]);
  useEffect(() => preferences.setState({ volume: sound }), [preferences, sound]);
  const embedded = useMemo(
    () => ({ bridge, till, preferences, language, theme, requests: requests.current }),
    [bridge, till, preferences, language, theme],
  );
  return <EmbeddedContext value={embedded}>{children}</EmbeddedContext>;
}
