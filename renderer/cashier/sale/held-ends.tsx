import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { heldEnds } from '../../state/sales.ts';
import { toneOf } from '../../state/tone.ts';
import { Amount } from '../../ui/amount.tsx';
import { X } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useAmountText, useBusy, useCashier, useShop } from '../common/context.tsx';
import { stateText } from './state-text.ts';

/** Ends that are shown at a time. The next one follows when one of them is touched. */
const SHOWN = 2;

/** Says how sales ended that were put on hold, until the cashier has touched each. */
export function HeldEnds() {
  const { view } = useShop();
  const ends = heldEnds(view).slice(0, SHOWN);
  return (
    <div className="held-ends" role="status">
      {ends.map((sale) => (
        <HeldEnd key={sale.id} sale={sale} />
      ))}
    </div>
  );
}

function HeldEnd({ sale }: { readonly sale: SaleView }) {
  const { till, words } = useCashier();
  const busy = useBusy();
  const { head } = stateText(sale, words, useAmountText());
  const tone = toneOf(sale);
  const { captured, refunded } = sale.money;
  const amount = sale.state.kind === 'refunded' ? refunded : captured;
  return (
    <button
      type="button"
      className={`held-end mark tone-${tone}`}
      disabled={busy}
      onMouseDown={keepFocus}
      onClick={() => void till.act(sale.id, 'dismiss')}
    >
      <Seal tone={tone} size={36} />
      <span className="held-end-words">
        <span>
          {words.heldSale(sale.number)}
          {sale.label !== undefined && (
            <>
              {' · '}
              <bdi>{sale.label}</bdi>
            </>
          )}
        </span>
        <strong>
          {head}
          {amount > 0 && (
            <>
              {' '}
              <Amount amount={amount} currency={sale.currency} />
            </>
          )}
        </strong>
      </span>
      <X size={20} role="img" aria-label={words.close} />
    </button>
  );
}
