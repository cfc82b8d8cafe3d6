import { useEffect, useId, useRef } from 'react';
import { directionOfTyped } from '../../i18n/language.ts';
import { SubmitKey } from '../../ui/key.tsx';

type InputProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name: string;
  readonly type?: 'text' | 'password' | 'search' | 'date';
  readonly complete?: string;
  readonly hint?: string;
  /** Opens the numeric keys of a touch keyboard. */
  readonly numeric?: boolean;
  /** Takes the focus when it appears, so that a person can type at once. */
  readonly focus?: boolean;
};

/** A labelled line of text. */
export function Input(props: InputProps) {
  const { label, value, onChange, name, type = 'text', complete = 'off', hint } = props;
  const { numeric = false, focus = false } = props;
  const hintId = useId();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (focus) field.current?.focus();
  }, []);
  return (
    <label className="portal-input">
      <span>{label}</span>
      <input
        ref={field}
        type={type}
        name={name}
        value={value}
        dir={directionOfTyped(value)}
        autoComplete={complete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        inputMode={numeric ? 'decimal' : undefined}
        aria-describedby={hint === undefined ? undefined : hintId}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && <small id={hintId}>{hint}</small>}
    </label>
  );
}

type AreaProps = Pick<InputProps, 'label' | 'value' | 'onChange' | 'hint'>;

/** A labelled block of text, such as a key. */
export function Area({ label, value, onChange, hint }: AreaProps) {
  const hintId = useId();
  return (
    <label className="portal-input">
      <span>{label}</span>
      <textarea
        className="mono"
        rows={6}
        value={value}
        dir={directionOfTyped(value)}
        autoComplete="off"
        spellCheck={false}
        maxLength={16_000}
        aria-describedby={hint === undefined ? undefined : hintId}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && <small id={hintId}>{hint}</small>}
    </label>
  );
}

type TickProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

/** A line that is ticked or not. */
export function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className="portal-tick">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <bdi>{label}</bdi>
    </label>
  );
}

/** The yellow key of a form of the portal. */
export function Submit({ label, busy }: { readonly label: string; readonly busy: boolean }) {
  return <SubmitKey label={label} busy={busy} className="portal-submit" />;
}
