import { ipcRenderer } from 'electron';
import type { Pulse, WATCH_IPC } from '../electron/windows/watchdog.ts';

/** The names of main's IPC channels for one kind of screen. */
type Channels = { readonly view: string; readonly subscribe: string };

/**
 * A bridge's `subscribe`. The preload script asks main before the page has loaded its scripts, so
 * that the first picture is ready in time. If main does not know the page yet, it is asked again on
 * subscription.
 */
export function createSubscribe<S>(
  channels: Channels,
): (listener: (view: S) => void) => () => void {
  let last: S | null = null;
  const requestView = (take: (view: S) => void) =>
    void ipcRenderer.invoke(channels.subscribe).then(
      (first: S | null) => {
        if (first !== null) take(first);
      },
      // Main is stopping, and this page with it.
      () => undefined,
    );
  ipcRenderer.on(channels.view, (_event: unknown, view: S) => {
    last = view;
  });
  requestView((first) => {
    // A view that main has sent since then is newer.
    last ??= first;
  });
  return (listener) => {
    const onView = (_event: unknown, view: S) => listener(view);
    ipcRenderer.on(channels.view, onView);
    if (last === null) requestView(listener);
    else listener(last);
    return () => {
      ipcRenderer.removeListener(channels.view, onView);
    };
  };
}

const CHANNEL: typeof WATCH_IPC = { ping: 'tillkit:ping', pulse: 'tillkit:pulse' };

/**
 * Answers main's pings. A page that answers but shows nothing is useless, so the answer says
 * whether anything is drawn.
 */
export function answerPings(): void {
  ipcRenderer.on(CHANNEL.ping, () => {
    const root = document.getElementById('root');
    const pulse: Pulse = root === null || root.childElementCount === 0 ? 'blank' : 'drawn';
    ipcRenderer.send(CHANNEL.pulse, pulse);
  });
}
