import type { Snapshot, TillSettings } from '../../../shared/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Beside } from './beside.ts';

/** What every screen is shown, whichever way it is reached. */
export interface ScreenSource<S = Snapshot> {
  snapshot(): S;
  /** Calls `listener` with every snapshot after a change. Returns how to stop. */
  subscribe(listener: (snapshot: S) => void): () => void;
}

/** Joins the till's settings, the terminal's view and those of what is beside it. */
export function createScreenSource(
  terminal: Terminal,
  settings: TillSettings,
  { desk, goods }: Beside = {},
): ScreenSource {
  const snapshot = (view = terminal.view()): Snapshot => ({
    settings,
    view,
    ...(desk === undefined ? {} : { desk: desk.view() }),
    ...(goods === undefined ? {} : { goods: goods.view() }),
  });
  return {
    snapshot: () => snapshot(),
    subscribe(listener) {
      const tell = () => listener(snapshot());
      const stops = [
        terminal.subscribe((view) => listener(snapshot(view))),
        desk?.subscribe(tell),
        goods?.subscribe(tell),
      ];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  };
}
