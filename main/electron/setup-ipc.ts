import { ipcMain, type WebContents } from 'electron';
import { type BridgeAnswer, IPC, type Snapshot } from '../../shared/bridge/contract.ts';
import { refuse } from '../../shared/protocol/errors.ts';
import type { Dispatch } from '../host/bridge/dispatch.ts';
import type { ScreenSource } from '../host/bridge/screen-source.ts';
import type { TrustedSenders } from './trusted-senders.ts';

const NOT_A_SCREEN = refuse('Unauthorized', 'Only a screen of this till may do this.');

/**
 * Carries the bridge contract over IPC: the same source and the same dispatch as the loopback
 * WebSocket, with the sender checked in place of a token.
 */
export function setupIpc(source: ScreenSource, dispatch: Dispatch, trusted: TrustedSenders): void {
  const subscribed = new WeakSet<WebContents>();

  ipcMain.handle(IPC.call, (event, command: unknown): Promise<BridgeAnswer> | BridgeAnswer =>
    trusted.has(event) ? dispatch(command) : NOT_A_SCREEN,
  );
  // Answers the present snapshot; later ones are sent. A page that loads again subscribes again.
  ipcMain.handle(IPC.subscribe, (event): Snapshot | null => {
    if (!trusted.has(event)) return null;
    const { sender } = event;
    if (!subscribed.has(sender)) {
      subscribed.add(sender);
      const unsubscribe = source.subscribe((snapshot) => {
        if (!sender.isDestroyed()) sender.send(IPC.snapshot, snapshot);
      });
      sender.once('destroyed', unsubscribe);
    }
    return source.snapshot();
  });
}
