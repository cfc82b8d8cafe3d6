import { LIMITS } from '../../protocol/limits.ts';
import type { SaleView } from '../../terminal/sale/state.ts';
import { earliest, latestOf, SECOND, type Ticks, ticksAfter } from '../../time/clock.ts';
import type { QuestionView } from '../questions/view.ts';
import type { Aids, Closed } from './contract.ts';
import { isEnd, phaseOf } from './phase.ts';

/** Where one customer's visit is. */
export type Stage =
  | { readonly kind: 'attract' }
  | { readonly kind: 'choose'; readonly good: string | null; readonly problem: boolean }
  /** The customer is asked for a tip; `question` is the till's, null until the till has answered. */
  | { readonly kind: 'tip'; readonly good: string; readonly question: string | null }
  /** The terminal was asked for a sale and has not answered yet. */
  | { readonly kind: 'asked'; readonly good: string }
  | SaleStage;

export type SaleStage = {
  readonly kind: 'sale';
  readonly sale: string;
  readonly good: string | null;
  /** When it was over for the customer; null while it is live. */
  readonly ended: Ticks | null;
  /** Set while the sale waits for the service. */
  readonly wait: Wait | null;
};

export type Wait = {
  /** From this time on, the kiosk gives the sale up. */
  readonly until: Ticks;
  /** What the kiosk asked the terminal for, unless the terminal refused it. */
  readonly asked: GivingUp | null;
};

/** How the kiosk gives up a sale. Set aside, it leaves the screen free for the next customer. */
export type GivingUp = 'cancel' | 'set_aside';

/** The way to the service menu: shut, asking for the PIN, or open. */
export type Door = 'shut' | 'pin' | 'open';

export type Visit = {
  readonly stage: Stage;
  readonly door: Door;
  readonly aids: Aids;
  /** When the screen was last touched. */
  readonly touched: Ticks;
};

/** How long things last, milliseconds. */
export type KioskTimes = {
  readonly idle: number;
  /** At least 20 s: a customer may need that long to read it and reach for the key. */
  readonly warning: number;
  readonly paid: number;
  readonly failed: number;
  /** How long the kiosk waits for an unclear payment or a refund before it gives the sale up. */
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
  // How long the kiosk waits for the service does not depend on the customer.
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
  readonly closed: Closed | null;
  /** Goods that can be bought now. */
  readonly goods: ReadonlySet<string>;
  readonly times: KioskTimes;
  /** What every visit begins with. */
  readonly aids: Aids;
  /** True if the shop asks for a tip on this screen. */
  readonly asksTip: boolean;
  /** The till's open question to the customer; null if there is none. */
  readonly question: QuestionView | null;
};

export function openVisit(aids: Aids, now: Ticks): Visit {
  return { stage: { kind: 'attract' }, door: 'shut', aids, touched: now };
}

/** The question for a tip that this customer has not answered; null if there is none. */
export function openTip(
  { stage }: Visit,
  { question }: Pick<World, 'question'>,
): QuestionView | null {
  return stage.kind === 'tip' && question?.id === stage.question ? question : null;
}

/** The oldest live sale. */
export function liveSale({ sales }: Pick<World, 'sales'>): SaleView | null {
  const live = sales.filter(isLive);
  const [first, ...others] = live;
  if (first === undefined) return null;
  return others.reduce((oldest, sale) => (sale.number < oldest.number ? sale : oldest), first);
}

/** True for a sale of the main screen that is not over for its customer. */
export function isLive(sale: SaleView): boolean {
  return !sale.aside && !isEnd(phaseOf(sale));
}

export function saleOf(stage: Stage, { sales }: Pick<World, 'sales'>): SaleView | null {
  if (stage.kind !== 'sale') return null;
  return sales.find(({ id }) => id === stage.sale) ?? null;
}

/** A payment in the customer's hands, or a delivery: no other screen may cover it. */
export function holdsScreen(sale: SaleView): boolean {
  return !isEnd(phaseOf(sale)) && !waitsForService(sale);
}

/**
 * What stands before the picture of a visit: the way to the service menu, or that the kiosk is closed; null if the
 * customer sees the visit. A payment in the customer's hands is never covered.
 */
export function coverOf(
  { stage, door }: Visit,
  world: World,
): Exclude<Door, 'shut'> | Closed | null {
  if (stage.kind === 'asked' || stage.kind === 'tip') return null;
  const sale = saleOf(stage, world);
  if (sale !== null && holdsScreen(sale)) return null;
  if (door !== 'shut') return door;
  return sale === null ? world.closed : null;
}

/** True while only the service can end the sale: it does not answer, or it has not refunded yet. */
export function waitsForService({ state }: SaleView): boolean {
  return state.kind === 'unclear' || (state.kind === 'undelivered' && state.refund === 'under_way');
}

/**
 * How a sale that waits can be given up now; null if it cannot, or if the terminal has been asked. It is
 * cancelled while that is possible, so that no machine delivers after its customer has left.
 */
export function wayOut({ wait }: SaleStage, sale: SaleView | null): GivingUp | null {
  if (wait === null || sale === null) return null;
  const how = sale.actions.includes('cancel') ? 'cancel' : 'set_aside';
  if (how === wait.asked || !sale.actions.includes(how)) return null;
  return how === 'set_aside' && mayBePaid(sale) ? null : how;
}

/**
 * True for an unclear payment without a machine that the service may still capture: the till does not undo
 * it later, so the kiosk shows it until the result is known.
 */
function mayBePaid({ mode, state }: SaleView): boolean {
  if (mode.kind === 'vend' || state.kind !== 'unclear') return false;
  return !state.asking.includes('was_it_cancelled');
}

/**
 * When the visit changes by itself, or null when only the world can change it. A live payment has
 * no idle timer; only the wait for the service has an end.
 */
export function dueAt(visit: Visit, world: World): Ticks | null {
  const { stage, touched, door, aids } = visit;
  const times = customerTimes(visit, world);
  const due: Ticks[] = [];
  if (door !== 'shut') due.push(ticksAfter(touched, times.idle));
  switch (stage.kind) {
    case 'attract':
      if (aids !== world.aids) due.push(ticksAfter(touched, times.idle));
      break;
    case 'choose':
      due.push(ticksAfter(touched, times.idle), visitEnd(visit, world));
      break;
    // The question has a deadline of its own.
    case 'tip':
    case 'asked':
      break;
    case 'sale':
      if (stage.wait !== null && wayOut(stage, saleOf(stage, world)) !== null) {
        due.push(stage.wait.until);
      }
      if (stage.ended !== null) due.push(stageEnd(visit, stage, world));
  }
  return earliest(due);
}

/** When an idle visit ends. */
export function visitEnd(visit: Visit, world: Pick<World, 'times'>): Ticks {
  const { idle, warning } = customerTimes(visit, world);
  return ticksAfter(visit.touched, idle + warning);
}

/** How long the result of a sale is shown. A touch extends it. */
export function stageEnd(visit: Visit, stage: SaleStage, world: World): Ticks {
  const times = customerTimes(visit, world);
  const sale = saleOf(stage, world);
  const kind = sale === null ? 'paid' : phaseOf(sale).kind;
  const shown = latestOf(visit.touched, stage.ended ?? visit.touched);
  // A customer who paid and received nothing needs time to write the number down.
  if (kind === 'ask' || kind === 'partly') return ticksAfter(shown, times.idle + times.warning);
  return ticksAfter(shown, kind === 'paid' || kind === 'vended' ? times.paid : times.failed);
}
