import type { z } from 'zod';
import type { Refusal } from '../../protocol/errors.ts';
import { BILLS, type RefusedOnBill } from './bills.ts';
import { BOOKS } from './books.ts';
import { GOODS } from './goods.ts';
import { DIAGNOSIS, PRINTING, SCALE, SCANNER } from './machine.ts';
import { QUESTIONS, SHOP_QUESTIONS } from './questions.ts';
import { RECEIPT_EMAIL, REFUSED_RECEIPTS } from './receipts.ts';
import type { RoomRows, Row } from './row.ts';
import { SALES } from './sales.ts';
import { SCREENS } from './screens.ts';
import { SETUP } from './setup.ts';
import { STAFF } from './staff.ts';

/**
 * The one table of the commands of a till's host (D-510), in a room for each feature that answers them. The bridge of the
 * screens and the till API of the registers carry it; their schemas, rights, clients and documents come from it.
 */
export const ROOMS = {
  sales: SALES,
  setup: SETUP,
  staff: STAFF,
  goods: GOODS,
  bills: BILLS,
  books: BOOKS,
  questions: QUESTIONS,
  shopQuestions: SHOP_QUESTIONS,
  receiptEmail: RECEIPT_EMAIL,
  refusedReceipts: REFUSED_RECEIPTS,
  printing: PRINTING,
  scale: SCALE,
  scanner: SCANNER,
  diagnosis: DIAGNOSIS,
  screens: SCREENS,
} as const satisfies Readonly<Record<string, RoomRows>>;

type Rooms = typeof ROOMS;
export type Room = keyof Rooms;

/** The names of the commands of a room; of all rooms when it is left out. */
export type CommandName<R extends Room = Room> = { [One in R]: keyof Rooms[One] & string }[R];

type RowIn<Rows, Name> = Rows extends { readonly [One in Name & string]: infer Found }
  ? Found
  : never;
/** The row of a command. */
export type RowOf<Name extends CommandName> = Extract<RowIn<Rooms[Room], Name>, Row>;

/** The checked input of a command; amounts in minor units of the shop's currency. */
export type InputOf<Name extends CommandName> = z.output<RowOf<Name>['input']>;

/** The value of a command that was done. */
export type ValueOf<Name extends CommandName> = z.output<RowOf<Name>['answer']>;

/** The input of a command as a caller gives it. The type of an object without members allows no other member at all. */
type Given<Input> = Input extends Readonly<Record<string, never>> ? unknown : Input;

/** A command as a screen sends it. */
export type CommandOf<Name extends CommandName> = {
  [One in Name]: { readonly type: One } & Given<z.input<RowOf<One>['input']>>;
}[Name];
export type Command = CommandOf<CommandName>;

/** A command that was not done. */
export type Refused = { readonly ok: false; readonly refusal: Refusal } & RefusedOnBill;

/** The answer of the host to a command. */
export type AnswerOf<Name extends CommandName> =
  | { readonly ok: true; readonly value: ValueOf<Name> }
  | Refused;

/** An answer of which a carrier knows no more. */
export type AnyAnswer = { readonly ok: true; readonly value: unknown } | Refused;

const ROWS: ReadonlyMap<string, Row> = new Map(
  Object.values<RoomRows>(ROOMS).flatMap((rows) => Object.entries(rows)),
);

/** The names of all commands. */
export function commandNames(): readonly CommandName[] {
  // The keys of the rooms are exactly the names; the map only knows that they are text.
  return [...ROWS.keys()] as CommandName[];
}

/** The row of a command. */
export const rowOfName = (name: CommandName): Row => ROWS.get(name) as Row;

/** The row of a name that came from outside; null if there is no such command. */
export const rowOf = (name: unknown): Row | null =>
  (typeof name === 'string' ? ROWS.get(name) : undefined) ?? null;
