import { personHere } from '../state/desk.ts';
import { User } from '../ui/icons.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { useTillState, useTools } from './context.tsx';

/** Who stands at the till, in the strip; one press locks it. */
export function PersonKey() {
  const { till, words } = useTools();
  const desk = useTillState((state) => state.snapshot?.desk);
  const person = personHere(desk);
  if (person === null) return null;
  return (
    <button
      type="button"
      className="strip-key strip-person"
      aria-label={words.lockAs(person.name)}
      onMouseDown={keepFocus}
      onClick={() => void till.call({ type: 'lock' })}
    >
      <User size={18} aria-hidden="true" />
      <span className="strip-person-name">{person.name}</span>
    </button>
  );
}
