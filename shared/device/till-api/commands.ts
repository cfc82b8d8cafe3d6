import { z } from 'zod';
import { line } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { mayGive, type Row } from '../commands/row.ts';
import { type CommandName, commandNames, type RowOf, rowOf } from '../commands/table.ts';
import { person } from './sale.ts';

/** The commands that a cash register may give: those whose rows name it. */
export type RegisterCommand = {
  [Name in CommandName]: 'register' extends RowOf<Name>['who']['also'][number] ? Name : never;
}[CommandName];

/** Who is at the register, and who allowed a command that a supervisor approves. */
const givers = z.object({ by: person, approver: line(LIMITS.labelMax).exactOptional() });
type Givers<Name extends CommandName> = Pick<z.input<typeof givers>, 'by'> &
  (RowOf<Name> extends { readonly approver: true } ? { readonly approver: string } : unknown);

/** What a register sends with a command. */
export type RegisterBody<Name extends CommandName> = Omit<
  z.input<RowOf<Name>['input']>,
  'approval'
> &
  Givers<Name>;

/**
 * What a register sends with a command of this row: the row's input, and the person at the register. Nobody at a register
 * has shown who he is, so it has no approval of a screen; where the row says so, it names the approver.
 */
function bodyOf({ input, approver }: Row): z.ZodObject {
  const own = 'approval' in input.shape ? input.omit({ approval: true }) : input;
  const { by } = givers.shape;
  return own.extend(approver === true ? { by, approver: givers.shape.approver.unwrap() } : { by });
}

const BODIES: ReadonlyMap<string, z.ZodObject> = new Map(
  commandNames().flatMap((name): [string, z.ZodObject][] => {
    const row = rowOf(name);
    return row !== null && mayGive(row, 'register') ? [[name, bodyOf(row)]] : [];
  }),
);

/** The names of the commands that a cash register may give, in the order of the table. */
export function registerCommands(): readonly RegisterCommand[] {
  // The rows that name it are exactly those of the type.
  return [...BODIES.keys()] as RegisterCommand[];
}

/** What a register sends with a command; null for a command that it may not give. */
export const registerBody = (name: string): z.ZodObject | null => BODIES.get(name) ?? null;

/** The checked body of a register, in two: who gives the command, and its input. */
export function registerGiven(body: Readonly<Record<string, unknown>>) {
  const { by: _, approver: __, ...input } = body;
  return { ...givers.parse(body), input };
}
