import { app, type WebContents } from 'electron';

/**
 * Holds every page where it is: no navigation of any frame, no redirect, no window, no embedded
 * view. It listens for all contents, so that one made anywhere is held too.
 */
export function setupContents(): void {
  app.on('web-contents-created', (_event, contents) => holdContents(contents));
}

/** The same for the contents of one window. */
export function holdContents(contents: WebContents): void {
  const deny = (event: { preventDefault: () => void }) => event.preventDefault();
  contents.on('will-navigate', deny);
  contents.on('will-frame-navigate', deny);
  contents.on('will-redirect', deny);
  contents.on('will-attach-webview', deny);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
