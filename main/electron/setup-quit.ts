import { app } from 'electron';

/**
 * Ends everything in order before the app goes: closing the window, Ctrl-C and the system's own
 * quit all take this way. The first quit is held until `stop` has finished.
 */
export function setupQuit(stop: () => Promise<void>): void {
  let state: 'running' | 'stopping' | 'stopped' = 'running';
  const finish = () => {
    state = 'stopped';
    app.quit();
  };
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (state === 'stopped') return;
    event.preventDefault();
    if (state === 'stopping') return;
    state = 'stopping';
    // A stop that fails must not keep a dead app on the screen; the journal is safe on disk.
    stop().then(finish, finish);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}
