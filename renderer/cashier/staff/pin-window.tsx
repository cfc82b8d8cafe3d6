import type { ReactNode } from 'react';
import type { PersonView } from '../../../shared/device/bridge/back-office.ts';
import { PIN_DIGITS } from '../../../shared/device/staff/pin-lockout.ts';
import { useNow } from '../../ui/countdown.tsx';
import { timeLeft } from '../../ui/format.tsx';
import { User } from '../../ui/icons.ts';
import { useCashier } from '../common/context.tsx';

type PinWindowProps = {
  readonly person: PersonView | null;
  readonly pin: string;
  /** Why the host refused the last PIN; null if it did not. */
  readonly problem: string | null;
};

/**
 * The person, the typed PIN as dots, and the problem. The digits are neither shown nor announced.
 */
export function PinWindow({ person, pin, problem }: PinWindowProps) {
  const { words } = useCashier();
  const wait = useWait(person);
  const note = wait > 0 ? words.pinWait(timeLeft(wait)) : problem;
  return (
    <DigitsWindow
      head={
        <>
          <User size={22} aria-hidden="true" />
          <bdi>{person === null ? words.pinPick : person.name}</bdi>
        </>
      }
      problem={note}
      // The countdown changes every second, so screen readers announce the sentence only once.
      quiet={wait > 0}
    >
      <PinDots pin={pin} />
    </DigitsWindow>
  );
}

type DigitsWindowProps = {
  /** The person or the name of the code. */
  readonly head: ReactNode;
  /** The typed digits. */
  readonly children: ReactNode;
  readonly problem: string | null;
  /** True if screen readers must not announce the problem. */
  readonly quiet?: boolean;
};

/** The deck's window while the keypad types a PIN or a code. */
export function DigitsWindow({ head, children, problem, quiet = false }: DigitsWindowProps) {
  return (
    <div className="deck-window pin-window">
      <p className="pin-person">{head}</p>
      {children}
      <p className="pin-problem" role={quiet ? undefined : 'alert'}>
        {problem ?? ''}
      </p>
    </div>
  );
}

/** One dot for each typed digit, and empty dots up to the shortest PIN. */
export function PinDots({ pin }: { readonly pin: string }) {
  const { words } = useCashier();
  const dots = Array.from({ length: Math.max(PIN_DIGITS.min, pin.length) }, (_, place) => place);
  return (
    <span className="pin-dots" role="img" aria-label={words.pinTyped(pin.length)}>
      {dots.map((place) => (
        <span key={place} className={place < pin.length ? 'pin-dot pin-dot-on' : 'pin-dot'} />
      ))}
    </span>
  );
}

/** Milliseconds until this person may try a PIN again; 0 if now. */
export function useWait(person: PersonView | null): number {
  const now = useNow(250);
  return Math.max(0, (person?.lockedUntil ?? 0) - now);
}
