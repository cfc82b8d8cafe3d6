import type {
  AnswerOf,
  CommandName,
  InputOf,
  Room,
} from '../../../shared/device/commands/table.ts';
import type { Role } from '../../../shared/device/staff/role.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';

/** The person who gives a command. */
export type Giver = { readonly id: string; readonly name: string; readonly role: Role };

/** A cash register that gives a command for a person; null if it names none. */
export type RegisterCaller = {
  readonly at: 'register';
  readonly person: string | null;
  /** Who approved a refund, as the register says. */
  readonly approver?: string | undefined;
  /** The most that a refund of a register may give back, minor units; null: nothing. */
  readonly ceiling?: MoneyInteger | null;
};

/** A page of the till: one of its screens, or a page at which nobody signs in. */
export type Page =
  | { readonly at: 'screen'; readonly screen: string }
  | { readonly at: 'kiosk' | 'display' };

/** A page that gives a command, and the person who has unlocked its screen; null where nobody has to. */
export type PageCaller = Page & { readonly giver: Giver | null };

/** Who gives a command. */
export type Caller = PageCaller | RegisterCaller;

type Handler<Name extends CommandName> = (
  input: InputOf<Name>,
  caller: Caller,
) => AnswerOf<Name> | Promise<AnswerOf<Name>>;

/** The handlers of a room: a row without a handler does not compile, and a handler without a row neither. */
export type Handlers<R extends Room> = {
  readonly [Name in CommandName<R>]: Handler<Name & CommandName>;
};

/** The handlers of every room; null where the till does not have the feature. */
export type Registry = { readonly [R in Room]: Handlers<R> | null };

/** The registry of a till without a feature. */
export const NO_FEATURES: Registry = {
  sales: null,
  setup: null,
  staff: null,
  goods: null,
  bills: null,
  books: null,
  questions: null,
  shopQuestions: null,
  receiptEmail: null,
  refusedReceipts: null,
  printing: null,
  scale: null,
  scanner: null,
  diagnosis: null,
  screens: null,
};

/** The screen that gives a command; empty for a caller that is none. */
export const screenOf = (caller: Caller): string => (caller.at === 'screen' ? caller.screen : '');

/** The name of the person who gives a command; `otherwise` if nobody is named. */
export function nameOf(caller: Caller, otherwise: string): string {
  return caller.at === 'register' ? (caller.person ?? otherwise) : (caller.giver?.name ?? '');
}
