import { systemClock } from '../../main/host/adapters/machine.ts';
import { NO_BILLS } from '../../shared/bill/bill.ts';
import { ZERO } from '../../shared/money/money.ts';
import { answer, refuse } from '../../shared/protocol/errors.ts';
import { createBillBook } from '../../shared/terminal/bills/bill-book.ts';
import type { SaleAction, SaleRequest, TerminalView } from '../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';

const EMPTY_VIEW: TerminalView = {
  connection: { kind: 'online', push: true },
  clock: 'right',
  notReady: null,
  sales: [],
  unclaimed: [],
  refunds: [],
  permissions: [],
  codes: [],
  scans: [],
};

/** A terminal that a test controls: it records its commands and shows what the test tells it to. */
export function createScriptedTerminal() {
  const listeners = new Set<(view: TerminalView) => void>();
  const asked: unknown[] = [];
  let view = EMPTY_VIEW;
  let broken = false;
  let refused: ReturnType<typeof refuse> | null = null;
  let refusedAct: ReturnType<typeof refuse> | null = null;
  const terminal: Terminal = {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start(request: SaleRequest) {
      if (broken) throw new Error('the till fell over');
      if (refused !== null) return refused;
      asked.push({ start: request });
      return answer({ id: 'sale-1' });
    },
    until: async () => refuse('Not Found', 'This terminal follows no sale.'),
    sale: (id) => view.sales.find((sale) => sale.id === id) ?? null,
    saleByReference: (name) => view.sales.find((sale) => sale.reference === name) ?? null,
    saleOfTender: (tender) => view.sales.find((sale) => sale.bill?.tender === tender) ?? null,
    bills: createBillBook({
      journalQueue: {
        write: async () => true,
        must: async () => ({ ok: true }),
        settled: async () => undefined,
        isStuck: () => false,
        stop: async () => undefined,
      },
      clock: systemClock,
      restored: NO_BILLS,
      otherTender: () => undefined,
    }),
    async act(saleId: string, action: SaleAction) {
      asked.push({ act: action, saleId });
      if (refusedAct !== null) return refusedAct;
      return action === 'capture' ? refuse('Conflict', 'It is not reserved.') : answer(null);
    },
    async capture(saleId, request) {
      asked.push({ capture: request, saleId });
      return answer({ captureId: request.captureId ?? 'c-1' });
    },
    async openCode(label: string | null = null) {
      asked.push({ openCode: label });
      return answer({ id: 'code-1', uri: 'http://pay.test/s/abcde/code-1' });
    },
    async closeCode(id: string) {
      asked.push({ closeCode: id });
      return id === 'code-1' ? answer(null) : refuse('Not Found', 'There is no such code.');
    },
    async tendered(payment) {
      asked.push({ tendered: payment });
      return answer(null);
    },
    async askPermission(request) {
      asked.push({ permission: request });
      return answer({ id: 'data-1' });
    },
    takePermission: async () => refuse('Conflict', 'Nothing was granted.'),
    async refund(request) {
      asked.push({ refund: request });
      return { ok: true, value: { refundId: request.refundId ?? 'r-1' } };
    },
    async refundBill(order) {
      asked.push({ refundBill: order });
      return { ...refuse('Conflict', 'This till has no key.'), because: 'no_key' };
    },
    billRefund: () => null,
    async refundable(tid) {
      asked.push({ refundable: tid });
      const left = { amount: ZERO, additional: ZERO };
      return { ok: true, value: { currency: 'NOK', left, items: [], refunded: [], rates: [] } };
    },
    refresh: () => asked.push('refresh'),
    stop: () => Promise.resolve(),
  };
  return {
    terminal,
    asked,
    listeners: () => listeners.size,
    refuseStarts(refusal: ReturnType<typeof refuse>) {
      refused = refusal;
    },
    refuseActs(refusal: ReturnType<typeof refuse> | null) {
      refusedAct = refusal;
    },
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
  timeZone: 'UTC',
} as const;

/**
 * Commands that every carrier of the bridge must answer in the same way, and the valid ones among them.
 */
export const COMMANDS: readonly (readonly [string, unknown])[] = [
  ['a sale by code', { type: 'start_sale', request: { amount: 12_500, method: { kind: 'qr' } } }],
  [
    'a sale by phone',
    {
      type: 'start_sale',
      request: { amount: 1, text: 'x', method: { kind: 'phone', msisdn: '4798765432' } },
    },
  ],
  [
    'a sale by a customer’s own code, at a table',
    {
      type: 'start_sale',
      request: {
        amount: 900,
        method: { kind: 'scan_token', token: 'token:123456789012345678' },
        label: 'Table 4',
        place: 'aside',
      },
    },
  ],
  [
    'a sale by sticker',
    {
      type: 'start_sale',
      request: {
        amount: 900,
        method: { kind: 'sticker', sticker: { kind: 'serial', serial: '0123456789012' } },
      },
    },
  ],
  [
    'a sale by sticker or code',
    {
      type: 'start_sale',
      request: {
        amount: 900,
        method: { kind: 'qr_and_sticker', sticker: { kind: 'shortlink', id: 'xhTGU' } },
      },
    },
  ],
  [
    'a sale by the till’s own code',
    { type: 'start_sale', request: { amount: 900, method: { kind: 'device_code' } } },
  ],
  [
    'a sticker without a name',
    { type: 'start_sale', request: { amount: 900, method: { kind: 'sticker', sticker: {} } } },
  ],
  [
    'a token that is none',
    { type: 'start_sale', request: { amount: 900, method: { kind: 'scan_token', token: '4' } } },
  ],
  [
    'a place that is none',
    { type: 'start_sale', request: { amount: 900, method: { kind: 'qr' }, place: 'roof' } },
  ],
  ['a code is shown', { type: 'open_code', label: 'Table 4' }],
  ['a code without a label', { type: 'open_code' }],
  ['a code is closed', { type: 'close_code', codeId: 'code-1' }],
  ['a code that is not shown', { type: 'close_code', codeId: 'code-2' }],
  ['a code without an id', { type: 'close_code' }],
  ['a sale is brought to the screen', { type: 'act', saleId: 'sale-1', action: 'bring_to_front' }],
  ['an act', { type: 'act', saleId: 'sale-1', action: 'cancel' }],
  ['a part taken', { type: 'capture', saleId: 'sale-1', amount: 500, captureId: 'mine' }],
  ['less than nothing taken', { type: 'capture', saleId: 'sale-1', amount: -1 }],
  ['an act that is refused', { type: 'act', saleId: 'sale-1', action: 'capture' }],
  ['a look', { type: 'refresh' }],
  ['no amount', { type: 'start_sale', request: { method: { kind: 'qr' } } }],
  ['half a unit', { type: 'start_sale', request: { amount: 0.5, method: { kind: 'qr' } } }],
  ['nothing to pay', { type: 'start_sale', request: { amount: 0, method: { kind: 'qr' } } }],
  ['too much', { type: 'start_sale', request: { amount: 1e15, method: { kind: 'qr' } } }],
  [
    'a word for a number',
    { type: 'start_sale', request: { amount: 5, method: { kind: 'phone', msisdn: 'x' } } },
  ],
  ['an unknown act', { type: 'act', saleId: 'sale-1', action: 'explode' }],
  ['an unknown command', { type: 'quit' }],
  ['a text', 'start_sale'],
  ['nothing', null],
  ['a list', []],
  ['a polluting key', JSON.parse('{"__proto__":{"type":"refresh"}}')],
];
