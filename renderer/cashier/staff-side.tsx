import { type Dispatch, type SetStateAction, useState } from 'react';
import type { DeskView, PersonView } from '../../shared/bridge/desk.ts';
import type { StaffChange } from '../../shared/staff/person.ts';
import { personHere, reasonOf } from '../state/desk.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Trash2 } from '../ui/icons.ts';
import { Ghost } from '../ui/key.tsx';
import { useTools } from './context.tsx';
import { sayProblem } from './problem.tsx';
import type { StaffDraft } from './staff-draft.ts';
import { StaffForm } from './staff-form.tsx';

type StaffSideProps = {
  readonly desk: DeskView;
  readonly person: PersonView | null;
  readonly draft: StaffDraft | null;
  readonly setDraft: Dispatch<SetStateAction<StaffDraft | null>>;
  /** Whether the one who looks may change anything. */
  readonly may: boolean;
};

/** What may be done about the picked person, or what is being typed. */
export function StaffSide({ desk, person, draft, setDraft, may }: StaffSideProps) {
  const { words } = useTools();
  const { said, change, busy } = useChange(draft, setDraft);
  if (draft !== null && draft.kind !== 'remove') {
    return (
      <StaffForm
        key={`${draft.kind} ${'personId' in draft ? draft.personId : ''}`}
        {...{ draft, setDraft, change, said, busy }}
      />
    );
  }
  const head = person === null ? words.staffPick : person.name;
  return (
    <div className="staff-side">
      <div className="deck-window staff-window">
        <h2>{may ? head : words.staffCashierText}</h2>
        <p role="status">{said ?? standing(desk, person, words)}</p>
      </div>
      {may && person !== null && (
        <PersonKeys {...{ person, setDraft }} onRole={(role) => change(roleChange(person, role))} />
      )}
      {draft?.kind === 'remove' && person !== null && (
        <Dialog
          head={words.staffRemoveQuestion(person.name)}
          text={words.staffRemoveText}
          onClose={() => setDraft(null)}
        >
          <Ghost onPress={() => setDraft(null)}>{words.staffKeep}</Ghost>
          <Ghost onPress={() => change({ kind: 'remove', personId: person.id })}>
            <Trash2 size={20} aria-hidden="true" />
            {words.staffRemove}
          </Ghost>
        </Dialog>
      )}
    </div>
  );
}

function standing(
  desk: DeskView,
  person: PersonView | null,
  words: ReturnType<typeof useTools>['words'],
): string {
  if (desk.staff.length === 0) return words.staffFirst;
  if (person === null) return '';
  const here = personHere(desk)?.id === person.id ? `. ${words.staffHere}` : '';
  return `${words.roles[person.role]}${here}`;
}

function roleChange({ id }: PersonView, role: PersonView['role']): StaffChange {
  return { kind: 'role', personId: id, role };
}

type PersonKeysProps = {
  readonly person: PersonView;
  readonly setDraft: (draft: StaffDraft) => void;
  readonly onRole: (role: PersonView['role']) => void;
};

function PersonKeys({ person, setDraft, onRole }: PersonKeysProps) {
  const { words } = useTools();
  const { id: personId, name, role } = person;
  const other = role === 'cashier' ? 'supervisor' : 'cashier';
  return (
    <div className="staff-keys">
      <Ghost className="ghost-tall" onPress={() => setDraft({ kind: 'rename', personId, name })}>
        {words.staffRename}
      </Ghost>
      <Ghost className="ghost-tall" onPress={() => setDraft({ kind: 'pin', personId, pin: '' })}>
        {words.staffPin}
      </Ghost>
      <Ghost className="ghost-tall" onPress={() => onRole(other)}>
        {other === 'supervisor' ? words.staffMakeSupervisor : words.staffMakeCashier}
      </Ghost>
      <Ghost
        className="ghost-tall staff-remove"
        onPress={() => setDraft({ kind: 'remove', personId })}
      >
        <Trash2 size={20} aria-hidden="true" />
        {words.staffRemove}
      </Ghost>
    </div>
  );
}

/** Asks the host for a change; what was typed stays where it is refused. */
function useChange(
  draft: StaffDraft | null,
  setDraft: Dispatch<SetStateAction<StaffDraft | null>>,
) {
  const { till, words } = useTools();
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const code = draft?.kind === 'add' ? draft.code : null;
  const change = (wanted: StaffChange) => {
    if (busy) return;
    setBusy(true);
    const given = code === null ? {} : { code };
    void till.call({ type: 'staff', change: wanted, ...given }).then((answer) => {
      setBusy(false);
      const reason = reasonOf(answer);
      setSaid(reason === null ? words.staffSaved : sayProblem(answer, words));
      if (reason === null || wanted.kind === 'remove') setDraft(null);
      if (reason === 'wrong_code') setDraft((now) => codeAgain(now));
    });
  };
  return { said, busy, change };
}

/** The code is asked for anew; the name stays. */
function codeAgain(draft: StaffDraft | null): StaffDraft | null {
  return draft?.kind === 'add' ? { ...draft, stage: 'code', code: '', pin: '' } : draft;
}
