import { systemIds } from '../../../../main/host/adapters/machine.ts';
import { createScreenBackend } from '../../../../main/host/bridge/screen-backend.ts';
import { TERMINAL_ALONE } from '../../../../main/host/bridge/screen-source.ts';
import { createCatalogue } from '../../../../main/host/kiosk/catalogue.ts';
import type { KioskConfig } from '../../../../main/host/kiosk/config.ts';
import { createKiosk } from '../../../../main/host/kiosk/kiosk.ts';
import type { KioskMachine } from '../../../../main/host/kiosk/machine.ts';
import { createServiceMenu } from '../../../../main/host/kiosk/service-menu.ts';
import { createQuestions } from '../../../../main/host/questions/questions.ts';
import { createShopQuestions } from '../../../../main/host/questions/shop-questions.ts';
import type { CurrencyWatch } from '../../../../main/host/service/shop-currencies.ts';
import type { PinGuard, PinResult } from '../../../../main/host/staff/pin-guard.ts';
import type { Catalogue } from '../../../../shared/catalogue/catalogue.ts';
import { inEveryLanguage } from '../../../../shared/catalogue/language.ts';
import type { TillSettings } from '../../../../shared/device/bridge/contract.ts';
import { clientOf } from '../../../../shared/device/commands/client.ts';
import type { KioskCommand } from '../../../../shared/device/kiosk/commands.ts';
import type { TipSettings } from '../../../../shared/device/tips/tips.ts';
import { money } from '../../../../shared/money/money.ts';
import { present } from '../../../../shared/objects/present.ts';
import type { SaleView, TerminalView } from '../../../../shared/terminal/sale/state.ts';
import { createSimulatedMachine } from '../../../../shared/terminal/vending/simulated.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';

export const CONFIG: KioskConfig = {
  goods: [
    {
      ...{
        id: 'coffee',
        name: inEveryLanguage({ en: 'Coffee', nb: 'Kaffe' }),
        price: money(5_200),
      },
      ...{ picture: null, slot: 'slot-14', seconds: 20 },
    },
    {
      ...{
        id: 'ticket',
        name: inEveryLanguage({ en: 'Ticket', nb: 'Billett' }),
        price: money(9_900),
      },
      ...{ picture: null, slot: null, seconds: null },
    },
  ],
  headline: null,
  language: 'nb',
  machine: { kind: 'simulated', seconds: 0 },
  order: 'deposit',
  idle_seconds: 60,
  warning_seconds: 30,
  paid_seconds: 8,
  failed_seconds: 15,
  expires_seconds: 300,
  patience_seconds: 90,
  service_pin: null,
  sound: 'off',
  speech_key: '5',
  headphones_in_key: null,
  headphones_out_key: null,
  px_per_mm: 4.03,
};

/** A kiosk over a terminal that the test speaks for, at the test's own time. */
export function openWorld(
  config: KioskConfig | null = CONFIG,
  pin: string | null = 'hash',
  currency?: CurrencyWatch,
  tips?: TipSettings,
  shop: () => Catalogue | null = () => null,
  hours: Partial<Pick<TillSettings, 'openingHours' | 'timeZone'>> = {},
) {
  const clock = createManualClock();
  const till = createScriptedTerminal();
  const simulated = createSimulatedMachine(clock);
  const machine: KioskMachine = { ...simulated, kind: 'tcp', close: () => undefined };
  const questions = createQuestions({ clock });
  let asked = 0;
  const message = () => {
    asked += 1;
    return `q${asked}`;
  };
  const settings = { ...TILL_SETTINGS, ...present({ tips }), ...hours };
  const features = {
    ...TERMINAL_ALONE,
    ...present({ currency }),
    questions,
    shopQuestions: createShopQuestions(questions, () => settings, { ...systemIds, message }),
  };
  const backend = createScreenBackend(till.terminal, settings, features);
  const { source, display } = backend;
  const client = clientOf(backend.kiosk);
  const pictures = { addressOf: () => null, addressInShop: () => null };
  const catalogue =
    config === null
      ? null
      : createCatalogue({ config, currency: () => 'NOK', pictures, machine, shop });
  const shell: string[] = [];
  let fullScreen: boolean | null = true;
  let next: PinResult = { kind: 'right' };
  const guard: PinGuard = { secondsLocked: () => 0, check: async () => next };
  const kiosk = createKiosk({
    ...{ source, till: client, display, clock, config, catalogue, voice: true },
    openMenu: (changed) =>
      createServiceMenu({
        ...{ till: client, clock, guard, pin, machine, catalogue, changed },
        problem: config === null ? 'kiosk.json is not valid.' : null,
        shell: {
          restartScreen: () => shell.push('restart'),
          fullScreen: () => fullScreen,
          setFullScreen: (on) => {
            fullScreen = on;
            shell.push(`full screen ${on}`);
          },
        },
      }),
  });
  return {
    ...{ clock, till, kiosk, shell, simulated },
    call: (command: KioskCommand) => kiosk.dispatch(command),
    view: () => kiosk.source.snapshot(),
    screen: () => {
      const { screen } = kiosk.source.snapshot();
      return screen.kind === 'sale' ? screen.sale.phase.kind : screen.kind;
    },
    show: (sales: readonly SaleView[], over: Partial<TerminalView> = {}) =>
      till.show({ sales, ...over }),
    answerPin: (result: PinResult) => {
      next = result;
    },
    inBrowser: () => {
      fullScreen = null;
    },
    /** Lets answers that are on their way arrive. */
    settle: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
}

export type KioskWorld = ReturnType<typeof openWorld>;
