import type { Snapshot, TillSettings } from '../../../shared/bridge/contract.ts';
import { setupStep } from '../../../shared/bridge/setup.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { NO_TERMINAL } from '../setup/first.ts';
import type { Setup } from '../setup/setup.ts';
import { createScreenBackend, type ScreenBackend } from './screen-backend.ts';
import type { TillFeatures } from './screen-source.ts';

/** A backend that is first the setup and then the till; a screen stays connected over the change. */
export interface SwitchingBackend extends ScreenBackend {
  showSetup(setup: Setup, settings: TillSettings): void;
  showTill(terminal: Terminal, settings: TillSettings, features?: TillFeatures): void;
}

const NOT_YET = refuseTill('not_set_up');

/** Begins empty: call `showSetup` or `showTill` before the first screen connects. */
export function createSwitchingBackend(settings: TillSettings): SwitchingBackend {
  const listeners = new Set<(snapshot: Snapshot) => void>();
  let unsubscribe: () => void = () => undefined;
  let current: ScreenBackend = {
    source: { snapshot: () => ({ settings, view: NO_TERMINAL }), subscribe: () => () => undefined },
    dispatch: async () => NOT_YET,
  };

  function switchTo(next: ScreenBackend): void {
    unsubscribe();
    current = next;
    const notify = (snapshot: Snapshot) => {
      for (const listener of listeners) listener(snapshot);
    };
    unsubscribe = next.source.subscribe(notify);
    notify(next.source.snapshot());
  }

  return {
    source: {
      snapshot: () => current.source.snapshot(),
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    dispatch: (command) => current.dispatch(command),
    showSetup: (setup, setupSettings) => switchTo(setupBackend(setup, setupSettings)),
    showTill: (terminal, tillSettings, features) =>
      switchTo(createScreenBackend(terminal, tillSettings, features)),
  };
}

function setupBackend(setup: Setup, settings: TillSettings): ScreenBackend {
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
