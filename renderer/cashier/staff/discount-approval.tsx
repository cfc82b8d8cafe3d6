import { useState } from 'react';
import { supervisors } from '../../state/staff.ts';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useBills, useCashier, useTillState } from '../common/context.tsx';
import { problemText } from '../common/refusal-text.ts';
import { SupervisorPin } from './supervisor-pin.tsx';

/** The deck while a supervisor is asked to approve a discount above the person's own limit. */
export function DiscountApproval() {
  const { till, words } = useCashier();
  const bill = useBills(({ approving }) => approving?.bill ?? null);
  const people = supervisors(useTillState((state) => state.snapshot?.backOffice));
  const [picked, setPicked] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const person = people.find(({ id }) => id === (picked ?? people[0]?.id)) ?? null;

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
    <SupervisorPin
      people={people}
      person={person}
      pin={pin}
      problem={problem}
      text={people.length === 0 ? words.discountNobody : words.discountApproveText}
      busy={busy}
      onPick={(id) => {
        setPicked(id);
        setPin('');
        setProblem(null);
      }}
      onPin={(typed) => {
        setPin(typed);
        setProblem(null);
      }}
      keys={(off) => (
        <>
          {people.length > 0 && (
            <YellowKey bed={false} enter disabled={off} onPress={() => void approve()}>
              {words.discountApprove}
            </YellowKey>
          )}
          <Ghost disabled={busy} onPress={() => till.bills.approved(null)}>
            <Undo2 size={20} aria-hidden="true" />
            {words.noDiscount}
          </Ghost>
        </>
      )}
    />
  );
}
