import type { BridgeAnswer } from '../../../shared/bridge/contract.ts';
import { type KioskCommand, kioskCommand } from '../../../shared/kiosk/commands.ts';
import type { KioskView } from '../../../shared/kiosk/contract.ts';
import { sceneOf, warningOf } from '../../../shared/kiosk/scene.ts';
import type { Ask } from '../../../shared/kiosk/step.ts';
import type { Visit } from '../../../shared/kiosk/visit.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import type { Dispatch } from '../bridge/dispatch.ts';
import type { ScreenSource } from '../bridge/screen-source.ts';
import { DEFAULT_BEHAVIOUR } from './behaviour.ts';
import { type Catalogue, describeWithout } from './catalogue.ts';
import type { KioskConfig } from './config.ts';
import { eventOf } from './event-of.ts';
import type { ServiceMenu } from './service-door.ts';
import { createVisitContext } from './surroundings.ts';
import { createVisitRunner, type VisitRunner } from './visit-runner.ts';

export type KioskDeps = {
  /** The till behind it, whichever service it has. */
  readonly source: ScreenSource;
  readonly dispatch: Dispatch;
  readonly clock: Clock;
  /** Null: the settings are wrong, and nothing is sold. */
  readonly config: KioskConfig | null;
  readonly catalogue: Catalogue | null;
  /** Gets told to call for a new picture. */
  readonly openMenu: (changed: () => void) => ServiceMenu;
};

/** A kiosk: the same two parts that every screen's host has, for a screen that serves customers. */
export interface Kiosk {
  readonly source: ScreenSource<KioskView>;
  readonly dispatch: Dispatch;
  stop(): void;
}

const DONE: BridgeAnswer = { ok: true, value: null };
const NOT_OPEN = refuse('Unauthorized', 'Only the service menu may do this.');
const NOT_LISTED = refuse('Not Found', 'This is not sold here.');

/**
 * Runs the visits of a kiosk's customers over a till. The screen draws what it is told and says
 * what was pressed; what is sold, for how much, and when a visit ends is decided here.
 */
export function createKiosk(deps: KioskDeps): Kiosk {
  const { source, dispatch, clock, config, catalogue } = deps;
  const worldOf = createVisitContext(config, catalogue);
  const door = deps.openMenu(() => runner.does({ kind: 'look' }));
  const runner: VisitRunner = createVisitRunner({
    clock,
    world: () => worldOf(source.snapshot()),
    view: (visit) => viewOf(visit, deps, door, worldOf),
    carryOut,
  });

  function carryOut(ask: Ask): void {
    if (ask.kind === 'start') void start(ask.good);
    // A refusal says that it is over already, and the next look shows that.
    else void dispatch({ type: 'act', saleId: ask.sale, action: ask.kind });
  }

  async function start(good: string): Promise<void> {
    const request = catalogue?.requestFor(good, runner.visit().aids.language) ?? null;
    const answer = request === null ? NOT_LISTED : await dispatch({ type: 'start_sale', request });
    const id = answer.ok ? (answer.value?.id ?? null) : null;
    runner.does(id === null ? { kind: 'not_started' } : { kind: 'started', sale: id });
  }

  const unsubscribe = source.subscribe(() => runner.does({ kind: 'look' }));
  runner.does({ kind: 'look' });
  return {
    source: runner.source,
    dispatch: async (input) => {
      try {
        const checked = validate(kioskCommand, input);
        return checked.ok ? await run(checked.value, runner, door) : checked;
      } catch {
        return refuse('Internal Server Error', 'The kiosk could not do this.');
      }
    },
    stop() {
      unsubscribe();
      runner.stop();
    },
  };
}

function viewOf(
  visit: Visit,
  { source, clock, config, catalogue }: KioskDeps,
  door: ServiceMenu,
  worldOf: ReturnType<typeof createVisitContext>,
): KioskView {
  const snapshot = source.snapshot();
  const world = worldOf(snapshot);
  const { shop, locale, currency } = snapshot.settings;
  const scene = sceneOf(visit, world, {
    describe: (sale, good) =>
      catalogue === null ? describeWithout(sale, currency) : catalogue.describe(sale, good),
    pin: () => ({ kind: 'pin', pad: door.pad() }),
    service: () => ({ kind: 'service', service: door.view(snapshot) }),
  });
  const { headline, sound, px_per_mm: pxPerMm } = config ?? DEFAULT_BEHAVIOUR;
  return {
    ...{ shop: shop.name, locale, currency, aids: visit.aids, headline, sound, pxPerMm, scene },
    goods: catalogue?.goods() ?? [],
    warning: warningOf(visit, scene, world, clock.now()),
  };
}

/** One command of the screen. Behind the door nothing is done while it is shut. */
async function run(
  command: KioskCommand,
  { visit, does }: VisitRunner,
  door: ServiceMenu,
): Promise<BridgeAnswer> {
  switch (command.type) {
    case 'pin':
      if (visit().door !== 'pin') return NOT_OPEN;
      does({ kind: (await door.admit(command.pin)) ? 'admitted' : 'touch' });
      return DONE;
    case 'service':
    case 'settle':
      if (visit().door !== 'open') return NOT_OPEN;
      does({ kind: 'touch' });
      return command.type === 'settle' ? door.settle(command.sale) : door.run(command.act);
    case 'knock':
      if (visit().door === 'shut') door.knock();
      does({ kind: 'knock' });
      return DONE;
    default:
      does(eventOf(command));
      return DONE;
  }
}
