import { useState } from 'react';
import type { SaleView } from '../../shared/terminal/state.ts';
import { toneOf } from '../state/tone.ts';
import { EmptySlot } from '../ui/slip.tsx';
import { useShop, useTools } from './context.tsx';
import { SaleSlip } from './sale-slip.tsx';
import { SalesSide } from './sales-side.tsx';
import { stateWord } from './say-state.ts';
import { SideRow } from './side-row.tsx';
import { BrandStrip } from './strip.tsx';

/** The till's sales: pick one to see its slip, and to go on with one that was set aside. */
export function SalesScreen() {
  const { words } = useTools();
  const { view, settings } = useShop();
  const [picked, setPicked] = useState<string | null>(null);
  const sale = view.sales.find((one) => one.id === picked) ?? view.sales[0] ?? null;
  return (
    <main className="till till-list">
      <section className="counter list-side">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.salesHead}</h1>
          <p>{words.salesCount(view.sales.length)}</p>
        </div>
        {view.sales.length === 0 && <p className="list-empty">{words.salesEmpty}</p>}
        <ul className="list">
          {view.sales.map((one) => (
            <li key={one.id}>
              <SaleRow sale={one} picked={one === sale} onPick={() => setPicked(one.id)} />
            </li>
          ))}
        </ul>
      </section>
      <section className="counter list-slip" aria-label={words.slipLabel}>
        {sale === null ? (
          <EmptySlot>{words.salesPick}</EmptySlot>
        ) : (
          <SaleSlip key={sale.id} sale={sale} logLines={14} />
        )}
      </section>
      <SalesSide sale={sale} />
    </main>
  );
}

function SaleRow(props: {
  readonly sale: SaleView;
  readonly picked: boolean;
  readonly onPick: () => void;
}) {
  const { sale, picked, onPick } = props;
  const { words } = useTools();
  return (
    <SideRow
      tone={toneOf(sale)}
      picked={picked}
      onPick={onPick}
      head={words.saleNumber(sale.number)}
      at={sale.started}
      word={stateWord(sale.state, words)}
      amount={sale.amount}
      currency={sale.currency}
    />
  );
}
