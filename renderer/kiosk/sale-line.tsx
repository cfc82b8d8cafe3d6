import type { KioskSale } from '../../shared/kiosk/contract.ts';
import { Amount } from '../ui/amount.tsx';
import { useKiosk, useName } from './context.tsx';

/** What is bought and for how much, on a field. */
export function SaleLine({ sale }: { readonly sale: KioskSale }) {
  const { locale } = useKiosk().view;
  const nameOf = useName();
  return (
    <p className="sale-line">
      <span className="sale-name">{nameOf(sale.name)}</span>
      <span className="sale-amount">
        <Amount amount={sale.amount} currency={sale.currency} locale={locale} />
      </span>
    </p>
  );
}
