import { useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { directionOfTyped } from '../../i18n/language.ts';
import { Delete } from '../../ui/icons.ts';
import { Key, SubmitKey } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { LetterKeys } from '../common/letter-keys.tsx';

type TypedPageProps = {
  readonly label: string;
  /** Name of the field, for the browser. */
  readonly name: string;
  readonly keys: 'name' | 'amount';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  /** Of the yellow key. */
  readonly action: string;
  /** What is typed is being saved. */
  readonly busy?: boolean;
  readonly onDone: () => void;
};

/** A page on which one text is typed, by a keyboard or by touch. Enter presses its yellow key. */
export function TypedPage(props: TypedPageProps) {
  const { label, name, keys, value, onChange, hint, action, busy = false, onDone } = props;
  const isAmount = keys === 'amount';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current;
    // A window that opens with this page gives the focus to what asks for it.
    input?.setAttribute('autofocus', '');
    input?.focus({ preventScroll: true });
    // As on the keys, what is typed replaces a number, and is added to the end of a text.
    if (isAmount) input?.select();
    else input?.setSelectionRange(input.value.length, input.value.length);
  }, [isAmount]);
  return (
    <form
      className="item-typed"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onDone();
      }}
    >
      <Field
        ref={field}
        label={label}
        name={name}
        value={value}
        onChange={onChange}
        saving={busy}
      />
      {hint !== undefined && <small className="item-hint">{hint}</small>}
      {isAmount ? (
        <DigitKeys label={label} text={value} onText={onChange} />
      ) : (
        <LetterKeys text={value} onText={onChange} capitals digits />
      )}
      <SubmitKey label={action} busy={busy} />
    </form>
  );
}

type FieldProps = {
  readonly ref?: React.Ref<HTMLInputElement>;
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Nothing can be typed: the answer would drop it. */
  readonly saving: boolean;
};

/** A line of text. The screen has keys of its own, so a touch opens no others. */
export function Field({ ref, label, name, value, onChange, saving }: FieldProps) {
  return (
    <label className="item-field">
      <span>{label}</span>
      <input
        ref={ref}
        name={name}
        value={value}
        dir={directionOfTyped(value)}
        inputMode="none"
        // It keeps the focus, which would otherwise go to the page behind with all that is typed.
        readOnly={saving}
        maxLength={LIMITS.productNameMax}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

/** In rows of six with the key that deletes. */
const SIGNS = '123456789,0';

type DigitKeysProps = {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
};

/** The digits of a number. The first one replaces the number that was there. */
export function DigitKeys({ label, text, onText }: DigitKeysProps) {
  const { words } = useCashier();
  const [first, setFirst] = useState<string | null>(text);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="item-digits" dir="ltr" role="group" aria-label={label}>
      {[...SIGNS].map((sign) => (
        <Key
          key={sign}
          className="letter-key"
          onPress={() => {
            setFirst(null);
            onText(text === first ? sign : text + sign);
          }}
        >
          {sign}
        </Key>
      ))}
      <Key
        className="letter-key key-fn"
        label={words.setupDelete}
        onPress={() => {
          setFirst(null);
          onText(text.slice(0, -1));
        }}
      >
        <Delete size={22} aria-hidden="true" />
      </Key>
    </div>
  );
}
