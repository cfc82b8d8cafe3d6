import { shownProducts } from '../../state/goods-state.ts';
import { Amount } from '../../ui/amount.tsx';
import { Keyboard, LayoutGrid, Search, X } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { useCashier, useGoods, useShop, useTillState } from '../common/context.tsx';
import { useTotal } from '../common/due.ts';
import { useTillNotice } from '../common/till-notice.ts';

/**
 * The deck's window at a till with a catalogue: which keys are below, and the amount.
 * `scanProblem` says why the last scanned code was refused; empty when it was not.
 */
export function GoodsWindow({ scanProblem }: { readonly scanProblem: string }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const typed = useTillState((state) => state.entry.amount);
  const items = useGoods((state) => state.pane === 'items');
  const total = useTotal();
  const hint = useGoodsHint(scanProblem);
  const amount = items ? total : typed;
  return (
    <div className="deck-window deck-goods">
      <PaneSwitch />
      {items && <SearchKey />}
      <div className="goods-said">
        <Quantity />
        <p className={hint.isHelp ? 'deck-hint goods-help' : 'deck-hint'} role="status">
          {hint.text}
        </p>
      </div>
      {items && <h1 className="sr-only">{words.paneItems}</h1>}
      <div className="goods-figures">
        {!items && <h1 className="deck-label">{words.openPrice}</h1>}
        <p className="deck-amount">
          <Amount amount={amount} currency={settings.currency} />
        </p>
      </div>
    </div>
  );
}

function PaneSwitch() {
  const { till, words } = useCashier();
  const pane = useGoods((state) => state.pane);
  const panes = [
    { pane: 'keypad', word: words.paneKeypad, Icon: Keyboard },
    { pane: 'items', word: words.paneItems, Icon: LayoutGrid },
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="pane-switch" role="group" aria-label={words.paneLabel}>
      {panes.map(({ pane: one, word, Icon }) => (
        <button
          key={one}
          type="button"
          className="pane-key"
          aria-label={word}
          aria-pressed={pane === one}
          onMouseDown={keepFocus}
          onClick={() => till.goods.show(one)}
        >
          <Icon size={20} aria-hidden="true" />
          <span className="pane-word">{word}</span>
        </button>
      ))}
    </div>
  );
}

/** Opens and closes the letters of the search, for a till without a keyboard. */
function SearchKey() {
  const { till, words } = useCashier();
  const letters = useGoods((state) => state.letters);
  const word = letters ? words.close : words.itemsFind;
  const Icon = letters ? X : Search;
  return (
    <button
      type="button"
      className="pane-key search-key"
      aria-label={word}
      aria-expanded={letters}
      onMouseDown={keepFocus}
      onClick={() => till.goods.openLetters(!letters)}
    >
      <Icon size={20} aria-hidden="true" />
      <span className="pane-word">{word}</span>
    </button>
  );
}

function Quantity() {
  const { words } = useCashier();
  const quantity = useGoods((state) => state.quantity);
  return quantity === null ? null : (
    <p className="goods-quantity">{words.itemsQuantity(quantity)}</p>
  );
}

/** `isHelp`: it only says what keys do, so a low screen leaves it out. */
type Hint = { readonly text: string; readonly isHelp: boolean };

/**
 * The hint below the quantity: a problem, the number of search results, that the till's clock is wrong, or
 * what the keyboard does.
 */
function useGoodsHint(scanProblem: string): Hint {
  const { words } = useCashier();
  const full = useTillState((state) => state.entry.full);
  const { query, pane } = useGoods((state) => state);
  const tillNotice = useTillNotice();
  const matches = useGoods((state) => shownProducts(state).length);
  const said = (text: string): Hint => ({ text, isHelp: false });
  if (full) return said(words.amountFull);
  if (scanProblem !== '') return said(scanProblem);
  if (query === '') {
    if (tillNotice !== '') return said(tillNotice);
    return { text: pane === 'items' ? words.itemsHint : '', isHelp: true };
  }
  const count = matches === 0 ? words.itemsNone : words.itemsFound(matches);
  return said(`${words.itemsSearch(query)}. ${count}`);
}

/** Shown when the host cannot read the catalogue. The till still sells by amount. */
export function GoodsProblem() {
  const { words } = useCashier();
  const { goods } = useShop();
  if (goods === undefined || goods.problem === null) return null;
  return (
    <p className="goods-problem" role="status">
      {words.itemsProblem} <span>{goods.problem}</span>
    </p>
  );
}
