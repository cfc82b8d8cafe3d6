import type { BrowserWindow } from 'electron';

/**
 * Ends in order when Windows ends the person's session, which it tells windows alone. The question
 * before it is never answered with no: staff switch off at the wall next time.
 */
export function setupSessionEnd(
  window: BrowserWindow,
  parts: { readonly report: (sentence: string) => void; readonly quit: () => void },
): void {
  window.on('session-end', () => {
    parts.report('The session of Windows ends: stopping.');
    parts.quit();
  });
}
