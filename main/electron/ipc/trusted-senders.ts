import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import { isScreenUrl, type Role } from '../app-address.ts';

export type Sender = Pick<IpcMainInvokeEvent | IpcMainEvent, 'sender' | 'senderFrame'>;

/** The pages that may speak to main: those that this app opened itself, each in its role. */
export interface TrustedSenders {
  add(contents: WebContents, role: Role): void;
  /**
   * Role of the page that sent this, when it is the main frame of one that was opened here and it
   * shows the screen it was opened for; else null.
   */
  roleOf(event: Sender): Role | null;
}

export function createTrustedSenders(): TrustedSenders {
  const roles = new Map<number, Role>();
  return {
    add(contents, role) {
      const { id } = contents;
      roles.set(id, role);
      contents.once('destroyed', () => roles.delete(id));
    },
    roleOf({ sender, senderFrame }) {
      const role = roles.get(sender.id);
      if (role === undefined || senderFrame === null || senderFrame !== sender.mainFrame) {
        return null;
      }
      return isScreenUrl(senderFrame.url, role) ? role : null;
    },
  };
}
