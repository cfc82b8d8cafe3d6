import { useEffect, useRef, useState } from 'react';
import { SlidersHorizontal } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { useCashier } from './context.tsx';
import { useLazyScreens } from './lazy-screens.tsx';

/** A panel for language, theme and sound, below its key. */
export function Options() {
  const { words } = useCashier();
  // The input that opened the panel; null while it is closed.
  const [openedBy, setOpenedBy] = useState<'keyboard' | 'touch' | null>(null);
  const open = openedBy !== null;
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    // After a touch the focus stays with the deck, so that the next Enter starts the payment.
    if (openedBy === 'keyboard') opener.current?.focus();
    setOpenedBy(null);
  };
  const onGo = () => setOpenedBy(null);
  const lazy = useLazyScreens();
  useClosing(open, place, opener, close);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="strip-key options-key"
        aria-label={words.options}
        aria-expanded={open}
        aria-controls="options"
        onMouseDown={keepFocus}
        // A click without a pointer comes from the keyboard.
        onClick={({ detail }) => setOpenedBy(open ? null : detail === 0 ? 'keyboard' : 'touch')}
      >
        <SlidersHorizontal size={18} aria-hidden="true" />
        <span className="strip-key-words">{words.options}</span>
      </button>
      {open && lazy !== null && <lazy.OptionsPanel place={place} onClose={close} onGo={onGo} />}
    </>
  );
}

/** Escape and a press outside close the panel. */
function useClosing(
  open: boolean,
  place: React.RefObject<HTMLElement | null>,
  opener: React.RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    };
    const onPointer = (event: PointerEvent) => {
      if (!(event.target instanceof Node)) return;
      if (place.current?.contains(event.target) || opener.current?.contains(event.target)) return;
      close();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('pointerdown', onPointer);
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('pointerdown', onPointer);
    };
  });
}
