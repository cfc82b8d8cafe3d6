import { type Bill, type BillLine, billOf } from '../../../shared/basket/bill.ts';
import type { TableView } from '../../../shared/bridge/goods.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { BillVat } from '../../ui/bill-lines.tsx';
import { keepFocus } from '../../ui/key.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { useCashier, useShop, useTables } from '../common/context.tsx';

/** The slip of an open table. The cashier selects lines here to move them to another table. */
export function TableSlip({ table }: { readonly table: TableView }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const basket = useTables((state) => state.basket);
  const money = { currency: settings.currency };
  const bill = basket === null ? null : billOf(basket);
  return (
    <Slip label={words.slipLabel}>
      <p className="slip-head">
        <span>{table.name}</span>
        <span>{words.tableThings(table.things)}</span>
      </p>
      {bill !== null && <TableLines bill={bill} />}
      <Perforation />
      <dl className="slip-total">
        <dt>{words.slipTotal}</dt>
        <dd>
          <Amount amount={bill?.total ?? table.total} {...money} />
        </dd>
      </dl>
      {bill !== null && <BillVat bill={bill} {...money} words={words} />}
    </Slip>
  );
}

function TableLines({ bill }: { readonly bill: Bill }) {
  const { words } = useCashier();
  const placed = bill.lines.map((line, place) => ({ line, place }));
  return (
    <ul className="basket" aria-label={words.slipLines}>
      {placed.map(({ line, place }) => (
        <li key={place}>
          <TableLine line={line} place={place} />
        </li>
      ))}
    </ul>
  );
}

function TableLine({ line, place }: { readonly line: BillLine; readonly place: number }) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const many = useTables((state) => state.chosen.get(place) ?? 0);
  return (
    <button
      type="button"
      className={many > 0 ? 'basket-line basket-typing' : 'basket-line'}
      aria-pressed={many > 0}
      onMouseDown={keepFocus}
      onClick={() => till.tables.choose(place)}
    >
      <span className="basket-many">{line.quantity}</span>
      <span className="basket-name">
        {line.name}
        {many > 0 && (
          <span className="basket-moving">{words.tableMoving(many, Number(line.quantity))}</span>
        )}
      </span>
      <Figures amount={line.total} currency={settings.currency} />
    </button>
  );
}
