import type { Snapshot, TillSettings } from '../../../shared/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';

/** What every screen is shown, whichever way it is reached. */
export interface ScreenSource {
  snapshot(): Snapshot;
  /** Calls `listener` with every snapshot after a change. Returns how to stop. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void;
}

/** Joins the till's settings and the terminal's view. */
export function createScreenSource(terminal: Terminal, settings: TillSettings): ScreenSource {
  return {
    snapshot: () => ({ settings, view: terminal.view() }),
    subscribe: (listener) => terminal.subscribe((view) => listener({ settings, view })),
  };
}
