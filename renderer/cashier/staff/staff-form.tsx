import type { Dispatch, ReactNode, SetStateAction } from 'react';
import type { StaffChange } from '../../../shared/device/staff/person.ts';
import type { Role } from '../../../shared/device/staff/role.ts';
import { type KeypadKey, pressPin } from '../../state/keypad.ts';
import { Choice } from '../../ui/choice.tsx';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { DigitPad, useStep } from '../common/digit-pad.tsx';
import { LetterKeys, TypedLine } from '../common/letter-keys.tsx';
import { DigitsWindow, PinDots } from './pin-window.tsx';
import {
  CODE_DIGITS,
  changeOf,
  finishPin,
  isPinTyped,
  NAME_MAX,
  type StaffDraft,
  typePin,
  withoutPin,
} from './staff-draft.ts';

type Draft = Exclude<StaffDraft, { kind: 'remove' }>;
type StaffFormProps = {
  readonly draft: Draft;
  readonly setDraft: Dispatch<SetStateAction<StaffDraft | null>>;
  readonly change: (change: StaffChange) => void;
  /** Asks the till whether the code of the first supervisor is right, and goes on if it is. */
  readonly checkCode: (code: string) => void;
  /** The result of the last attempt; null before the first. */
  readonly note: string | null;
  readonly busy: boolean;
};

/** The form for a name, a role and a PIN, typed on the deck or on the machine's keyboard. */
export function StaffForm(props: StaffFormProps) {
  const { draft } = props;
  if (draft.kind === 'add' && draft.stage === 'code') return <CodeForm {...props} draft={draft} />;
  const naming = draft.kind === 'rename' || (draft.kind === 'add' && draft.stage === 'name');
  return naming && 'name' in draft ? <NameForm {...props} draft={draft} /> : <PinForm {...props} />;
}

type Named = Extract<Draft, { readonly name: string }>;

function NameForm(props: StaffFormProps & { readonly draft: Named }) {
  const { draft, setDraft, change, note, busy } = props;
  const { words } = useCashier();
  const write = (text: string) => setDraft({ ...draft, name: text.slice(0, NAME_MAX) });
  const ready = draft.name.trim() !== '' && !busy;
  const go = () => {
    if (!ready) return;
    if (draft.kind === 'add') return setDraft({ ...draft, stage: 'pin' });
    const wanted = changeOf(draft);
    if (wanted !== null) change(wanted);
  };
  return (
    <form
      className="staff-form"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <TypedLine label={words.staffName} text={draft.name} onText={write} />
      {draft.kind === 'add' && (
        <RoleChoice role={draft.role} onRole={(role) => setDraft({ ...draft, role })} />
      )}
      <p className="deck-problem" role="alert">
        {note ?? ''}
      </p>
      <LetterKeys capitals text={draft.name} onText={write} />
      <div className="deck-foot setup-foot">
        <Key className="key-yellow" disabled={!ready} onPress={go}>
          {draft.kind === 'add' ? words.staffToPin : words.staffSave}
        </Key>
        <Ghost onPress={() => setDraft(beforeName(draft))}>{words.backKey}</Ghost>
      </div>
    </form>
  );
}

/** The step before the name: the code of the first supervisor, else the list. */
function beforeName(draft: Named): StaffDraft | null {
  return draft.kind === 'add' && draft.code !== null ? { ...draft, stage: 'code' } : null;
}

function RoleChoice(props: { readonly role: Role; readonly onRole: (role: Role) => void }) {
  const { words } = useCashier();
  return (
    <Choice
      label={words.staffRole}
      name="role"
      value={props.role}
      options={(['cashier', 'supervisor'] as const).map((value) => ({
        value,
        label: words.roles[value],
      }))}
      onChange={props.onRole}
    />
  );
}

/**
 * The code for the first supervisor, which the till prints at start. It is shown while it is typed.
 */
function CodeForm(props: StaffFormProps & { readonly draft: Extract<Draft, { kind: 'add' }> }) {
  const { draft, checkCode, busy } = props;
  const { words } = useCashier();
  const code = draft.code ?? '';
  const digits = code.padEnd(CODE_DIGITS, '·').replace(/(.{4})(?=.)/, '$1 ');
  return (
    <DigitsForm
      {...props}
      head={words.staffCode}
      typed={
        <p className="staff-code" role="img" aria-label={words.staffCodeTyped(code.length)}>
          {digits}
        </p>
      }
      typeInto={(now, key) =>
        now.kind === 'add' ? { ...now, code: pressPin(now.code ?? '', key) } : now
      }
      yellow={words.staffToName}
      ready={!busy && code.length >= CODE_DIGITS}
      onYellow={() => checkCode(code)}
      before={null}
    />
  );
}

function PinForm(props: StaffFormProps) {
  const { draft, setDraft, change, busy, note } = props;
  const { words } = useCashier();
  if (!('pin' in draft)) return null;
  const { pin, again, differ } = draft;
  const finish = () => {
    const next = finishPin(draft);
    const wanted = changeOf(next);
    if (wanted === null) setDraft(next);
    else change(wanted);
  };
  const beforePin = draft.kind === 'add' ? { ...withoutPin(draft), stage: 'name' as const } : null;
  return (
    <DigitsForm
      // The window says by its new head that the digits are typed a second time.
      key={again === null ? 'first' : 'again'}
      {...props}
      note={differ ? words.staffPinsDiffer : note}
      head={again === null ? words.staffNewPin : words.staffPinAgain}
      typed={<PinDots pin={again ?? pin} />}
      typeInto={(now, key) =>
        'pin' in now ? typePin(now, (digits) => pressPin(digits, key)) : now
      }
      yellow={again === null ? words.staffToPinAgain : words.staffSave}
      ready={!busy && isPinTyped(draft)}
      onYellow={finish}
      before={again === null ? beforePin : withoutPin(draft)}
    />
  );
}

type DigitsFormProps = Pick<StaffFormProps, 'setDraft' | 'note' | 'busy'> & {
  readonly head: string;
  readonly typed: ReactNode;
  readonly typeInto: (draft: StaffDraft, key: KeypadKey) => StaffDraft;
  readonly yellow: string;
  readonly ready: boolean;
  readonly onYellow: () => void;
  /** The draft that the back key returns to; null returns to the list. */
  readonly before: StaffDraft | null;
};

/** A form for digits that are typed on the pad or on the machine's keyboard. */
function DigitsForm(form: DigitsFormProps) {
  const { setDraft, note, busy, head, typed, typeInto, yellow, ready, onYellow, before } = form;
  const { words } = useCashier();
  const place = useStep();
  return (
    <div ref={place} className="staff-form staff-pin" tabIndex={-1} data-keys="">
      <DigitsWindow head={head} problem={note}>
        {typed}
      </DigitsWindow>
      <DigitPad
        disabled={busy}
        onKey={(key) => setDraft((now) => (now === null ? now : typeInto(now, key)))}
      />
      <div className="deck-foot setup-foot">
        <YellowKey bed={false} enter disabled={!ready} onPress={onYellow}>
          {yellow}
        </YellowKey>
        <Ghost onPress={() => setDraft(before)}>{words.backKey}</Ghost>
      </div>
    </div>
  );
}
