import type {
  CustomerBridge,
  CustomerView,
  DisplayCommand,
} from '../../shared/device/bridge/customer-view.ts';
import { drawAfterFirstView, keepLastView } from '../state/adapters/first-view.ts';
import { createWebSocketBridge } from '../state/adapters/host-bridge.ts';
import { drawScreen } from '../ui/draw-screen.tsx';
import { CustomerDisplay } from './app.tsx';
import '../ui/base.css';
import '../ui/paper.css';
import '../ui/keys.css';
import '../ui/question/question.css';
import '../ui/state.css';
import './display.css';

const bridge = keepLastView<CustomerView, CustomerBridge>(findDisplay());
drawAfterFirstView(bridge.subscribe, () => drawScreen(<CustomerDisplay bridge={bridge} />));

declare global {
  interface Window {
    /** Set by the preload script of the customer's window; undefined in a browser. */
    readonly tillkitDisplay?: CustomerBridge;
  }
}

/**
 * The bridge to the till: the preload script's, else the loopback WebSocket. A token of this page
 * admits only to the customer's view and
 * to the answer to a question.
 */
export function findDisplay(): CustomerBridge {
  if (window.tillkitDisplay !== undefined) return window.tillkitDisplay;
  const { subscribe, call } = createWebSocketBridge<CustomerView, DisplayCommand>();
  return {
    subscribe,
    answer: (question, answer) => call({ type: 'answer_question', question, answer }),
  };
}
