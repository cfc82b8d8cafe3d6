import { type BrowserWindow, screen } from 'electron';
import { type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import type { WindowMode } from '../../host/settings/window-mode.ts';

/** Plugging in one cable causes several events within this time. */
const SETTLE = SECOND / 2;

/**
 * Moves the cashier's window back when its display is gone, and makes a kiosk fill its display when
 * that display changes.
 */
export function setupPlacement(
  window: BrowserWindow,
  mode: WindowMode,
  clock: DeviceClock,
  isHeld: () => boolean = () => true,
): void {
  const settle = () => {
    if (window.isDestroyed()) return;
    const { bounds, workArea } = screen.getDisplayMatching(window.getBounds());
    if (mode === 'kiosk' && isHeld()) {
      window.setBounds(bounds);
      window.setKiosk(true);
      return;
    }
    if (isWithin(window.getBounds(), workArea)) return;
    const width = Math.min(window.getBounds().width, workArea.width);
    const height = Math.min(window.getBounds().height, workArea.height);
    window.setBounds({ x: workArea.x, y: workArea.y, width, height });
  };
  let cancel = () => {};
  const soon = () => {
    cancel();
    cancel = clock.after(SETTLE, settle);
  };
  screen.on('display-removed', soon);
  screen.on('display-metrics-changed', soon);
}

type Box = { readonly x: number; readonly y: number; readonly width: number };

/** Whether enough of a window's upper edge is visible to drag it. */
function isWithin(window: Box, area: Box & { readonly height: number }): boolean {
  const HOLD = 100;
  return (
    window.x + window.width - HOLD >= area.x &&
    window.x + HOLD <= area.x + area.width &&
    window.y >= area.y &&
    window.y + HOLD <= area.y + area.height
  );
}
