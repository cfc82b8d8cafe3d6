import type { KioskCommand } from '../../shared/kiosk/commands.ts';
import type { KioskBridge, KioskView } from '../../shared/kiosk/contract.ts';
import { remember, whenTold } from '../state/adapters/when-told.ts';
import { createWebSocketBridge } from '../state/adapters/ws-bridge.ts';
import { drawScreen } from '../ui/draw-screen.tsx';
import { Kiosk } from './app.tsx';
import '../ui/base.css';
import '../ui/keys.css';
import '../ui/paper.css';
import '../ui/state.css';
import './choose.css';
import './kiosk.css';
import './sale.css';
import './service.css';

const bridge = remember<KioskView, KioskBridge>(findKiosk());
whenTold(bridge.subscribe, () => drawScreen(<Kiosk bridge={bridge} />));

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
