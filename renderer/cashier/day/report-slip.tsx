import { Fragment, type ReactNode } from 'react';
import type { PeriodReport, Sum } from '../../../shared/books/entry.ts';
import type { ReportPage } from '../../../shared/device/bridge/books.ts';
import { type MoneyInteger, subtract, ZERO } from '../../../shared/money/money.ts';
import { rateOf } from '../../../shared/money/vat.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { Figures } from '../../ui/amount.tsx';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useCashier, useShop } from '../common/context.tsx';
import { SlipHead } from './slip-head.tsx';

/** A row of a report; a count stands behind its name. */
type Row = {
  readonly key: string;
  readonly name: string;
  readonly count?: number;
  readonly amount: MoneyInteger | null;
};

const minus = (amount: MoneyInteger) => subtract(ZERO, amount);

/**
 * The slip of an X or a Z report. A Z report is torn off. What the drawer should hold is a part of the Z report alone: an
 * X report would tell it to a person who counts afterwards.
 */
export function ReportSlip({ page }: { readonly page: ReportPage }) {
  const { words } = useCashier();
  const format = useFormat();
  const now = useNow(30_000);
  const { report, number, closed } = page;
  const title = number === null ? words.reportX : words.reportZ(number);
  const days = report.days.map((day) => format.dayName(day, null)).join(', ');
  return (
    <Slip label={title} torn={closed !== null} className="day-slip report-slip">
      <SlipHead till={report.till} days={days} />
      <h2 className="report-title">{title}</h2>
      {report.receipts === null && report.sales.count === 0 && <p>{words.reportNone}</p>}
      <Sales report={report} />
      <Section head={words.reportTenders} rows={tenderRows(report, words)} />
      <Section head={words.reportCorrections} rows={correctionRows(report, words)} />
      <Section head={words.reportPeople} rows={personRows(report)} />
      <Section head={words.reportDrawer} rows={drawerRows(report, words, closed !== null)} />
      <Section head={words.reportFiscal} rows={fiscalRows(report, words)} />
      <Section head={words.reportGrand} rows={grandRows(report, words)} />
      <p className="slip-foot day-foot">
        {report.receipts !== null && (
          <span>
            {words.reportReceipts} {report.receipts.first}–{report.receipts.last}
          </span>
        )}
        <span>
          {closed === null
            ? words.dayPrinted(format.dateTime(now))
            : `${words.reportClosedAt} ${[format.dateTime(closed.at), closed.by].filter((part) => part !== '').join(' · ')}`}
        </span>
      </p>
    </Slip>
  );
}

/** From the gross sales to the net, with VAT, tips, rounding and refunds. */
function Sales({ report }: { readonly report: PeriodReport }) {
  const { words } = useCashier();
  const format = useFormat();
  const rate = (vatRate: string | null) => {
    const known = vatRate === null ? null : rateOf(vatRate);
    return known === null ? null : format.percent(known);
  };
  const vatRows = (rates: PeriodReport['vat'], name: (rate: string) => string, sign: 1 | -1) =>
    rates.map(({ vatRate, vat }): Row => {
      const text = rate(vatRate);
      const amount = sign === 1 ? vat : minus(vat);
      return {
        key: name(vatRate ?? ''),
        name: text === null ? words.reportNoRate : name(text),
        amount,
      };
    });
  const off = report.discounts.map(({ reason, by, approvedBy, count, amount }): Row => {
    const who = [reason, by, approvedBy ?? ''].filter((part) => part !== '').join(', ');
    return { key: `off ${who}`, name: who, count, amount: minus(amount) };
  });
  const sums: readonly Row[] = [
    { key: 'tips', name: words.reportTips, amount: report.tips },
    { key: 'rounding', name: words.reportRounding, amount: report.rounding },
    sumRow('refunds', words.reportRefunds, report.refunds, -1),
    ...(report.otherTills === undefined
      ? []
      : [sumRow('other', words.reportOtherTills, report.otherTills, -1)]),
  ];
  return (
    <>
      <Perforation />
      <Rows
        rows={[
          sumRow('sales', words.reportSales, { ...report.sales, amount: report.gross }),
          ...off,
        ]}
      />
      <SlipTotal
        className="day-net"
        label={words.reportNet}
        amount={report.net}
        currency={report.currency}
      />
      <Rows
        rows={[
          ...vatRows(report.vat, words.reportVat, 1),
          ...sums.filter(({ amount }) => amount !== 0),
          ...vatRows(report.refundedVat, words.reportVatRefunded, -1),
        ]}
      />
    </>
  );
}

function sumRow(key: string, name: string, { count, amount }: Sum, sign: 1 | -1 = 1): Row {
  return { key, name, count, amount: sign === 1 ? amount : minus(amount) };
}

function tenderRows({ tenders }: PeriodReport, words: CashierWords): readonly Row[] {
  return tenders.flatMap(({ kind, name, sales, refunds }) => {
    const word = { phone: words.reportPhone, cash: words.payCash, other: name ?? words.payOther }[
      kind
    ];
    const sold = sumRow(`${kind} ${word}`, word, sales);
    return refunds.count === 0
      ? [sold]
      : [sold, sumRow(`${kind} ${word} back`, words.reportTenderRefunds(word), refunds, -1)];
  });
}

const correctionRows = ({ corrections }: PeriodReport, words: CashierWords): readonly Row[] =>
  corrections.map(({ act, by, count, amount }) => {
    const name = by === '' ? words.reportActs[act] : `${words.reportActs[act]}, ${by}`;
    return sumRow(`${act} ${by}`, name, { count, amount });
  });

const personRows = ({ people }: PeriodReport): readonly Row[] =>
  people.filter(({ by }) => by !== '').map(({ by, ...sum }) => sumRow(by, by, sum));

function drawerRows(
  { drawer }: PeriodReport,
  words: CashierWords,
  isClosed: boolean,
): readonly Row[] {
  const { opening, payIn, payOut, noSale, counts, expected, difference } = drawer;
  const rows: readonly Row[] = [
    { key: 'opening', name: words.reportOpening, amount: opening },
    sumRow('in', words.reportPayIn, payIn),
    sumRow('out', words.reportPayOut, payOut, -1),
    { key: 'no_sale', name: words.reportNoSale, count: noSale, amount: null },
    { key: 'counts', name: words.reportCounts, count: counts, amount: null },
    { key: 'difference', name: words.reportDifference, amount: difference },
  ];
  const end: Row = { key: 'expected', name: words.reportExpected, amount: expected };
  const all = isClosed ? [...rows, end] : rows;
  return all.filter(({ amount, count }) => (amount ?? 0) !== 0 || (count ?? 0) > 0);
}

function fiscalRows({ fiscal }: PeriodReport, words: CashierWords): readonly Row[] {
  if (fiscal === undefined) return [];
  const { signed, unsigned, failed } = fiscal;
  return [
    { key: 'signed', name: words.reportFiscalSigned, count: signed, amount: null },
    { key: 'unsigned', name: words.reportFiscalUnsigned, count: unsigned.length, amount: null },
    { key: 'failed', name: words.reportFiscalFailed, count: failed, amount: null },
  ];
}

const grandRows = ({ grand }: PeriodReport, words: CashierWords): readonly Row[] => [
  { key: 'sales', name: words.reportGrandSales, amount: grand.sales },
  { key: 'refunds', name: words.reportGrandRefunds, amount: minus(grand.refunds) },
  { key: 'net', name: words.reportGrandNet, amount: grand.net },
];

function Section({
  head,
  rows,
}: {
  readonly head: string;
  readonly rows: readonly Row[];
}): ReactNode {
  if (rows.length === 0) return null;
  return (
    <>
      <Perforation />
      <h2 className="day-head">{head}</h2>
      <Rows rows={rows} />
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  const { settings } = useShop();
  return (
    <dl className="slip-facts day-facts">
      {rows.map(({ key, name, count, amount }) => (
        <Fragment key={key}>
          <dt>
            <bdi>{name}</bdi>
            {count !== undefined && amount !== null && ` × ${count}`}
          </dt>
          <dd>
            {amount === null ? count : <Figures amount={amount} currency={settings.currency} />}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
