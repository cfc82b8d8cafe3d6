import type { z } from 'zod';
import type { ReceiptPage } from '../../../shared/device/commands/book-answers.ts';
import type { TillAnswer } from '../../../shared/device/till-api/errors.ts';
import type { TILL_ROUTES, TillRouteName } from '../../../shared/device/till-api/routes.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { CallOf } from '../../../shared/node/http/call.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import type { HostBills } from '../bills/bills.ts';
import type { OpenReceipt } from '../books/open-receipt.ts';
import type { TillBooks } from '../books/till-books.ts';
import type { Commands } from '../commands/commands.ts';
import type { Questions } from '../questions/questions.ts';
import type { Changes } from './changes.ts';
import type { LongPoll } from './long-poll.ts';

type RouteOf<N extends TillRouteName> = (typeof TILL_ROUTES)[N];
type ReplyOf<R> = R extends { readonly reply: infer S extends z.ZodType } ? z.input<S> : null;

/** The dependencies of every handler. */
export type HandlerDeps = {
  readonly terminal: Terminal;
  readonly bills: Pick<HostBills, 'refusedLines'>;
  /** The commands of the till, which a register gives as the screens do. */
  readonly commands: Pick<Commands, 'register'>;
  readonly questions: Pick<Questions, 'ask' | 'read' | 'cancel'>;
  /** The receipts of a bill in the order of its payments; none if the books have none. */
  readonly receiptsOf: (bill: string) => Promise<readonly ReceiptPage[]>;
  /** An entry of the till's books; null if they do not have it. */
  readonly entryById: TillBooks['entryById'];
  /** Opens a receipt of this till, or of a phone payment that another till of the shop has handed over (D-423). */
  readonly openReceipt: OpenReceipt;
  readonly changes: Changes;
  readonly longPoll: LongPoll;
  /** ISO 4217 code of every sale of this till. */
  readonly currency: string;
  /** Largest refund of a register, minor units; null permits none. */
  readonly refundCeiling: MoneyInteger | null;
  /** Who started a sale, when the register names nobody. */
  readonly registerName: string;
  readonly clock: DeviceClock;
  readonly ids: Ids;
};

/** A call of the till API with checked input. */
export type TillCall<N extends TillRouteName> = CallOf<RouteOf<N>> & {
  readonly deps: HandlerDeps;
};

/** A success, in the statuses and the shape that the route table promises. */
export type TillSuccess<N extends TillRouteName> = {
  readonly status: RouteOf<N>['success'][number];
  readonly body: ReplyOf<RouteOf<N>>;
};

export type TillHandler<N extends TillRouteName> = (
  call: TillCall<N>,
) => Promise<TillAnswer<TillSuccess<N>>>;

/** One handler for every route of the table: a missing one does not compile. */
export type TillHandlers = { readonly [N in TillRouteName]: TillHandler<N> };
