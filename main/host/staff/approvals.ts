import { isDeepStrictEqual } from 'node:util';
import type { ScreenAct } from '../../../shared/device/commands/bills.ts';
import type {
  SeenBillRefund,
  SeenClose,
  SeenRefund,
} from '../../../shared/device/commands/books.ts';
import { refundOfApproval } from '../../../shared/ids/host-ids.ts';
import { dropOldest } from '../../../shared/limits/drop-oldest.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import {
  APPROVAL_LIFE,
  approveRefund,
  type RefundApproval,
} from '../../../shared/terminal/refunds/check-approval.ts';
import type { RefundRequest } from '../../../shared/terminal/refunds/refund.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import {
  type DeviceClock,
  elapsed,
  instantOf,
  MINUTE,
  type Ticks,
} from '../../../shared/time/clock.ts';
import type { Person } from './people.ts';

/** Largest number of approvals that wait for their refund or its repeat. */
const WAITING_MAX = 50;
/** Time for a repeat after a lost answer; the repeat may come after the approval expires. */
const REPEAT_LIFE = 10 * MINUTE;

/** A supervisor's approval of one thing other than a phone refund. */
type WaitingWord = {
  readonly subject: Subject;
  readonly person: Person;
  readonly given: Ticks;
  /** The command that used it; its repeat may use it again. */
  readonly usedBy: string | null;
};

type Waiting = {
  readonly approval: RefundApproval;
  readonly request: RefundRequest;
  readonly personId: string;
  readonly given: Ticks;
};

/** A supervisor's approval of one refund or of one command on a bill, from the PIN to its use. */
export interface Approvals {
  /** Stores an approval of what `by` refunds, for two minutes; returns its id. */
  give(person: Person, terms: RefundTerms, by: string): Answer<{ readonly id: string }>;
  /**
   * Makes the approved refund; its refund id derives from the approval's id. A repeat for a refund that
   * the terminal shows succeeds, also after the approval has expired or the till has restarted.
   */
  use(id: string): Promise<Answer<{ readonly id: string }>>;
  /** Stores an approval of something else for two minutes; returns its id. */
  giveFor(person: Person, subject: Subject): Answer<{ readonly id: string }>;
  /** Uses it for one command. Returns the supervisor's name, or why it does not allow this. */
  useFor(id: string, act: Subject, command: string): Approved;
}

/** Another thing was approved or too long ago, or a smaller amount than this. */
export type Approved =
  | { readonly ok: true; readonly by: string }
  | { readonly ok: false; readonly reason: 'approval_expired' | 'above_ceiling' };

/**
 * What a supervisor approves, and what an approval is used for, with everything that the supervisor saw (D-400): one
 * command on a version of a bill, a close with its figures, or a refund of a receipt or of a bill of the books. The amount of a refund
 * is what changes hands; the approved one is the maximum, because other refunds may round it meanwhile.
 */
export type Subject =
  | {
      readonly kind: 'bill';
      readonly bill: string;
      readonly version: number;
      readonly act: ScreenAct;
    }
  | { readonly kind: 'close'; readonly close: SeenClose }
  | {
      readonly kind: 'receipt_refund';
      readonly refund: SeenRefund;
      readonly amount: MoneyInteger;
    }
  | {
      readonly kind: 'bill_refund';
      readonly refund: SeenBillRefund;
      readonly amount: MoneyInteger;
    };

export type RefundTerms = Pick<RefundRequest, 'tid' | 'text' | 'lines' | 'otherReceipt'> & {
  readonly amount: NonNullable<RefundRequest['amount']>;
};

export type ApprovalDeps = {
  readonly terminal: Pick<Terminal, 'refund' | 'view'>;
  readonly clock: DeviceClock;
  readonly newId: () => string;
  readonly currency: string;
  /** Whether the person is still a supervisor when the approval is used. */
  readonly isSupervisor: (personId: string) => boolean;
};

const RUN_OUT = refuseTill('approval_expired');

export function createApprovals(deps: ApprovalDeps): Approvals {
  const { terminal, clock, newId, currency, isSupervisor } = deps;
  const waiting = new Map<string, Waiting>();
  const words = new Map<string, WaitingWord>();

  function tidy(): void {
    for (const [id, { given }] of waiting) {
      if (elapsed(given, clock.ticks()) >= REPEAT_LIFE || waiting.size > WAITING_MAX)
        waiting.delete(id);
    }
  }

  return {
    give(person, { tid, amount, text, ...rest }, by) {
      const id = newId();
      const now = instantOf(clock.now());
      const word = { id, approver: person.name, by, tid, ceiling: amount, currency };
      const request = { tid, amount, text, refundId: refundOfApproval(id), ...rest };
      const approval = approveRefund(word, now);
      waiting.set(id, { approval, request, personId: person.id, given: clock.ticks() });
      tidy();
      return answer({ id });
    },
    async use(id) {
      tidy();
      const made = terminal.view().refunds.find((refund) => refund.id === refundOfApproval(id));
      if (made !== undefined) return answer({ id: made.id });
      const one = waiting.get(id);
      if (one === undefined) return RUN_OUT;
      if (!isSupervisor(one.personId)) {
        waiting.delete(id);
        return RUN_OUT;
      }
      const answered = await terminal.refund(one.request, one.approval);
      return answered.ok ? answer({ id: answered.value.refundId }) : answered;
    },
    giveFor(person, subject) {
      const id = newId();
      words.set(id, { subject, person, given: clock.ticks(), usedBy: null });
      dropOldest(words, WAITING_MAX);
      return answer({ id });
    },
    useFor(id, act, command) {
      const one = words.get(id);
      if (one === undefined || !isDeepStrictEqual(unbounded(one.subject), unbounded(act)))
        return NOT_THIS;
      const { subject, person, given, usedBy } = one;
      if (!isSupervisor(person.id)) return NOT_THIS;
      if (isAbove(act, subject)) return { ok: false, reason: 'above_ceiling' };
      const isRepeat = usedBy === command;
      if (usedBy !== null && !isRepeat) return NOT_THIS;
      if (!isRepeat && elapsed(given, clock.ticks()) >= APPROVAL_LIFE) return NOT_THIS;
      words.set(id, { ...one, usedBy: command });
      return { ok: true, by: person.name };
    },
  };
}

const NOT_THIS = { ok: false, reason: 'approval_expired' } as const;

/** The subject without its bound. */
const unbounded = (subject: Subject) => ({ ...subject, amount: null });

function isAbove(act: Subject, approved: Subject): boolean {
  return 'amount' in act && (!('amount' in approved) || act.amount > approved.amount);
}
