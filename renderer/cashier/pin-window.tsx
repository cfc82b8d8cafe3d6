import type { ReactNode } from 'react';
import type { PersonView } from '../../shared/bridge/desk.ts';
import { PIN_DIGITS } from '../../shared/staff/pin-digits.ts';
import { User } from '../ui/icons.ts';
import { timeLeft } from '../ui/times.ts';
import { useNow } from '../ui/use-now.ts';
import { useTools } from './context.tsx';

type PinWindowProps = {
  readonly person: PersonView | null;
  readonly pin: string;
  /** Why the last PIN was not taken. */
  readonly problem: string | null;
};

/** Whose PIN is typed, as dots, and what is wrong with it. The digits are never shown or said. */
export function PinWindow({ person, pin, problem }: PinWindowProps) {
  const { words } = useTools();
  const wait = useWait(person);
  const said = wait > 0 ? words.pinWait(timeLeft(wait)) : problem;
  return (
    <DigitsWindow
      head={
        <>
          <User size={22} aria-hidden="true" />
          {person === null ? words.pinPick : person.name}
        </>
      }
      problem={said}
      // The seconds go by on the screen alone; the sentence is said once.
      quiet={wait > 0}
    >
      <PinDots pin={pin} />
    </DigitsWindow>
  );
}

type DigitsWindowProps = {
  /** Whose digits they are, or what they are. */
  readonly head: ReactNode;
  /** What has been typed. */
  readonly children: ReactNode;
  readonly problem: string | null;
  /** A reader of screens does not announce the problem. */
  readonly quiet?: boolean;
};

/** The deck's window while digits are typed that are no amount. */
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

/** One dot for each digit, and empty ones up to the shortest PIN. */
export function PinDots({ pin }: { readonly pin: string }) {
  const { words } = useTools();
  const dots = Array.from({ length: Math.max(PIN_DIGITS.min, pin.length) }, (_, place) => place);
  return (
    <span className="pin-dots" role="img" aria-label={words.pinTyped(pin.length)}>
      {dots.map((place) => (
        <span key={place} className={place < pin.length ? 'pin-dot pin-dot-on' : 'pin-dot'} />
      ))}
    </span>
  );
}

/** Milliseconds until this person's pad may be used again; 0 when it may now. */
export function useWait(person: PersonView | null): number {
  const now = useNow(250);
  return Math.max(0, (person?.lockedUntil ?? 0) - now);
}
