import type { HistorySale } from '../../../shared/history/history.ts';
import type { RefundView } from '../../../shared/terminal/sale/state.ts';
import { Field } from '../../ui/field.tsx';
import { Printer } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useCashier } from '../common/context.tsx';
import { StatusStrip } from '../common/strip.tsx';
import { kindWord } from '../sale/state-text.ts';
import type { RefundDraft } from './refund-draft.ts';
import { RefundKey } from './refund-key.tsx';
import { toneOfSale } from './sales-list.tsx';

type EndedSaleSideProps = {
  readonly sale: HistorySale | null;
  readonly refunds: readonly RefundView[];
  readonly onRefund: (draft: RefundDraft) => void;
};

/** The state of a sale that only the history holds, and the actions that it allows. */
export function EndedSaleSide({ sale, refunds, onRefund }: EndedSaleSideProps) {
  const { words } = useCashier();
  if (sale === null) {
    return (
      <section className="deck till-right list-field">
        <StatusStrip />
      </section>
    );
  }
  const tone = toneOfSale(sale);
  const word = tone === 'refunded' ? words.wordRefunded : kindWord(sale.state, words);
  return (
    <Field tone={tone} className="till-right list-field" label={word}>
      <StatusStrip />
      <div className="field-body">
        <Seal tone={tone} size={120} className="state-seal" />
        <h2 className="list-word">{word}</h2>
        <div className="state-keys">
          <RefundKey sale={sale} refunds={refunds} onRefund={onRefund} />
          <Ghost className="ghost-tall" onPress={() => window.print()}>
            <Printer size={22} aria-hidden="true" />
            {words.printReceipt}
          </Ghost>
        </div>
      </div>
    </Field>
  );
}
