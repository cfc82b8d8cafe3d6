import { useEffect } from 'react';
import type { TableView } from '../../../shared/bridge/goods.ts';
import { keypadKeyOf } from '../../state/keypad.ts';
import { Figures } from '../../ui/amount.tsx';
import { Archive } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { timeOfDay } from '../../ui/times.ts';
import { useShop, useTables, useTools } from '../context.tsx';
import { BrandStrip } from '../strip.tsx';
import { nameKey } from './goods-keyboard.ts';
import { TableSide } from './table-side.tsx';
import { TableSlip } from './table-slip.tsx';

/** The bills that wait at tables: pick one, take it up, split it. */
export function TablesScreen() {
  const { words } = useTools();
  const { settings, goods } = useShop();
  const tables = goods?.tables ?? [];
  const picked = useTables((state) => state.picked);
  // The host's word on it: it may be paid, or gone, since it was picked.
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
  const { till, words, times } = useTools();
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
        <span className="list-name">{table.name}</span>
        <span className="list-when">
          {timeOfDay(table.at, times)} · {state}
        </span>
      </span>
      <span className="list-amount">
        <Figures amount={table.total} currency={settings.currency} locale={settings.locale} />
      </span>
    </button>
  );
}

/** The keyboard types a table's name while one is asked for. */
function useNameKeyboard(): void {
  const { till } = useTools();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (till.tables.store.getState().naming === null) return;
      const pressed = keypadKeyOf(event.key);
      if (nameKey(till, event.key)) event.preventDefault();
      else if (pressed !== null && till.tables.press(pressed)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [till]);
}
