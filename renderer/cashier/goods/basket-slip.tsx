import { useEffect, useRef } from 'react';
import { type Bill, type BillLine, billOf } from '../../../shared/basket/bill.ts';
import { subtract, ZERO } from '../../../shared/money/money.ts';
import { wholeBasket } from '../../state/goods-state.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { BillVat } from '../../ui/bill-lines.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { useGoods, useShop, useTillState, useTools } from '../context.tsx';
import { LineKeys } from './line-keys.tsx';

/** The slip of a basket: its lines as they are added, and what they come to. */
export function BasketSlip() {
  const { words } = useTools();
  const { settings } = useShop();
  const typed = useTillState((state) => state.entry.amount);
  const state = useGoods((one) => one);
  const whole = wholeBasket(state, typed, settings.language) ?? state.basket;
  const bill = billOf(whole);
  const money = { currency: settings.currency, locale: settings.locale };
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
      <BillVat bill={bill} {...money} words={words} />
    </Slip>
  );
}

function Lines({ bill, typing }: { readonly bill: Bill; readonly typing: boolean }) {
  const { words } = useTools();
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
  const { till } = useTools();
  const element = useRef<HTMLLIElement>(null);
  // What was just added is seen, however long the slip has become.
  useEffect(() => {
    if (selected) element.current?.scrollIntoView({ block: 'nearest' });
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

function LineWords({ line }: { readonly line: BillLine }) {
  const { words } = useTools();
  const { settings } = useShop();
  const money = { currency: settings.currency, locale: settings.locale };
  return (
    <>
      <span className="basket-many">{line.quantity}</span>
      <span className="basket-name">{line.name}</span>
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
