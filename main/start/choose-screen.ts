/** What this machine offers. */
export type ScreenMeans = {
  readonly wish: 'open' | 'print_address';
  readonly electron: string | null;
  readonly browser: string | null;
  /** Whether windows can be shown. */
  readonly display: 'present' | 'absent';
  /** The browsers' sandbox refuses to run as root, and the till never disables it. */
  readonly user: 'ordinary' | 'root';
};

/** Where the cashier screen opens, and the reason as text. */
export type ScreenChoice =
  | { readonly kind: 'electron'; readonly path: string; readonly because: string }
  | { readonly kind: 'browser'; readonly path: string; readonly because: string }
  | { readonly kind: 'address'; readonly because: string };

export function chooseScreen(means: ScreenMeans): ScreenChoice {
  if (means.wish === 'print_address') return { kind: 'address', because: '--no-open is set' };
  if (means.display === 'absent') {
    return { kind: 'address', because: 'this machine has no display to open a window on' };
  }
  if (means.user === 'root') {
    return {
      kind: 'address',
      because: 'a browser does not open safely for the user root; start as another user',
    };
  }
  if (means.electron !== null) {
    return { kind: 'electron', path: means.electron, because: 'its binary is installed' };
  }
  if (means.browser !== null) {
    return {
      kind: 'browser',
      path: means.browser,
      because: 'the Electron binary is not installed',
    };
  }
  return {
    kind: 'address',
    because: 'neither the Electron binary nor Chromium, Chrome or Edge is installed',
  };
}

/** Whether a window can appear; on Linux that needs a display server. */
export function displayOf(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
): ScreenMeans['display'] {
  if (platform === 'win32' || platform === 'darwin') return 'present';
  return env.DISPLAY || env.WAYLAND_DISPLAY ? 'present' : 'absent';
}
