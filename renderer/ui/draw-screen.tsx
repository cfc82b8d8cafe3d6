import { type ReactNode, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * Renders a screen into its page synchronously. Otherwise React renders in a later task, and the
 * browser paints the empty page first.
 */
export function drawScreen(screen: ReactNode): void {
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no element with id "root"');
  const root = createRoot(place);
  flushSync(() => root.render(<StrictMode>{screen}</StrictMode>));
}
