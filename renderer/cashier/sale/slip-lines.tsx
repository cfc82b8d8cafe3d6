import { billOfItems } from '../../../shared/basket/line-items.ts';
import { type MoneyInteger, subtract, ZERO } from '../../../shared/money/money.ts';
import { statedOf } from '../../../shared/payment/statement.ts';
import { statedVat } from '../../../shared/payment/vat.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { PaymentWords } from '../../i18n/payment.ts';
import { Figures } from '../../ui/amount.tsx';
import { BillRows, BillVat } from '../../ui/bill-lines.tsx';
import { SlipTotal } from '../../ui/slip.tsx';
import { usePayment } from '../common/context.tsx';

/** The lines of a sale: its goods, or one line with the amount that the cashier typed. */
export function SlipLines({ sale }: { readonly sale: SaleView }) {
  const { words } = usePayment();
  const money = { currency: sale.currency };
  const struck = sale.state.kind === 'released';
  const parts = partsOf(sale, words);
  return (
    <table className={struck ? 'slip-lines slip-struck' : 'slip-lines'}>
      <tbody>
        {sale.lines === undefined ? (
          <OneRow label={sale.text ?? words.openPrice} amount={sale.amount} {...money} />
        ) : (
          <BillRows bill={billOfItems(sale.lines)} {...money} words={words} />
        )}
        {sale.additionalAmount > 0 && (
          <AmountRow label={words.additional} amount={sale.additionalAmount} {...money} />
        )}
        {parts.map(({ label, amount }) => (
          <AmountRow key={label} label={label} amount={subtract(ZERO, amount)} {...money} />
        ))}
      </tbody>
    </table>
  );
}

type AmountRowProps = {
  readonly label: string;
  readonly amount: MoneyInteger;
  readonly currency: string;
};

/** The one line of a sale whose amount the cashier typed. */
export function OneRow({ label, amount, currency }: AmountRowProps) {
  return (
    <tr>
      <td>1</td>
      <td>
        <bdi>{label}</bdi>
      </td>
      <td>
        <Figures amount={amount} currency={currency} />
      </td>
    </tr>
  );
}

/** A line below the goods, such as the tip. */
export function AmountRow({ label, amount, currency }: AmountRowProps) {
  return (
    <tr>
      <td />
      <td>{label}</td>
      <td>
        <Figures amount={amount} currency={currency} />
      </td>
    </tr>
  );
}

/** What leads from the lines to the total: the part that was released, or that is captured already. */
function partsOf({ money }: SaleView, words: PaymentWords) {
  const { what } = statedOf(money);
  const released = { label: words.slipReturned, amount: money.released };
  const captured = { label: words.wordPaid, amount: money.captured };
  const rows = what === 'captured' ? [released] : what === 'authorised' ? [captured] : [];
  return rows.filter(({ amount }) => amount > 0);
}

/** The total of a sale with its label. */
export function SaleTotal(props: { readonly sale: SaleView; readonly label: string }) {
  const { sale, label } = props;
  return <SlipTotal label={label} amount={statedOf(sale.money).amount} currency={sale.currency} />;
}

/** The VAT of a sale with goods; nothing for a sale without lines. */
export function SlipVat({ sale }: { readonly sale: SaleView }) {
  const { words } = usePayment();
  if (sale.lines === undefined) return null;
  const money = { currency: sale.currency };
  return <BillVat vat={statedVat(sale.lines, sale.money)} {...money} words={words} />;
}
