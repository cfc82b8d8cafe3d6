import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { Archive, Ban } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useBusy, usePayment } from '../common/context.tsx';

/** Puts a sale on hold while its customer decides, so that the next customer does not wait. */
export function HoldKey({ sale }: { readonly sale: SaleView }) {
  const { till, words } = usePayment();
  const busy = useBusy();
  if (!sale.actions.includes('set_aside')) return null;
  return (
    <Ghost
      className="ghost-tall"
      disabled={busy}
      onPress={() => void till.act(sale.id, 'set_aside')}
    >
      <Archive size={22} aria-hidden="true" />
      {words.setAside}
    </Ghost>
  );
}

/** Cancels a live sale. It is disabled while another command is pending. */
export function CancelKey({ sale }: { readonly sale: SaleView }) {
  const { till, words } = usePayment();
  const busy = useBusy();
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
