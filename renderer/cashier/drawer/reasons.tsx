import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type ReasonDraft, TYPED_REASON } from '../../state/counting.ts';
import { Choice } from '../../ui/choice.tsx';
import { Ghost, Key } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { LetterKeys, TypedLine } from '../common/letter-keys.tsx';

type ReasonChoiceProps = {
  /** The likely reasons, by their name. */
  readonly list: Readonly<Record<string, string>>;
  readonly reason: ReasonDraft;
  readonly onReason: (reason: ReasonDraft) => void;
};

/** The likely reasons as keys, and one for a typed one. */
export function ReasonChoice({ list, reason, onReason }: ReasonChoiceProps) {
  const { words } = useCashier();
  const typed = reason.text === '' ? words.reasonTyped : reason.text;
  return (
    <Choice
      label={words.reason}
      name="drawer-reason"
      value={reason.picked}
      options={[
        ...Object.entries(list).map(([value, label]) => ({ value, label })),
        { value: TYPED_REASON, label: typed },
      ]}
      onChange={(picked) => onReason({ ...reason, picked })}
    />
  );
}

type TypingProps = {
  readonly reason: ReasonDraft;
  readonly onReason: (reason: ReasonDraft) => void;
  readonly onDone: () => void;
};

/** The deck while a reason is typed, by letter keys or on the machine's keyboard. */
export function ReasonTyping({ reason, onReason, onDone }: TypingProps) {
  const { words } = useCashier();
  const write = (text: string) => onReason({ ...reason, text: text.slice(0, LIMITS.labelMax) });
  const ready = reason.text.trim() !== '';
  const go = () => ready && onDone();
  return (
    <form
      className="staff-form"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <h1 className="sr-only">{words.reason}</h1>
      <TypedLine label={words.reasonType} text={reason.text} onText={write} />
      <LetterKeys text={reason.text} onText={write} />
      <div className="deck-foot setup-foot">
        <Key className="key-yellow" disabled={!ready} onPress={go}>
          {words.staffToPinAgain}
        </Key>
        <Ghost onPress={() => onReason({ picked: '', text: '' })}>{words.backKey}</Ghost>
      </div>
    </form>
  );
}
