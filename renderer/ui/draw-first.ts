import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * Draws a screen's first picture at once. Left to itself, the library comes back to it in a task of
 * its own, and the browser draws the empty page before that.
 */
export function drawFirst(place: HTMLElement, screen: ReactNode): void {
  const root = createRoot(place);
  flushSync(() => root.render(screen));
}
