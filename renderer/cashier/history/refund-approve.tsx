import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import type { HistorySale } from '../../../shared/history/history.ts';
import { PIN_DIGITS } from '../../../shared/staff/pin-lockout.ts';
import { CASHIER_WORDS } from '../../i18n/cashier.ts';
import { idOf, reasonOf } from '../../state/history.ts';
import { pressPin } from '../../state/keypad.ts';
import { personHere, supervisors } from '../../state/staff.ts';
import { Amount } from '../../ui/amount.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useCashier, useShop, useTillState } from '../common/context.tsx';
import { DigitPad } from '../common/digit-pad.tsx';
import { problemText } from '../common/problem.tsx';
import { PeopleChoice } from '../staff/people-choice.tsx';
import { PinWindow, useWait } from '../staff/pin-window.tsx';
import type { RefundDraft } from './refund-draft.ts';

type ApproveProps = {
  readonly draft: RefundDraft;
  readonly setDraft: Dispatch<SetStateAction<RefundDraft | null>>;
  readonly sale: HistorySale;
};

/** Asks for a supervisor's PIN. The approval is valid for this refund only. */
export function RefundApprove({ draft, setDraft, sale }: ApproveProps) {
  const { words } = useCashier();
  const backOffice = useTillState((state) => state.snapshot?.backOffice);
  const text = useAmountText();
  const people = supervisors(backOffice);
  const here = personHere(backOffice);
  const only = people.length === 1 ? people[0]?.id : undefined;
  const first = here?.role === 'supervisor' ? here.id : only;
  const person = people.find(({ id }) => id === (draft.personId ?? first)) ?? null;
  const { busy, run } = useRefund(draft, setDraft, sale);
  const locked = useWait(person) > 0;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const again = draft.approvalId !== null;
  const off = busy || (!again && (person === null || locked || draft.pin.length < PIN_DIGITS.min));
  const amount = text(draft.amount, sale.currency);
  return (
    <div ref={place} className="lock-pad" tabIndex={-1} data-keys="">
      <h2 className="lock-head">{words.approveHead}</h2>
      <p className="lock-text">{words.approveText(amount)}</p>
      {people.length > 1 && (
        <PeopleChoice
          label={words.approveHead}
          people={people}
          picked={person?.id ?? null}
          onPick={(personId) => {
            setDraft({ ...draft, personId, pin: '', approvalId: null, problem: null });
            place.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <PinWindow person={person} pin={draft.pin} problem={draft.problem} />
      <DigitPad
        disabled={busy || locked || again}
        onKey={(key) =>
          setDraft((now) => now && { ...now, pin: pressPin(now.pin, key), problem: null })
        }
      />
      <div className="refund-foot refund-foot-two">
        <YellowKey
          bed={false}
          enter
          disabled={off}
          label={`${again ? words.refundAgain : words.refund} ${amount}`}
          onPress={() => void run(person?.id ?? '')}
        >
          <span>{again ? words.refundAgain : words.refund}</span>
          <Amount amount={draft.amount} currency={sale.currency} />
        </YellowKey>
        <Ghost
          disabled={busy}
          onPress={() => setDraft({ ...draft, stage: 'amount', pin: '', problem: null })}
        >
          <Undo2 size={20} aria-hidden="true" />
          {words.refundBack}
        </Ghost>
      </div>
    </div>
  );
}

/** After these errors the approval stays valid. The service has refunded nothing. */
const KEEPS_WORD: ReadonlySet<string> = new Set(['service_away', 'not_written', 'no_host']);

function useRefund(
  draft: RefundDraft,
  setDraft: ApproveProps['setDraft'],
  sale: HistorySale,
): { busy: boolean; run: (personId: string) => Promise<void> } {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const [busy, setBusy] = useState(false);

  async function approve(personId: string): Promise<string | null> {
    if (draft.approvalId !== null) return draft.approvalId;
    const { pin, amount, reason } = draft;
    // The customer reads the reason, in the shop's language.
    const text = CASHIER_WORDS[settings.language].refundReasons[reason];
    const command = { type: 'approve', personId, pin, tid: sale.tid ?? '', amount, text } as const;
    const answer = await till.call(command);
    const id = idOf(answer);
    if (id === null) setDraft({ ...draft, pin: '', problem: problemText(answer, words) });
    return id;
  }

  async function run(personId: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    const approvalId = await approve(personId);
    if (approvalId !== null) {
      const answer = await till.call({ type: 'refund', approvalId });
      const reason = reasonOf(answer);
      const problem = reason === null ? null : problemText(answer, words);
      const kept = reason !== null && KEEPS_WORD.has(reason) ? approvalId : null;
      const about = reason?.startsWith('approval') === true || kept !== null;
      const stage = about ? 'approve' : 'amount';
      // From here on the sale's slip shows the refund with its state.
      if (problem === null) setDraft(null);
      else setDraft({ ...draft, pin: '', approvalId: kept, problem, stage });
    }
    setBusy(false);
  }

  return { busy, run };
}
