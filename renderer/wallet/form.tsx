import { type ComponentProps, type ReactNode, useId } from 'react';
import { directionOfTyped } from '../i18n/language.ts';

type WalletInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  readonly label: ReactNode;
  readonly value: string;
  /** Shown below the input. */
  readonly hint?: string;
  /** Replaces the hint and is announced; null if the value is valid. */
  readonly problem?: string | null;
  readonly onType: (text: string) => void;
};

/** An input of a form, with its label above and its hint below. */
export function WalletInput(props: WalletInputProps) {
  const { label, value, hint = '', problem = null, onType, ...input } = props;
  const described = useId();
  return (
    <>
      <label className="wallet-input">
        <span>{label}</span>
        <input
          {...input}
          value={value}
          dir={directionOfTyped(value)}
          aria-invalid={problem !== null}
          aria-describedby={described}
          onChange={(event) => onType(event.target.value)}
        />
      </label>
      <p id={described} className="wallet-hint" role={problem === null ? undefined : 'alert'}>
        {problem ?? hint}
      </p>
    </>
  );
}
