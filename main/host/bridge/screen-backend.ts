import type { TillSettings } from '../../../shared/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { TillFeatures } from './features.ts';
import { createScreenSource, type ScreenSource } from './screen-source.ts';

/** Where a screen's snapshots come from, and where its commands go. */
export type ScreenBackend = { readonly source: ScreenSource; readonly dispatch: Dispatch };

/** The features that a till without staff keeps: its screens must not wait for an unlock. */
export function unattendedFeatures({ printing, diagnosis }: TillFeatures): TillFeatures {
  return {
    ...(printing === undefined ? {} : { printing }),
    ...(diagnosis === undefined ? {} : { diagnosis }),
  };
}

/** The backend of a till at work. */
export function createScreenBackend(
  terminal: Terminal,
  settings: TillSettings,
  features: TillFeatures = {},
): ScreenBackend {
  return {
    source: createScreenSource(terminal, settings, features),
    dispatch: createDispatch(terminal, features),
  };
}
