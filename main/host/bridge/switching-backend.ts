import type { Snapshot, TillSettings } from '../../../shared/device/bridge/contract.ts';
import { setupStep } from '../../../shared/device/bridge/setup.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { NO_TERMINAL } from '../setup/first.ts';
import type { Setup } from '../setup/setup.ts';
import type { Dispatch } from './dispatch.ts';
import { createDisplayBackend } from './display-backend.ts';
import { createScreenBackend, type ScreenBackend } from './screen-backend.ts';
import type { ScreenSource, TillFeatures } from './screen-source.ts';

/** A backend that is first the setup and then the till; a screen stays connected over the change. */
export interface SwitchingBackend extends ScreenBackend {
  showSetup(setup: Setup, settings: TillSettings): void;
  showTill(terminal: Terminal, settings: TillSettings, features?: TillFeatures): void;
}

const NOT_YET = refuseTill('not_set_up');

/** Begins empty: call `showSetup` or `showTill` before the first screen connects. */
export function createSwitchingBackend(settings: TillSettings): SwitchingBackend {
  let current = backendOf(
    { snapshot: () => ({ settings, view: NO_TERMINAL }), subscribe: () => () => undefined },
    async () => NOT_YET,
  );
  const screens = createSwitchingSource(() => current.source);
  const displays = createSwitchingSource(() => current.display.source);

  function switchTo(next: ScreenBackend): void {
    current = next;
    screens.switched();
    displays.switched();
  }

  return {
    source: screens.source,
    dispatch: (command) => current.dispatch(command),
    display: {
      source: displays.source,
      dispatch: (command) => current.display.dispatch(command),
    },
    showSetup: (setup, setupSettings) => switchTo(setupBackend(setup, setupSettings)),
    showTill: (terminal, tillSettings, features) =>
      switchTo(createScreenBackend(terminal, tillSettings, features)),
  };
}

/** A source whose listeners stay when another one takes its place. It subscribes as often as its listeners do. */
function createSwitchingSource<S>(current: () => ScreenSource<S>): {
  readonly source: ScreenSource<S>;
  readonly switched: () => void;
} {
  const stops = new Map<(snapshot: S) => void, () => void>();
  return {
    source: {
      snapshot: () => current().snapshot(),
      subscribe(listener) {
        const own = (snapshot: S) => listener(snapshot);
        stops.set(own, current().subscribe(own));
        return () => {
          stops.get(own)?.();
          stops.delete(own);
        };
      },
    },
    switched() {
      for (const [listener, stop] of [...stops]) {
        stop();
        stops.set(listener, current().subscribe(listener));
        listener(current().snapshot());
      }
    },
  };
}

function backendOf(source: ScreenSource, dispatch: Dispatch): ScreenBackend {
  return { source, dispatch, display: createDisplayBackend(source, null) };
}

function setupBackend(setup: Setup, settings: TillSettings): ScreenBackend {
  const snapshot = (): Snapshot => ({ settings, view: NO_TERMINAL, setup: setup.view() });
  return backendOf(
    { snapshot, subscribe: (listener) => setup.subscribe(() => listener(snapshot())) },
    async (command) => {
      if (!isSetup(command)) return NOT_YET;
      const step = validate(setupStep, command.step);
      return step.ok ? setup.run(step.value) : step;
    },
  );
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
