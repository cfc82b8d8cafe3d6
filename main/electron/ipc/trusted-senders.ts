import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import { isScreenUrl, type Role } from '../app-address.ts';

export type Sender = Pick<IpcMainInvokeEvent | IpcMainEvent, 'sender' | 'senderFrame'>;

/** The pages that may call main: those that this app opened, each with its role. */
export interface TrustedSenders {
  add(contents: WebContents, role: Role): void;
  /**
   * The role of the page that sent this event; null unless it is the main frame of a window that
   * this app opened and it still shows that window's screen.
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
