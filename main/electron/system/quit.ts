import { app } from 'electron';
import { thisMachine } from '../../host/adapters/machine.ts';

/** Ends everything in order, and then does this instead of quitting at once. */
export type EndThen = (run: () => void) => void;

/**
 * Ends everything in order before the app goes: closing the window, Ctrl-C and the system's own
 * quit all take this way. The first quit is held until `stop` has finished. Answers how to end for
 * a purpose: an installer must not find a till that is still closing its books.
 */
export function setupQuit(stop: () => Promise<void>): EndThen {
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  let last = () => app.quit();
  const finish = () => {
    state = 'stopped';
    last();
  };
  const begin = () => {
    if (state !== 'running') return;
    state = 'stopping';
    // A stop that fails must not keep a dead app on the screen; the journal is safe on disk.
    stop().then(finish, finish);
  };
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    begin();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
  return (run) => {
    last = run;
    begin();
  };
}

/** Ends the app, which starts again by itself. Everything in it has to have ended in order before. */
export function relaunch(): void {
  // The program inside an AppImage is gone with it; the image is what starts again.
  const image = thisMachine.env.APPIMAGE;
  app.relaunch(image ? { execPath: image } : {});
  app.quit();
}
