import type { Opening } from '../../../shared/catalogue/opening.ts';
import type { Snapshot, TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { Client } from '../../../shared/device/commands/client.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import { type KioskCommand, kioskCommand } from '../../../shared/device/kiosk/commands.ts';
import type {
  Aids,
  Closed,
  ClosedBecause,
  GoodView,
  KioskView,
} from '../../../shared/device/kiosk/contract.ts';
import { kioskScreen, warningOf } from '../../../shared/device/kiosk/screen.ts';
import type { Ask } from '../../../shared/device/kiosk/step.ts';
import type { Visit, World } from '../../../shared/device/kiosk/visit.ts';
import { tipOf } from '../../../shared/device/tips/tips.ts';
import { type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import { ownMember } from '../../../shared/objects/own-member.ts';
import { present } from '../../../shared/objects/present.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { SaleRequest } from '../../../shared/terminal/sale/state.ts';
import {
  type DeviceClock,
  type Instant,
  type Ticks,
  timesOfDay,
} from '../../../shared/time/clock.ts';
import type { DisplayBackend } from '../bridge/display-backend.ts';
import type { ScreenSource } from '../bridge/screen-source.ts';
import type { Dispatch } from '../commands/commands.ts';
import { followOpening } from '../settings/opening.ts';
import { DEFAULT_BEHAVIOUR, timesOf } from './behaviour.ts';
import { type Catalogue, describeWithout } from './catalogue.ts';
import type { KioskConfig } from './config.ts';
import type { ServiceMenu } from './service-menu.ts';
import { createVisitRunner, eventOf, type VisitRunner } from './visit-runner.ts';

const FIRST_AIDS: Omit<Aids, 'language'> = {
  text: 'normal',
  reach: 'normal',
  contrast: 'normal',
  speech: 'off',
  volume: Math.ceil(LIMITS.kioskVolumeMax / 2),
  dark: 'off',
  time: 'normal',
};

/** Converts the till's snapshots into the context of a visit. */
function createVisitContext({
  config,
  catalogue,
  clock,
}: Pick<KioskDeps, 'config' | 'catalogue' | 'clock'>): (snapshot: Snapshot) => World {
  const times = timesOf(config);
  const openingNow = followOpening(clock);
  let aids: Aids | null = null;

  /** Returns the same object while it is unchanged, because a visit compares it. */
  function aidsFor({ settings }: Snapshot): Aids {
    const language = config?.language ?? settings.language;
    if (aids?.language !== language) {
      aids = { ...FIRST_AIDS, language };
    }
    return aids;
  }

  return (snapshot) => {
    const goods = catalogue?.goods() ?? [];
    const forSale = goods.filter(({ state }) => state === 'for_sale');
    return {
      sales: snapshot.view.sales,
      closed: closedNow(snapshot, config, goods, openingNow),
      goods: new Set(forSale.map(({ id }) => id)),
      times,
      aids: aidsFor(snapshot),
      asksTip: snapshot.settings.tips?.ask === 'display',
      question: snapshot.questions?.open ?? null,
    };
  };
}

/**
 * Why nothing can be sold. Outside its hours the shop is closed, whatever else is missing then: it may be back when
 * the shop opens.
 */
function closedNow(
  snapshot: Snapshot,
  config: KioskConfig | null,
  goods: readonly GoodView[],
  openingNow: (settings: TillSettings) => Opening | null,
): Closed | null {
  const wrong = wrongBecause(snapshot, config);
  if (wrong !== null) return { because: wrong };
  const opening = openingNow(snapshot.settings);
  if (opening?.kind === 'closed') return { because: 'hours', opens: opening.next };
  const because = missingBecause(snapshot) ?? emptyBecause(goods);
  return because === null ? null : { because };
}

/** What a person has to mend before anything can be sold. */
function wrongBecause(
  { view, setup, otherCurrency }: Snapshot,
  config: KioskConfig | null,
): ClosedBecause | null {
  if (config === null) return 'settings';
  if (setup !== undefined) return 'not_set_up';
  if (otherCurrency !== undefined) return 'settings';
  return view.notReady === 'journal_full' ? 'journal' : null;
}

function missingBecause({ view }: Snapshot): ClosedBecause | null {
  if (view.notReady === 'starting') return 'starting';
  return view.connection.kind === 'offline' ? 'offline' : null;
}

/** Why none of the goods is for sale; null if one is. */
function emptyBecause(goods: readonly GoodView[]): ClosedBecause | null {
  if (goods.some(({ state }) => state === 'for_sale')) return null;
  const isSoldOut = goods.length > 0 && goods.every(({ state }) => state === 'sold_out');
  return isSoldOut ? 'sold_out' : 'machine';
}

export type KioskDeps = {
  /** The till of the kiosk, with an embedded or a remote service. */
  readonly source: ScreenSource;
  /** The commands of that till. */
  readonly till: Client;
  /** The kiosk's screen is the customer's display of its till: it answers the questions. */
  readonly display: DisplayBackend;
  readonly clock: DeviceClock;
  /** Null: the settings are invalid, and the kiosk sells nothing. */
  readonly config: KioskConfig | null;
  readonly catalogue: Catalogue | null;
  /** Calls `listener` after the shop has changed what is sold here. Returns how to stop. */
  readonly onGoods?: (listener: () => void) => () => void;
  /** The screen's files include a voice. */
  readonly voice: boolean;
  /** Opens the service menu; it calls `changed` to redraw. */
  readonly openMenu: (changed: () => void) => ServiceMenu;
};

/** A kiosk: the source and dispatch of a screen for customers. */
export interface Kiosk {
  readonly source: ScreenSource<KioskView>;
  readonly dispatch: Dispatch;
  stop(): void;
}

type SaleAsk = Exclude<Ask, { kind: 'start' | 'ask_tip' | 'skip_tip' }>;

const DONE: AnyAnswer = { ok: true, value: null };
const NOT_OPEN = refuse('Unauthorized', 'Only the service menu may do this.');
const NOT_LISTED = refuse('Not Found', 'This is not sold here.');

/**
 * Runs the visits of a kiosk's customers on a till. The screen draws the view and reports what was
 * pressed; the kiosk decides about goods, prices and the end of a visit.
 */
export function createKiosk(deps: KioskDeps): Kiosk {
  const { source, till, display, clock, catalogue } = deps;
  const worldOf = createVisitContext(deps);
  const timeOfDay = timesOfDay(clock);
  const menu = deps.openMenu(() => runner.does({ kind: 'look' }));
  const runner: VisitRunner = createVisitRunner({
    clock,
    world: () => worldOf(source.snapshot()),
    view: (visit) => viewOf(visit, deps, menu, { worldOf, timeOfDay }),
    carryOut,
  });

  function carryOut(ask: Ask): void {
    switch (ask.kind) {
      case 'ask_tip':
        return void askTip(ask.good);
      case 'skip_tip':
        return void till({ type: 'skip_question', question: ask.question });
      case 'start':
        return void start(ask.good, ask.question);
      default:
        return void act(ask);
    }
  }

  /** The question for a tip that was asked last, and the price that it showed. */
  let tipAsked: { readonly question: string; readonly price: MoneyInteger } | null = null;

  /** A machine takes no tip: the engine has no delivery to which it belongs (D-487). */
  const isVended = (good: string) =>
    catalogue?.requestFor(good, runner.visit().aids)?.mode?.kind === 'vend';

  async function askTip(good: string): Promise<void> {
    const price = isVended(good) ? null : priceOf(good);
    const asked = price === null ? null : await till({ type: 'ask_tip', price });
    const question = asked?.ok === true ? asked.value.id : null;
    if (question !== null && price !== null) tipAsked = { question, price };
    runner.does({ kind: 'tip_asked', question });
  }

  const priceOf = (good: string) => catalogue?.goods().find(({ id }) => id === good)?.price ?? null;

  /**
   * The price and what the customer gives beside it: the answer on this screen, or what the phone asks for. A customer
   * who was asked pays the price that the question showed, and is not asked again, whatever the shop has changed
   * meanwhile (D-346).
   */
  function sumsFor(
    good: string,
    question: string | null,
  ): Pick<Partial<SaleRequest>, 'amount' | 'additional'> {
    if (isVended(good)) return {};
    const { settings, questions } = source.snapshot();
    if (question === null || tipAsked?.question !== question) {
      const isOnPhone = settings.tips?.ask === 'phone';
      return isOnPhone ? { additional: { amount: ZERO, edit: 'by_customer' } } : {};
    }
    const { price } = tipAsked;
    const ended = questions?.ended.find(({ id }) => id === question);
    const amount = tipOf(price, ended?.end.answer ?? null);
    return { amount: price, ...(amount === 0 ? {} : { additional: { amount, edit: 'fixed' } }) };
  }

  async function act({ kind: action, sale }: SaleAsk): Promise<void> {
    const answer = await till({ type: 'act', saleId: sale, action });
    // After a refused dismissal the sale is over, and the next look shows that.
    if (!answer.ok && action !== 'dismiss') runner.does({ kind: 'not_given_up', sale });
  }

  async function start(good: string, question: string | null): Promise<void> {
    const bare = catalogue?.requestFor(good, runner.visit().aids) ?? null;
    const request = bare && { ...bare, ...sumsFor(good, question) };
    const answer = request === null ? NOT_LISTED : await till({ type: 'start_sale', request });
    const id = answer.ok ? answer.value.id : null;
    runner.does(id === null ? { kind: 'not_started' } : { kind: 'started', sale: id });
  }

  const look = () => runner.does({ kind: 'look' });
  // A display that is subscribed to is there for the customer.
  const stops = [source.subscribe(look), deps.onGoods?.(look), display.source.subscribe(look)];
  runner.does({ kind: 'look' });
  return {
    source: runner.source,
    dispatch: async (input) => {
      try {
        const checked = validate(kioskCommand, input);
        return checked.ok ? await run(checked.value, runner, menu, display) : checked;
      } catch {
        return refuse('Internal Server Error', 'The kiosk could not do this.');
      }
    },
    stop() {
      for (const stop of stops) stop?.();
      runner.stop();
    },
  };
}

type ViewParts = {
  readonly worldOf: ReturnType<typeof createVisitContext>;
  readonly timeOfDay: (at: Ticks) => Instant;
};

function viewOf(
  visit: Visit,
  { source, clock, config, catalogue, voice }: KioskDeps,
  menu: ServiceMenu,
  { worldOf, timeOfDay }: ViewParts,
): KioskView {
  const snapshot = source.snapshot();
  const world = worldOf(snapshot);
  const { shop, locale, timeZone, currency } = snapshot.settings;
  const screen = kioskScreen(visit, world, {
    describe: (sale, good) =>
      catalogue === null ? describeWithout(sale, currency) : catalogue.describe(sale, good),
    receiptOf: ({ id }) => ownMember(snapshot.receiptLinks, id) ?? null,
    pin: () => ({ kind: 'pin', pad: menu.pad() }),
    service: () => ({ kind: 'service', service: menu.view(snapshot) }),
  });
  const { headline, sound, px_per_mm: pxPerMm, ...keys } = config ?? DEFAULT_BEHAVIOUR;
  return {
    shop: shop.name,
    locale,
    ...present({ timeZone }),
    currency,
    aids: visit.aids,
    headline,
    sound,
    speech: {
      key: keys.speech_key,
      plugged: keys.headphones_in_key,
      unplugged: keys.headphones_out_key,
      voice,
    },
    pxPerMm,
    screen,
    goods: catalogue?.goods() ?? [],
    warning: warningOf(visit, screen, world, clock.ticks(), timeOfDay),
  };
}

/** Runs one command of the screen. Commands of the service menu are refused while it is closed. */
async function run(
  command: KioskCommand,
  { visit, does }: VisitRunner,
  menu: ServiceMenu,
  display: DisplayBackend,
): Promise<AnyAnswer> {
  switch (command.type) {
    case 'pin':
      if (visit().door !== 'pin') return NOT_OPEN;
      does({ kind: (await menu.admit(command.pin)) ? 'admitted' : 'touch' });
      return DONE;
    case 'service':
    case 'settle':
      if (visit().door !== 'open') return NOT_OPEN;
      does({ kind: 'touch' });
      return command.type === 'settle' ? menu.settle(command.sale) : menu.run(command.act);
    case 'answer': {
      does({ kind: 'touch' });
      const { question, answer } = command;
      return display.dispatch({ type: 'answer_question', question, answer });
    }
    case 'knock':
      if (visit().door === 'shut') menu.knock();
      does({ kind: 'knock' });
      return DONE;
    default:
      does(eventOf(command));
      return DONE;
  }
}
