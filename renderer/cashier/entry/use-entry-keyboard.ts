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
      if (!handle(till, entry, event.key)) return;
      event.preventDefault();
      leaveControl();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [till]);
}

/**
 * Starts the next sale with the first digit or letter that is typed after a sale has ended. The key
 * counts at once; the host dismisses the ended sale meanwhile.
 */
export function useNextSaleKeyboard(till: Till, saleId: string | null): void {
  useEffect(() => {
    if (saleId === null) return;
    let dismissed = false;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, dialog')) return;
      if (!/^[\p{L}\d]$/u.test(event.key)) return;
      if (!handle(till, till.store.getState().entry, event.key)) return;
      event.preventDefault();
      leaveControl();
      // Until the screen changes, further keys count too.
      if (!dismissed) void till.act(saleId, 'dismiss');
      dismissed = true;
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [till, saleId]);
}

/** After a typed key the next Enter starts the payment, whichever control had the focus before. */
function leaveControl(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches('button, a')) {
    activeElement.blur();
  }
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
