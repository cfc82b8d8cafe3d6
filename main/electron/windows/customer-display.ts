import { type BrowserWindow, screen } from 'electron';
import { type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import {
  chooseDisplay,
  type DisplayIdentity,
  type DisplayInfo,
  type DisplaySetting,
  identityOf,
} from './choose-display.ts';

/** Plugging in one cable causes several events within this time. */
const SETTLE = SECOND / 2;

export type DisplayDeps = {
  readonly clock: DeviceClock;
  readonly setting: DisplaySetting;
  readonly cashier: BrowserWindow;
  /** Opens the window there, hardened like every window of this app. */
  readonly open: (bounds: DisplayInfo['bounds']) => BrowserWindow;
  readonly memory: {
    readonly read: () => DisplayIdentity | null;
    readonly write: (identity: DisplayIdentity) => void;
  };
  readonly report: (sentence: string) => void;
};

/**
 * Keeps a window on the chosen customer display, wherever that display moves, and none while it is
 * unplugged. Returns how to stop.
 */
export function setupCustomerDisplay(deps: DisplayDeps): () => void {
  const { clock, setting, cashier, open, memory, report } = deps;
  let window: BrowserWindow | null = null;
  let place = '';
  const settle = () => {
    if (cashier.isDestroyed()) return;
    const chosen = chooseDisplay({
      displays: screen.getAllDisplays(),
      cashier: screen.getDisplayMatching(cashier.getBounds()).id,
      setting,
      remembered: memory.read(),
    });
    const next = chosen === null ? '' : JSON.stringify([chosen.id, chosen.bounds]);
    const isOpen = window !== null && !window.isDestroyed();
    if (next === place && isOpen === (chosen !== null)) return;
    place = next;
    if (chosen === null) {
      if (isOpen) report('The customer display is disconnected.');
      window?.destroy();
      window = null;
      return;
    }
    memory.write(identityOf(chosen));
    if (window === null || window.isDestroyed()) {
      report(`The customer display is ${chosen.label || `number ${chosen.id}`}.`);
      window = open(chosen.bounds);
    } else window.setBounds(chosen.bounds);
  };
  let cancel = () => {};
  const soon = () => {
    cancel();
    cancel = clock.after(SETTLE, settle);
  };
  screen.on('display-added', soon);
  screen.on('display-removed', soon);
  screen.on('display-metrics-changed', soon);
  // A cashier's window that is dragged onto the customer's display must not be covered.
  cashier.on('moved', soon);
  settle();
  return () => {
    cancel();
    window?.destroy();
    window = null;
  };
}
