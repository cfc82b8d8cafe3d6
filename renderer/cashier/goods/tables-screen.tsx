import { useEffect } from 'react';
import { type Bill, type BillLine, billOf } from '../../../shared/basket/bill.ts';
import type { TableView } from '../../../shared/bridge/goods.ts';
import { keypadKeyOf } from '../../state/keypad.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { BillVat } from '../../ui/bill-lines.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Archive } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { EmptySlot, Perforation, Slip } from '../../ui/slip.tsx';
import { useCashier, useShop, useTables } from '../common/context.tsx';
import { BrandStrip } from '../common/strip.tsx';
import { nameKey } from './goods-keyboard.ts';
import { TableSide } from './table-side.tsx';

/** The slip of an open table. The cashier selects lines here to move them to another table. */
function TableSlip({ table }: { readonly table: TableView }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const basket = useTables((state) => state.basket);
  const money = { currency: settings.currency };
  const bill = basket === null ? null : billOf(basket);
  return (
    <Slip label={words.slipLabel}>
      <p className="slip-head">
        <span>
          <bdi>{table.name}</bdi>
        </span>
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
      {bill !== null && <BillVat vat={bill.vat} {...money} words={words} />}
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
        <bdi>{line.name}</bdi>
        {many > 0 && (
          <span className="basket-moving">{words.tableMoving(many, Number(line.quantity))}</span>
        )}
      </span>
      <Figures amount={line.total} currency={settings.currency} />
    </button>
  );
}

/** The open tables: select one, take it up, or split it. */
export function TablesScreen() {
  const { words } = useCashier();
  const { settings, goods } = useShop();
  const tables = goods?.tables ?? [];
  const picked = useTables((state) => state.picked);
  // The table in the newest snapshot. It may have been paid or closed since the cashier selected
  // it.
  const table = tables.find(({ id }) => id === picked?.id) ?? null;
  useNameKeyboard();
  return (
    <main className="till till-list">
      <section className="counter list-side">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.tablesHead}</h1>
          <p>{words.tables(tables.length)}</p>
        </div>
        <ul className="list">
          {tables.map((one) => (
            <li key={one.id}>
              <TableRow table={one} picked={one.id === table?.id} />
            </li>
          ))}
        </ul>
      </section>
      <section className="counter list-slip" aria-label={words.slipLabel}>
        {table === null ? (
          <EmptySlot>{tables.length === 0 ? words.tablesEmpty : words.tablesText}</EmptySlot>
        ) : (
          <TableSlip key={table.id} table={table} />
        )}
      </section>
      <TableSide table={table} />
    </main>
  );
}

function TableRow({ table, picked }: { readonly table: TableView; readonly picked: boolean }) {
  const { till, words } = useCashier();
  const format = useFormat();
  const { settings } = useShop();
  const state = table.sale === null ? words.tableThings(table.things) : words.tablePaying;
  return (
    <button
      type="button"
      className="list-row tone-idle"
      aria-pressed={picked}
      onMouseDown={keepFocus}
      onClick={() => void till.tables.pick(table)}
    >
      <span className="mark">
        <Archive size={28} aria-hidden="true" />
      </span>
      <span className="list-words">
        <span className="list-name">
          <bdi>{table.name}</bdi>
        </span>
        <span className="list-when">
          {format.time(table.at)} · {state}
        </span>
      </span>
      <span className="list-amount">
        <Figures amount={table.total} currency={settings.currency} />
      </span>
    </button>
  );
}

/** The hardware keyboard types a table's name while the cashier is asked for one. */
function useNameKeyboard(): void {
  const { till } = useCashier();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (till.tables.store.getState().naming === null) return;
      if (!nameKey(till, event.key)) {
        const pressed = keypadKeyOf(event.key);
        if (pressed === null) return;
        till.tables.press(pressed);
      }
      event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [till]);
}
