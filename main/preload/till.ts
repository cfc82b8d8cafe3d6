import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, BridgeAnswer, IPC, Snapshot } from '../../shared/bridge/contract.ts';
import { answerPings } from './answer-pings.ts';

// Only the type of the contract is imported: its schemas would be bundled into every page.
const CHANNEL: typeof IPC = {
  snapshot: 'tillkit:snapshot',
  subscribe: 'tillkit:subscribe',
  call: 'tillkit:call',
};

/** The bridge as the page sees it: named methods, values only, never Electron's event object. */
const bridge: Bridge = Object.freeze({
  subscribe(listener) {
    const onSnapshot = (_event: unknown, snapshot: Snapshot) => listener(snapshot);
    ipcRenderer.on(CHANNEL.snapshot, onSnapshot);
    ipcRenderer.invoke(CHANNEL.subscribe).then(
      (first: Snapshot | null) => {
        if (first !== null) listener(first);
      },
      // Main is going away, and this page with it.
      () => undefined,
    );
    return () => {
      ipcRenderer.removeListener(CHANNEL.snapshot, onSnapshot);
    };
  },
  onLink(listener) {
    // The host is main itself: there is no page without it.
    listener(true);
    return () => undefined;
  },
  call(command): Promise<BridgeAnswer> {
    return ipcRenderer.invoke(CHANNEL.call, command);
  },
} satisfies Bridge);

contextBridge.exposeInMainWorld('tillkit', bridge);
answerPings();
