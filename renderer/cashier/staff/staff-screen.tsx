import { type Dispatch, type SetStateAction, useState } from 'react';
import type { BackOfficeView, PersonView } from '../../../shared/device/bridge/back-office.ts';
import type { StaffChange } from '../../../shared/device/staff/person.ts';
import { present } from '../../../shared/objects/present.ts';
import { reasonOf } from '../../state/history.ts';
import { maySupervise, personHere } from '../../state/staff.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Trash2, UserPlus } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { useCashier, useShop } from '../common/context.tsx';
import { problemText } from '../common/refusal-text.ts';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { PeopleChoice } from './people-choice.tsx';
import { newPerson, newPin, type StaffDraft, withoutPin } from './staff-draft.ts';
import { StaffForm } from './staff-form.tsx';

type StaffSideProps = {
  readonly backOffice: BackOfficeView;
  /** The selected person; null if the person was removed. */
  readonly person: PersonView | null;
  readonly draft: StaffDraft | null;
  readonly setDraft: Dispatch<SetStateAction<StaffDraft | null>>;
  /** True if the person at the till may change the staff. */
  readonly may: boolean;
  readonly changing: Changing;
};

/** The actions for the selected person, or the form for the change. */
function StaffSide({ backOffice, person, draft, setDraft, may, changing }: StaffSideProps) {
  const { words } = useCashier();
  const { note, change, checkCode, busy } = changing;
  if (draft !== null && draft.kind !== 'remove') {
    return (
      <StaffForm
        key={nameOf(draft)}
        draft={draft}
        setDraft={setDraft}
        change={change}
        checkCode={checkCode}
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
          busy={busy}
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
          <Ghost disabled={busy} onPress={() => change({ kind: 'remove', personId: person.id })}>
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
  /** True until the host has answered the last change: it would end the next one or be lost. */
  readonly busy: boolean;
  readonly setDraft: (draft: StaffDraft) => void;
  readonly onRole: (role: PersonView['role']) => void;
};

function PersonKeys({ person, busy, setDraft, onRole }: PersonKeysProps) {
  const { words } = useCashier();
  const { id: personId, name, role } = person;
  const other = role === 'cashier' ? 'supervisor' : 'cashier';
  return (
    <div className="staff-keys">
      <Ghost
        className="ghost-tall"
        disabled={busy}
        onPress={() => setDraft({ kind: 'rename', personId, name })}
      >
        {words.staffRename}
      </Ghost>
      <Ghost className="ghost-tall" disabled={busy} onPress={() => setDraft(newPin(personId))}>
        {words.staffPin}
      </Ghost>
      <Ghost className="ghost-tall" disabled={busy} onPress={() => onRole(other)}>
        {other === 'supervisor' ? words.staffMakeSupervisor : words.staffMakeCashier}
      </Ghost>
      <Ghost
        className="ghost-tall staff-remove"
        disabled={busy}
        onPress={() => setDraft({ kind: 'remove', personId })}
      >
        <Trash2 size={20} aria-hidden="true" />
        {words.staffRemove}
      </Ghost>
    </div>
  );
}

/** What a draft changes. It stays the same while values are typed. */
function nameOf(draft: StaffDraft | null): string {
  if (draft === null) return '';
  return `${draft.kind} ${'personId' in draft ? draft.personId : ''}`;
}

/** What the host said about a change of the selected person, or about a draft that is still open. */
type Result = { readonly picked: string | null; readonly draft: string; readonly text: string };

/** What happens with the change of a draft. */
type Changing = ReturnType<typeof useChange>;

/**
 * Sends a change to the host. The typed values stay if the host refuses it. While it is `busy` no other draft begins,
 * because the answer would end that one. A late answer is not shown for another person.
 */
function useChange(
  picked: string | null,
  draft: StaffDraft | null,
  setDraft: Dispatch<SetStateAction<StaffDraft | null>>,
) {
  const { till, words } = useCashier();
  const [result, setResult] = useState<Result | null>(null);
  const [busy, setBusy] = useState(false);
  const code = draft?.kind === 'add' ? draft.code : null;
  const sent = nameOf(draft);
  const change = (wanted: StaffChange) => {
    if (busy) return;
    setBusy(true);
    void till.call({ type: 'staff', change: wanted, ...present({ code }) }).then((answer) => {
      setBusy(false);
      const reason = reasonOf(answer);
      const ends = reason === null || wanted.kind === 'remove';
      const text = reason === null ? words.staffSaved : problemText(answer, words);
      setResult({ picked, draft: ends ? '' : sent, text });
      setDraft((now) => {
        if (nameOf(now) !== sent) return now;
        if (ends) return null;
        return reason === 'wrong_code' ? codeAgain(now) : now;
      });
    });
  };
  const checkCode = (typed: string) => {
    if (busy) return;
    setBusy(true);
    void till.call({ type: 'first_code', code: typed }).then((answer) => {
      setBusy(false);
      const isRight = reasonOf(answer) === null;
      setResult(isRight ? null : { picked, draft: sent, text: problemText(answer, words) });
      setDraft((now) => {
        if (now?.kind !== 'add' || now.stage !== 'code' || now.code !== typed) return now;
        return isRight ? { ...now, stage: 'name' } : { ...now, code: '' };
      });
    });
  };
  const isShown = result?.picked === picked && result.draft === sent;
  return { note: isShown ? result.text : null, busy, change, checkCode };
}

/** Asks for the code again and keeps the name. */
function codeAgain(draft: StaffDraft | null): StaffDraft | null {
  return draft?.kind === 'add' ? { ...withoutPin(draft), stage: 'code', code: '' } : draft;
}

/** The people who work at this till. A supervisor adds, changes and removes them. */
export function StaffScreen({ backOffice }: { readonly backOffice: BackOfficeView }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const [picked, setPicked] = useState<string | null>(null);
  const [draft, setDraft] = useState<StaffDraft | null>(null);
  const person = backOffice.staff.find(({ id }) => id === picked) ?? null;
  const may = maySupervise(backOffice);
  const first = backOffice.staff.length === 0;
  const changing = useChange(picked, draft, setDraft);
  const code = first && backOffice.firstSupervisor === 'by_code' ? 'asked' : 'none';
  return (
    <main className="till till-entry till-staff">
      <section className="counter">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.staffHead}</h1>
        </div>
        {first ? (
          <EmptySlot>{words.staffNone}</EmptySlot>
        ) : (
          <PeopleChoice
            label={words.staffHead}
            people={backOffice.staff}
            picked={picked}
            onPick={(id) => {
              setPicked(id);
              setDraft(null);
            }}
          />
        )}
        <div className="counter-foot">
          {may && (
            <Ghost
              disabled={changing.busy}
              onPress={() => setDraft(newPerson(first ? 'supervisor' : 'cashier', code))}
            >
              <UserPlus size={20} aria-hidden="true" />
              {first ? words.staffAddFirst : words.staffAdd}
            </Ghost>
          )}
        </div>
      </section>
      <section className="deck till-right deck-choices">
        <StatusStrip />
        <div className="deck-body">
          <StaffSide
            backOffice={backOffice}
            person={person}
            draft={draft}
            setDraft={setDraft}
            may={may}
            changing={changing}
          />
        </div>
      </section>
    </main>
  );
}
