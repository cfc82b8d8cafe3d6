import type { CustomerBridge, CustomerView } from '../../shared/bridge/customer-view.ts';
import { remember, whenTold } from '../state/adapters/when-told.ts';
import { drawScreen } from '../ui/draw-screen.tsx';
import { CustomerDisplay } from './app.tsx';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/state.css';
import './display.css';

const bridge = remember<CustomerView, CustomerBridge>(findDisplay());
whenTold(bridge.subscribe, () => drawScreen(<CustomerDisplay bridge={bridge} />));

declare global {
  interface Window {
    /** Put there by the preload of the customer's window. */
    readonly tillkitDisplay?: CustomerBridge;
  }
}

/** The way to the till. Throws outside of the till's own window: nothing else can show this. */
export function findDisplay(): CustomerBridge {
  const bridge = window.tillkitDisplay;
  if (bridge === undefined) throw new Error('this page belongs into the till’s own window');
  return bridge;
}
