import { elapsed, isReached, latestOf, SECOND, type Ticks, ticksAfter } from '../../time/clock.ts';
import type { Aids } from './contract.ts';
import { isEnd, phaseOf } from './phase.ts';
import {
  coverOf,
  customerTimes,
  type GivingUp,
  holdsScreen,
  isLive,
  liveSale,
  openTip,
  type SaleStage,
  saleOf,
  stageEnd,
  type Visit,
  visitEnd,
  type Wait,
  type World,
  waitsForService,
  wayOut,
} from './visit.ts';

/** What people and the terminal do to a visit. `look`: time has passed, or the world changed. */
export type VisitEvent =
  | { readonly kind: 'look' }
  | { readonly kind: 'started'; readonly sale: string }
  | { readonly kind: 'not_started' }
  /** The till asks the customer for a tip; null if it cannot. */
  | { readonly kind: 'tip_asked'; readonly question: string | null }
  /** The terminal refused to give up a sale. */
  | { readonly kind: 'not_given_up'; readonly sale: string }
  | Pressed;

/** What the customer does at the screen. */
export type Pressed =
  | Moving
  | { readonly kind: 'touch' }
  | { readonly kind: 'aid'; readonly change: Partial<Aids> }
  | { readonly kind: 'knock' | 'admitted' | 'shut' };

/** The presses that move a visit. */
type Moving =
  | { readonly kind: 'begin' | 'cancel' | 'again' | 'leave' }
  | { readonly kind: 'choose' | 'pay'; readonly good: string };

/** What a visit asks of the terminal. */
export type Ask =
  | { readonly kind: 'ask_tip'; readonly good: string }
  | { readonly kind: 'skip_tip'; readonly question: string }
  /** `question` has asked for the tip; null if nobody was asked. */
  | { readonly kind: 'start'; readonly good: string; readonly question: string | null }
  | { readonly kind: GivingUp | 'dismiss'; readonly sale: string };

/** Pause before the kiosk asks again after a refusal; the journal is tried as often. */
const ASK_AGAIN = 5 * SECOND;

export type Stepped = { readonly visit: Visit; readonly asks: readonly Ask[] };

/**
 * One step of a visit. The sales are read before and after, so that a sale that has started meanwhile is
 * on the screen before a press is handled.
 */
export function step(visit: Visit, event: VisitEvent, world: World, now: Ticks): Stepped {
  const before = look(visit, world, now);
  const done = act(before.visit, event, world, now);
  const after = look(done.visit, world, now);
  const asks = [...before.asks, ...done.asks, ...after.asks];
  // Nobody looks at the question of a customer who has left it.
  const left = after.visit.stage.kind === 'tip' ? null : openTip(visit, world);
  return {
    visit: after.visit,
    asks: left === null ? asks : [...asks, { kind: 'skip_tip', question: left.id }],
  };
}

const only = (visit: Visit): Stepped => ({ visit, asks: [] });

function look(visit: Visit, world: World, now: Ticks): Stepped {
  const followed = follow(visit, world, now);
  const tipped = afterTip(followed, world);
  const { visit: shown, asks } = giveUp(tipped.visit, world, now);
  const ended = timeOut(shown, world, now);
  return { visit: ended.visit, asks: [...tipped.asks, ...asks, ...ended.asks] };
}

/**
 * Keeps the live sale on the screen, also one that a cash register started, and records its state. A sale
 * that was set aside before its end leaves the screen.
 */
function follow(visit: Visit, world: World, now: Ticks): Visit {
  const { stage } = visit;
  const shown = saleOf(stage, world);
  const live = shown !== null && isLive(shown) ? shown : liveSale(world);
  const ended = shown !== null && isEnd(phaseOf(shown)) ? shown : null;
  const sale = live ?? ended;
  if (sale === null) {
    if (stage.kind !== 'sale') return visit;
    // A sale that has just started may not be in the view yet; its customer keeps the settings.
    const aids = shown === null ? visit.aids : world.aids;
    return { ...visit, stage: { kind: 'attract' }, aids };
  }
  const known: SaleStage =
    stage.kind === 'sale' && stage.sale === sale.id
      ? stage
      : opened(sale.id, stage.kind === 'asked' ? stage.good : null);
  const end = isEnd(phaseOf(sale)) ? (known.ended ?? now) : null;
  const wait = waitsForService(sale) ? (known.wait ?? firstWait(world, now)) : null;
  const same = known === stage && end === known.ended && wait === known.wait;
  const door = holdsScreen(sale) ? 'shut' : visit.door;
  if (same && door === visit.door) return visit;
  return { ...visit, door, stage: { ...known, ended: end, wait } };
}

const firstWait = ({ times }: World, now: Ticks): Wait => ({
  until: ticksAfter(now, times.patience),
  asked: null,
});

function opened(sale: string, good: string | null): SaleStage {
  return { kind: 'sale', sale, good, ended: null, wait: null };
}

/**
 * Gives up a sale that waits too long for the service: the customer cannot wait without end, the machine
 * must not deliver to the next customer, and the next customer must be able to buy. The terminal cancels
 * or refunds it as soon as it can, also while it is set aside.
 */
function giveUp(visit: Visit, world: World, now: Ticks): Stepped {
  const { stage } = visit;
  if (stage.kind !== 'sale' || stage.wait === null || !isReached(stage.wait.until, now))
    return only(visit);
  const asked = wayOut(stage, saleOf(stage, world));
  if (asked === null) return only(visit);
  return {
    visit: { ...visit, stage: { ...stage, wait: { ...stage.wait, asked } } },
    asks: [{ kind: asked, sale: stage.sale }],
  };
}

/** The sale starts as soon as the question for the tip has ended, however it ended. */
function afterTip(visit: Visit, world: World): Stepped {
  const { stage } = visit;
  if (stage.kind !== 'tip' || stage.question === null || openTip(visit, world) !== null) {
    return only(visit);
  }
  return starting(visit, stage.good, stage.question);
}

function starting(visit: Visit, good: string, question: string | null): Stepped {
  return {
    visit: { ...visit, stage: { kind: 'asked', good } },
    asks: [{ kind: 'start', good, question }],
  };
}

function timeOut(visit: Visit, world: World, now: Ticks): Stepped {
  const { stage, touched, door } = visit;
  const times = customerTimes(visit, world);
  const idle = elapsed(touched, now) >= times.idle;
  const kept = door !== 'shut' && idle ? { ...visit, door: 'shut' as const } : visit;
  switch (stage.kind) {
    case 'attract':
      // Only the wish that was left behind is forgotten.
      return only(idle && kept.aids !== world.aids ? { ...kept, aids: world.aids } : kept);
    case 'choose':
      return isReached(visitEnd(visit, world), now) ? leave(kept, world) : only(kept);
    case 'tip':
    case 'asked':
      return only(kept);
    case 'sale':
      return stage.ended !== null && isReached(stageEnd(visit, stage, world), now)
        ? leave(kept, world)
        : only(kept);
  }
}

/** The visit is over, and the next customer finds the screen as everybody does. */
function leave(visit: Visit, world: World): Stepped {
  return {
    visit: { ...visit, stage: { kind: 'attract' }, aids: world.aids },
    asks: dismissal(visit, world),
  };
}

function dismissal({ stage }: Visit, world: World): readonly Ask[] {
  const sale = saleOf(stage, world);
  return sale?.actions.includes('dismiss') === true ? [{ kind: 'dismiss', sale: sale.id }] : [];
}

function act(visit: Visit, event: VisitEvent, world: World, now: Ticks): Stepped {
  switch (event.kind) {
    case 'look':
      return only(visit);
    case 'started':
      return only(started(visit, event.sale));
    case 'not_started':
      return only(
        visit.stage.kind === 'asked'
          ? { ...visit, stage: { kind: 'choose', good: visit.stage.good, problem: true } }
          : visit,
      );
    case 'tip_asked':
      return tipAsked(visit, event.question);
    case 'not_given_up':
      return only(notGivenUp(visit, event.sale, now));
    default:
      return pressed({ ...visit, touched: now }, event, world);
  }
}

/** What cannot be asked is not waited for. A question that comes after its customer has left is withdrawn. */
function tipAsked(visit: Visit, question: string | null): Stepped {
  const { stage } = visit;
  if (stage.kind !== 'tip' || stage.question !== null) {
    return { visit, asks: question === null ? [] : [{ kind: 'skip_tip', question }] };
  }
  if (question === null) return starting(visit, stage.good, null);
  return only({ ...visit, stage: { ...stage, question } });
}

/** The sale may be on the screen already, because the view was quicker than the answer. */
function started(visit: Visit, sale: string): Visit {
  if (visit.stage.kind !== 'asked') return visit;
  return { ...visit, stage: opened(sale, visit.stage.good) };
}

/** Nothing has changed, for example because the journal cannot be written: the kiosk asks again. */
function notGivenUp(visit: Visit, sale: string, now: Ticks): Visit {
  const { stage } = visit;
  if (stage.kind !== 'sale' || stage.sale !== sale || stage.wait === null) return visit;
  const until = latestOf(stage.wait.until, ticksAfter(now, ASK_AGAIN));
  return { ...visit, stage: { ...stage, wait: { until, asked: null } } };
}

function pressed(visit: Visit, event: Pressed, world: World): Stepped {
  switch (event.kind) {
    case 'touch':
      return only(visit);
    case 'aid':
      return only({ ...visit, aids: { ...visit.aids, ...event.change } });
    case 'knock':
    case 'admitted':
    case 'shut':
      return only(door(visit, event.kind, world));
    default:
      // Nobody sees what a press would change: it was made before the cover came.
      return coverOf(visit, world) === null ? moved(visit, event, world) : only(visit);
  }
}

/** A press on the visit's own picture. */
function moved(visit: Visit, event: Moving, world: World): Stepped {
  const { stage } = visit;
  switch (event.kind) {
    case 'begin':
      return only(stage.kind === 'attract' ? choosing(visit) : visit);
    case 'choose':
      return only(
        stage.kind === 'choose' && world.goods.has(event.good)
          ? { ...visit, stage: { kind: 'choose', good: event.good, problem: false } }
          : visit,
      );
    case 'pay':
      return pay(visit, event.good, world);
    case 'cancel':
      return cancel(visit, world);
    case 'again':
      if (!hasEnded(visit)) return only(visit);
      return world.closed === null
        ? { visit: choosing(visit), asks: dismissal(visit, world) }
        : leave(visit, world);
    case 'leave':
      return stage.kind === 'choose' || hasEnded(visit) ? leave(visit, world) : only(visit);
  }
}

const choosing = (visit: Visit, good: string | null = null): Visit => ({
  ...visit,
  stage: { kind: 'choose', good, problem: false },
});

const hasEnded = ({ stage }: Visit): boolean => stage.kind === 'sale' && stage.ended !== null;

function pay(visit: Visit, good: string, world: World): Stepped {
  if (visit.stage.kind !== 'choose' || !world.goods.has(good)) return only(visit);
  if (!world.asksTip) return starting(visit, good, null);
  return {
    visit: { ...visit, stage: { kind: 'tip', good, question: null } },
    asks: [{ kind: 'ask_tip', good }],
  };
}

function cancel(visit: Visit, world: World): Stepped {
  if (visit.stage.kind === 'choose') return leave(visit, world);
  if (visit.stage.kind === 'tip') {
    return world.closed === null ? only(choosing(visit, visit.stage.good)) : leave(visit, world);
  }
  const sale = saleOf(visit.stage, world);
  if (sale?.actions.includes('cancel') !== true) return only(visit);
  return { visit, asks: [{ kind: 'cancel', sale: sale.id }] };
}

/** The service menu does not open during a payment, and no visit continues while it is open. */
function door(visit: Visit, event: 'knock' | 'admitted' | 'shut', world: World): Visit {
  const sale = saleOf(visit.stage, world);
  const isStarting = visit.stage.kind === 'asked' || visit.stage.kind === 'tip';
  const busy = isStarting || (sale !== null && holdsScreen(sale));
  if (busy || event === 'shut') return { ...visit, door: 'shut' };
  if (event === 'knock') return visit.door === 'shut' ? { ...visit, door: 'pin' } : visit;
  if (visit.door !== 'pin') return visit;
  const stage = visit.stage.kind === 'choose' ? ({ kind: 'attract' } as const) : visit.stage;
  return { ...visit, stage, door: 'open', aids: world.aids };
}
