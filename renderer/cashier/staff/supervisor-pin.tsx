import type { ReactNode } from 'react';
import type { PersonView } from '../../../shared/device/bridge/back-office.ts';
import { PIN_DIGITS } from '../../../shared/device/staff/pin-lockout.ts';
import { type KeypadKey, pressPin } from '../../state/keypad.ts';
import { useCashier } from '../common/context.tsx';
import { DigitPad, useStep } from '../common/digit-pad.tsx';
import { PeopleChoice } from './people-choice.tsx';
import { PinWindow, useWait } from './pin-window.tsx';

type SupervisorPinProps = {
  readonly people: readonly PersonView[];
  readonly person: PersonView | null;
  readonly pin: string;
  readonly problem: string | null;
  /** What is approved, or why it cannot be. */
  readonly text: string;
  readonly isWrong?: boolean;
  /** True while the PIN is not needed, or while its check is under way. */
  readonly busy: boolean;
  readonly onPick: (person: string) => void;
  /** The typed digits after a key of the pad. */
  readonly onPin: (typed: (pin: string) => string) => void;
  /** The keys below the pad. `off`: the PIN is not complete, or nobody may type one now. */
  readonly keys: (off: boolean) => ReactNode;
  /** The form of their row. */
  readonly foot?: 'refund-foot' | 'refund-foot refund-foot-two';
};

/** Asks for the PIN of a supervisor, who approves one thing with it. Without supervisors it only says so. */
export function SupervisorPin(props: SupervisorPinProps) {
  const { people, person, pin, problem, text, isWrong = false, busy, onPick, onPin, keys } = props;
  const { foot = 'refund-foot refund-foot-two' } = props;
  const { words } = useCashier();
  const isLocked = useWait(person) > 0;
  const place = useStep();
  const off = busy || isLocked || person === null || pin.length < PIN_DIGITS.min;
  return (
    <div ref={place} className="lock-pad" tabIndex={-1} data-keys="">
      <h2 className="lock-head">{words.approveHead}</h2>
      <p className={isWrong ? 'lock-text refund-wrong' : 'lock-text'}>{text}</p>
      {people.length > 1 && (
        <PeopleChoice
          label={words.approveHead}
          people={people}
          picked={person?.id ?? null}
          onPick={(id) => {
            onPick(id);
            place.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {people.length > 0 && (
        <>
          <PinWindow person={person} pin={pin} problem={problem} />
          <DigitPad
            disabled={busy || isLocked}
            onKey={(key: KeypadKey) => onPin((before) => pressPin(before, key))}
          />
        </>
      )}
      <div className={`deck-foot ${foot}`}>{keys(off)}</div>
    </div>
  );
}
