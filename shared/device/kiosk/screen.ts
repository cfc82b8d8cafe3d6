import { present } from '../../objects/present.ts';
import type { SaleView } from '../../terminal/sale/state.ts';
import { elapsed, type Instant, type Ticks } from '../../time/clock.ts';
import type { KioskSale, KioskScreen, Phase } from './contract.ts';
import { phaseOf } from './phase.ts';
import {
  coverOf,
  customerTimes,
  openTip,
  saleOf,
  type Visit,
  visitEnd,
  type World,
} from './visit.ts';

/** What only the host knows of the pictures: the catalogue, and what is behind the door. */
export type ScreenDetails = {
  /** How a sale is called and drawn; `good` is what the visit has bought, where that is known. */
  readonly describe: (
    sale: SaleView | null,
    good: string | null,
  ) => Omit<KioskSale, 'phase' | 'canCancel' | 'receipt'>;
  /** Address of the page of a sale's receipt; null while it has none. */
  readonly receiptOf: (sale: SaleView) => string | null;
  readonly pin: () => Extract<KioskScreen, { kind: 'pin' }>;
  readonly service: () => Extract<KioskScreen, { kind: 'service' }>;
};

/** Phases of which a customer keeps a receipt. */
const PAID: ReadonlySet<Phase['kind']> = new Set<Phase['kind']>(['vended', 'partly', 'paid']);

/** The one picture of a visit. A live payment is before everything else. */
export function kioskScreen(visit: Visit, world: World, parts: ScreenDetails): KioskScreen {
  const { stage } = visit;
  const cover = coverOf(visit, world);
  if (cover === 'pin') return parts.pin();
  if (cover === 'open') return parts.service();
  if (cover !== null) return { kind: 'closed', ...cover };
  const sale = saleOf(stage, world);
  const phase = sale === null ? null : phaseOf(sale);
  const question = openTip(visit, world);
  if (question !== null) return { kind: 'question', question };
  if (stage.kind === 'asked' || stage.kind === 'tip') {
    const asked = parts.describe(null, stage.good);
    return {
      kind: 'sale',
      sale: { ...asked, phase: { kind: 'preparing' }, canCancel: false },
    };
  }
  if (stage.kind === 'sale' && sale !== null && phase !== null) {
    const canCancel = sale.actions.includes('cancel');
    const receipt = PAID.has(phase.kind) ? parts.receiptOf(sale) : null;
    return {
      kind: 'sale',
      sale: { ...parts.describe(sale, stage.good), phase, canCancel, ...present({ receipt }) },
    };
  }
  if (stage.kind === 'choose') {
    const { good, problem } = stage;
    const there = good !== null && world.goods.has(good) ? good : null;
    return { kind: 'choose', good: there, problem: problem ? 'not_started' : null };
  }
  return { kind: 'attract' };
}

/**
 * The warning of a visit that is about to end; never while a payment is live. The screen counts down to the
 * time of day that `timeOfDay` gives for the end.
 */
export function warningOf(
  visit: Visit,
  screen: KioskScreen,
  world: World,
  now: Ticks,
  timeOfDay: (at: Ticks) => Instant,
): { readonly until: Instant } | null {
  const { idle } = customerTimes(visit, world);
  if (screen.kind !== 'choose' || elapsed(visit.touched, now) < idle) return null;
  return { until: timeOfDay(visitEnd(visit, world)) };
}
