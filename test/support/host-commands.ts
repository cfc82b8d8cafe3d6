import { commandsOf } from '../../main/host/bridge/registry.ts';
import { TERMINAL_ALONE, type TillFeatures } from '../../main/host/bridge/screen-source.ts';
import type { Caller, Giver, Handlers } from '../../main/host/commands/handlers.ts';
import { DEVICE_SCREEN } from '../../main/host/screens/screens.ts';
import type { Bill } from '../../shared/bill/bill.ts';
import type {
  AnswerOf,
  AnyAnswer,
  CommandName,
  CommandOf,
  Room,
} from '../../shared/device/commands/table.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';

/** The page of the device's own screen. */
export const DEVICE_PAGE = { at: 'screen', screen: DEVICE_SCREEN } as const;

/** A screen of a till without staff. */
export const SCREEN: Caller = { at: 'screen', screen: DEVICE_SCREEN, giver: null };

/** A cashier, and a supervisor, at the screen of a till with staff. */
export const KIM: Caller = {
  at: 'screen',
  screen: DEVICE_SCREEN,
  giver: { id: 'kim', name: 'Kim', role: 'cashier' },
};
export const KIM_AS_SUPERVISOR: Caller = {
  at: 'screen',
  screen: DEVICE_SCREEN,
  giver: { id: 'kim', name: 'Kim', role: 'supervisor' },
};

/** A cash register that names nobody. */
export const REGISTER_CALLER: Caller = { at: 'register', person: null };

/** The dispatch of a till's screen, at which this person is. */
export function dispatchOf(
  terminal: Terminal,
  given: Partial<TillFeatures> = {},
  giver: () => Giver | null = () => null,
): (command: unknown) => Promise<AnyAnswer> {
  const staff = given.backOffice ?? { refuses: () => null, giver };
  const commands = commandsOf(terminal, { ...TERMINAL_ALONE, ...given }, staff);
  return (command) => commands.page(DEVICE_PAGE, command);
}

/** Gives a command to the handlers of a room without its check. */
export const giveTo =
  <R extends Room>(handlers: Handlers<R>, from: Caller = SCREEN) =>
  async <Name extends CommandName<R> & CommandName>(
    command: CommandOf<Name>,
    caller: Caller = from,
  ): Promise<AnswerOf<Name>> => {
    type Handler = (input: unknown, caller: Caller) => AnswerOf<Name> | Promise<AnswerOf<Name>>;
    // The handler of a name takes the command of this name.
    const handler = (handlers as unknown as Readonly<Record<string, Handler>>)[
      (command as { readonly type: string }).type
    ];
    if (handler === undefined) throw new Error('the room has no such command');
    return handler(command, caller);
  };

/** The bill in an answer; undefined if it has none. */
export function billIn(answered: AnyAnswer): Bill | undefined {
  if (!answered.ok) return answered.bill;
  const { value } = answered;
  const isBill = typeof value === 'object' && value !== null && 'bill' in value;
  return isBill ? ((value.bill as Bill | null) ?? undefined) : undefined;
}

/** The sale of a payment by phone in an answer; null if it has none. */
export function saleIn(answered: AnyAnswer): string | null {
  const value: { readonly sale?: string | null } = Object(answered.ok ? answered.value : null);
  return value.sale ?? null;
}

/** The id in an answer; empty if it has none. */
export function idIn(answered: AnyAnswer): string {
  const value: { readonly id?: string } = Object(answered.ok ? answered.value : null);
  return value.id ?? '';
}
