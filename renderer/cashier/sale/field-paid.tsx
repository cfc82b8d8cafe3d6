import { useState } from 'react';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { Amount } from '../../ui/amount.tsx';
import { useDwell } from '../../ui/countdown.tsx';
import { YellowKey } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useAmountText, useCashier, useShop } from '../common/context.tsx';
import { useLeft } from '../common/due.ts';
import { ProblemNotice } from '../common/problem.tsx';
import { EmailKey, useEmailNote } from '../email/email-key.tsx';
import { PrintKey, usePrintNote } from './print-key.tsx';
import { ReceiptCode, ReceiptKey, useReceiptLink } from './receipt-code.tsx';
import { stateText } from './state-text.ts';

/**
 * Paid. The screen closes after a few seconds unless the cashier prints the receipt or shows its code. After a part of a
 * bill the key says what is left, because it leads to the rest.
 */
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
  const due = useLeft(sale);
  const next = due > 0 ? words.payRest : words.newSale;
  return (
    <>
      {code === null && <Seal tone={due > 0 ? 'part' : 'paid'} size={168} className="state-seal" />}
      <h1 className="paid-word">{due > 0 ? words.statePart : head}</h1>
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
          label={due > 0 ? `${next} ${amount(due, sale.currency)}` : next}
          onPress={() => (due > 0 ? void till.act(sale.id, 'dismiss') : till.newSale(sale))}
        >
          <span>{next}</span>
          {due > 0 ? (
            <Amount amount={due} currency={sale.currency} />
          ) : (
            !staying && <span className="state-yellow-small">{words.opensIn(left)}</span>
          )}
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
