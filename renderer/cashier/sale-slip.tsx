import type { ReactNode } from 'react';
import { billOfItems } from '../../shared/basket/line-items.ts';
import { isFinal, type SaleView } from '../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../i18n/cashier.ts';
import { showMsisdn } from '../state/phone.ts';
import { saleTotal } from '../state/sums.ts';
import { Amount, Figures } from '../ui/amount.tsx';
import { BillRows, BillVat } from '../ui/bill-lines.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { useShop, useTools } from './context.tsx';
import { Receipt } from './receipt.tsx';
import { SaleLog } from './sale-log.tsx';

type SaleSlipProps = {
  readonly sale: SaleView;
  readonly logLines?: number;
  /** Printed after everything else: what went back of it. */
  readonly foot?: ReactNode;
};

/** A sale's slip: hanging while the money is undecided, torn off as soon as it is not. */
export function SaleSlip({ sale, logLines = 8, foot = null }: SaleSlipProps) {
  const { words } = useTools();
  if (sale.state.kind === 'paid') {
    return <Receipt sale={sale} paidAt={sale.state.at} foot={foot} />;
  }
  return (
    <Slip label={words.slipLabel} torn={isFinal(sale.state)}>
      <SlipHead sale={sale} />
      <SlipLines sale={sale} />
      <Perforation />
      <SlipTotal sale={sale} label={totalLabel(sale, words)} />
      <SlipVat sale={sale} />
      <Perforation />
      <SaleLog sale={sale} most={logLines} />
      {foot}
    </Slip>
  );
}

function SlipHead({ sale }: { readonly sale: SaleView }) {
  const { words } = useTools();
  return (
    <p className="slip-head">
      <span>{sale.label ?? words.saleNumber(sale.number)}</span>
      <span>{wayText(sale, words)}</span>
    </p>
  );
}

function wayText({ way }: SaleView, words: CashierWords): string {
  switch (way.kind) {
    case 'qr':
      return words.slipWayQr;
    case 'phone':
      return showMsisdn(way.msisdn);
    case 'scan_token':
      return words.slipWayToken;
    case 'sticker':
      return words.slipWaySticker;
    case 'qr_and_sticker':
      return words.slipWayBoth;
    case 'device_code':
      return words.slipWayDevice;
  }
}

export function SlipLines({ sale }: { readonly sale: SaleView }) {
  const { words } = useTools();
  const { settings } = useShop();
  const money = { currency: sale.currency, locale: settings.locale };
  const struck = sale.state.kind === 'released';
  return (
    <table className={struck ? 'slip-lines slip-struck' : 'slip-lines'}>
      <tbody>
        {sale.lines === undefined ? (
          <tr>
            <td>1</td>
            <td>{sale.text ?? words.openPrice}</td>
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

export function SlipTotal(props: { readonly sale: SaleView; readonly label: string }) {
  const { sale, label } = props;
  const { settings } = useShop();
  return (
    <dl className="slip-total">
      <dt>{label}</dt>
      <dd>
        <Amount amount={saleTotal(sale)} currency={sale.currency} locale={settings.locale} />
      </dd>
    </dl>
  );
}

/** The tax in a bill; nothing where the sale has none. */
export function SlipVat({ sale }: { readonly sale: SaleView }) {
  const { words } = useTools();
  const { settings } = useShop();
  if (sale.lines === undefined) return null;
  const money = { currency: sale.currency, locale: settings.locale };
  return <BillVat bill={billOfItems(sale.lines)} {...money} words={words} />;
}

function totalLabel(sale: SaleView, words: CashierWords): string {
  switch (sale.state.kind) {
    case 'authorised':
    case 'capturing':
    case 'releasing':
    case 'vending':
      return words.slipReserved;
    case 'undelivered':
      return words.slipTotal;
    case 'released':
    case 'refunded':
      return words.slipReturned;
    case 'unclear':
      return words.slipAsked;
    default:
      return isFinal(sale.state) ? words.slipNotTaken : words.slipToPay;
  }
}
