/*
 * Loaded by Electron before main (`electron -r watch.cjs <root> ...`), as the test's eyes in there. It
 * notes what happens and changes nothing; `binary-app.ts` reads `tillkitSeen` through the inspector.
 */
const { app, BrowserWindow } = require('electron');

// Main takes what follows the app's folder as its own arguments, and refuses Chromium's.
process.argv.splice(1, process.argv.indexOf(__filename));

const seen = { contents: new Map(), calls: new Map(), keys: new Map(), refused: [] };
globalThis.tillkitSeen = seen;

const note = (map, id, what) => map.set(id, [...(map.get(id) ?? []), what]);
// What main answered to an event is known once all of its listeners have run.
const answered = (event, then) => setImmediate(() => then(event.defaultPrevented === true));

app.on('web-contents-created', (_event, contents) => {
  contents.on('did-finish-load', () => note(seen.contents, contents.id, contents.getURL()));
  contents.on('before-input-event', (event) =>
    answered(event, (kept) => note(seen.keys, contents.id, kept ? 'kept' : 'passed')),
  );
  contents.on('will-navigate', (event, url) =>
    answered(event, (kept) => kept && seen.refused.push(`navigation ${url ?? event.url}`)),
  );
  const set = contents.setWindowOpenHandler.bind(contents);
  contents.setWindowOpenHandler = (handler) =>
    set((details) => {
      const answer = handler(details);
      if (answer.action === 'deny') seen.refused.push(`window ${details.url}`);
      return answer;
    });
});

for (const name of ['setKiosk', 'setFullScreen', 'setAlwaysOnTop', 'focus', 'show']) {
  const real = BrowserWindow.prototype[name];
  BrowserWindow.prototype[name] = function (...values) {
    note(seen.calls, this.webContents.id, [name, ...values].join(' '));
    return real.apply(this, values);
  };
}

/** Everything that a test may look at, as plain values. */
globalThis.tillkitLook = () => ({
  windows: BrowserWindow.getAllWindows().map((window) => {
    const { id } = window.webContents;
    return {
      id,
      url: window.webContents.getURL(),
      loaded: seen.contents.get(id) ?? [],
      calls: seen.calls.get(id) ?? [],
      keys: seen.keys.get(id) ?? [],
    };
  }),
  services: app
    .getAppMetrics()
    .filter(({ name, serviceName }) => [name, serviceName].includes('Tillkit service'))
    .map(({ pid }) => pid),
  displays: require('electron').screen.getAllDisplays().length,
  refused: seen.refused,
});
