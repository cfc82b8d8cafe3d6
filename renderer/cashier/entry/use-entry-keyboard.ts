import { useEffect } from 'react';
import { keypadKeyOf } from '../../state/keypad.ts';
import type { SaleEntry } from '../../state/sale-entry.ts';
import type { Till } from '../../state/till-store.ts';
import { goodsKey } from '../goods/goods-keyboard.ts';

/**
 * Maps the hardware keyboard to the keys of the deck: digits, Backspace, Delete, Escape and plus.
 */
export function useEntryKeyboard(till: Till): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, dialog')) return;
      const { entry } = till.store.getState();
      if (handle(till, entry, event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [till]);
}

function handle(till: Till, entry: SaleEntry, key: string): boolean {
  if (entry.asking) return false;
  if (goodsKey(till, entry, key)) return true;
  if (key === 'Escape' && entry.stage !== 'amount') {
    till.edit({ stage: 'amount' });
    return true;
  }
  if (key === '+' && entry.stage === 'phone') {
    till.edit({ part: 'country', country: '' });
    return true;
  }
  const pressed = keypadKeyOf(key === 'Escape' ? 'Delete' : key);
  if (pressed === null) return false;
  till.press(pressed);
  return true;
}
