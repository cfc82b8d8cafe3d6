import { alike } from '../../../../shared/catalogue/language.ts';
import type { KioskScreen } from '../../../../shared/device/kiosk/contract.ts';
import { kioskScreen, warningOf } from '../../../../shared/device/kiosk/screen.ts';
import { type Ask, step, type VisitEvent } from '../../../../shared/device/kiosk/step.ts';
import { dueAt, openVisit, type Visit, type World } from '../../../../shared/device/kiosk/visit.ts';
import { money } from '../../../../shared/money/money.ts';
import { elapsed, type Ticks, ticksOf } from '../../../../shared/time/clock.ts';
import { AIDS, COFFEE, SCAN, START, saleView, world } from './worlds.ts';

const PARTS = {
  describe: () => ({
    ...{ number: 1, amount: money(5_200), tip: money(0), currency: 'NOK', name: alike('x') },
    stated: { what: 'asked' as const, amount: money(5_200) },
    ...{ picture: null, seconds: null, delivery: 'deposit' as const },
  }),
  receiptOf: ({ id }: { readonly id: string }) => `https://pay.example/re/${id}`,
  pin: (): Extract<KioskScreen, { kind: 'pin' }> => ({
    kind: 'pin',
    pad: { pin: 'set', lockedUntil: null, wrong: false },
  }),
  service: (): Extract<KioskScreen, { kind: 'service' }> => ({
    kind: 'service',
    service: {
      ...{
        connection: { kind: 'online', push: true },
        notReady: null,
        clock: 'right',
        machine: 'none',
      },
      ...{ test: 'not_tested', problem: null, setup: 'done', sales: [], fullScreen: null },
    },
  }),
};

/** A reading as a number. */
const count = (at: Ticks) => elapsed(ticksOf(0), at);

/** A visit that a test plays: what is pressed, what the world does, and what was asked for. */
export function play() {
  let visit: Visit = openVisit(AIDS, ticksOf(START));
  let around: World = world();
  let now = START;
  const asks: Ask[] = [];
  const does = (event: VisitEvent) => {
    const stepped = step(visit, event, around, ticksOf(now));
    visit = stepped.visit;
    asks.push(...stepped.asks);
  };
  return {
    asks,
    does,
    press: (
      kind: 'begin' | 'cancel' | 'again' | 'leave' | 'knock' | 'admitted' | 'shut' | 'touch',
    ) => does({ kind }),
    good: (kind: 'choose' | 'pay', good = COFFEE) => does({ kind, good }),
    see: (over: Partial<World>) => {
      around = world(over);
      does({ kind: 'look' });
    },
    wait: (time: number) => {
      now += time;
      does({ kind: 'look' });
    },
    screen: () => kioskScreen(visit, around, PARTS),
    shown: () => {
      const screen = kioskScreen(visit, around, PARTS);
      return screen.kind === 'sale' ? screen.sale.phase.kind : screen.kind;
    },
    warning: () => warningOf(visit, kioskScreen(visit, around, PARTS), around, ticksOf(now), count),
    due: () => {
      const due = dueAt(visit, around);
      return due === null ? null : count(due);
    },
    visit: () => visit,
  };
}

export function bought() {
  const kiosk = play();
  kiosk.press('begin');
  kiosk.good('choose');
  kiosk.good('pay');
  return kiosk;
}

export function paying() {
  const kiosk = bought();
  kiosk.does({ kind: 'started', sale: 'sale-1' });
  kiosk.see({ sales: [saleView(SCAN)] });
  return kiosk;
}
