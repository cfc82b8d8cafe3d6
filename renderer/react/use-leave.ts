import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { useTools } from '../cashier/context.tsx';

/** Ends the screen of a decided sale, and then does `after`. */
export function useLeave(sale: SaleView, after: () => void): () => void {
  const { till } = useTools();
  return () => {
    void till.act(sale.id, 'dismiss').then((gone) => {
      if (gone) after();
    });
  };
}
