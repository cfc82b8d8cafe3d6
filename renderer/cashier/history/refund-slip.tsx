import type { Dispatch, SetStateAction } from 'react';
import type { HistorySale } from '../../../shared/device/history/history.ts';
import { money } from '../../../shared/money/money.ts';
import { Figures } from '../../ui/amount.tsx';
import { BillVat } from '../../ui/bill-lines.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Seal } from '../../ui/seal.tsx';
import { Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useCashier } from '../common/context.tsx';
import { RefundChoice } from './refund-choice.tsx';
import { type RefundDraft, vatOfDraft } from './refund-draft.ts';

type RefundSlipProps = {
  readonly draft: RefundDraft;
  readonly setDraft: Dispatch<SetStateAction<RefundDraft | null>>;
  readonly sale: HistorySale;
};

/** The slip of a refund that is not approved yet: what was paid, what is refunded, what remains. */
export function RefundSlip({ draft, setDraft, sale }: RefundSlipProps) {
  const { words } = useCashier();
  const format = useFormat();
  const figures = { currency: sale.currency };
  const stays = money(Math.max(0, draft.left - draft.amount));
  return (
    <Slip label={words.slipLabel}>
      <p className="slip-head refund-head">
        <span className="refund-state tone-paid">
          <span className="mark">
            <Seal tone="paid" size={26} />
          </span>
          <strong className="mark-word">{words.wordPaid}</strong>
        </span>
        <span>{format.timeWithSeconds(sale.ended ?? sale.started)}</span>
      </p>
      <dl className="slip-facts">
        {draft.otherReceipt !== null && (
          <>
            <dt>{words.receiptName}</dt>
            <dd className="mono">{draft.otherReceipt}</dd>
          </>
        )}
        {sale.number > 0 && (
          <>
            <dt>{words.saleNumber(sale.number)}</dt>
            <dd>{sale.label ?? sale.text ?? words.openPrice}</dd>
          </>
        )}
        <dt>{words.pastPaid}</dt>
        <dd>
          <Figures amount={sale.captured} {...figures} />
        </dd>
        {sale.refunded > 0 && (
          <>
            <dt>{words.refundDone}</dt>
            <dd>
              <Figures amount={sale.refunded} {...figures} />
            </dd>
          </>
        )}
        <dt>{words.pastLeft}</dt>
        <dd>
          <Figures amount={stays} {...figures} />
        </dd>
      </dl>
      <Perforation />
      <RefundChoice draft={draft} setDraft={setDraft} {...figures} />
      <SlipTotal live label={words.refund} amount={draft.amount} {...figures} />
      <BillVat vat={vatOfDraft(draft)} {...figures} words={words} />
      <Perforation />
      <dl className="slip-facts">
        <dt>{words.refundTo}</dt>
        <dd>{words.refundToText}</dd>
        <dt>{words.refundReason}</dt>
        <dd>{words.refundReasons[draft.reason]}</dd>
        <dt>{words.slipReference}</dt>
        <dd className="mono">{sale.tid}</dd>
      </dl>
    </Slip>
  );
}
