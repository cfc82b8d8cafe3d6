import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeAnswer } from '../../shared/bridge/contract.ts';
import type { KIOSK_IPC, KioskBridge, KioskView } from '../../shared/kiosk/contract.ts';
import { answerPings, createSubscribe } from './ipc-client.ts';

// Only the type of the contract is imported: the rest would be bundled into the page.
const CHANNEL: typeof KIOSK_IPC = {
  view: 'tillkit:kiosk-view',
  subscribe: 'tillkit:kiosk-subscribe',
  call: 'tillkit:kiosk-call',
};

/** A kiosk's page says what was pressed, and is told what to draw. */
const bridge: KioskBridge = Object.freeze({
  subscribe: createSubscribe<KioskView>({ view: CHANNEL.view, subscribe: CHANNEL.subscribe }),
  onLink(listener) {
    // The host is main itself: there is no page without it.
    listener(true);
    return () => undefined;
  },
  call(command): Promise<BridgeAnswer> {
    return ipcRenderer.invoke(CHANNEL.call, command);
  },
} satisfies KioskBridge);

contextBridge.exposeInMainWorld('tillkitKiosk', bridge);
answerPings();
