import { useFormat } from '../../ui/format.tsx';
import { CalendarDays, X } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';

/** Says once that an earlier day was not closed. It hinders no sale. */
export function MissedClose() {
  const { till, words } = useCashier();
  const format = useFormat();
  const books = useTillState(({ snapshot }) => snapshot?.books);
  const hasDay = useTillState(({ snapshot }) => snapshot?.backOffice !== undefined);
  const seen = useTillState((state) => state.missedSeen);
  const [day] = books?.days ?? [];
  if (books === undefined || day === undefined || day >= books.day) return null;
  if (seen === day || !hasDay) return null;
  return (
    <div className="missed-close" role="status">
      <button
        type="button"
        className="missed-close-key"
        onMouseDown={keepFocus}
        onClick={() => {
          till.sawMissed(day);
          till.show('day');
        }}
      >
        <CalendarDays size={20} aria-hidden="true" />
        {words.closeMissed(format.dayHeading(day, books.day))}
      </button>
      <button
        type="button"
        className="missed-close-away"
        aria-label={words.problemDismiss}
        onMouseDown={keepFocus}
        onClick={() => till.sawMissed(day)}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
