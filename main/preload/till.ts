import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, IPC, Snapshot } from '../../shared/device/bridge/contract.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import { answerPings, createSubscribe } from './ipc-client.ts';

// Only the contract's type is imported, because its schemas would be bundled into every page.
const CHANNEL: typeof IPC = {
  snapshot: 'tillkit:snapshot',
  subscribe: 'tillkit:subscribe',
  call: 'tillkit:call',
};

/** The bridge as the page sees it: named methods, values only, never Electron's event object. */
const bridge: Bridge = Object.freeze({
  subscribe: createSubscribe<Snapshot>({ view: CHANNEL.snapshot, subscribe: CHANNEL.subscribe }),
  onLink(listener) {
    // Main is the host, so the link cannot be down.
    listener(true);
    return () => undefined;
  },
  call(command): Promise<AnyAnswer> {
    return ipcRenderer.invoke(CHANNEL.call, command);
  },
} satisfies Bridge);

contextBridge.exposeInMainWorld('tillkit', bridge);
answerPings();
