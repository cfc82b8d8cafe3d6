import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShellSettings } from './shell-settings.ts';

/** Whether a window is one among others, or has its display for itself and cannot be left. */
export type WindowMode = 'window' | 'kiosk';

/**
 * Which screen that window has: a kiosk's is the kiosk's own, where customers serve themselves,
 * unless this machine's settings keep the cashier in it.
 */
export function screenOf(mode: WindowMode, settings: ShellSettings): 'cashier' | 'kiosk' {
  return mode === 'kiosk' ? (settings.kiosk_screen ?? 'kiosk') : 'cashier';
}

type Wish = { readonly root: string; readonly window: 'as_set' | 'kiosk' };

/** The command line decides, then this machine's settings, then how the program was packaged. */
export function windowMode(wish: Wish, settings: ShellSettings): WindowMode {
  if (wish.window === 'kiosk') return 'kiosk';
  return settings.window ?? packagedAs(wish.root);
}

/** The kiosk's installer says so in its package.json. */
function packagedAs(root: string): WindowMode {
  try {
    const file: { readonly tillkit?: { readonly window?: unknown } } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    );
    return file.tillkit?.window === 'kiosk' ? 'kiosk' : 'window';
  } catch {
    return 'window';
  }
}
