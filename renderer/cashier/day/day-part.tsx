import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import { useFormat } from '../../ui/format.tsx';
import { Key } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { useCashier } from '../common/context.tsx';
import { StatusStrip } from '../common/strip.tsx';
import { DaySide } from './day-side.tsx';
import { DaySlip } from './report-slip.tsx';
import { useDay } from './use-read.ts';

type DayPartProps = {
  readonly day: string;
  readonly backOffice: BackOfficeView;
};

/** The slip of a day, and what can be done with it. */
export function DayPart({ day, backOffice }: DayPartProps) {
  const { words } = useCashier();
  const { page, failed, again } = useDay(day);
  const today = day === backOffice.today;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
      <section className="counter list-slip" aria-label={words.slipLabel} tabIndex={0}>
        {page === null ? (
          <EmptySlot>{failed ? words.dayTrouble : words.dayHead}</EmptySlot>
        ) : (
          <DaySlip page={page} closed={!today} />
        )}
      </section>
      {failed ? (
        <Trouble text={words.dayTrouble} onAgain={again} />
      ) : (
        <DaySide day={day} today={today} settlements={backOffice.settlements} onAgain={again} />
      )}
    </>
  );
}

/** Says that a page of the day could not be read, and reads it again. */
export function Trouble({
  text,
  onAgain,
}: {
  readonly text: string;
  readonly onAgain: () => void;
}) {
  const { words } = useCashier();
  return (
    <section className="deck till-right list-field">
      <StatusStrip />
      <div className="deck-body">
        <p role="alert">{text}</p>
        <Key className="key-yellow" onPress={onAgain}>
          {words.dayAgain}
        </Key>
      </div>
    </section>
  );
}

type RowProps = {
  readonly name: string;
  readonly when?: string;
  readonly picked: boolean;
  readonly onPick: () => void;
};

/** A row of the list of days and reports. */
export function DayRow({ name, when, picked, onPick }: RowProps) {
  return (
    <li>
      <button type="button" className="list-row day-row" aria-pressed={picked} onClick={onPick}>
        <span className="list-name">{name}</span>
        {when !== undefined && <span className="list-when">{when}</span>}
      </button>
    </li>
  );
}

type DayListProps = {
  readonly today: string;
  /** The day whose slip is shown; null if it is none of them. */
  readonly picked: string | null;
  readonly onPick: (day: string) => void;
};

/** The days that have payments, the newest first, and today. */
export function DayList({ today, picked, onPick }: DayListProps) {
  const { words } = useCashier();
  const format = useFormat();
  const { page } = useDay(today);
  const days = [...new Set([today, ...(page?.days ?? [])])];
  return (
    <ul className="list">
      {days.map((day) => (
        <DayRow
          key={day}
          name={day === today ? words.dayToday : format.dayName(day, today)}
          {...(day === today && { when: format.dayName(day, day) })}
          picked={day === picked}
          onPick={() => onPick(day)}
        />
      ))}
    </ul>
  );
}
