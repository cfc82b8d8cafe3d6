import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShellSettings } from './shell-settings.ts';

/** An ordinary window, or one that fills its display and cannot be closed by hand. */
export type WindowMode = 'window' | 'kiosk';

/** The screen of a window: a kiosk shows self-service unless the settings select the cashier. */
export function screenOf(mode: WindowMode, settings: ShellSettings): 'cashier' | 'kiosk' {
  return mode === 'kiosk' ? (settings.kiosk_screen ?? 'kiosk') : 'cashier';
}

type Wish = { readonly root: string; readonly window: 'as_set' | 'kiosk' };

/** The command line decides, then this machine's settings, then the packaging. */
export function windowMode(wish: Wish, settings: ShellSettings): WindowMode {
  if (wish.window === 'kiosk') return 'kiosk';
  return settings.window ?? packagedAs(wish.root);
}

/** The kiosk's installer sets this in its package.json. */
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
