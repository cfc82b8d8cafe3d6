import { useState } from 'react';
import type { PersonView } from '../../../shared/bridge/back-office.ts';
import { PIN_DIGITS } from '../../../shared/staff/pin-lockout.ts';
import { pressPin } from '../../state/keypad.ts';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useBills, useCashier, useTillState } from '../common/context.tsx';
import { DigitPad, useStep } from '../common/digit-pad.tsx';
import { problemText } from '../common/refusal-text.ts';
import { PeopleChoice } from './people-choice.tsx';
import { PinWindow, useWait } from './pin-window.tsx';

const NOBODY: readonly PersonView[] = [];

/** The deck while a supervisor is asked to approve a discount above the person's own limit. */
export function DiscountApproval() {
  const { till, words } = useCashier();
  const bill = useBills(({ approving }) => approving?.bill ?? null);
  const staff = useTillState((state) => state.snapshot?.backOffice?.staff ?? NOBODY);
  const people = staff.filter(({ role }) => role === 'supervisor');
  const [picked, setPicked] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const person = people.find(({ id }) => id === (picked ?? people[0]?.id)) ?? null;
  const isLocked = useWait(person) > 0;
  const place = useStep();
  const off = busy || isLocked || person === null || pin.length < PIN_DIGITS.min;

  async function approve(): Promise<void> {
    if (person === null || bill === null) return;
    setBusy(true);
    const answer = await till.call({ type: 'approve_discount', personId: person.id, pin, bill });
    setBusy(false);
    const id = answer?.ok === true ? (answer.value?.id ?? null) : null;
    if (id !== null) return till.bills.approved(id);
    setPin('');
    setProblem(problemText(answer, words));
  }

  return (
    <div ref={place} className="lock-pad" tabIndex={-1} data-keys="">
      <h2 className="lock-head">{words.approveHead}</h2>
      <p className="lock-text">
        {people.length === 0 ? words.discountNobody : words.discountApproveText}
      </p>
      {people.length > 1 && (
        <PeopleChoice
          label={words.approveHead}
          people={people}
          picked={person?.id ?? null}
          onPick={(id) => {
            setPicked(id);
            setPin('');
            setProblem(null);
            place.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {people.length > 0 && (
        <>
          <PinWindow person={person} pin={pin} problem={problem} />
          <DigitPad
            disabled={busy || isLocked}
            onKey={(key) => {
              setPin((now) => pressPin(now, key));
              setProblem(null);
            }}
          />
        </>
      )}
      <div className="deck-foot refund-foot refund-foot-two">
        {people.length > 0 && (
          <YellowKey bed={false} enter disabled={off} onPress={() => void approve()}>
            {words.discountApprove}
          </YellowKey>
        )}
        <Ghost disabled={busy} onPress={() => till.bills.approved(null)}>
          <Undo2 size={20} aria-hidden="true" />
          {words.noDiscount}
        </Ghost>
      </div>
    </div>
  );
}
