import type { TillSettings } from '../../../shared/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Desk } from '../desk/desk.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { createScreenSource, type ScreenSource } from './screen-source.ts';
import { type Tools, withTools } from './tools.ts';

/** What stands behind a screen: where its snapshots come from, and where its commands go. */
export type Scene = { readonly source: ScreenSource; readonly dispatch: Dispatch };

/** What a till has beside its terminal. */
export type Beside = {
  /** Who stands at the till; none where it is left out. */
  readonly desk?: Desk;
  /** A printer, and eyes for its own troubles; nothing when left out. */
  readonly tools?: Tools;
};

/** The scene of a till at work; whatever is asked goes past the desk's table of roles first. */
export function sceneOf(
  terminal: Terminal,
  settings: TillSettings,
  { desk, tools }: Beside = {},
): Scene {
  const scene = {
    source: createScreenSource(terminal, settings, desk),
    dispatch: createDispatch(terminal, desk),
  };
  return tools === undefined ? scene : withTools(scene, tools, desk ?? null);
}
