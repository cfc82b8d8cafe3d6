import { Fragment, type ReactNode } from 'react';
import { statedOf } from '../../../shared/payment/statement.ts';
import { bookedNumber } from '../../../shared/protocol/receipt-number.ts';
import { isFinal, type SaleLogLine, type SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import type { PaymentWords } from '../../i18n/payment.ts';
import { showMsisdn } from '../../state/phone.ts';
import { gapText, useFormat } from '../../ui/format.tsx';
import { Perforation, Slip, SlipShop } from '../../ui/slip.tsx';
import { useAmountText, usePayment, useShop } from '../common/context.tsx';
import { logText } from './log-text.ts';
import { SaleTotal, SlipLines, SlipVat } from './slip-lines.tsx';

type ReceiptProps = {
  readonly sale: SaleView;
  readonly paidAt: Instant;
  readonly receipt: number | null;
  /** The refunds of this sale. */
  readonly foot?: ReactNode;
};

/** The receipt of a paid sale, and of a sale whose payment was refunded. */
function Receipt({ sale, paidAt, receipt, foot = null }: ReceiptProps) {
  const { words } = usePayment();
  const format = useFormat();
  const { settings } = useShop();
  const amountText = useAmountText();
  const { shop } = settings;
  const { refunded } = sale.money;
  return (
    <Slip label={words.slipLabel} torn className="receipt">
      <SlipShop
        name={shop.name}
        address={shop.address}
        organisation={
          shop.organisationNumber === null ? null : words.slipOrganisation(shop.organisationNumber)
        }
      />
      <SlipLines sale={sale} />
      <Perforation />
      <SaleTotal sale={sale} label={words.slipTotal} />
      <SlipVat sale={sale} />
      <dl className="slip-facts">
        {refunded > 0 && (
          <div className="slip-fact-amount">
            <dt>{words.wordRefunded}</dt>
            <dd>
              <strong>{amountText(refunded, sale.currency)}</strong>
            </dd>
          </div>
        )}
        <dt>{words.slipMethod}</dt>
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
        {receipt !== null && (
          <span>{words.slipReceipt(bookedNumber(settings.posId, receipt))}</span>
        )}
        <span>{words.slipThanks}</span>
      </p>
    </Slip>
  );
}

type SaleSlipProps = {
  readonly sale: SaleView;
  readonly logLines?: number;
  /** The number of its receipt in the till's books; null until they have it, and where there are none. */
  readonly receipt?: number | null;
  /** Printed below everything else: the refunds of this sale. */
  readonly foot?: ReactNode;
};

/** A sale's slip: attached while the sale is open, torn off when it is final. */
export function SaleSlip({ sale, logLines = 8, receipt = null, foot = null }: SaleSlipProps) {
  const { words } = usePayment();
  const paidAt = paidTime(sale);
  if (paidAt !== null) return <Receipt sale={sale} paidAt={paidAt} receipt={receipt} foot={foot} />;
  return (
    <Slip label={words.slipLabel} torn={isFinal(sale.state)}>
      <SlipHead sale={sale} />
      <SlipLines sale={sale} />
      <Perforation />
      <SaleTotal sale={sale} label={totalLabel(sale, words)} />
      <SlipVat sale={sale} />
      <Perforation />
      <SaleLog sale={sale} most={logLines} />
      {foot}
    </Slip>
  );
}

/** The time of the payment; null for a sale that has no receipt. */
function paidTime({ state, log, started }: SaleView): Instant | null {
  if (state.kind === 'paid') return state.at;
  if (state.kind !== 'refunded') return null;
  return log.find(({ key }) => key === 'paid')?.at ?? started;
}

function SlipHead({ sale }: { readonly sale: SaleView }) {
  const { words } = usePayment();
  return (
    <p className="slip-head">
      <span>{sale.label ?? words.saleNumber(sale.number)}</span>
      <span>
        <bdi>{methodText(sale, words)}</bdi>
      </span>
    </p>
  );
}

function methodText({ method }: SaleView, words: PaymentWords): string {
  switch (method.kind) {
    case 'qr':
      return words.slipMethodQr;
    case 'phone':
      return showMsisdn(method.msisdn);
    case 'scan_token':
      return words.slipMethodToken;
    case 'sticker':
      return words.slipMethodSticker;
    case 'qr_and_sticker':
      return words.slipMethodBoth;
    case 'device_code':
      return words.slipMethodDevice;
  }
}

/** The word for the amount that the slip states. */
export function totalLabel({ money, state }: SaleView, words: PaymentWords): string {
  switch (statedOf(money).what) {
    case 'authorised':
      return words.slipReserved;
    case 'captured':
      return words.slipTotal;
    case 'released':
      return words.slipReturned;
    case 'asked':
      if (state.kind === 'unclear') return words.slipAsked;
      return isFinal(state) ? words.slipNotTaken : words.slipToPay;
  }
}

/** Gaps longer than this many milliseconds are drawn hatched. */
const GAP = 60_000;

type SaleLogProps = { readonly sale: SaleView; readonly most: number };

/** The log of a sale, one printed line per event. Lines are never removed. */
export function SaleLog({ sale, most }: SaleLogProps) {
  const { words } = usePayment();
  const format = useFormat();
  const amountText = useAmountText();
  const amountOf = ({ amount }: SaleLogLine) =>
    amount === undefined ? '' : amountText(amount, sale.currency);
  const hidden = Math.max(0, sale.log.length - most);
  // The log only grows at its end, so a line's index identifies it.
  const placed = sale.log.map((line, place) => ({ line, place, before: sale.log[place - 1] }));
  return (
    <>
      {hidden > 0 && <p className="log log-earlier">{words.slipEarlier(hidden)}</p>}
      <ol className="log">
        {placed.slice(hidden).map(({ line, place, before }) => (
          <Fragment key={place}>
            <Gap before={before} line={line} />
            <li className="log-line">
              <time>{format.timeWithSeconds(line.at)}</time>
              <span>
                <bdi>{logText(line, amountOf(line), words)}</bdi>
              </span>
            </li>
          </Fragment>
        ))}
      </ol>
    </>
  );
}

/** A gap in which the till knew nothing: after a lost answer or a restart. */
function Gap(props: { readonly before: SaleLogLine | undefined; readonly line: SaleLogLine }) {
  const { before, line } = props;
  const { words } = usePayment();
  if (before === undefined || line.at - before.at < GAP) return null;
  if (before.key !== 'no_answer' && line.key !== 'found_after_restart') return null;
  return <li className="log-gap">{gapText(line.at - before.at, words)}</li>;
}
