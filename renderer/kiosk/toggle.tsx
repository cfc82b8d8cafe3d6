import type { ReactNode } from 'react';
import { keepFocus } from '../ui/key.tsx';

type ToggleProps = {
  readonly children: ReactNode;
  readonly className: string;
  /** Undefined for a key without an on state. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly lang?: string;
  readonly onPress: () => void;
};

/** A key with an on state. A disabled key stays readable. */
export function Toggle(key: ToggleProps) {
  const { children, className, pressed, disabled = false, lang, onPress } = key;
  return (
    <button
      type="button"
      className={className}
      aria-pressed={pressed}
      aria-disabled={disabled}
      lang={lang}
      onMouseDown={keepFocus}
      onClick={() => {
        if (!disabled) onPress();
      }}
    >
      {children}
    </button>
  );
}
