import type { AnswerOf, AnyAnswer, Command } from './table.ts';

/** Brings a command to the host, and its answer back. Rejects if the host cannot be reached. */
export type Carry = (command: Command) => Promise<AnyAnswer>;

/** A client of the table: the type of the answer follows from the command. */
export type Client = <C extends Command>(command: C) => Promise<AnswerOf<C['type']>>;

/** The client over a carrier. The host makes each answer by the row of its command. */
export const clientOf =
  (carry: Carry): Client =>
  async (command) =>
    (await carry(command)) as AnswerOf<(typeof command)['type']>;
