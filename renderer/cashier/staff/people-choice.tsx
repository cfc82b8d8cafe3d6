import type { PersonView } from '../../../shared/device/bridge/back-office.ts';
import { keepFocus } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';

type PeopleChoiceProps = {
  readonly label: string;
  readonly people: readonly PersonView[];
  readonly picked: string | null;
  readonly onPick: (personId: string) => void;
};

/** One key for each person; the selected one is highlighted. */
export function PeopleChoice({ label, people, picked, onPick }: PeopleChoiceProps) {
  const { words } = useCashier();
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
          <span className="person-name">
            <bdi>{name}</bdi>
          </span>
          <span className="person-role">{words.roles[role]}</span>
        </button>
      ))}
    </div>
  );
}
