import { useState } from 'react';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import { useFormat } from '../../ui/format.tsx';
import { Key } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { useCashier, useShop, useTillState } from '../common/context.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { DaySide } from './day-side.tsx';
import { DaySlip } from './day-slip.tsx';
import { ReportsScreen } from './reports-screen.tsx';
import { useDay } from './use-read.ts';

/** The one place for the day: the reports of the books, or the totals of a day on a till without books. */
export function DayScreen({ backOffice }: { readonly backOffice: BackOfficeView }) {
  const hasBooks = useTillState((state) => state.snapshot?.books !== undefined);
  return hasBooks ? (
    <ReportsScreen backOffice={backOffice} />
  ) : (
    <TotalsScreen backOffice={backOffice} />
  );
}

/** The totals of a day and what is still open. */
function TotalsScreen({ backOffice }: { readonly backOffice: BackOfficeView }) {
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
