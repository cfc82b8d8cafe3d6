import { billOfItems } from '../../../shared/basket/line-items.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { saleTotal } from '../../state/sales.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { BillRows, BillVat } from '../../ui/bill-lines.tsx';
import { useCashier } from '../common/context.tsx';

/** The lines of a sale: its goods, or one line with the amount that the cashier typed. */
export function SlipLines({ sale }: { readonly sale: SaleView }) {
  const { words } = useCashier();
  const money = { currency: sale.currency };
  const struck = sale.state.kind === 'released';
  return (
    <table className={struck ? 'slip-lines slip-struck' : 'slip-lines'}>
      <tbody>
        {sale.lines === undefined ? (
          <tr>
            <td>1</td>
            <td>
              <bdi>{sale.text ?? words.openPrice}</bdi>
            </td>
            <td>
              <Figures amount={sale.amount} {...money} />
            </td>
          </tr>
        ) : (
          <BillRows bill={billOfItems(sale.lines)} {...money} words={words} />
        )}
        {sale.additionalAmount > 0 && (
          <tr>
            <td />
            <td>{words.additional}</td>
            <td>
              <Figures amount={sale.additionalAmount} {...money} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The total of a sale with its label. */
export function SlipTotal(props: { readonly sale: SaleView; readonly label: string }) {
  const { sale, label } = props;
  return (
    <dl className="slip-total">
      <dt>{label}</dt>
      <dd>
        <Amount amount={saleTotal(sale)} currency={sale.currency} />
      </dd>
    </dl>
  );
}

/** The VAT of a sale with goods; nothing for a sale without lines. */
export function SlipVat({ sale }: { readonly sale: SaleView }) {
  const { words } = useCashier();
  if (sale.lines === undefined) return null;
  const money = { currency: sale.currency };
  return <BillVat bill={billOfItems(sale.lines)} {...money} words={words} />;
}
