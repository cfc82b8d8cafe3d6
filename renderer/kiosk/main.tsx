import type { KioskCommand } from '../../shared/device/kiosk/commands.ts';
import type { KioskBridge, KioskView } from '../../shared/device/kiosk/contract.ts';
import { drawAfterFirstView, keepLastView } from '../state/adapters/first-view.ts';
import { createWebSocketBridge } from '../state/adapters/host-bridge.ts';
import { drawScreen } from '../ui/draw-screen.tsx';
import { Kiosk } from './app.tsx';
import '../ui/base.css';
import '../ui/keys.css';
import '../ui/paper.css';
import '../ui/question/question.css';
import '../ui/state.css';
import './choose.css';
import './kiosk.css';
import './plate.css';
import './attract.css';
import './closed.css';
import './warning.css';
import './contrast.css';
import './paying.css';
import './result.css';
import './receipt.css';
import './question.css';
import './service.css';

const bridge = keepLastView<KioskView, KioskBridge>(findKiosk());
drawAfterFirstView(bridge.subscribe, () => drawScreen(<Kiosk bridge={bridge} />));

declare global {
  interface Window {
    /** Set by the preload script of the kiosk's window; undefined in a browser. */
    readonly tillkitKiosk?: KioskBridge;
  }
}

/** The bridge of this page: the preload script's, else the loopback WebSocket. */
export function findKiosk(): KioskBridge {
  return window.tillkitKiosk ?? createWebSocketBridge<KioskView, KioskCommand>();
}
