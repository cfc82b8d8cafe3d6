import type { Snapshot, TillSettings } from '../../../shared/device/bridge/contract.ts';
import { createListeners, type Listeners } from '../../../shared/objects/listeners.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type Commands, createCommands } from '../commands/commands.ts';
import { NO_FEATURES, type Registry } from '../commands/handlers.ts';
import { DEVICE_SCREEN } from '../screens/screens.ts';
import { NO_TERMINAL } from '../setup/first.ts';
import type { Setup } from '../setup/setup.ts';
import {
  backendOf,
  createScreenBackend,
  type OneScreen,
  type ScreenBackend,
} from './screen-backend.ts';
import type { ScreenSource, TillFeatures } from './screen-source.ts';

/** A backend that is first the setup and then the till; a screen stays connected over the change. */
export interface SwitchingBackend extends ScreenBackend {
  showSetup(setup: Setup, settings: TillSettings): void;
  showTill(terminal: Terminal, settings: TillSettings, features: TillFeatures): void;
}

const NOT_YET = refuseTill('not_set_up');

/** The commands of a till that is not set up: none, or the steps of its setup. */
const beforeSetup = (setup: Setup | null): Commands => {
  const registry: Registry = {
    ...NO_FEATURES,
    setup: setup && { setup: ({ step }) => setup.run(step) },
  };
  return createCommands({ registry, missing: () => NOT_YET, staff: null });
};

/** Begins empty: call `showSetup` or `showTill` before the first screen connects. */
export function createSwitchingBackend(settings: TillSettings): SwitchingBackend {
  let current = backendOf(
    () => ({ snapshot: () => ({ settings, view: NO_TERMINAL }), subscribe: () => () => undefined }),
    beforeSetup(null),
    null,
  );
  const switches = createListeners();
  const display = switchingSource(() => current.display.source, switches);

  function switchTo(next: ScreenBackend): void {
    current = next;
    switches.tell();
  }

  const screen = (id: string): OneScreen => ({
    source: switchingSource(() => current.screen(id).source, switches),
    dispatch: (command) => current.screen(id).dispatch(command),
  });

  return {
    ...screen(DEVICE_SCREEN),
    screen,
    kiosk: (command) => current.kiosk(command),
    display: {
      source: display,
      dispatch: (command) => current.display.dispatch(command),
    },
    showSetup: (setup, setupSettings) => switchTo(setupBackend(setup, setupSettings)),
    showTill: (terminal, tillSettings, features) =>
      switchTo(createScreenBackend(terminal, tillSettings, features)),
  };
}

/** A source whose listeners stay when another one takes its place. It subscribes as often as its listeners do. */
function switchingSource<S>(
  current: () => ScreenSource<S>,
  switches: Listeners<[]>,
): ScreenSource<S> {
  return {
    snapshot: () => current().snapshot(),
    subscribe(listener) {
      let stop = current().subscribe(listener);
      const stopHearing = switches.subscribe(() => {
        stop();
        stop = current().subscribe(listener);
        listener(current().snapshot());
      });
      return () => {
        stopHearing();
        stop();
      };
    },
  };
}

function setupBackend(setup: Setup, settings: TillSettings): ScreenBackend {
  const snapshot = (): Snapshot => ({ settings, view: NO_TERMINAL, setup: setup.view() });
  return backendOf(
    () => ({ snapshot, subscribe: (listener) => setup.subscribe(() => listener(snapshot())) }),
    beforeSetup(setup),
    null,
  );
}
