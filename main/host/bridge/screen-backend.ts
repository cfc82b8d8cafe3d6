import type { Bridge, TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { createDisplayBackend, type DisplayBackend } from './display-backend.ts';
import { createScreenSource, type ScreenSource, type TillFeatures } from './screen-source.ts';

/** Where a screen's snapshots come from, and where its commands go. */
export type ScreenBackend = {
  readonly source: ScreenSource;
  readonly dispatch: Dispatch;
  readonly display: DisplayBackend;
};

/** The features that a till without staff keeps: its screens must not wait for an unlock. */
export function unattendedFeatures({
  fiscal,
  receiptLinks,
  printing,
  diagnosis,
  currency,
  questions,
  shopQuestions,
}: Pick<
  TillFeatures,
  'fiscal' | 'receiptLinks' | 'printing' | 'diagnosis' | 'currency' | 'questions' | 'shopQuestions'
>): TillFeatures {
  return {
    ...(fiscal === undefined ? {} : { fiscal }),
    ...(receiptLinks === undefined ? {} : { receiptLinks }),
    ...(printing === undefined ? {} : { printing }),
    ...(diagnosis === undefined ? {} : { diagnosis }),
    ...(currency === undefined ? {} : { currency }),
    ...(questions === undefined ? {} : { questions }),
    ...(shopQuestions === undefined ? {} : { shopQuestions }),
  };
}

/** The backend of a till at work. */
export function createScreenBackend(
  terminal: Terminal,
  settings: TillSettings,
  features: TillFeatures = {},
): ScreenBackend {
  const source = createScreenSource(terminal, settings, features);
  return {
    source,
    dispatch: createDispatch(terminal, features),
    display: createDisplayBackend(source, features.questions ?? null),
  };
}

/**
 * The bridge to a terminal in the same process, for an embedder's tests or screens in the main
 * process. It checks commands like those of a remote screen.
 */
export function createTerminalBridge(terminal: Terminal, settings: TillSettings): Bridge {
  const source = createScreenSource(terminal, settings);
  const dispatch = createDispatch(terminal);
  return {
    subscribe(listener) {
      listener(source.snapshot());
      return source.subscribe(listener);
    },
    onLink(listener) {
      // A link within one process cannot break.
      listener(true);
      return () => undefined;
    },
    call: dispatch,
  };
}
