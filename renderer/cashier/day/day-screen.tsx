import { useCallback, useEffect, useState } from 'react';
import type { BackOfficeView, DayPage } from '../../../shared/bridge/back-office.ts';
import { dayOf } from '../../state/history.ts';
import { openSales } from '../../state/sales.ts';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { ExternalLink, Printer, RefreshCw } from '../../ui/icons.ts';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { useBill, useBills, useCashier, useShop, useTillState } from '../common/context.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { DaySlip } from './day-slip.tsx';

type DaySideProps = {
  readonly day: string;
  readonly today: boolean;
  /** Address of the portal's settlements page; null if the host knows none. */
  readonly settlements: string | null;
  readonly onAgain: () => void;
};

/** What is still open before the end of the day, and the keys to print and reload. */
function DaySide({ day, today, settlements, onAgain }: DaySideProps) {
  const { words } = useCashier();
  const clear = Object.values(useUnfinished()).every((count) => count === 0) || !today;
  const tone = clear ? 'paid' : 'authorised';
  const head = clear ? words.dayClear : words.dayWaits;
  const text = clear ? words.dayClearText : words.dayWaitsText;
  return (
    <Field tone={tone} className="till-right list-field" label={head}>
      <StatusStrip />
      <div className="field-body">
        <Seal tone={tone} size={120} className="state-seal" />
        <h2 className="list-word">{today ? head : words.dayPast}</h2>
        {today && <p className="state-text">{text}</p>}
        {today && <Waiting />}
        <div className="state-keys">
          <PrintDay day={day} />
          <Ghost className="ghost-tall" onPress={onAgain}>
            <RefreshCw size={20} aria-hidden="true" />
            {words.dayAgain}
          </Ghost>
          {settlements !== null && <Settlements address={settlements} />}
        </div>
      </div>
    </Field>
  );
}

/** Prints the day on the receipt printer; without one the browser prints the page. */
function PrintDay({ day }: { readonly day: string }) {
  const { till, words } = useCashier();
  const printing = useTillState((state) => state.snapshot?.printing ?? null);
  const busy = useTillState((state) => state.running);
  const job = printing?.jobs.find(({ what }) => what === 'day') ?? null;
  const note = job?.why ? words.printWaits(words.printFaults[job.why]) : words.printing;
  const print = () =>
    printing === null ? window.print() : void till.run({ type: 'print_day', day });
  return (
    <>
      <YellowKey className="state-yellow" disabled={busy} onPress={print}>
        <Printer size={26} aria-hidden="true" />
        {words.dayPrint}
      </YellowKey>
      <p className="state-text" role="status">
        {job !== null && note}
      </p>
    </>
  );
}

/** A key to each kind of thing that is not finished. */
function Waiting() {
  const { till, words } = useCashier();
  const unfinished = useUnfinished();
  const keys = [
    { count: unfinished.sales, screen: 'sales', label: words.dayOpenSales },
    { count: unfinished.tables, screen: 'tables', label: words.dayOpenTables },
    { count: unfinished.codes, screen: 'sale', label: words.dayCodes },
    { count: unfinished.entering, screen: 'sale', label: () => words.dayEntering },
    { count: unfinished.unclaimed, screen: 'unclaimed', label: words.dayUnclaimed },
    { count: unfinished.refunds, screen: 'sales', label: words.dayRefunds },
  ] as const;
  return (
    <div className="day-waits">
      {keys
        .filter(({ count }) => count > 0)
        .map(({ count, screen, label }) => (
          <Ghost key={label(count)} onPress={() => till.show(screen)}>
            {label(count)}
          </Ghost>
        ))}
    </div>
  );
}

/**
 * Link to the portal's settlements. Electron does not open it, so the address is shown as text too.
 */
function Settlements({ address }: { readonly address: string }) {
  const { words } = useCashier();
  return (
    <p className="day-link">
      <a className="link" href={address} target="_blank" rel="noreferrer">
        <ExternalLink size={18} aria-hidden="true" />
        {words.daySettlements}
      </a>
      <span className="mono">{address.replace(/\/$/, '')}</span>
    </p>
  );
}

/** Everything that must end before the day is closed, as counts. */
function useUnfinished() {
  const { view, bills } = useShop();
  const current = useBills((state) => state.current);
  // The bill on the slip is counted as what is being entered.
  const tables = bills?.open.filter(({ id }) => id !== current).length ?? 0;
  const amount = useTillState(({ entry }) => entry.amount);
  const isBasket = useBill() !== null;
  return {
    sales: openSales(view).length,
    tables,
    codes: view.codes.length,
    entering: amount > 0 || isBasket ? 1 : 0,
    unclaimed: view.unclaimed.length,
    refunds: refundsUnderWay(view).length,
  };
}

function refundsUnderWay({ refunds }: ReturnType<typeof useShop>['view']) {
  return refunds.filter(({ state }) => state === 'under_way');
}

/** End of day: the totals of a day and what is still open. */
export function DayScreen({ backOffice }: { readonly backOffice: BackOfficeView }) {
  const { words } = useCashier();
  const format = useFormat();
  const { settings } = useShop();
  const [picked, setPicked] = useState<string | null>(null);
  const day = picked ?? backOffice.today;
  const { page, failed, again } = useDay(day);
  const days = [...new Set([backOffice.today, ...(page?.days ?? [])])];
  const today = day === backOffice.today;
  return (
    <main className="till till-list till-day">
      <section className="counter list-side">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.dayHead}</h1>
        </div>
        <ul className="list">
          {days.map((one) => (
            <li key={one}>
              <button
                type="button"
                className="list-row day-row"
                aria-pressed={one === day}
                onClick={() => setPicked(one)}
              >
                <span className="list-name">
                  {one === backOffice.today
                    ? words.dayToday
                    : format.dayName(one, backOffice.today)}
                </span>
                {one === backOffice.today && (
                  <span className="list-when">{format.dayName(one, one)}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
      <section className="counter list-slip" aria-label={words.slipLabel} tabIndex={0}>
        {page === null ? (
          <EmptySlot>{failed ? words.dayTrouble : words.dayHead}</EmptySlot>
        ) : (
          <DaySlip page={page} closed={!today} />
        )}
      </section>
      {failed ? (
        <section className="deck till-right list-field">
          <StatusStrip />
          <div className="deck-body">
            <p role="alert">{words.dayTrouble}</p>
            <Key className="key-yellow" onPress={again}>
              {words.dayAgain}
            </Key>
          </div>
        </section>
      ) : (
        <DaySide day={day} today={today} settlements={backOffice.settlements} onAgain={again} />
      )}
    </main>
  );
}

type Read = { readonly day: string; readonly page: DayPage | null; readonly failed: boolean };

/**
 * Loads the totals of a day from the host, and loads them again when a sale or a refund changes.
 */
function useDay(day: string) {
  const { till } = useCashier();
  const { view } = useShop();
  const [read, setRead] = useState<Read>({ day, page: null, failed: false });
  const sales = view.sales.map(({ id, state, money }) => [id, state.kind, money.captured].join());
  const moved = [...sales, ...view.refunds.map(({ id, state }) => `${id} ${state}`)].join(' ');
  const ask = useCallback(
    async (isWanted: () => boolean) => {
      const page = dayOf(await till.call({ type: 'day', day }));
      if (isWanted()) setRead({ day, page, failed: page === null });
    },
    [till, day],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed sale reloads the day
  useEffect(() => {
    let wanted = true;
    void ask(() => wanted);
    return () => {
      wanted = false;
    };
  }, [ask, moved]);
  const mine = read.day === day;
  return {
    page: mine ? read.page : null,
    failed: mine && read.failed,
    again: () => void ask(() => true),
  };
}
