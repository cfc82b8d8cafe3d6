import { mayGive, type Row } from '../../../shared/device/commands/row.ts';
import {
  type AnyAnswer,
  type Refused,
  ROOMS,
  type Room,
  rowOf,
} from '../../../shared/device/commands/table.ts';
import type { Least } from '../../../shared/device/staff/role.ts';
import { registerBody, registerGiven } from '../../../shared/device/till-api/commands.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import {
  type Answer,
  answer,
  refuse,
  VALIDATION_SENTENCE,
} from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Caller, Giver, Page, RegisterCaller, Registry } from './handlers.ts';

/** Runs one command of a page; `command` is unchecked input. Never throws. */
export type Dispatch = (command: unknown) => Promise<AnyAnswer>;

/** The commands of a till, for every carrier. */
export interface Commands {
  /** Checks and runs a command of a page, `{ type, ...input }`. Never throws. */
  readonly page: (from: Page, command: unknown) => Promise<AnyAnswer>;
  /**
   * Checks and runs a command of a cash register by its name. `ceiling` is the most that it may give back, minor units;
   * null: nothing. Never throws.
   */
  readonly register: (
    name: string,
    body: unknown,
    ceiling: MoneyInteger | null,
  ) => Promise<AnyAnswer>;
}

/** The staff of a till. */
export type StaffOfCommands = {
  /** The refusal of a command for which the person at this screen needs this role; null if it may run. */
  readonly refuses: (screen: string, least: Least) => Refused | null;
  /** The person at this screen; null for a till without staff. */
  readonly giver: (screen: string) => Giver | null;
};

export type CommandsOptions = {
  readonly registry: Registry;
  /** The answer to a command of a room that this till does not have. */
  readonly missing: (room: Room) => Refused;
  /** Null: the till has no staff, and its screens may do everything. */
  readonly staff: StaffOfCommands | null;
};

type AnyHandler = (input: unknown, caller: Caller) => AnyAnswer | Promise<AnyAnswer>;

/** Runs the commands of the table (D-510): known, permitted, valid, in this order, and then the handler of the registry. */
export function createCommands({ registry, missing, staff }: CommandsOptions): Commands {
  const handlers = handlersOf(registry, missing);

  /** Finds the row that this caller may use, reads what it has sent, and runs the handler. */
  async function run(
    name: unknown,
    from: Page | Pick<RegisterCaller, 'at'>,
    read: (row: Row) => Answer<{ readonly input: unknown; readonly caller: Caller }>,
  ): Promise<AnyAnswer> {
    const { at } = from;
    try {
      const row = rowOf(name);
      const handler = row === null ? undefined : handlers.get(String(name));
      if (row === null || handler === undefined) return at === 'display' ? NOT_YOU : NO_COMMAND;
      if (at !== 'screen' && !mayGive(row, at)) return NOT_YOU;
      const given = read(row);
      if (!given.ok) return given;
      const refused =
        from.at === 'screen' ? (staff?.refuses(from.screen, row.who.screen) ?? null) : null;
      return refused ?? (await handler(given.value.input, given.value.caller));
    } catch {
      return refuseTill('failed');
    }
  }

  return {
    page: (from, command) =>
      run(typeOf(command), from, ({ input }) => {
        const giver = from.at === 'screen' ? (staff?.giver(from.screen) ?? null) : null;
        const caller = { ...from, giver };
        const checked = validate(input, command);
        return checked.ok ? answer({ input: checked.value, caller }) : checked;
      }),
    register: (name, body, ceiling) =>
      run(name, { at: 'register' }, (row) => {
        const schema = registerBody(name);
        if (schema === null) return NOT_YOU;
        if (row.approver === true && ceiling === null) return refuseTill('above_ceiling');
        const checked = validate(schema, body);
        if (!checked.ok) return checked;
        const { by: person, approver, input } = registerGiven(checked.value);
        return answer({ input, caller: { at: 'register', person, approver, ceiling } });
      }),
  };
}

const NO_COMMAND = refuse('validation_error', VALIDATION_SENTENCE, {
  type: ['is no command of this till'],
});
const NOT_YOU = refuseTill('role', 'This command is not for this page or program.');

function typeOf(command: unknown): unknown {
  return typeof command === 'object' && command !== null && 'type' in command
    ? command.type
    : undefined;
}

/** The handler of each command by its name. */
function handlersOf(
  registry: Registry,
  missing: CommandsOptions['missing'],
): ReadonlyMap<string, AnyHandler> {
  const handlers = new Map<string, AnyHandler>();
  // The keys of the table are exactly the rooms.
  for (const room of Object.keys(ROOMS) as Room[]) {
    // The schema of each row gives its handler what the handler's type promises.
    const own = registry[room] as Readonly<Record<string, AnyHandler>> | null;
    for (const name of Object.keys(ROOMS[room])) {
      handlers.set(name, own?.[name] ?? (() => missing(room)));
    }
  }
  return handlers;
}
