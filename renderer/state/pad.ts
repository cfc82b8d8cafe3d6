import { useEffect, useRef } from 'react';

/** Digits that a PIN may have; the host says the same when it sets one. */
export const PIN_MIN = 4;
export const PIN_MAX = 8;

/** A key of a small pad. */
export type PadKey =
  | { readonly kind: 'digit'; readonly digit: number }
  | { readonly kind: 'double_zero' }
  | { readonly kind: 'backspace' }
  | { readonly kind: 'clear' };

/** The digits after one key; a digit too many is not taken. */
export function pressPin(pin: string, key: PadKey): string {
  switch (key.kind) {
    case 'digit':
      return pin.length < PIN_MAX ? pin + String(key.digit) : pin;
    case 'double_zero':
      return pin;
    case 'backspace':
      return pin.slice(0, -1);
    case 'clear':
      return '';
  }
}

/** The pad's meaning of a hardware key; null when it has none. */
export function padKeyOf(key: string): PadKey | null {
  if (/^\d$/.test(key)) return { kind: 'digit', digit: '0123456789'.indexOf(key) };
  if (key === 'Backspace') return { kind: 'backspace' };
  if (key === 'Delete') return { kind: 'clear' };
  return null;
}

/** Calls `press` for the hardware keys that a pad has, unless a field or a dialog takes them. */
export function usePadKeyboard(press: (key: PadKey) => void, active = true): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, dialog')) return;
      const key = padKeyOf(event.key);
      if (key === null) return;
      event.preventDefault();
      latest.current(key);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}
