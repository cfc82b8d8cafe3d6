import { type ReactNode, useEffect, useState } from 'react';
import { slipOf } from '../../../shared/bill/slip.ts';
import type { TenderId } from '../../../shared/ids/host-ids.ts';
import { shortNumber } from '../../../shared/protocol/receipt-number.ts';
import type { TenderDone } from '../../state/mode/mode.ts';
import { Figures } from '../../ui/amount.tsx';
import { BillRows, BillVat } from '../../ui/bill-lines.tsx';
import { Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useCashier, useShop } from '../common/context.tsx';

type PaidSlipProps = Pick<TenderDone, 'bill' | 'tip' | 'rounding' | 'left'> & {
  /** The number of the receipt; null until the books have it. */
  readonly receipt: number | null;
  /** What stands below the head. */
  readonly children?: ReactNode;
};

/** The bill with its payments; torn off once it is paid. */
export function PaidSlip({ bill, tip, rounding, left, receipt, children }: PaidSlipProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const slip = slipOf(bill, 'shop');
  const money = { currency: settings.currency };
  const named = (kind: string, name: string) =>
    kind === 'cash' ? words.payCash : kind === 'phone' ? words.slipPhone : name;
  return (
    <Slip label={words.slipLabel} torn={left === 0}>
      <p className="slip-head">
        <span>{bill.name === null ? words.newSale : <bdi>{bill.name}</bdi>}</span>
      </p>
      {children}
      <table className="slip-lines">
        <tbody>
          <BillRows bill={slip} {...money} words={words} />
        </tbody>
      </table>
      <Perforation />
      <SlipTotal label={words.slipTotal} amount={slip.total} {...money} />
      <BillVat vat={slip.vat} {...money} words={words} />
      <Perforation />
      <dl className="slip-facts slip-paid">
        {bill.tenders
          .filter(({ state }) => state === 'paid')
          .map((one) => (
            <div key={one.id}>
              <dt>
                <bdi>{named(one.method.kind, 'name' in one.method ? one.method.name : '')}</bdi>
              </dt>
              <dd>
                <Figures amount={one.amount} {...money} />
              </dd>
            </div>
          ))}
        {tip > 0 && (
          <div>
            <dt>{words.tip}</dt>
            <dd>
              <Figures amount={tip} {...money} />
            </dd>
          </div>
        )}
        {rounding !== 0 && (
          <div>
            <dt>{words.cashRounding}</dt>
            <dd>
              <Figures amount={rounding} {...money} />
            </dd>
          </div>
        )}
        {left > 0 && (
          <div>
            <dt>{words.cashLeft}</dt>
            <dd>
              <Figures amount={left} {...money} />
            </dd>
          </div>
        )}
      </dl>
      {receipt !== null && (
        <p className="slip-foot">
          <span>{words.slipReceipt(shortNumber(receipt))}</span>
        </p>
      )}
    </Slip>
  );
}

/** The number of the receipt of a payment; null until the books have it. */
export function useReceiptOfTender(tender: TenderId): number | null {
  const { till } = useCashier();
  const [found, setFound] = useState<{ tender: TenderId; receipt: number } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void till.call({ type: 'find_tender', tender }).then((answer) => {
      if (isWanted && answer?.ok === true) {
        setFound({ tender, receipt: answer.value.receipt.number });
      }
    });
    return () => {
      isWanted = false;
    };
  }, [till, tender]);
  return found?.tender === tender ? found.receipt : null;
}
