import { contextBridge, ipcRenderer } from 'electron';
import type {
  CustomerBridge,
  CustomerView,
  DISPLAY_IPC,
  DisplayCommand,
} from '../../shared/device/bridge/customer-view.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import { answerPings, createSubscribe } from './ipc-client.ts';

// Only the contract's type is imported, because its schemas would be bundled into the page.
const CHANNEL: typeof DISPLAY_IPC = {
  view: 'tillkit:customer-view',
  subscribe: 'tillkit:customer-subscribe',
  answer: 'tillkit:customer-answer',
};

/** A customer's display receives views and answers the open question. */
const bridge: CustomerBridge = Object.freeze({
  subscribe: createSubscribe<CustomerView>({ view: CHANNEL.view, subscribe: CHANNEL.subscribe }),
  answer(question, answer): Promise<AnyAnswer> {
    const command: DisplayCommand = { type: 'answer_question', question, answer };
    return ipcRenderer.invoke(CHANNEL.answer, command);
  },
} satisfies CustomerBridge);

contextBridge.exposeInMainWorld('tillkitDisplay', bridge);
answerPings();
