import { type Dispatch, type SetStateAction, useState } from 'react';
import type { BackOfficeView, PersonView } from '../../../shared/bridge/back-office.ts';
import { present } from '../../../shared/objects/present.ts';
import type { StaffChange } from '../../../shared/staff/person.ts';
import { reasonOf } from '../../state/history.ts';
import { personHere } from '../../state/staff.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Trash2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { problemText } from '../common/problem.tsx';
import type { StaffDraft } from './staff-draft.ts';
import { StaffForm } from './staff-form.tsx';

type StaffSideProps = {
  readonly backOffice: BackOfficeView;
  readonly person: PersonView | null;
  readonly draft: StaffDraft | null;
  readonly setDraft: Dispatch<SetStateAction<StaffDraft | null>>;
  /** True if the person at the till may change the staff. */
  readonly may: boolean;
};

/** The actions for the selected person, or the form for the change. */
export function StaffSide({ backOffice, person, draft, setDraft, may }: StaffSideProps) {
  const { words } = useCashier();
  const { note, change, busy } = useChange(draft, setDraft);
  if (draft !== null && draft.kind !== 'remove') {
    return (
      <StaffForm
        key={`${draft.kind} ${'personId' in draft ? draft.personId : ''}`}
        draft={draft}
        setDraft={setDraft}
        change={change}
        note={note}
        busy={busy}
      />
    );
  }
  const head = person === null ? words.staffPick : person.name;
  return (
    <div className="staff-side">
      <div className="deck-window staff-window">
        <h2>
          <bdi>{may ? head : words.staffCashierText}</bdi>
        </h2>
        <p role="status">{note ?? standing(backOffice, person, words)}</p>
      </div>
      {may && person !== null && (
        <PersonKeys
          person={person}
          setDraft={setDraft}
          onRole={(role) => change(roleChange(person, role))}
        />
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
  backOffice: BackOfficeView,
  person: PersonView | null,
  words: ReturnType<typeof useCashier>['words'],
): string {
  if (backOffice.staff.length === 0) return words.staffFirst;
  if (person === null) return '';
  const here = personHere(backOffice)?.id === person.id ? `. ${words.staffHere}` : '';
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
  const { words } = useCashier();
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

/** Sends a change to the host. The typed values stay if the host refuses it. */
function useChange(
  draft: StaffDraft | null,
  setDraft: Dispatch<SetStateAction<StaffDraft | null>>,
) {
  const { till, words } = useCashier();
  const [note, setNote] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const code = draft?.kind === 'add' ? draft.code : null;
  const change = (wanted: StaffChange) => {
    if (busy) return;
    setBusy(true);
    void till.call({ type: 'staff', change: wanted, ...present({ code }) }).then((answer) => {
      setBusy(false);
      const reason = reasonOf(answer);
      setNote(reason === null ? words.staffSaved : problemText(answer, words));
      if (reason === null || wanted.kind === 'remove') setDraft(null);
      if (reason === 'wrong_code') setDraft((now) => codeAgain(now));
    });
  };
  return { note, busy, change };
}

/** Asks for the code again and keeps the name. */
function codeAgain(draft: StaffDraft | null): StaffDraft | null {
  return draft?.kind === 'add' ? { ...draft, stage: 'code', code: '', pin: '' } : draft;
}
