import { useState } from 'react';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { Amount } from '../../ui/amount.tsx';
import { useDwell } from '../../ui/countdown.tsx';
import { YellowKey } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useAmountText, useCashier, useShop } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { EmailKey, useEmailNote } from '../email/email-key.tsx';
import { ReceiptCode, ReceiptKey, useReceiptLink } from './receipt-code.tsx';
import { PrintKey, usePrintNote } from './sale-keys.tsx';
import { stateText } from './state-text.ts';

/** Paid. The screen closes after a few seconds unless the cashier prints the receipt or shows its code. */
export function FieldPaid({ sale }: { readonly sale: SaleView }) {
  const { till, words } = useCashier();
  const amount = useAmountText();
  const { settings } = useShop();
  const [staying, setStaying] = useState(false);
  const left = useDwell(
    sale.id,
    settings.paidDwellSeconds,
    staying,
    () => void till.act(sale.id, 'dismiss'),
  );
  const { head, text } = stateText(sale, words, amount);
  const note = usePrintNote(sale.id);
  const link = useReceiptLink(sale.id);
  const [showsCode, setShowsCode] = useState(false);
  const code = showsCode ? link : null;
  const of = { kind: 'sale', id: sale.id } as const;
  const ordered = useEmailNote(of);
  return (
    <>
      {code === null && <Seal tone="paid" size={168} className="state-seal" />}
      <h1 className="paid-word">{head}</h1>
      <p className="paid-amount">
        <Amount amount={sale.money.captured} currency={sale.currency} />
      </p>
      {code === null ? (
        <p className="state-text" role="status">
          {note ?? ordered ?? text}
        </p>
      ) : (
        <ReceiptCode link={code} />
      )}
      <ProblemNotice />
      <div className="state-keys">
        <YellowKey
          enter
          className="state-yellow"
          label={words.newSale}
          onPress={() => void till.act(sale.id, 'dismiss')}
        >
          <span>{words.newSale}</span>
          {!staying && <span className="state-yellow-small">{words.opensIn(left)}</span>}
        </YellowKey>
        <div className="state-ghosts">
          {link !== null && (
            <ReceiptKey
              shown={showsCode}
              onPress={() => {
                setStaying(true);
                setShowsCode(!showsCode);
              }}
            />
          )}
          <PrintKey saleId={sale.id} refunded={false} onPress={() => setStaying(true)} />
          <EmailKey
            of={of}
            amount={sale.money.captured}
            onPress={() => {
              setStaying(true);
              setShowsCode(false);
            }}
          />
        </div>
      </div>
    </>
  );
}
