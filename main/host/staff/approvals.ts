import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import {
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

type Waiting = {
  readonly approval: RefundApproval;
  readonly request: RefundRequest;
  readonly personId: string;
  readonly given: Ticks;
};

/** A supervisor's approval of one refund, from the PIN to the engine. */
export interface Approvals {
  /** Stores an approval for two minutes; returns its id. */
  give(person: Person, terms: RefundTerms): Answer<{ readonly id: string }>;
  /**
   * Makes the approved refund; its refund id derives from the approval's id. A repeat for a refund that
   * the terminal shows succeeds, also after the approval has expired or the till has restarted.
   */
  use(id: string): Promise<Answer<{ readonly id: string }>>;
}

export type RefundTerms = Pick<RefundRequest, 'tid' | 'text'> & {
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

const refundIdOf = (approvalId: string) => `r-${approvalId}`;

export function createApprovals(deps: ApprovalDeps): Approvals {
  const { terminal, clock, newId, currency, isSupervisor } = deps;
  const waiting = new Map<string, Waiting>();

  function tidy(): void {
    for (const [id, { given }] of waiting) {
      if (elapsed(given, clock.ticks()) >= REPEAT_LIFE || waiting.size > WAITING_MAX)
        waiting.delete(id);
    }
  }

  return {
    give(person, { tid, amount, text }) {
      const id = newId();
      const now = instantOf(clock.now());
      const word = { id, approver: person.name, tid, ceiling: amount, currency };
      const request = { tid, amount, text, refundId: refundIdOf(id) };
      const approval = approveRefund(word, now);
      waiting.set(id, { approval, request, personId: person.id, given: clock.ticks() });
      tidy();
      return answer({ id });
    },
    async use(id) {
      tidy();
      const made = terminal.view().refunds.find((refund) => refund.id === refundIdOf(id));
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
  };
}
