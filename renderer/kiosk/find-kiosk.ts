import type { KioskCommand } from '../../shared/kiosk/commands.ts';
import type { KioskBridge, KioskView } from '../../shared/kiosk/contract.ts';
import { createWebSocketBridge } from '../state/adapters/ws-bridge.ts';

declare global {
  interface Window {
    /** Put there by the preload of the kiosk's window; absent in a browser. */
    readonly tillkitKiosk?: KioskBridge;
  }
}

/** The bridge of this page: the preload's where there is one, else the loopback WebSocket. */
export function findKiosk(): KioskBridge {
  return window.tillkitKiosk ?? createWebSocketBridge<KioskView, KioskCommand>();
}
