import { alike } from '../../../shared/catalogue/language.ts';
import type { Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { Client } from '../../../shared/device/commands/client.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import type { MachineTest, PinPad, ServiceView } from '../../../shared/device/kiosk/contract.ts';
import { servicePhaseOf } from '../../../shared/device/kiosk/phase.ts';
import { statedOf } from '../../../shared/payment/statement.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import { type DeviceClock, type Instant, instantOf, SECOND } from '../../../shared/time/clock.ts';
import { otherCurrencyText } from '../service/shop-currencies.ts';
import type { PinGuard } from '../staff/pin-guard.ts';
import type { Catalogue } from './catalogue.ts';
import { answers, type KioskMachine } from './machine.ts';

/** The actions of the service menu on a kiosk's window. */
export type KioskShell = {
  /** Reloads the screen; it holds no sale. */
  readonly restartScreen: () => void;
  /** Null in a browser, where no program can change it. */
  readonly fullScreen: () => boolean | null;
  readonly setFullScreen: (on: boolean) => void;
};

export type ServiceMenuDeps = {
  /** The commands of the till. */
  readonly till: Client;
  readonly clock: DeviceClock;
  readonly guard: PinGuard;
  /** The PIN's hash; null when none is set or readable. */
  readonly pin: string | null;
  readonly machine: KioskMachine | null;
  readonly catalogue: Catalogue | null;
  /** The problems with the settings, as sentences. */
  readonly problem: string | null;
  readonly shell: KioskShell;
  /** Called to redraw. */
  readonly changed: () => void;
};

export type ServiceAct =
  | 'test_machine'
  | 'restart_screen'
  | 'leave_kiosk'
  | 'enter_kiosk'
  | 'ask_again';

/** The PIN pad and the service menu. The visit decides whether the menu is open. */
export interface ServiceMenu {
  pad(): PinPad;
  /** Resets the pad for a new operator. */
  knock(): void;
  /** True for the right PIN; the pad shows a wrong one. */
  admit(pin: string): Promise<boolean>;
  view(snapshot: Snapshot): ServiceView;
  run(act: ServiceAct): Promise<AnyAnswer>;
  settle(saleId: string): Promise<AnyAnswer>;
}

/** Largest number of sales in the menu. */
const SALES_SHOWN = 8;
const DONE: AnyAnswer = { ok: true, value: null };

export function createServiceMenu(deps: ServiceMenuDeps): ServiceMenu {
  const { till, clock, guard, pin, machine, shell, changed } = deps;
  let wrong = false;
  let lockedUntil: Instant | null = null;
  let test: MachineTest = 'not_tested';
  let tests = 0;

  const lock = (seconds: number) => {
    lockedUntil = seconds === 0 ? null : instantOf(clock.now()) + seconds * SECOND;
  };

  async function testMachine(): Promise<AnyAnswer> {
    if (machine === null) return refuse('Conflict', 'This kiosk has no machine.');
    if (test === 'asking') return DONE;
    test = 'asking';
    changed();
    tests += 1;
    const answered = await answers(machine, clock, `test-${instantOf(clock.now())}-${tests}`);
    test = answered ? 'answered' : 'silent';
    changed();
    return DONE;
  }

  return {
    pad: () => ({ pin: pin === null ? 'none' : 'set', lockedUntil, wrong }),
    knock() {
      wrong = false;
      test = 'not_tested';
      lock(guard.secondsLocked());
    },
    async admit(typed) {
      if (pin === null) return false;
      const result = await guard.check(typed, pin);
      wrong = result.kind === 'wrong';
      lock(result.kind === 'right' ? 0 : result.secondsLocked);
      return result.kind === 'right';
    },
    view: (snapshot) => serviceView(snapshot, test, deps),
    async run(act) {
      switch (act) {
        case 'test_machine':
          return testMachine();
        case 'restart_screen':
          shell.restartScreen();
          return DONE;
        case 'leave_kiosk':
        case 'enter_kiosk':
          if (shell.fullScreen() === null) {
            return refuse('Conflict', 'The program cannot change this window.');
          }
          shell.setFullScreen(act === 'enter_kiosk');
          changed();
          return DONE;
        case 'ask_again':
          return till({ type: 'refresh' });
      }
    },
    settle: (saleId) => till({ type: 'act', saleId, action: 'settle' }),
  };
}

function serviceView(
  { view, setup, settings, otherCurrency }: Snapshot,
  test: MachineTest,
  { machine, catalogue, problem, shell }: ServiceMenuDeps,
): ServiceView {
  return {
    connection: view.connection,
    notReady: view.notReady,
    clock: view.clock,
    machine: machine === null ? 'none' : machineState(machine),
    test,
    problem:
      problem ??
      (otherCurrency === undefined ? null : otherCurrencyText(settings.currency, otherCurrency)),
    setup: setup === undefined ? 'done' : 'needed',
    sales: view.sales.slice(0, SALES_SHOWN).map((sale) => ({
      id: sale.id,
      number: sale.number,
      at: sale.started,
      name: catalogue?.nameOf(sale) ?? alike(sale.text ?? ''),
      amount: statedOf(sale.money).amount,
      currency: sale.currency,
      phase: servicePhaseOf(sale),
      canSettle: sale.actions.includes('settle'),
    })),
    fullScreen: shell.fullScreen(),
  };
}

function machineState(machine: KioskMachine): ServiceView['machine'] {
  const state = machine.state();
  return state === 'ready' && machine.kind === 'simulated' ? 'simulated' : state;
}
