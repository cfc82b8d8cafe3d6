import type { PersonView } from '../../shared/bridge/desk.ts';
import { PIN_MIN } from '../state/pad.ts';
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
    <div className="deck-window pin-window">
      <p className="pin-person">
        <User size={22} aria-hidden="true" />
        {person === null ? words.pinPick : person.name}
      </p>
      <PinDots pin={pin} />
      {/* The seconds go by on the screen alone; the sentence is said once. */}
      <p className="pin-problem" role={wait > 0 ? undefined : 'alert'}>
        {said ?? ''}
      </p>
    </div>
  );
}

/** One dot for each digit, and empty ones up to the shortest PIN. */
export function PinDots({ pin }: { readonly pin: string }) {
  const { words } = useTools();
  const dots = Array.from({ length: Math.max(PIN_MIN, pin.length) }, (_, place) => place);
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
