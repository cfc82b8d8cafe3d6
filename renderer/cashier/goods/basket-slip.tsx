import { useEffect, useRef } from 'react';
import { type Bill, type BillLine, billOf } from '../../../shared/basket/bill.ts';
import { subtract, ZERO } from '../../../shared/money/money.ts';
import { wholeBasket } from '../../state/goods-state.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { BillVat } from '../../ui/bill-lines.tsx';
import { Minus, Plus, Tag, Trash2 } from '../../ui/icons.ts';
import { Ghost, keepFocus } from '../../ui/key.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { useCashier, useGoods, useShop, useTillState } from '../common/context.tsx';

/** The slip of the basket: its lines and the total. */
export function BasketSlip() {
  const { words } = useCashier();
  const { settings } = useShop();
  const typed = useTillState((state) => state.entry.amount);
  const state = useGoods((one) => one);
  const whole = wholeBasket(state, typed, settings.language) ?? state.basket;
  const bill = billOf(whole);
  const money = { currency: settings.currency };
  return (
    <Slip label={words.slipLabel}>
      <p className="slip-head">
        <span>{state.table?.name ?? words.newSale}</span>
      </p>
      <Lines bill={bill} typing={whole !== state.basket} />
      {bill.discount > 0 && (
        <p className="basket-off">
          <span>{words.slipDiscountAll}</span>
          <Figures amount={subtract(ZERO, bill.discount)} {...money} />
        </p>
      )}
      <Perforation />
      <dl className="slip-total">
        <dt>{words.slipTotal}</dt>
        <dd>
          <Amount amount={bill.total} {...money} />
        </dd>
      </dl>
      <BillVat vat={bill.vat} {...money} words={words} />
    </Slip>
  );
}

function Lines({ bill, typing }: { readonly bill: Bill; readonly typing: boolean }) {
  const { words } = useCashier();
  const selected = useGoods((state) => state.selected);
  const last = bill.lines.length - 1;
  const placed = bill.lines.map((line, place) => ({ line, place }));
  return (
    <ul className="basket" aria-label={words.slipLines}>
      {placed.map(({ line, place }) =>
        typing && place === last ? (
          <li key={place} className="basket-line basket-typing">
            <LineWords line={line} />
          </li>
        ) : (
          <Line key={place} line={line} place={place} selected={!typing && selected === place} />
        ),
      )}
    </ul>
  );
}

type LineProps = {
  readonly line: BillLine;
  readonly place: number;
  readonly selected: boolean;
};

function Line({ line, place, selected }: LineProps) {
  const { till } = useCashier();
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected && element.current !== null) showInList(element.current);
  }, [selected]);
  return (
    <li ref={element} className={selected ? 'basket-picked' : ''}>
      <button
        type="button"
        className="basket-line"
        aria-pressed={selected}
        onMouseDown={keepFocus}
        onClick={() => till.goods.select(selected ? null : place)}
      >
        <LineWords line={line} />
      </button>
      {selected && <LineKeys line={line} />}
    </li>
  );
}

/**
 * Scrolls the list to the line that was added last. The page itself does not scroll: on a phone the key
 * that the cashier presses again would move.
 */
function showInList(line: HTMLElement): void {
  const list = line.parentElement;
  if (list === null) return;
  const [frame, own] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (own.top < frame.top) list.scrollTop -= frame.top - own.top;
  else if (own.bottom > frame.bottom) list.scrollTop += own.bottom - frame.bottom;
}

function LineWords({ line }: { readonly line: BillLine }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const money = { currency: settings.currency };
  return (
    <>
      <span className="basket-many">{line.quantity}</span>
      <span className="basket-name">
        <bdi>{line.name}</bdi>
      </span>
      <Figures amount={line.gross} {...money} />
      {line.discount > 0 && (
        <span className="basket-line-off">
          <span>{words.slipDiscount}</span>
          <Figures amount={subtract(ZERO, line.discount)} {...money} />
        </span>
      )}
    </>
  );
}

/** Keys for the selected line: fewer, more, discount, remove. */
export function LineKeys({ line }: { readonly line: BillLine }) {
  const { till, words } = useCashier();
  const { goods } = till;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="line-keys" role="group" aria-label={words.lineKeys(line.name)}>
      <Ghost label={words.lineLess} onPress={goods.less}>
        <Minus size={22} aria-hidden="true" />
      </Ghost>
      <Ghost label={words.lineMore} onPress={goods.more}>
        <Plus size={22} aria-hidden="true" />
      </Ghost>
      <Ghost label={words.lineDiscount} onPress={() => goods.askDiscount('line')}>
        <Tag size={20} aria-hidden="true" />
        {words.keyDiscount}
      </Ghost>
      <Ghost label={words.lineRemove} onPress={goods.remove}>
        <Trash2 size={20} aria-hidden="true" />
      </Ghost>
    </div>
  );
}
