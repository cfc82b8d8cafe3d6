import type { Bridge, TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Commands, Dispatch } from '../commands/commands.ts';
import type { Questions } from '../questions/questions.ts';
import { DEVICE_SCREEN } from '../screens/screens.ts';
import { createDisplayBackend, type DisplayBackend } from './display-backend.ts';
import { commandsOf } from './registry.ts';
import {
  createScreenSources,
  type ScreenSource,
  TERMINAL_ALONE,
  type TillFeatures,
} from './screen-source.ts';

/** What one screen shows, and where its commands go. */
export type OneScreen = { readonly source: ScreenSource; readonly dispatch: Dispatch };

/** The screens of a till. `source` and `dispatch` are those of the device itself. */
export type ScreenBackend = OneScreen & {
  /** A screen by its id. */
  readonly screen: (id: string) => OneScreen;
  /** Where the commands of a kiosk go that sells at this till. */
  readonly kiosk: Dispatch;
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
}: TillFeatures): TillFeatures {
  const kept = { fiscal, receiptLinks, printing, diagnosis, currency, questions, shopQuestions };
  return { ...TERMINAL_ALONE, ...kept };
}

/** The backend of a till at work. */
export function createScreenBackend(
  terminal: Terminal,
  settings: TillSettings,
  features: TillFeatures,
): ScreenBackend {
  const sourceOf = createScreenSources(terminal, settings, features);
  return backendOf(sourceOf, commandsOf(terminal, features), features.questions);
}

/** What pages show of these sources, and what they do by these commands. */
export function backendOf(
  sourceOf: (screen: string) => ScreenSource,
  commands: Commands,
  questions: Pick<Questions, 'attach'> | null,
): ScreenBackend {
  const screen = (id: string): OneScreen => ({
    source: sourceOf(id),
    dispatch: (command) => commands.page({ at: 'screen', screen: id }, command),
  });
  const device = screen(DEVICE_SCREEN);
  return {
    ...device,
    screen,
    kiosk: (command) => commands.page({ at: 'kiosk' }, command),
    display: createDisplayBackend(device.source, commands, questions),
  };
}

/**
 * The bridge to a terminal in the same process, for an embedder's tests or screens in the main
 * process. It checks commands like those of a remote screen.
 */
export function createTerminalBridge(terminal: Terminal, settings: TillSettings): Bridge {
  const { source, dispatch } = createScreenBackend(terminal, settings, TERMINAL_ALONE);
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
