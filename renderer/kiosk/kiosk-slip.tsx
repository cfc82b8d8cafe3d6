import type { KioskSale } from '../../shared/device/kiosk/contract.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { Amount, Figures } from '../ui/amount.tsx';
import { useFormat } from '../ui/format.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { useKiosk, useName } from './context.tsx';

type KioskSlipProps = {
  readonly sale: KioskSale;
  /** One word for the state of the money. */
  readonly word: string;
  readonly amount: MoneyInteger;
  readonly text: string | null;
  readonly torn?: boolean;
  /** True if nothing was charged. */
  readonly struck?: boolean;
};

/** The slip of a sale. A kiosk sells one line. */
export function KioskSlip(slip: KioskSlipProps) {
  const { sale, word, amount, text, torn = false, struck = false } = slip;
  const { words } = useKiosk();
  const nameOf = useName();
  const format = useFormat();
  const { currency, number } = sale;
  return (
    <div className="kiosk-slip">
      <Slip label={words.slipLabel} torn={torn}>
        <p className={`slip-row${struck ? ' slip-row-struck' : ''}`}>
          <span className="slip-name">{nameOf(sale.name)}</span>
          {torn && <Figures amount={sale.amount} currency={currency} />}
        </p>
        <Perforation />
        <p className="slip-row slip-sum">
          <strong>{word}</strong>
          <span className="slip-amount">
            <Amount amount={amount} currency={currency} />
          </span>
        </p>
        {sale.tip > 0 && !struck && (
          <p className="slip-more">{words.withTip(format.amount(sale.tip, currency))}</p>
        )}
        {text !== null && <p className="slip-more">{text}</p>}
        {torn && number > 0 && <p className="slip-more">{words.saleNumber(number)}</p>}
      </Slip>
    </div>
  );
}
