import { answer, refuse } from '../../shared/protocol/errors.ts';
import type { SaleAction, SaleRequest, TerminalView } from '../../shared/terminal/state.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';

const EMPTY_VIEW: TerminalView = {
  connection: { kind: 'online', push: true },
  notReady: null,
  sales: [],
  unclaimed: [],
};

/** A terminal that a test speaks for: it records what is asked and shows what it is told to. */
export function createScriptedTerminal() {
  const listeners = new Set<(view: TerminalView) => void>();
  const asked: unknown[] = [];
  let view = EMPTY_VIEW;
  let broken = false;
  const terminal: Terminal = {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start(request: SaleRequest) {
      if (broken) throw new Error('the till fell over');
      asked.push({ start: request });
      return answer({ id: 'sale-1' });
    },
    async act(saleId: string, action: SaleAction) {
      asked.push({ act: action, saleId });
      return action === 'capture' ? refuse('Conflict', 'It is not reserved.') : answer(null);
    },
    refresh: () => asked.push('refresh'),
    stop: () => Promise.resolve(),
  };
  return {
    terminal,
    asked,
    listeners: () => listeners.size,
    breakDown() {
      broken = true;
    },
    show(next: Partial<TerminalView>) {
      view = { ...view, ...next };
      for (const listener of listeners) listener(view);
    },
  };
}

export const TILL_SETTINGS = {
  shop: { name: 'Kaffebaren Løkka', address: null, organisationNumber: null },
  currency: 'NOK',
  locale: 'nb-NO',
  language: 'en',
  posId: 'till1',
  paidDwellSeconds: 8,
} as const;

/** Commands that every way to the host must answer alike, and the good ones among them. */
export const COMMANDS: readonly (readonly [string, unknown])[] = [
  ['a sale by code', { type: 'start_sale', request: { amount: 12_500, way: { kind: 'qr' } } }],
  [
    'a sale by phone',
    {
      type: 'start_sale',
      request: { amount: 1, text: 'x', way: { kind: 'phone', msisdn: '4798765432' } },
    },
  ],
  ['an act', { type: 'act', saleId: 'sale-1', action: 'cancel' }],
  ['an act that is refused', { type: 'act', saleId: 'sale-1', action: 'capture' }],
  ['a look', { type: 'refresh' }],
  ['no amount', { type: 'start_sale', request: { way: { kind: 'qr' } } }],
  ['half a unit', { type: 'start_sale', request: { amount: 0.5, way: { kind: 'qr' } } }],
  ['nothing to pay', { type: 'start_sale', request: { amount: 0, way: { kind: 'qr' } } }],
  ['too much', { type: 'start_sale', request: { amount: 1e15, way: { kind: 'qr' } } }],
  [
    'a word for a number',
    { type: 'start_sale', request: { amount: 5, way: { kind: 'phone', msisdn: 'x' } } },
  ],
  ['an unknown act', { type: 'act', saleId: 'sale-1', action: 'explode' }],
  ['an unknown command', { type: 'quit' }],
  ['a text', 'start_sale'],
  ['nothing', null],
  ['a list', []],
  ['a polluting key', JSON.parse('{"__proto__":{"type":"refresh"}}')],
];
