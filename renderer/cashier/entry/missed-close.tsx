import { useFormat } from '../../ui/format.tsx';
import { CalendarDays, X } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';

/** Says that an earlier day was not closed, once on each day to each person. It hinders no sale. */
export function MissedClose() {
  const { till, words } = useCashier();
  const format = useFormat();
  const books = useTillState(({ snapshot }) => snapshot?.books);
  const hasDay = useTillState(({ snapshot }) => snapshot?.backOffice !== undefined);
  if (books === undefined || books.missed === null || !hasDay) return null;
  const saw = () => void till.call({ type: 'saw_missed_close' });
  return (
    <div className="missed-close" role="status">
      <button
        type="button"
        className="missed-close-key"
        onMouseDown={keepFocus}
        onClick={() => {
          saw();
          till.show('day');
        }}
      >
        <CalendarDays size={20} aria-hidden="true" />
        {words.closeMissed(format.dayHeading(books.missed, books.day))}
      </button>
      <button
        type="button"
        className="missed-close-away"
        aria-label={words.problemDismiss}
        onMouseDown={keepFocus}
        onClick={saw}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
