import type { KioskCommand } from '../../../shared/device/kiosk/commands.ts';
import type { KioskView } from '../../../shared/device/kiosk/contract.ts';
import {
  type Ask,
  type Pressed,
  step,
  type VisitEvent,
} from '../../../shared/device/kiosk/step.ts';
import { dueAt, openVisit, type Visit, type World } from '../../../shared/device/kiosk/visit.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { elapsed, SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import type { ScreenSource } from '../bridge/screen-source.ts';

type Plain = Exclude<KioskCommand, { type: 'pin' | 'service' | 'settle' | 'knock' | 'answer' }>;

/** Converts a command of the screen into an event of the visit. */
export function eventOf(command: Plain): Pressed {
  switch (command.type) {
    case 'choose':
    case 'pay':
      return { kind: command.type, good: command.good };
    case 'language':
      return { kind: 'aid', change: { language: command.value } };
    case 'text':
      return { kind: 'aid', change: { text: command.value } };
    case 'reach':
      return { kind: 'aid', change: { reach: command.value } };
    case 'contrast':
      return { kind: 'aid', change: { contrast: command.value } };
    case 'speech':
      // A black screen without speech would tell a customer nothing.
      return {
        kind: 'aid',
        change:
          command.value === 'off' ? { speech: 'off', dark: 'off' } : { speech: command.value },
      };
    case 'volume':
      return { kind: 'aid', change: { volume: command.value } };
    case 'dark':
      return { kind: 'aid', change: { dark: command.value } };
    case 'time':
      return { kind: 'aid', change: { time: command.value } };
    case 'stay':
      return { kind: 'touch' };
    case 'touch':
    case 'begin':
    case 'cancel':
    case 'again':
    case 'leave':
    case 'shut':
      return { kind: command.type };
  }
}

export type RunnerDeps = {
  readonly clock: Stopwatch;
  /** The current context of the visit. */
  readonly world: () => World;
  readonly view: (visit: Visit) => KioskView;
  readonly carryOut: (ask: Ask) => void;
};

/** Holds one kiosk's visit, its timer and its screens. */
export interface VisitRunner {
  readonly source: ScreenSource<KioskView>;
  readonly visit: () => Visit;
  readonly does: (event: VisitEvent) => void;
  readonly stop: () => void;
}

/** A machine does not report its state, so it is polled. */
const LOOK_EVERY = SECOND;

export function createVisitRunner({ clock, world, view, carryOut }: RunnerDeps): VisitRunner {
  const listeners = createListeners<[view: KioskView]>();
  let visit = openVisit(world().aids, clock.ticks());
  let published = '';
  let cancel: () => void = () => undefined;
  let stopped = false;

  function does(event: VisitEvent): void {
    if (stopped) return;
    const context = world();
    const stepped = step(visit, event, context, clock.ticks());
    visit = stepped.visit;
    for (const ask of stepped.asks) carryOut(ask);
    arm(context);
    publish();
  }

  function arm(context: World): void {
    cancel();
    const due = dueAt(visit, context);
    const wait = due === null ? LOOK_EVERY : Math.min(LOOK_EVERY, elapsed(clock.ticks(), due));
    cancel = clock.after(Math.max(1, wait), () => does({ kind: 'look' }));
  }

  /** Screens receive changed views only. */
  function publish(): void {
    const next = view(visit);
    const text = JSON.stringify(next);
    if (text === published) return;
    published = text;
    listeners.tell(next);
  }

  return {
    source: {
      snapshot: () => view(visit),
      subscribe: listeners.subscribe,
    },
    visit: () => visit,
    does,
    stop() {
      stopped = true;
      cancel();
    },
  };
}
