import { shiftDay } from '../../../shared/format/format.ts';
import { ChevronLeft, ChevronRight, Download, Search } from '../../ui/icons.ts';
import { addressOf } from '../../ui/page-address.ts';
import { usePortal } from '../common/context.tsx';
import { DayPicker } from '../common/day-picker.tsx';

type PaymentToolsProps = {
  /** `YYYY-MM-DD`, or null for every day. */
  readonly day: string | null;
  readonly today: string;
  readonly onDay: (day: string | null) => void;
  readonly q: string;
  readonly onQuery: (q: string) => void;
  /** Address of the file with all matching payments. */
  readonly file: string;
};

/** The search text and the day. A search covers all days. */
export function PaymentFilters({ day, today, onDay, q, onQuery, file }: PaymentToolsProps) {
  const { words } = usePortal();
  return (
    <>
      <label className="portal-search">
        <span className="sr-only">{words.search}</span>
        <Search size={18} aria-hidden="true" />
        <input
          type="search"
          value={q}
          maxLength={100}
          placeholder={words.search}
          onChange={(event) => onQuery(event.target.value)}
        />
      </label>
      <div className="day-tools">
        {day !== null && (
          <button
            type="button"
            className="day-step"
            aria-label={words.dayBefore}
            onClick={() => onDay(shiftDay(day, -1))}
          >
            <ChevronLeft size={20} aria-hidden="true" />
          </button>
        )}
        {day !== null && <DayPicker day={day} latest={today} onDay={onDay} />}
        {day !== null && day < today && (
          <button
            type="button"
            className="day-step"
            aria-label={words.dayAfter}
            onClick={() => onDay(shiftDay(day, 1))}
          >
            <ChevronRight size={20} aria-hidden="true" />
          </button>
        )}
        <button type="button" className="link" onClick={() => onDay(day === null ? 'today' : null)}>
          {day === null ? words.onlyToday : words.everyDay}
        </button>
        <a className="link link-file" href={addressOf(file)} download>
          <Download size={18} aria-hidden="true" />
          {words.asFile}
        </a>
      </div>
    </>
  );
}
