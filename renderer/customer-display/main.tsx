import type { CustomerBridge, CustomerView } from '../../shared/bridge/customer-view.ts';
import { drawAfterFirstView, keepLastView } from '../state/adapters/first-view.ts';
import { drawScreen } from '../ui/draw-screen.tsx';
import { CustomerDisplay } from './app.tsx';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/state.css';
import './display.css';

const bridge = keepLastView<CustomerView, CustomerBridge>(findDisplay());
drawAfterFirstView(bridge.subscribe, () => drawScreen(<CustomerDisplay bridge={bridge} />));

declare global {
  interface Window {
    /** Set by the preload script of the customer's window. */
    readonly tillkitDisplay?: CustomerBridge;
  }
}

/**
 * The bridge to the till. Throws in every other window, because only the till has a bridge for it.
 */
export function findDisplay(): CustomerBridge {
  const bridge = window.tillkitDisplay;
  if (bridge === undefined) throw new Error('this page belongs into the till’s own window');
  return bridge;
}
