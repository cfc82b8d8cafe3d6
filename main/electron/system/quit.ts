import { app } from 'electron';
import { thisMachine } from '../../host/adapters/machine.ts';

/** Stops everything in order and then runs the given function instead of quitting at once. */
export type EndThen = (run: () => void) => void;

/**
 * Stops everything in order before the app quits. Closing the window, Ctrl-C and the system's own
 * quit all use this path. The first quit waits until `stop` has finished. Returns how to quit with
 * another last step: an installer must not find a till that is still stopping.
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
    // A failed stop must not keep the app open; the journal is on disk.
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

/** Quits the app and starts it again. The caller has stopped everything before. */
export function relaunch(): void {
  // The program inside an AppImage disappears with it, so the image itself is started.
  const image = thisMachine.env.APPIMAGE;
  app.relaunch(image ? { execPath: image } : {});
  app.quit();
}
