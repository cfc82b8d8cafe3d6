import { useEffect } from 'react';
import { keypadKeyOf } from '../../state/keypad.ts';
import type { SaleEntry } from '../../state/sale-entry.ts';
import type { Till } from '../../state/till-store.ts';
import { goodsKey, nameKey } from '../goods/goods-keyboard.ts';

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
  switch (till.focus()) {
    case 'table_name':
      return nameKey(till, key) || press(till, key);
    case 'line_step':
      if (key !== 'Escape') return press(till, key);
      till.goods.leaveStep();
      return true;
    case 'entry':
      return entryKey(till, entry, key);
  }
}

function entryKey(till: Till, entry: SaleEntry, key: string): boolean {
  if (entry.stage === 'amount' && goodsKey(till, key)) return true;
  if (key === 'Escape' && entry.stage !== 'amount') {
    till.edit({ stage: 'amount' });
    return true;
  }
  if (key === '+' && entry.stage === 'phone') {
    till.edit({ part: 'country', country: '' });
    return true;
  }
  return press(till, key);
}

/** Presses the key of the keypad that the hardware key stands for. */
function press(till: Till, key: string): boolean {
  const pressed = keypadKeyOf(key === 'Escape' ? 'Delete' : key);
  if (pressed === null) return false;
  till.press(pressed);
  return true;
}
