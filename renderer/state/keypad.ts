import { useEffect, useRef } from 'react';
import { PIN_DIGITS } from '../../shared/device/staff/pin-lockout.ts';

/** The largest amount that a person types: nine digits of minor units. */
export const AMOUNT_MAX = 999_999_999;

/** A key of a keypad, whether it was touched or typed. */
export type KeypadKey =
  | { readonly kind: 'digit'; readonly digit: number }
  | { readonly kind: 'double_zero' }
  | { readonly kind: 'backspace' }
  | { readonly kind: 'clear' };

/** The amount after one key, in minor units; the caller compares it with `AMOUNT_MAX`. */
export function amountAfter(amount: number, key: KeypadKey): number {
  switch (key.kind) {
    case 'digit':
      return amount * 10 + key.digit;
    case 'double_zero':
      return amount * 100;
    case 'backspace':
      return (amount - (amount % 10)) / 10;
    case 'clear':
      return 0;
  }
}

/** The digits of a number after one key; a digit beyond `most` digits is ignored. */
export function pressDigits(typed: string, key: KeypadKey, most: number): string {
  switch (key.kind) {
    case 'digit':
      return typed.length < most ? typed + String(key.digit) : typed;
    case 'double_zero':
      return typed;
    case 'backspace':
      return typed.slice(0, -1);
    case 'clear':
      return '';
  }
}

/** The digits of a PIN after one key. */
export const pressPin = (pin: string, key: KeypadKey): string =>
  pressDigits(pin, key, PIN_DIGITS.max);

/** The keypad's key for a hardware key; null for every other key. */
export function keypadKeyOf(key: string): KeypadKey | null {
  if (/^\d$/.test(key)) return { kind: 'digit', digit: '0123456789'.indexOf(key) };
  if (key === 'Backspace') return { kind: 'backspace' };
  if (key === 'Delete') return { kind: 'clear' };
  return null;
}

/** Calls `press` for the hardware keys of the pad, unless a field or a dialog has the focus. */
export function usePadKeyboard(press: (key: KeypadKey) => void, active = true): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        event.target instanceof Element &&
        event.target.closest('input:not([type="checkbox"]), dialog')
      )
        return;
      const key = keypadKeyOf(event.key);
      if (key === null) return;
      event.preventDefault();
      latest.current(key);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}
