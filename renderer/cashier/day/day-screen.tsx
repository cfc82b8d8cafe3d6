import { useState } from 'react';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import { useCashier, useShop, useTillState } from '../common/context.tsx';
import { BrandStrip } from '../common/strip.tsx';
import { DayList, DayPart } from './day-part.tsx';
import { ReportsScreen } from './reports-screen.tsx';

/** The one place for the day: the reports of the books and the days, or the days alone on a till without books. */
export function DayScreen({ backOffice }: { readonly backOffice: BackOfficeView }) {
  const hasBooks = useTillState((state) => state.snapshot?.books !== undefined);
  return hasBooks ? (
    <ReportsScreen backOffice={backOffice} />
  ) : (
    <DaysScreen backOffice={backOffice} />
  );
}

function DaysScreen({ backOffice }: { readonly backOffice: BackOfficeView }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const [picked, setPicked] = useState<string | null>(null);
  const day = picked ?? backOffice.today;
  return (
    <main className="till till-list till-day">
      <section className="counter list-side">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.dayHead}</h1>
        </div>
        <DayList today={backOffice.today} picked={day} onPick={setPicked} />
      </section>
      <DayPart day={day} backOffice={backOffice} />
    </main>
  );
}
