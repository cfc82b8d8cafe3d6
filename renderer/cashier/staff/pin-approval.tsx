import { useEffect, useRef, useState } from 'react';
import type { BridgeAnswer } from '../../../shared/device/bridge/contract.ts';
import { idOf } from '../../state/history.ts';
import { personHere, supervisors } from '../../state/staff.ts';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { problemText } from '../common/refusal-text.ts';
import { SupervisorPin } from './supervisor-pin.tsx';

type PinApprovalProps = {
  /** What is approved, and what is said if nobody can. */
  readonly text: string;
  readonly nobody: string;
  readonly yellow: string;
  /** The key that gives up; "Back" when left out. */
  readonly back?: string;
  readonly busy: boolean;
  /** Why the host refused what was approved; null if it did not. */
  readonly problem: string | null;
  readonly ask: (personId: string, pin: string) => Promise<BridgeAnswer | null>;
  readonly onApproved: (approval: string) => void;
  readonly onBack: () => void;
};

/** The deck of a step that a supervisor approves with the PIN: a change of a bill, a close, or a refund of a receipt. */
export function PinApproval(props: PinApprovalProps) {
  const { text, nobody, yellow, back, busy: working, problem, ask, onApproved, onBack } = props;
  const { words } = useCashier();
  const backOffice = useTillState((state) => state.snapshot?.backOffice);
  const people = supervisors(backOffice);
  const here = personHere(backOffice);
  const first = here?.role === 'supervisor' ? here.id : people[0]?.id;
  const [picked, setPicked] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const person = people.find(({ id }) => id === (picked ?? first)) ?? null;
  const busy = working || asking;
  useEscape(onBack, !busy);

  async function approve(): Promise<void> {
    if (person === null || busy) return;
    setAsking(true);
    const answer = await ask(person.id, pin);
    setAsking(false);
    setPin('');
    const id = idOf(answer);
    if (id === null) return setWrong(problemText(answer, words));
    onApproved(id);
  }

  return (
    <>
      <h1 className="sr-only">{yellow}</h1>
      <SupervisorPin
        people={people}
        person={person}
        pin={pin}
        problem={wrong ?? problem}
        text={people.length === 0 ? nobody : text}
        busy={busy}
        onPick={(id) => {
          setPicked(id);
          setPin('');
          setWrong(null);
        }}
        onPin={(typed) => {
          setPin(typed);
          setWrong(null);
        }}
        keys={(off) => (
          <>
            {people.length > 0 && (
              <YellowKey bed={false} enter disabled={off} onPress={() => void approve()}>
                {yellow}
              </YellowKey>
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

/** The Escape key goes back, as the key on the screen does. */
function useEscape(onBack: () => void, active: boolean): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}
