import type { ReactNode } from 'react';
import { receiptNumber } from '../../../shared/terminal/engine/sale-ids.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { saleTotal } from '../../state/sales.ts';
import { useFormat } from '../../ui/format.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { useAmountText, useCashier, useShop } from '../common/context.tsx';
import { SlipLines, SlipTotal, SlipVat } from './slip-lines.tsx';

type ReceiptProps = {
  readonly sale: SaleView;
  readonly paidAt: Instant;
  /** The refunds of this sale. */
  readonly foot?: ReactNode;
};

/** The receipt of a paid sale, and of a sale whose payment was refunded. */
export function Receipt({ sale, paidAt, foot = null }: ReceiptProps) {
  const { words } = useCashier();
  const format = useFormat();
  const { settings } = useShop();
  const amountText = useAmountText();
  const { shop } = settings;
  const refunded = sale.money.refunded > 0 ? sale.money.refunded : saleTotal(sale);
  return (
    <Slip label={words.slipLabel} torn className="receipt">
      <p className="slip-shop">
        <strong>{shop.name}</strong>
        {shop.address !== null && <span>{shop.address}</span>}
        {shop.organisationNumber !== null && (
          <span>{words.slipOrganisation(shop.organisationNumber)}</span>
        )}
      </p>
      <SlipLines sale={sale} />
      <Perforation />
      <SlipTotal sale={sale} label={words.slipTotal} />
      <SlipVat sale={sale} />
      <dl className="slip-facts">
        {sale.state.kind === 'refunded' && (
          <div className="slip-fact-amount">
            <dt>{words.wordRefunded}</dt>
            <dd>
              <strong>{amountText(refunded, sale.currency)}</strong>
            </dd>
          </div>
        )}
        <dt>{words.slipPaidWith}</dt>
        <dd>{words.slipPhone}</dd>
        <dt>{words.slipTime}</dt>
        <dd>{format.dateTime(paidAt)}</dd>
        {sale.tid !== null && (
          <>
            <dt>{words.slipReference}</dt>
            <dd className="mono">{sale.tid}</dd>
          </>
        )}
      </dl>
      {foot}
      <p className="slip-foot">
        <span>{words.slipReceipt(receiptNumber(settings.posId, sale.number))}</span>
        <span>{words.slipThanks}</span>
      </p>
    </Slip>
  );
}
