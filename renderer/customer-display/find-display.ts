import type { CustomerBridge } from '../../shared/bridge/customer-view.ts';

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
