import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { CASHIER_HOST, isScreenUrl } from './app-address.ts';

/** The pages that may speak to main: those that this app opened itself. */
export interface TrustedSenders {
  add(contents: WebContents): void;
  /** True for the main frame of such a page while it shows the screen it was opened for. */
  has(event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>): boolean;
}

export function createTrustedSenders(): TrustedSenders {
  const ids = new Set<number>();
  return {
    add(contents) {
      const { id } = contents;
      ids.add(id);
      contents.once('destroyed', () => ids.delete(id));
    },
    has: ({ sender, senderFrame }) =>
      ids.has(sender.id) &&
      senderFrame !== null &&
      senderFrame === sender.mainFrame &&
      isScreenUrl(senderFrame.url, CASHIER_HOST),
  };
}
