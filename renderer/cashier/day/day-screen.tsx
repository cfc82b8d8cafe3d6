import { useCallback, useEffect, useState } from 'react';
import type { BackOfficeView, DayPage } from '../../../shared/bridge/back-office.ts';
import { dayOf } from '../../state/history.ts';
import { useFormat } from '../../ui/format.tsx';
import { Key } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { useCashier, useShop } from '../common/context.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { DaySide } from './day-side.tsx';
import { DaySlip } from './day-slip.tsx';

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
                <span className="list-when">{one}</span>
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
  const sales = view.sales.map(({ id, state, money }) => [id, state.kind, money.taken].join());
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
