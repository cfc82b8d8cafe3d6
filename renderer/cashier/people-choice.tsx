import type { PersonView } from '../../shared/bridge/desk.ts';
import { keepFocus } from '../ui/key.tsx';
import { useTools } from './context.tsx';

type PeopleChoiceProps = {
  readonly label: string;
  readonly people: readonly PersonView[];
  readonly picked: string | null;
  readonly onPick: (personId: string) => void;
};

/** People by name, each a key; the picked one stands on paper. */
export function PeopleChoice({ label, people, picked, onPick }: PeopleChoiceProps) {
  const { words } = useTools();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="people" role="group" aria-label={label}>
      {people.map(({ id, name, role }) => (
        <button
          key={id}
          type="button"
          className="person"
          aria-pressed={id === picked}
          onMouseDown={keepFocus}
          onClick={() => onPick(id)}
        >
          <span className="person-name">{name}</span>
          <span className="person-role">{words.roles[role]}</span>
        </button>
      ))}
    </div>
  );
}
