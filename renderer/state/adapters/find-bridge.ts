import type { Bridge } from '../../../shared/bridge/contract.ts';
import { createWebSocketBridge } from './ws-bridge.ts';

declare global {
  interface Window {
    /** Put there by the Electron preload; absent in a browser. */
    readonly tillkit?: Bridge;
  }
}

/** The bridge of this page: the preload's where there is one, else the loopback WebSocket. */
export function findBridge(): Bridge {
  return window.tillkit ?? createWebSocketBridge();
}
