import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

type KeyProps = {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly label?: string;
  readonly disabled?: boolean;
  /** True or false: the key stays down once it is pressed. */
  readonly pressed?: boolean;
  readonly className?: string;
};

/** A key of the deck. A disabled key stays readable: it has a dashed outline. */
export function Key(key: KeyProps) {
  return <Press {...key} kind="key" />;
}

/** A secondary action, drawn as an outline in the text's colour. */
export function Ghost(key: KeyProps) {
  return <Press {...key} kind="ghost" />;
}

/** The button of every kind of key. */
function Press(key: KeyProps & { readonly kind: 'key' | 'ghost' }) {
  const { children, onPress, label, disabled = false, pressed, className = '', kind } = key;
  return (
    <button
      type="button"
      className={`${kind} ${className}`}
      aria-label={label}
      aria-disabled={disabled}
      aria-pressed={pressed}
      onMouseDown={keepFocus}
      onClick={() => {
        if (!disabled) onPress();
      }}
    >
      {children}
    </button>
  );
}

type YellowKeyProps = KeyProps & {
  /** True if Enter on the hardware keyboard presses the key too. */
  readonly enter?: boolean;
  /** True by default: the key has its own background. The deck already is one. */
  readonly bed?: boolean;
};

/** The main action of a screen. */
export function YellowKey({ enter = false, bed = true, ...key }: YellowKeyProps) {
  useEnter(key.onPress, enter && key.disabled !== true);
  const yellow = <Key {...key} className={`key-yellow ${key.className ?? ''}`} />;
  return bed ? <div className="bed">{yellow}</div> : yellow;
}

type SubmitKeyProps = {
  readonly label: string;
  /** True while the form's request is on its way. */
  readonly busy: boolean;
  /** Class of the key's bed. */
  readonly className?: string;
};

/** The yellow key that sends a form. Enter in any of its fields presses it too. */
export function SubmitKey({ label, busy, className = '' }: SubmitKeyProps) {
  return (
    <div className={`bed ${className}`}>
      <button type="submit" className="key key-yellow" aria-disabled={busy}>
        {label}
      </button>
    </div>
  );
}

/** Calls `act` for Enter, unless a focused control handles the key itself. */
function useEnter(act: () => void, active: boolean): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || event.defaultPrevented) return;
      // Inside a shadow root the event's own target is only the host element.
      const [target] = event.composedPath();
      const control = target instanceof Element ? target.closest(INTERACTIVE) : null;
      // Digits that were typed at once before Enter have taken the focus from the control.
      if (control?.matches(':focus, :focus-within') === true) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}

/** Controls for which Enter has a meaning of its own. For a checkbox it has none. */
const INTERACTIVE = 'button, a, input:not([type="checkbox"]), select, textarea, dialog';

/**
 * For `onMouseDown` of a till's controls: a touch must not move the focus. Otherwise the next Enter
 * of the hardware keyboard would press the same control again.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
