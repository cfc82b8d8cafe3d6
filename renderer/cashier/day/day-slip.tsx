import { Fragment } from 'react';
import type { DayPage } from '../../../shared/device/bridge/back-office.ts';
import type { CurrencySums } from '../../../shared/device/history/day.ts';
import { type MoneyInteger, subtract, ZERO } from '../../../shared/money/money.ts';
import { Figures } from '../../ui/amount.tsx';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useCashier, useShop } from '../common/context.tsx';
import { SlipHead } from './slip-head.tsx';

type DaySlipProps = {
  readonly page: DayPage;
  /** True when the day is over: the slip is drawn torn off. */
  readonly closed: boolean;
};

/** The day's slip: totals by method, refunds, net, and the number of sales by state. */
export function DaySlip({ page, closed }: DaySlipProps) {
  const { words } = useCashier();
  const format = useFormat();
  const { settings } = useShop();
  const { posId } = settings;
  const { sums, day } = page;
  const now = useNow(30_000);
  return (
    <Slip label={words.day} torn={closed} className="day-slip">
      <SlipHead till={posId} days={format.dayName(day, null)} />
      {sums.currencies.length === 0 && <p>{words.dayNothing}</p>}
      {sums.currencies.map((one) => (
        <Fragment key={one.currency}>
          <Perforation />
          <Currency sums={one} />
        </Fragment>
      ))}
      {sums.sales.length > 0 && (
        <>
          <Perforation />
          <h2 className="day-head">{words.daySales}</h2>
          <dl className="slip-facts day-facts">
            {sums.sales.map(({ state, count }) => (
              <Fragment key={state}>
                <dt>{words.dayStates[state]}</dt>
                <dd>{count}</dd>
              </Fragment>
            ))}
          </dl>
        </>
      )}
      <p className="slip-foot day-foot">
        <span>{words.dayKnown}</span>
        <span>{words.dayPrinted(format.dateTime(now))}</span>
      </p>
    </Slip>
  );
}

function Currency({ sums }: { readonly sums: CurrencySums }) {
  const { words } = useCashier();
  const { currency, captured, additional, refunded, net, byMethod, tenders } = sums;
  const figures = (amount: MoneyInteger) => <Figures amount={amount} currency={currency} />;
  return (
    <>
      <dl className="slip-facts day-facts day-sums">
        {byMethod.map(({ method, count, amount }) => (
          <Fragment key={method}>
            <dt>{`${words.dayMethods[method]} × ${count}`}</dt>
            <dd>{figures(amount)}</dd>
          </Fragment>
        ))}
        <dt className="day-strong">{`${words.dayCaptured} × ${captured.count}`}</dt>
        <dd className="day-strong">{figures(captured.amount)}</dd>
        {additional > 0 && (
          <>
            <dt>{words.dayAdditional}</dt>
            <dd>{figures(additional)}</dd>
          </>
        )}
        {refunded.count > 0 && (
          <>
            <dt>{`${words.dayRefunded} × ${refunded.count}`}</dt>
            <dd>{figures(subtract(ZERO, refunded.amount))}</dd>
          </>
        )}
      </dl>
      <Perforation />
      <SlipTotal className="day-net" label={words.dayNet} amount={net} currency={currency} />
      {tenders.length > 0 && (
        <>
          <Perforation />
          <h2 className="day-head">{words.dayTenders}</h2>
          <dl className="slip-facts day-facts">
            {tenders.map(({ method, count, amount, unknown }) => (
              <Fragment key={method ?? ''}>
                <dt>{`${method ?? words.dayTenderOther} × ${count}`}</dt>
                <dd>
                  {figures(amount)}{' '}
                  {unknown > 0 && <span>{`(${words.dayTenderUnknown(unknown)})`}</span>}
                </dd>
              </Fragment>
            ))}
          </dl>
        </>
      )}
    </>
  );
}
