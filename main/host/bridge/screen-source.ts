import type { Snapshot, TillSettings } from '../../../shared/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Desk } from '../desk/desk.ts';

/** What every screen is shown, whichever way it is reached. */
export interface ScreenSource<S = Snapshot> {
  snapshot(): S;
  /** Calls `listener` with every snapshot after a change. Returns how to stop. */
  subscribe(listener: (snapshot: S) => void): () => void;
}

/** Joins the till's settings, the terminal's view and, where there is one, the desk's. */
export function createScreenSource(
  terminal: Terminal,
  settings: TillSettings,
  desk: Desk | null = null,
): ScreenSource {
  const snapshot = (view = terminal.view()): Snapshot =>
    desk === null ? { settings, view } : { settings, view, desk: desk.view() };
  return {
    snapshot: () => snapshot(),
    subscribe(listener) {
      const leaveTerminal = terminal.subscribe((view) => listener(snapshot(view)));
      const leaveDesk = desk?.subscribe(() => listener(snapshot()));
      return () => {
        leaveTerminal();
        leaveDesk?.();
      };
    },
  };
}
