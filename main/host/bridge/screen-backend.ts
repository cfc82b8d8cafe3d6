import type { Bridge, TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Commands, Dispatch } from '../commands/commands.ts';
import type { Questions } from '../questions/questions.ts';
import { createDisplayBackend, type DisplayBackend } from './display-backend.ts';
import { commandsOf } from './registry.ts';
import {
  createScreenSource,
  type ScreenSource,
  TERMINAL_ALONE,
  type TillFeatures,
} from './screen-source.ts';

/** Where a screen's snapshots come from, and where its commands go. */
export type ScreenBackend = {
  readonly source: ScreenSource;
  readonly dispatch: Dispatch;
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
  const source = createScreenSource(terminal, settings, features);
  return backendOf(source, commandsOf(terminal, features), features.questions);
}

/** What pages show of this source, and what they do by these commands. */
export function backendOf(
  source: ScreenSource,
  commands: Commands,
  questions: Pick<Questions, 'attach'> | null,
): ScreenBackend {
  return {
    source,
    dispatch: (command) => commands.page('screen', command),
    kiosk: (command) => commands.page('kiosk', command),
    display: createDisplayBackend(source, commands, questions),
  };
}

/**
 * The bridge to a terminal in the same process, for an embedder's tests or screens in the main
 * process. It checks commands like those of a remote screen.
 */
export function createTerminalBridge(terminal: Terminal, settings: TillSettings): Bridge {
  const source = createScreenSource(terminal, settings, TERMINAL_ALONE);
  const commands = commandsOf(terminal, TERMINAL_ALONE);
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
    call: (command) => commands.page('screen', command),
  };
}
