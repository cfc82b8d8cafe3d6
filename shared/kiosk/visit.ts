import { LIMITS } from '../protocol/limits.ts';
import type { SaleView } from '../terminal/sale/state.ts';
import { type Instant, SECOND } from '../time/clock.ts';
import type { Aids, ClosedBecause, Phase } from './contract.ts';
import { isEnd, phaseOf } from './phase.ts';

/** Where one customer's visit is. */
export type Stage =
  | { readonly kind: 'attract' }
  | { readonly kind: 'choose'; readonly good: string | null; readonly problem: boolean }
  /** The terminal was asked for a sale and has not answered yet. */
  | { readonly kind: 'asked'; readonly good: string }
  | SaleStage;

export type SaleStage = {
  readonly kind: 'sale';
  readonly sale: string;
  readonly good: string | null;
  /** When it was over for the customer; null while it is live. */
  readonly ended: Instant | null;
  /** Since when the state of the sale is unknown. */
  readonly unclear: Instant | null;
  /** It was given up because that took too long. */
  readonly givenUp: boolean;
};

/** The way to the service menu: shut, asking for the PIN, or open. */
export type Door = 'shut' | 'pin' | 'open';

export type Visit = {
  readonly stage: Stage;
  readonly door: Door;
  readonly aids: Aids;
  /** Time of the last touch. */
  readonly touched: Instant;
};

/** How long things last, milliseconds. */
export type KioskTimes = {
  readonly idle: number;
  /** At least 20 s: a customer may need that long to read it and reach for the key. */
  readonly warning: number;
  readonly paid: number;
  readonly failed: number;
  /** How long an unclear payment is waited for before it is given up. */
  readonly patience: number;
};

/** The times of one customer: longer for a customer who asked for more time, within the limits. */
export function customerTimes(
  { aids }: Pick<Visit, 'aids'>,
  { times }: Pick<World, 'times'>,
): KioskTimes {
  if (aids.time === 'normal') return times;
  const most = LIMITS.kioskTimeSecondsMax * SECOND;
  const longer = (time: number) => Math.max(time, Math.min(time * LIMITS.kioskTimeFactor, most));
  // How long an unclear payment is waited for does not depend on the customer.
  const { idle, warning, paid, failed, patience } = times;
  return {
    idle: longer(idle),
    warning: longer(warning),
    paid: longer(paid),
    failed: longer(failed),
    patience,
  };
}

/** The input of the visit's decisions; none of it is stored here. */
export type World = {
  readonly sales: readonly SaleView[];
  /** Why nothing can be sold; null while something can. */
  readonly closed: ClosedBecause | null;
  /** Goods that can be bought now. */
  readonly goods: ReadonlySet<string>;
  readonly times: KioskTimes;
  /** What every visit begins with. */
  readonly aids: Aids;
};

export function openVisit(aids: Aids, now: Instant): Visit {
  return { stage: { kind: 'attract' }, door: 'shut', aids, touched: now };
}

/** A sale of the main screen that is not over for its customer. */
export function liveSale({ sales }: Pick<World, 'sales'>): SaleView | null {
  const live = sales.filter((sale) => !sale.aside && !isEnd(phaseOf(sale)));
  const [first, ...others] = live;
  if (first === undefined) return null;
  return others.reduce((oldest, sale) => (sale.number < oldest.number ? sale : oldest), first);
}

export function saleOf(stage: Stage, { sales }: Pick<World, 'sales'>): SaleView | null {
  if (stage.kind !== 'sale') return null;
  return sales.find(({ id }) => id === stage.sale) ?? null;
}

/** A payment that the customer can approve now: no other screen may cover it. */
export function holdsScreen(phase: Phase): boolean {
  return !isEnd(phase) && phase.kind !== 'unclear';
}

/**
 * When the visit changes by itself, or null when only the world can change it. A live payment has
 * no idle timer; only the wait for an unclear one has an end.
 */
export function dueAt(visit: Visit, world: World): Instant | null {
  const { stage, touched, door, aids } = visit;
  const times = customerTimes(visit, world);
  const due: Instant[] = [];
  if (door !== 'shut') due.push(touched + times.idle);
  switch (stage.kind) {
    case 'attract':
      if (aids !== world.aids) due.push(touched + times.idle);
      break;
    case 'choose':
      due.push(touched + times.idle, visitEnd(visit, world));
      break;
    case 'asked':
      break;
    case 'sale':
      if (stage.unclear !== null && !stage.givenUp) due.push(stage.unclear + times.patience);
      if (stage.ended !== null) due.push(stageEnd(visit, stage, world));
  }
  return due.length === 0 ? null : Math.min(...due);
}

/** When an idle visit ends. */
export function visitEnd(visit: Visit, world: Pick<World, 'times'>): Instant {
  const { idle, warning } = customerTimes(visit, world);
  return visit.touched + idle + warning;
}

/** How long the result of a sale is shown. A touch extends it. */
export function stageEnd(visit: Visit, stage: SaleStage, world: World): Instant {
  const times = customerTimes(visit, world);
  const sale = saleOf(stage, world);
  const kind = sale === null ? 'paid' : phaseOf(sale).kind;
  const shown = Math.max(stage.ended ?? 0, visit.touched);
  // A customer who paid and received nothing needs time to write the number down.
  if (kind === 'ask' || kind === 'partly') return shown + times.idle + times.warning;
  return shown + (kind === 'paid' || kind === 'vended' ? times.paid : times.failed);
}
