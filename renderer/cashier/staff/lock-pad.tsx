import { useEffect, useRef, useState } from 'react';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import { PIN_DIGITS } from '../../../shared/device/staff/pin-lockout.ts';
import { reasonOf } from '../../state/history.ts';
import { type KeypadKey, pressPin } from '../../state/keypad.ts';
import { LockOpen } from '../../ui/icons.ts';
import { YellowKey } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { DigitPad } from '../common/digit-pad.tsx';
import { problemText } from '../common/refusal-text.ts';
import { PeopleChoice } from './people-choice.tsx';
import { PinWindow, useWait } from './pin-window.tsx';

/** The choice of a person and the PIN pad. */
export function LockPad({ backOffice }: { readonly backOffice: BackOfficeView }) {
  const { till, words } = useCashier();
  const { person, pick, pin, press, problem, busy, unlock } = useUnlock(backOffice);
  const locked = useWait(person) > 0;
  const place = useRef<HTMLDivElement>(null);
  // The focus is here so that Enter unlocks and a scanner's input is not taken for a PIN.
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const off = person === null || locked || busy;
  return (
    <div ref={place} className="lock-pad" tabIndex={-1} data-keys="">
      <PeopleChoice
        label={words.whoAreYou}
        people={backOffice.staff}
        picked={person?.id ?? null}
        onPick={(id) => {
          pick(id);
          place.current?.focus({ preventScroll: true });
        }}
      />
      <PinWindow person={person} pin={pin} problem={problem} />
      <DigitPad disabled={off} onKey={press} />
      <div className="deck-foot">
        <YellowKey
          bed={false}
          enter
          className="lock-yellow"
          disabled={off || pin.length < PIN_DIGITS.min}
          onPress={() => void unlock(till)}
        >
          <LockOpen size={30} aria-hidden="true" />
          {words.unlock}
        </YellowKey>
      </div>
    </div>
  );
}

function useUnlock(backOffice: BackOfficeView) {
  const { words } = useCashier();
  const last = useTillState((state) => state.lastPerson);
  const [picked, setPicked] = useState<string | null>(last);
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const only = backOffice.staff.length === 1 ? (backOffice.staff[0] ?? null) : null;
  const person = backOffice.staff.find(({ id }) => id === picked) ?? only;
  return {
    person,
    pin,
    problem,
    busy,
    press: (key: KeypadKey) => {
      // Keys can arrive faster than React renders.
      setPin((now) => pressPin(now, key));
      setProblem(null);
    },
    pick: (id: string) => {
      setPicked(id);
      setPin('');
      setProblem(null);
    },
    unlock: async (till: ReturnType<typeof useCashier>['till']) => {
      if (person === null || busy) return;
      setBusy(true);
      const answer = await till.call({ type: 'unlock', personId: person.id, pin });
      setBusy(false);
      setPin('');
      setProblem(reasonOf(answer) === null ? null : problemText(answer, words));
    },
  };
}
