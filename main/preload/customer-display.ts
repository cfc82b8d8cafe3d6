import { contextBridge } from 'electron';
import type {
  CustomerBridge,
  CustomerView,
  DISPLAY_IPC,
} from '../../shared/bridge/customer-view.ts';
import { answerPings, createSubscribe } from './ipc-client.ts';

// Only the contract's type is imported, because its schemas would be bundled into the page.
const CHANNEL: typeof DISPLAY_IPC = {
  view: 'tillkit:customer-view',
  subscribe: 'tillkit:customer-subscribe',
};

/** A customer's display can only subscribe. */
const bridge: CustomerBridge = Object.freeze({
  subscribe: createSubscribe<CustomerView>({ view: CHANNEL.view, subscribe: CHANNEL.subscribe }),
} satisfies CustomerBridge);

contextBridge.exposeInMainWorld('tillkitDisplay', bridge);
answerPings();
