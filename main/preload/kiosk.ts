import { contextBridge, ipcRenderer } from 'electron';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import type { KIOSK_IPC, KioskBridge, KioskView } from '../../shared/device/kiosk/contract.ts';
import { answerPings, createSubscribe } from './ipc-client.ts';

// Only the contract's type is imported, because its schemas would be bundled into the page.
const CHANNEL: typeof KIOSK_IPC = {
  view: 'tillkit:kiosk-view',
  subscribe: 'tillkit:kiosk-subscribe',
  call: 'tillkit:kiosk-call',
};

/** A kiosk's page sends what was pressed and receives what to draw. */
const bridge: KioskBridge = Object.freeze({
  subscribe: createSubscribe<KioskView>({ view: CHANNEL.view, subscribe: CHANNEL.subscribe }),
  onLink(listener) {
    // Main is the host, so the link cannot be down.
    listener(true);
    return () => undefined;
  },
  call(command): Promise<AnyAnswer> {
    return ipcRenderer.invoke(CHANNEL.call, command);
  },
} satisfies KioskBridge);

contextBridge.exposeInMainWorld('tillkitKiosk', bridge);
answerPings();
