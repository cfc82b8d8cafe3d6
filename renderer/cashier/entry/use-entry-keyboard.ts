import { useEffect, useRef } from 'react';
import { keypadKeyOf } from '../../state/keypad.ts';
import { type KeyOwner, keyOwner, windowIn } from '../../state/mode/mode.ts';
import type { Till } from '../../state/till-store.ts';
import { goodsKey, memberKey, noteKey, optionsKey } from '../goods/goods-keyboard.ts';

/**
 * Maps the hardware keyboard to the keys of the deck: digits, Backspace, Delete, Escape and plus.
 */
export function useEntryKeyboard(till: Till): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, dialog')) return;
      if (!handleKey(till, event.key)) return;
      event.preventDefault();
      leaveControl();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [till]);
}

/**
 * Starts the next sale with the first digit or letter that is typed after a sale has ended. The key
 * counts at once; `dismiss` takes the ended sale off the screen meanwhile. Null: nothing has ended.
 */
export function useNextSaleKeyboard(till: Till, ended: string | null, dismiss: () => void): void {
  const latest = useRef(dismiss);
  useEffect(() => {
    latest.current = dismiss;
  });
  useEffect(() => {
    if (ended === null) return;
    let dismissed = false;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, dialog')) return;
      if (!/^[\p{L}\d]$/u.test(event.key)) return;
      if (!handleKey(till, event.key)) return;
      event.preventDefault();
      leaveControl();
      // Until the screen changes, further keys count too.
      if (!dismissed) latest.current();
      dismissed = true;
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [till, ended]);
}

/** After a typed key the next Enter starts the payment, whichever control had the focus before. */
function leaveControl(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches('button, a')) {
    activeElement.blur();
  }
}

/** Gives a hardware key to the part that owns the keys; returns true if the part has used it. */
export function handleKey(till: Till, key: string): boolean {
  const owner = keyOwner(till.store.getState().mode);
  if (KEYS[owner](till, key)) return true;
  if (key !== 'Escape' || HAS_NO_ESCAPE.includes(owner)) return false;
  till.escape();
  return true;
}

const none = () => false;

/** What the keys of each owner do, beside Escape. */
const KEYS: Readonly<Record<KeyOwner, (till: Till, key: string) => boolean>> = {
  amount: entryKey,
  paid: entryKey,
  phone: (till, key) => {
    if (key !== '+') return press(till, key);
    till.edit({ part: 'country', country: '' });
    return true;
  },
  scan: none,
  price: press,
  weight: press,
  discount: (till, key) => {
    if (key !== '%') return press(till, key);
    const by = windowIn(till.store.getState().mode, 'discount')?.by;
    till.goods.discountBy(by === 'percent' ? 'amount' : 'percent');
    return true;
  },
  part: press,
  tender: press,
  table_name: (till, key) => till.tables.type(key) || press(till, key),
  options: optionsKey,
  note: noteKey,
  member: memberKey,
  question: none,
  nobody: none,
};

/** These have an Escape of their own, or none. */
const HAS_NO_ESCAPE: readonly KeyOwner[] = ['paid', 'question', 'nobody'];

function entryKey(till: Till, key: string): boolean {
  return tenderKey(till, key) || goodsKey(till, key) || press(till, key);
}

/** F3 takes cash for the sale, F4 another tender of the shop. */
function tenderKey({ tenders }: Till, key: string): boolean {
  if (key !== 'F3' && key !== 'F4') return false;
  tenders.ask(key === 'F3' ? 'cash' : 'other');
  return true;
}

/** Presses the key of the keypad that the hardware key stands for. */
function press(till: Till, key: string): boolean {
  const pressed = keypadKeyOf(key);
  if (pressed === null) return false;
  till.press(pressed);
  return true;
}
