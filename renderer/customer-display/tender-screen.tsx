import type {
  CustomerBill,
  CustomerTender,
  CustomerView,
} from '../../shared/device/bridge/customer-view.ts';
import type { DisplayWords } from '../i18n/customer.ts';
import { Amount } from '../ui/amount.tsx';
import { BillVat } from '../ui/bill-lines.tsx';
import { Seal } from '../ui/seal.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { ReceiptToScan } from './receipt-to-scan.tsx';
import { BillTable, Paper } from './sale-slip.tsx';

type TenderScreenProps = {
  readonly view: CustomerView;
  readonly bill: CustomerBill;
  readonly tender: CustomerTender;
  readonly words: DisplayWords;
};

/** A payment at the till: what is to be paid in cash, and then what was received and the change. */
export function TenderScreen({ tender, ...props }: TenderScreenProps) {
  const { paid } = tender;
  return paid === null ? (
    <CashScreen {...props} tender={tender} />
  ) : (
    <DoneScreen {...props} tender={tender} paid={paid} />
  );
}

function CashScreen({ view, bill, tender, words }: TenderScreenProps) {
  const { currency } = bill;
  return (
    <main className="display display-basket">
      <TenderPaper view={view} bill={bill} words={words} torn={false} />
      <section className="display-so-far" aria-live="polite">
        <h1>{words.cashHead}</h1>
        {tender.rounding !== 0 && (
          <Fact word={words.cashRounding} amount={tender.rounding} currency={currency} />
        )}
        <p className="display-hero">
          <Amount amount={tender.toPay} currency={currency} />
        </p>
      </section>
    </main>
  );
}

type DoneProps = TenderScreenProps & { readonly paid: NonNullable<CustomerTender['paid']> };

function DoneScreen({ view, bill, tender, paid, words }: DoneProps) {
  const { currency } = bill;
  const { receipt } = paid;
  const gives = paid.change > 0;
  return (
    <main className="display display-flood field tone-paid">
      <div className="field-curtain" />
      <section className="display-said" aria-live="assertive">
        {receipt === undefined && <Seal tone="paid" size={220} />}
        <h1>{gives ? words.cashChange : words.paidHead}</h1>
        <p className="display-hero">
          <Amount amount={gives ? paid.change : tender.toPay} currency={currency} />
        </p>
        {paid.isCash && (
          <div className="display-facts">
            <Fact word={words.toPay} amount={tender.toPay} currency={currency} />
            <Fact word={words.cashReceived} amount={paid.received} currency={currency} />
          </div>
        )}
        {paid.left > 0 && <Fact word={words.cashLeft} amount={paid.left} currency={currency} />}
        {paid.left === 0 && receipt === undefined && (
          <p className="display-next">{words.cashThanks}</p>
        )}
        {receipt !== undefined && <ReceiptToScan link={receipt} words={words} />}
      </section>
      <TenderPaper view={view} bill={bill} words={words} torn={paid.left === 0} />
    </main>
  );
}

type FactProps = {
  readonly word: string;
  readonly amount: CustomerTender['toPay'];
  readonly currency: string;
};

function Fact({ word, amount, currency }: FactProps) {
  return (
    <p className="display-next display-fact">
      <span>{word}</span> <Amount amount={amount} currency={currency} />
    </p>
  );
}

type PaperProps = Omit<TenderScreenProps, 'tender'> & { readonly torn: boolean };

function TenderPaper({ view, bill: { slip, currency }, words, torn }: PaperProps) {
  return (
    <Paper words={words}>
      <Slip label={words.slipLabel} torn={torn}>
        <h2 className="display-shop">
          <bdi>{view.shop}</bdi>
        </h2>
        <BillTable bill={slip} currency={currency} words={words} />
        <Perforation />
        <p className="display-line">{words.sum}</p>
        <p className="display-total">
          <Amount amount={slip.total} currency={currency} />
        </p>
        <BillVat vat={slip.vat} currency={currency} words={words} />
      </Slip>
    </Paper>
  );
}
