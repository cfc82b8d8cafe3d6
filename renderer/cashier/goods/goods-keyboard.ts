import { shownProducts } from '../../state/goods-state.ts';
import { windowIn } from '../../state/mode/mode.ts';
import type { Till } from '../../state/till-store.ts';

/**
 * Handles a hardware key for goods; returns true if the key was handled. Letters search. Digits set
 * the quantity of the next item while the goods are shown. F2 switches between keypad and goods.
 */
export function goodsKey(till: Till, key: string): boolean {
  const { goods } = till;
  const state = goods.store.getState();
  if (state.catalogue === null) return false;
  if (key === 'F2') {
    goods.show(state.pane === 'items' ? 'keypad' : 'items');
    return true;
  }
  if (/^\p{L}$/u.test(key) || (key === ' ' && state.query !== '')) {
    goods.search(state.query + key);
    return true;
  }
  return state.pane === 'items' ? itemsKey(till, key) : keypadKey(till, key);
}

function keypadKey(till: Till, key: string): boolean {
  switch (key) {
    case '*':
      till.takeQuantity();
      return true;
    case '+':
      till.addTyped();
      return true;
    case '%':
      till.goods.askDiscount('all');
      return true;
    default:
      return false;
  }
}

function itemsKey({ goods }: Till, key: string): boolean {
  const state = goods.store.getState();
  const { query, quantity } = state;
  const [first] = shownProducts(state);
  switch (key) {
    case 'Enter':
      if (query === '' || first === undefined) return query !== '';
      goods.add(first);
      return true;
    case 'Backspace':
      if (query !== '') goods.search(query.slice(0, -1));
      else goods.setQuantity(Math.floor((quantity ?? 0) / 10));
      return true;
    case 'Escape':
      if (query === '' && quantity === null) return false;
      goods.setQuantity(0);
      goods.search('');
      return true;
    case '+':
      goods.more();
      return true;
    case '-':
      goods.less();
      return true;
    case '%':
      goods.askDiscount('line');
      return true;
    case 'Delete':
      goods.remove();
      return true;
    case 'ArrowUp':
    case 'ArrowDown':
      goods.walk(key === 'ArrowUp' ? -1 : 1);
      return true;
    default:
      if (!/^\d$/.test(key)) return false;
      goods.typeQuantity('0123456789'.indexOf(key));
      return true;
  }
}

/** Handles a key while the deck asks for options: a digit chooses the option at that place. */
export function optionsKey({ goods }: Till, key: string): boolean {
  return /^[1-9]$/.test(key) && goods.pressPlace(Number(key));
}

/** Keys while the cashier types a text into this window of the deck. Each sign is part of it. */
const typesInto =
  (kind: 'note' | 'member', type: (till: Till, text: string) => void) =>
  (till: Till, key: string): boolean => {
    const { text = '' } = windowIn(till.store.getState().mode, kind) ?? {};
    if (key === 'Backspace') type(till, [...text].slice(0, -1).join(''));
    else if (/^\P{C}$/u.test(key)) type(till, text + key);
    else return false;
    return true;
  };

export const noteKey = typesInto('note', ({ goods }, text) => goods.typeNote(text));

export const memberKey = typesInto('member', ({ member }, text) => member.type(text));
