import type { TillSettings } from '../../../shared/bridge/contract.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Beside } from './beside.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { createScreenSource, type ScreenSource } from './screen-source.ts';
import { type Tools, withTools } from './tools.ts';

/** What stands behind a screen: where its snapshots come from, and where its commands go. */
export type Scene = { readonly source: ScreenSource; readonly dispatch: Dispatch };

export type SceneParts = Beside & {
  /** A printer, and eyes for its own troubles; nothing when left out. */
  readonly tools?: Tools;
};

/** What customers who stand alone at a till need of it: nobody has to unlock it for them. */
export function unattendedParts({ tools }: SceneParts): SceneParts {
  return tools === undefined ? {} : { tools };
}

/** The scene of a till at work; whatever is asked goes past the desk's table of roles first. */
export function sceneOf(terminal: Terminal, settings: TillSettings, parts: SceneParts = {}): Scene {
  const scene = {
    source: createScreenSource(terminal, settings, parts),
    dispatch: createDispatch(terminal, parts),
  };
  const { tools, desk = null } = parts;
  return tools === undefined ? scene : withTools(scene, tools, desk);
}
