import { ipcMain } from 'electron';
import type { BridgeAnswer } from '../../shared/bridge/contract.ts';
import { KIOSK_IPC, type KioskView } from '../../shared/kiosk/contract.ts';
import type { Kiosk } from '../host/kiosk/kiosk.ts';
import { createFollowing, NOT_A_SCREEN } from './setup-ipc.ts';
import type { TrustedSenders } from './trusted-senders.ts';

/**
 * Carries a kiosk over IPC, to the page of the kiosk's own window and to no other. That page has
 * nothing of the cashier's: not the till's commands, and not what a cashier sees.
 */
export function setupKioskIpc(kiosk: Kiosk, trusted: TrustedSenders): void {
  const follow = createFollowing(kiosk.source);
  ipcMain.handle(KIOSK_IPC.call, (event, command: unknown): Promise<BridgeAnswer> | BridgeAnswer =>
    trusted.roleOf(event) === 'kiosk' ? kiosk.dispatch(command) : NOT_A_SCREEN,
  );
  ipcMain.handle(KIOSK_IPC.subscribe, (event): KioskView | null => {
    if (trusted.roleOf(event) !== 'kiosk') return null;
    follow(event.sender, KIOSK_IPC.view, (view) => view);
    return kiosk.source.snapshot();
  });
}
