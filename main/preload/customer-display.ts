import { contextBridge, ipcRenderer } from 'electron';
import type {
  CustomerBridge,
  CustomerView,
  DISPLAY_IPC,
} from '../../shared/bridge/customer-view.ts';
import { answerPings } from './answer-pings.ts';

// Only the type of the contract is imported: the rest would be bundled into the page.
const CHANNEL: typeof DISPLAY_IPC = {
  view: 'tillkit:customer-view',
  subscribe: 'tillkit:customer-subscribe',
};

/** All that a customer's display can do is listen. */
const bridge: CustomerBridge = Object.freeze({
  subscribe(listener) {
    const onView = (_event: unknown, view: CustomerView) => listener(view);
    ipcRenderer.on(CHANNEL.view, onView);
    ipcRenderer.invoke(CHANNEL.subscribe).then(
      (first: CustomerView | null) => {
        if (first !== null) listener(first);
      },
      // Main is going away, and this page with it.
      () => undefined,
    );
    return () => {
      ipcRenderer.removeListener(CHANNEL.view, onView);
    };
  },
} satisfies CustomerBridge);

contextBridge.exposeInMainWorld('tillkitDisplay', bridge);
answerPings();
