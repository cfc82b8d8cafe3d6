import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

type KeyProps = {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly className?: string;
};

/** A key of the deck. `disabled` keys stay readable: a dashed outline, never a faded key. */
export function Key(key: KeyProps) {
  return <Press {...key} kind="key" />;
}

/** A secondary action: an outline in the colour of the text around it. */
export function Ghost(key: KeyProps) {
  return <Press {...key} kind="ghost" />;
}

/** What every key does, whatever it looks like. */
function Press(key: KeyProps & { readonly kind: 'key' | 'ghost' }) {
  const { children, onPress, label, disabled = false, className = '', kind } = key;
  return (
    <button
      type="button"
      className={`${kind} ${className}`}
      aria-label={label}
      aria-disabled={disabled}
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
  /** Enter on the hardware keyboard presses it too. */
  readonly enter?: boolean;
  /** On the deck it stands free; anywhere else it lies in a bed of deck. */
  readonly bed?: boolean;
};

/** The one key that moves this sale forward. */
export function YellowKey({ enter = false, bed = true, ...key }: YellowKeyProps) {
  useEnter(key.onPress, enter && key.disabled !== true);
  const yellow = <Key {...key} className={`key-yellow ${key.className ?? ''}`} />;
  return bed ? <div className="bed">{yellow}</div> : yellow;
}

/** Calls `act` for Enter, unless a focused control will take that Enter itself. */
function useEnter(act: () => void, active: boolean): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || event.defaultPrevented) return;
      // Of a key inside an embedded part the event's own target is only the part as a whole.
      const [target] = event.composedPath();
      if (target instanceof Element && target.closest(INTERACTIVE)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}

const INTERACTIVE = 'button, a, input, select, textarea, dialog';

/**
 * For `onMouseDown` of a till's controls: a touch must not move the focus, because a control that
 * kept it would be pressed again by the next Enter of the hardware keyboard.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
