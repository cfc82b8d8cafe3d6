import type { ReactNode } from 'react';
import { keepFocus } from '../ui/key.tsx';

type ToggleProps = {
  readonly children: ReactNode;
  readonly className: string;
  /** Left out for a key that is not one of on and off. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly lang?: string;
  readonly onPress: () => void;
};

/** A key that says whether it is on. One that cannot be pressed stays readable. */
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
