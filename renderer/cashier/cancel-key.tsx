import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { Ban } from '../ui/icons.ts';
import { Ghost } from '../ui/key.tsx';
import { useTillState, useTools } from './context.tsx';

/** The way out of a live sale, alone at the lower right; it waits for the result. */
export function CancelKey({ sale }: { readonly sale: SaleView }) {
  const { till, words } = useTools();
  const busy = useTillState((state) => state.asked !== null);
  if (!sale.actions.includes('cancel')) return null;
  return (
    <Ghost
      className="ghost-tall state-cancel"
      disabled={busy}
      onPress={() => void till.act(sale.id, 'cancel')}
    >
      <Ban size={22} aria-hidden="true" />
      {words.cancelSale}
    </Ghost>
  );
}
