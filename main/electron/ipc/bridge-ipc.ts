import { ipcMain, type WebContents } from 'electron';
import { IPC, type Snapshot } from '../../../shared/device/bridge/contract.ts';
import { type CustomerView, DISPLAY_IPC } from '../../../shared/device/bridge/customer-view.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import { KIOSK_IPC, type KioskView } from '../../../shared/device/kiosk/contract.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import type { ScreenBackend } from '../../host/bridge/screen-backend.ts';
import type { ScreenSource } from '../../host/bridge/screen-source.ts';
import type { Kiosk } from '../../host/kiosk/kiosk.ts';
import type { TrustedSenders } from './trusted-senders.ts';

export const NOT_A_SCREEN = refuse('Unauthorized', 'Only a screen of this till may do this.');

/**
 * Serves the bridge contract over IPC: the same source and dispatch as the loopback WebSocket, with
 * the sender and its role checked instead of a token. Only the cashier's screen may send commands.
 * A customer display receives the customer's view and answers the open question.
 */
export function setupIpc(
  { source, dispatch, display }: ScreenBackend,
  trusted: TrustedSenders,
): void {
  const follow = createFollowing(source);
  const followAsCustomer = createFollowing(display.source);
  ipcMain.handle(IPC.call, (event, command: unknown): Promise<AnyAnswer> | AnyAnswer =>
    trusted.roleOf(event) === 'cashier' ? dispatch(command) : NOT_A_SCREEN,
  );
  // Answers the current snapshot; later ones are sent. A page that reloads subscribes again.
  ipcMain.handle(IPC.subscribe, (event): Snapshot | null => {
    if (trusted.roleOf(event) !== 'cashier') return null;
    follow(event.sender, IPC.snapshot, (snapshot) => snapshot);
    return source.snapshot();
  });
  ipcMain.handle(DISPLAY_IPC.subscribe, (event): CustomerView | null => {
    if (trusted.roleOf(event) !== 'customer-display') return null;
    followAsCustomer(event.sender, DISPLAY_IPC.view, (view) => view);
    return display.source.snapshot();
  });
  ipcMain.handle(DISPLAY_IPC.answer, (event, command: unknown): Promise<AnyAnswer> | AnyAnswer =>
    trusted.roleOf(event) === 'customer-display' ? display.dispatch(command) : NOT_A_SCREEN,
  );
}

type Follow<S> = (contents: WebContents, channel: string, read: (snapshot: S) => unknown) => void;

/** Subscribes each page once, however often it asks, until it is destroyed. */
export function createFollowing<S>(source: ScreenSource<S>): Follow<S> {
  const followed = new WeakSet<WebContents>();
  return (contents, channel, read) => {
    if (followed.has(contents)) return;
    followed.add(contents);
    const unsubscribe = source.subscribe((snapshot) => {
      if (!contents.isDestroyed()) contents.send(channel, read(snapshot));
    });
    contents.once('destroyed', unsubscribe);
  };
}

/**
 * Serves a kiosk over IPC to the page of the kiosk's own window only. That page can use neither the
 * till's commands nor the cashier's view.
 */
export function setupKioskIpc(kiosk: Kiosk, trusted: TrustedSenders): void {
  const follow = createFollowing(kiosk.source);
  ipcMain.handle(KIOSK_IPC.call, (event, command: unknown): Promise<AnyAnswer> | AnyAnswer =>
    trusted.roleOf(event) === 'kiosk' ? kiosk.dispatch(command) : NOT_A_SCREEN,
  );
  ipcMain.handle(KIOSK_IPC.subscribe, (event): KioskView | null => {
    if (trusted.roleOf(event) !== 'kiosk') return null;
    follow(event.sender, KIOSK_IPC.view, (view) => view);
    return kiosk.source.snapshot();
  });
}
