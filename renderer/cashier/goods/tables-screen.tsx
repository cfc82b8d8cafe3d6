import { useEffect } from 'react';
import type { Bill } from '../../../shared/bill/bill.ts';
import { quantity, quantityText } from '../../../shared/bill/quantity.ts';
import { type SlipLine, slipOf } from '../../../shared/bill/slip.ts';
import type { BillSummary } from '../../../shared/device/bridge/bills.ts';
import { withUnit } from '../../../shared/format/line-quantity.ts';
import type { LineId } from '../../../shared/ids/host-ids.ts';
import { ZERO } from '../../../shared/money/money.ts';
import { keypadKeyOf } from '../../state/keypad.ts';
import { keyOwner } from '../../state/mode/mode.ts';
import { Figures } from '../../ui/amount.tsx';
import { BillVat, LineParts, type LineValues, lineValues } from '../../ui/bill-lines.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Archive } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { memoOfValues } from '../../ui/memo-of-values.ts';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useBillName, useBills, useCashier, useShop, useTables } from '../common/context.tsx';
import { BrandStrip } from '../common/strip.tsx';
import { TableSide } from './table-side.tsx';

/** The slip of an open bill. The cashier selects lines here to move them to another bill. */
function TableSlip({ table, bill }: { readonly table: BillSummary; readonly bill: Bill | null }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const name = useBillName();
  const money = { currency: settings.currency };
  const slip = bill === null ? null : slipOf(bill, 'shop');
  const paid = slip?.paid ?? 0;
  return (
    <Slip label={words.slipLabel}>
      <p className="slip-head">
        <span>
          <bdi>{name(table)}</bdi>
        </span>
        <span>{words.tableThings(table.things)}</span>
      </p>
      {slip !== null && <TableLines lines={slip.lines} />}
      <Perforation />
      <SlipTotal
        label={paid > 0 ? words.slipToPay : words.slipTotal}
        amount={paid > 0 ? table.due : (slip?.total ?? table.total)}
        {...money}
      />
      {slip !== null && <BillVat vat={slip.vat} {...money} words={words} />}
    </Slip>
  );
}

function TableLines({ lines }: { readonly lines: readonly SlipLine[] }) {
  const { words } = useCashier();
  const { settings } = useShop();
  return (
    <ul className="basket" aria-label={words.slipLines}>
      {lines.map((line) => (
        <TableLine
          key={line.id}
          id={line.id}
          {...lineValues({ ...line, gross: line.total, discount: ZERO })}
          currency={settings.currency}
        />
      ))}
    </ul>
  );
}

type TableLineProps = LineValues & { readonly id: LineId; readonly currency: string };

/** A press draws only the line that it selects. */
const TableLine = memoOfValues(function TableLine({ id, ...line }: TableLineProps) {
  const { till, words } = useCashier();
  const format = useFormat();
  const many = useTables((state) => state.chosen.get(id) ?? quantity(0));
  return (
    <li>
      <button
        type="button"
        className={many > 0 ? 'basket-line basket-typing' : 'basket-line'}
        aria-pressed={many > 0}
        onMouseDown={keepFocus}
        onClick={() => till.tables.choose(id)}
      >
        <LineParts as="span" {...line} discountWord="" />
        {many > 0 && (
          <span className="basket-sub basket-moving">
            {words.tableMoving(
              format.decimal(quantityText(many)),
              withUnit(line.quantity, line.unit ?? '', format),
            )}
          </span>
        )}
      </button>
    </li>
  );
});

/** The open bills: select one, take it up, split it, or join it with another. */
export function TablesScreen() {
  const { words } = useCashier();
  const { settings, bills } = useShop();
  const tables = bills?.open ?? [];
  const picked = useTables((state) => state.picked);
  // The bill in the newest snapshot. It may have been paid or closed since the cashier selected it.
  const table = tables.find(({ id }) => id === picked) ?? null;
  const bill = useBills(({ shown }) => shown.get(picked ?? '') ?? null);
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
          <TableSlip key={table.id} table={table} bill={bill} />
        )}
      </section>
      <TableSide table={table} bill={table === null ? null : bill} />
    </main>
  );
}

function TableRow({ table, picked }: { readonly table: BillSummary; readonly picked: boolean }) {
  const { till, words } = useCashier();
  const format = useFormat();
  const { settings } = useShop();
  const name = useBillName();
  const state = table.sale === null ? words.tableThings(table.things) : words.tablePaying;
  return (
    <button
      type="button"
      className="list-row tone-idle"
      aria-pressed={picked}
      onMouseDown={keepFocus}
      onClick={() => till.tables.pick(table.id)}
    >
      <span className="mark">
        <Archive size={28} aria-hidden="true" />
      </span>
      <span className="list-words">
        <span className="list-name">
          <bdi>{name(table)}</bdi>
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
      if (keyOwner(till.store.getState().mode) !== 'table_name') return;
      const pressed = keypadKeyOf(event.key);
      if (event.key === 'Escape') till.escape();
      else if (pressed !== null) till.press(pressed);
      else if (!till.tables.type(event.key)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [till]);
}
