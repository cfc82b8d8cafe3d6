import { expect, test } from 'vitest';
import type { Visit } from '../../../../shared/device/kiosk/visit.ts';
import { amounts } from '../../../support/amounts.ts';
import { bought, paying, play } from './play.ts';
import {
  AIDS,
  APPROVE,
  COFFEE,
  REFUNDING,
  SCAN,
  START,
  STATES,
  saleView,
  TIMES,
  UNCLEAR,
} from './worlds.ts';

test('a visit goes from the first touch through payment and delivery back to the start screen', () => {
  const kiosk = bought();
  expect(kiosk.asks).toEqual([{ kind: 'start', good: COFFEE, question: null }]);
  expect(kiosk.shown()).toBe('preparing');
  kiosk.see({ sales: [saleView(SCAN)] });
  kiosk.does({ kind: 'started', sale: 'sale-1' });
  expect(kiosk.shown()).toBe('scan');
  kiosk.see({ sales: [saleView(APPROVE)] });
  expect(kiosk.shown()).toBe('approve');
  kiosk.see({ sales: [saleView({ kind: 'vending', item: 'slot-1' })] });
  expect(kiosk.shown()).toBe('delivering');
  kiosk.see({ sales: [saleView({ kind: 'paid', at: START })] });
  expect(kiosk.shown()).toBe('vended');
  kiosk.wait(TIMES.paid - 1);
  expect(kiosk.shown()).toBe('vended');
  kiosk.wait(1);
  expect(kiosk.shown()).toBe('attract');
  expect(kiosk.asks.at(-1)).toEqual({ kind: 'dismiss', sale: 'sale-1' });
});

test('only a sale that was paid shows the link of its receipt', () => {
  const shown = STATES.map((state) => {
    const kiosk = paying();
    kiosk.see({ sales: [saleView(state)] });
    const screen = kiosk.screen();
    return screen.kind === 'sale' ? [screen.sale.phase.kind, screen.sale.receipt] : [];
  });
  const linked = shown.filter(([, receipt]) => receipt !== undefined);
  expect(new Set(linked.map(([phase]) => phase))).toEqual(new Set(['vended']));
  expect(linked[0]?.[1]).toBe('https://pay.example/re/sale-1');
});

test('pressing pay or begin again during a sale starts no second sale', () => {
  const kiosk = bought();
  kiosk.good('pay');
  kiosk.does({ kind: 'started', sale: 'sale-1' });
  kiosk.see({ sales: [saleView(SCAN)] });
  kiosk.good('pay');
  kiosk.press('begin');
  kiosk.good('pay');
  expect(kiosk.asks.filter(({ kind }) => kind === 'start')).toHaveLength(1);
});

test('paying for an unlisted product, or while the kiosk is closed, starts no sale', () => {
  const kiosk = play();
  kiosk.press('begin');
  kiosk.good('pay', 'gold');
  kiosk.see({ closed: { because: 'offline' } });
  kiosk.good('pay');
  expect(kiosk.asks).toEqual([]);
});

test('a sale that cannot be started is reported on the screen of the chosen product', () => {
  const kiosk = bought();
  kiosk.does({ kind: 'not_started' });
  expect(kiosk.screen()).toEqual({ kind: 'choose', good: COFFEE, problem: 'not_started' });
  kiosk.good('choose');
  expect(kiosk.screen()).toMatchObject({ problem: null });
});

test('the idle warning lasts at least twenty seconds, and a touch removes it', () => {
  const kiosk = play();
  kiosk.press('begin');
  kiosk.wait(TIMES.idle - 1);
  expect(kiosk.warning()).toBe(null);
  kiosk.wait(1);
  const until = kiosk.warning()?.until ?? 0;
  expect(until - (START + TIMES.idle)).toBeGreaterThanOrEqual(20_000);
  kiosk.press('touch');
  expect(kiosk.warning()).toBe(null);
  kiosk.wait(TIMES.idle + TIMES.warning);
  expect(kiosk.shown()).toBe('attract');
});

test('no idle timer runs while a payment is live', () => {
  for (const state of STATES) {
    const kiosk = paying();
    kiosk.see({ sales: [saleView(state)] });
    const before = kiosk.shown();
    const isLive = kiosk.visit().stage.kind === 'sale' && !hasEnded(kiosk.visit());
    if (!isLive) continue;
    kiosk.wait(24 * 3_600_000);
    expect([state.kind, kiosk.shown(), kiosk.warning()]).toEqual([state.kind, before, null]);
    expect(kiosk.due()).toBe(null);
  }
});

const hasEnded = ({ stage }: Visit) => stage.kind === 'sale' && stage.ended !== null;

test('every state of a sale has a screen, and a final screen returns to the start screen by itself', () => {
  const seen = new Set<string>();
  for (const state of STATES) {
    const kiosk = paying();
    kiosk.see({ sales: [saleView(state)] });
    seen.add(kiosk.shown());
    if (!hasEnded(kiosk.visit())) continue;
    expect(kiosk.due()).not.toBe(null);
    kiosk.wait(TIMES.idle + TIMES.warning);
    expect([state.kind, kiosk.shown()]).toEqual([state.kind, 'attract']);
  }
  expect([...seen].sort()).toEqual([
    ...['approve', 'ask', 'cancelled', 'cancelling', 'declined', 'delivering', 'expired'],
    ...['not_charged', 'preparing', 'refused', 'returning', 'scan', 'taking', 'unclear'],
    'vended',
  ]);
});

test('the kept amount decides between vended, partly and not_charged, which says how', () => {
  const end = (taken: number, refunded: number, log: 'delivered' | 'partly_delivered') => {
    const kiosk = paying();
    const sums = amounts({ captured: taken, refunded });
    const state = { kind: 'paid', at: START } as const;
    kiosk.see({ sales: [saleView(state, { money: sums, log: [{ at: START, key: log }] })] });
    const screen = kiosk.screen();
    return screen.kind === 'sale' ? screen.sale.phase : null;
  };
  expect(end(5_200, 0, 'delivered')).toEqual({ kind: 'vended', kept: 5_200 });
  // A machine may charge less than the deposit.
  expect(end(3_000, 0, 'delivered')).toEqual({ kind: 'vended', kept: 3_000 });
  expect(end(5_200, 2_000, 'partly_delivered')).toEqual({ kind: 'partly', kept: 3_200 });
  expect(end(5_200, 5_200, 'delivered')).toEqual({
    ...{ kind: 'not_charged', why: 'stopped', money: 'refunded' },
  });
  const kiosk = paying();
  kiosk.see({ sales: [saleView({ kind: 'released' })] });
  const screen = kiosk.screen();
  expect(screen.kind === 'sale' && screen.sale.phase).toEqual({
    ...{ kind: 'not_charged', why: 'stopped', money: 'released' },
  });
});

test('a sale that was found after a restart is on the screen', () => {
  const kiosk = play();
  kiosk.see({ sales: [saleView({ kind: 'aborting' }, { id: 'old' })] });
  expect(kiosk.shown()).toBe('cancelling');
  kiosk.see({ sales: [saleView({ kind: 'aborted' }, { id: 'old' })] });
  kiosk.wait(TIMES.failed);
  expect(kiosk.shown()).toBe('attract');
});

test('a refund that does not end is set aside after the patience time, and the kiosk sells again', () => {
  const kiosk = paying();
  kiosk.see({ sales: [saleView(REFUNDING)] });
  expect([kiosk.shown(), kiosk.due()]).toEqual(['returning', START + TIMES.patience]);
  kiosk.wait(TIMES.patience - 1);
  expect(kiosk.asks).toHaveLength(1);
  kiosk.wait(1);
  expect(kiosk.asks.slice(1)).toEqual([{ kind: 'set_aside', sale: 'sale-1' }]);
  kiosk.see({ sales: [saleView(REFUNDING, { aside: true })] });
  expect(kiosk.shown()).toBe('attract');
});

test('a refund that ends in time is reported to its customer', () => {
  const kiosk = paying();
  kiosk.see({ sales: [saleView(REFUNDING)] });
  kiosk.wait(TIMES.patience - 1);
  const sums = amounts({ captured: 5_200, refunded: 5_200 });
  kiosk.see({ sales: [saleView({ kind: 'refunded' }, { money: sums })] });
  expect(kiosk.asks).toHaveLength(1);
  kiosk.wait(TIMES.failed - 1);
  expect(kiosk.shown()).toBe('not_charged');
});

test('the operator menu opens after the PIN, never during a payment, and the PIN pad times out', () => {
  const kiosk = paying();
  kiosk.press('knock');
  kiosk.press('admitted');
  expect(kiosk.shown()).toBe('scan');
  kiosk.see({});
  kiosk.press('admitted');
  expect(kiosk.shown()).toBe('attract');
  kiosk.press('knock');
  expect(kiosk.shown()).toBe('pin');
  kiosk.press('admitted');
  expect(kiosk.shown()).toBe('service');
  kiosk.see({ sales: [saleView(SCAN)] });
  expect(kiosk.shown()).toBe('scan');
  kiosk.see({});
  kiosk.press('knock');
  kiosk.wait(TIMES.idle);
  expect(kiosk.shown()).toBe('attract');
});

test.each([
  ['the result of a payment is unknown', UNCLEAR],
  ['a refund has not ended', REFUNDING],
])('an operator can open the menu while %s', (_name, state) => {
  const kiosk = paying();
  kiosk.see({ sales: [saleView(state)], closed: { because: 'offline' } });
  kiosk.press('knock');
  expect(kiosk.shown()).toBe('pin');
  kiosk.press('admitted');
  expect(kiosk.shown()).toBe('service');
  kiosk.see({ sales: [saleView(APPROVE)] });
  expect(kiosk.shown()).toBe('approve');
});

test('the display settings of a customer are reset when the visit ends', () => {
  const kiosk = play();
  kiosk.does({ kind: 'aid', change: { language: 'en', text: 'large' } });
  kiosk.press('begin');
  expect(kiosk.visit().aids).toEqual({ ...AIDS, language: 'en', text: 'large' });
  kiosk.press('leave');
  expect(kiosk.visit().aids).toEqual(AIDS);
  kiosk.does({ kind: 'aid', change: { contrast: 'more' } });
  kiosk.wait(TIMES.idle);
  expect(kiosk.visit().aids).toEqual(AIDS);
});

test('a closed kiosk shows the closed screen instead of the choice, but not instead of a payment', () => {
  const kiosk = play();
  kiosk.press('begin');
  kiosk.see({ closed: { because: 'machine' } });
  expect(kiosk.screen()).toEqual({ kind: 'closed', because: 'machine' });
  kiosk.see({
    closed: { because: 'machine' },
    sales: [saleView({ kind: 'vending', item: 'slot-1' })],
  });
  expect(kiosk.shown()).toBe('delivering');
});

test('nobody who ends a question or a result on a kiosk that has closed is led to the choice behind it', () => {
  const kiosk = play();
  kiosk.see({ asksTip: true });
  kiosk.press('begin');
  kiosk.good('pay');
  kiosk.see({ closed: { because: 'offline' } });
  kiosk.press('cancel');
  expect(kiosk.shown()).toBe('closed');
  kiosk.see({});
  expect(kiosk.shown()).toBe('attract');
  const paid = paying();
  paid.see({ sales: [saleView({ kind: 'paid', at: START })], closed: { because: 'offline' } });
  paid.press('again');
  paid.see({});
  expect(paid.shown()).toBe('attract');
  expect(paid.asks.at(-1)).toEqual({ kind: 'dismiss', sale: 'sale-1' });
});
