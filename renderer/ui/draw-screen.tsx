import { type ReactNode, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * Draws a screen into its page, the first picture at once. Left to itself, the library comes back to
 * it in a task of its own, and the browser draws the empty page before that.
 */
export function drawScreen(screen: ReactNode): void {
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no element with id "root"');
  const root = createRoot(place);
  flushSync(() => root.render(<StrictMode>{screen}</StrictMode>));
}
