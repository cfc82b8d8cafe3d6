import { useState } from 'react';
import type { AnswerOf } from '../../../shared/device/commands/table.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import { personHere, supervisors } from '../../state/staff.ts';
import { Amount } from '../../ui/amount.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useCashier, useTillState } from '../common/context.tsx';
import { problemText } from '../common/refusal-text.ts';
import { useEscape } from '../common/use-escape.ts';
import { SupervisorPin } from './supervisor-pin.tsx';

type PinApprovalProps = {
  /** What is approved, and what is said if nobody can. */
  readonly text: string;
  readonly nobody: string;
  /** Why it cannot be approved as it is; the person changes it first. */
  readonly wrong?: string | null;
  readonly yellow: string;
  /** The money that is approved, on the key. */
  readonly money?: { readonly amount: MoneyInteger; readonly currency: string };
  /** The key that gives up; "Back" when left out. */
  readonly back?: string;
  /** A key beside it that opens something else to approve. */
  readonly beside?: { readonly label: string; readonly onPress: () => void } | undefined;
  readonly busy: boolean;
  /** Why the host refused what was approved; null if it did not. */
  readonly problem: string | null;
  readonly ask: (personId: string, pin: string) => Promise<AnswerOf<'approve'> | null>;
  /** Runs the check of the PIN with all that follows from it; directly when left out. */
  readonly within?: (steps: () => Promise<void>) => Promise<void>;
  readonly onApproved: (approval: string) => void | Promise<void>;
  readonly onBack: () => void;
};

/** The deck of a step that a supervisor approves with the PIN: a change of a bill, a close, or a refund of a receipt. */
export function PinApproval(props: PinApprovalProps) {
  const { text, nobody, wrong = null, yellow, money, back, beside, busy: working, problem } = props;
  const { ask, within = directly, onApproved, onBack } = props;
  const { words } = useCashier();
  const amountText = useAmountText();
  const backOffice = useTillState((state) => state.snapshot?.backOffice);
  const people = supervisors(backOffice);
  const here = personHere(backOffice);
  const first = here?.role === 'supervisor' ? here.id : people[0]?.id;
  const [picked, setPicked] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const person = people.find(({ id }) => id === (picked ?? first)) ?? null;
  const busy = working || asking;
  useEscape(onBack, !busy);

  async function approve(personId: string): Promise<void> {
    setAsking(true);
    const answer = await ask(personId, pin);
    setAsking(false);
    setPin('');
    if (answer?.ok !== true) return setRefused(problemText(answer, words));
    await onApproved(answer.value.id);
  }

  function press(): void {
    if (person !== null && !busy && wrong === null) void within(() => approve(person.id));
  }

  return (
    <>
      <h1 className="sr-only">{yellow}</h1>
      <SupervisorPin
        people={people}
        person={person}
        pin={pin}
        problem={refused ?? problem}
        text={people.length === 0 ? nobody : (wrong ?? text)}
        isWrong={people.length > 0 && wrong !== null}
        busy={busy}
        onPick={(id) => {
          setPicked(id);
          setPin('');
          setRefused(null);
        }}
        onPin={(typed) => {
          setPin(typed);
          setRefused(null);
        }}
        foot={beside === undefined ? 'refund-foot refund-foot-two' : 'refund-foot'}
        keys={(off) => (
          <>
            {people.length > 0 && (
              <YellowKey
                bed={false}
                enter
                disabled={off || wrong !== null}
                {...(money === undefined
                  ? {}
                  : { label: `${yellow} ${amountText(money.amount, money.currency)}` })}
                onPress={press}
              >
                <span>{yellow}</span>
                {money !== undefined && <Amount {...money} />}
              </YellowKey>
            )}
            {beside !== undefined && (
              <Ghost disabled={busy} onPress={beside.onPress}>
                {beside.label}
              </Ghost>
            )}
            <Ghost disabled={busy} onPress={onBack}>
              <Undo2 size={20} aria-hidden="true" />
              {back ?? words.backKey}
            </Ghost>
          </>
        )}
      />
    </>
  );
}

const directly = (steps: () => Promise<void>) => steps();
