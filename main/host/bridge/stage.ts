import type { Snapshot, TillSettings } from '../../../shared/bridge/contract.ts';
import { setupStep } from '../../../shared/bridge/setup.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { NO_TERMINAL } from '../setup/first.ts';
import type { Setup } from '../setup/setup.ts';
import { type Scene, type SceneParts, sceneOf } from './scene.ts';

/** What stands behind the screens: first a setup, then a terminal; a screen stays open over both. */
export interface Stage extends Scene {
  showSetup(setup: Setup, settings: TillSettings): void;
  showTill(terminal: Terminal, settings: TillSettings, beside?: SceneParts): void;
}

const NOT_YET = refuse('Conflict', 'This till is not set up yet.');

/** A stage with nothing on it yet; a scene has to be shown before the first screen comes. */
export function createStage(settings: TillSettings): Stage {
  const listeners = new Set<(snapshot: Snapshot) => void>();
  let leave: () => void = () => undefined;
  let scene: Scene = {
    source: { snapshot: () => ({ settings, view: NO_TERMINAL }), subscribe: () => () => undefined },
    dispatch: async () => NOT_YET,
  };

  function enter(next: Scene): void {
    leave();
    scene = next;
    const tell = (snapshot: Snapshot) => {
      for (const listener of listeners) listener(snapshot);
    };
    leave = next.source.subscribe(tell);
    tell(next.source.snapshot());
  }

  return {
    source: {
      snapshot: () => scene.source.snapshot(),
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    dispatch: (command) => scene.dispatch(command),
    showSetup: (setup, shown) => enter(setupScene(setup, shown)),
    showTill: (terminal, shown, beside) => enter(sceneOf(terminal, shown, beside)),
  };
}

function setupScene(setup: Setup, settings: TillSettings): Scene {
  const snapshot = (): Snapshot => ({ settings, view: NO_TERMINAL, setup: setup.view() });
  return {
    source: { snapshot, subscribe: (listener) => setup.subscribe(() => listener(snapshot())) },
    dispatch: async (command) => {
      if (!isSetup(command)) return NOT_YET;
      const step = validate(setupStep, command.step);
      return step.ok ? setup.run(step.value) : step;
    },
  };
}

function isSetup(command: unknown): command is { readonly type: 'setup'; readonly step: unknown } {
  return (
    typeof command === 'object' &&
    command !== null &&
    'type' in command &&
    command.type === 'setup' &&
    'step' in command
  );
}
