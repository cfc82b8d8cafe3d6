import type { Method, StateGroup } from '../../../shared/device/history/search.ts';
import { Choice } from '../../ui/choice.tsx';
import { useFormat } from '../../ui/format.tsx';
import { ChevronLeft, ChevronRight } from '../../ui/icons.ts';
import { Key } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { LetterKeys } from '../common/letter-keys.tsx';
import { StatusStrip } from '../common/strip.tsx';
import type { Search } from './use-history.ts';

type SearchSideProps = {
  readonly search: Search;
  readonly setSearch: (search: Search) => void;
  /** False for receipts, which have filters of their own above their list. */
  readonly choices?: boolean;
  readonly onDone: () => void;
};

const ALL = 'all';
type Any<T extends string> = T | typeof ALL;

/** The deck of the search: state, method, day and letters. */
export function SearchSide({ search, setSearch, choices = true, onDone }: SearchSideProps) {
  const { words } = useCashier();
  const states: readonly { value: Any<StateGroup>; label: string }[] = [
    { value: ALL, label: words.searchAll },
    { value: 'paid', label: words.searchPaid },
    { value: 'refunded', label: words.searchRefunded },
    { value: 'not_paid', label: words.searchNotPaid },
    { value: 'open', label: words.searchOpen },
  ];
  const methods: readonly { value: Any<Method>; label: string }[] = [
    { value: ALL, label: words.searchAll },
    { value: 'screen_code', label: words.searchScreen },
    { value: 'phone', label: words.searchPhone },
    { value: 'customer_code', label: words.searchToken },
    { value: 'sticker', label: words.searchSticker },
  ];
  return (
    <section className="deck till-right list-field search-side deck-choices">
      <StatusStrip />
      <div className="deck-body">
        <h2 className="lock-head">{words.searchHead}</h2>
        {choices && (
          <>
            <Choice
              label={words.searchStates}
              name="search-states"
              value={search.states ?? ALL}
              options={states}
              onChange={(value) => setSearch({ ...search, states: value === ALL ? null : value })}
            />
            <Choice
              label={words.searchMethods}
              name="search-methods"
              value={search.method ?? ALL}
              options={methods}
              onChange={(value) => setSearch({ ...search, method: value === ALL ? null : value })}
            />
          </>
        )}
        <DayChoice day={search.day} onDay={(day) => setSearch({ ...search, day })} />
        <LetterKeys text={search.text} onText={(text) => setSearch({ ...search, text })} />
        <div className="deck-foot">
          <Key className="key-yellow search-done" onPress={onDone}>
            {words.searchDone}
          </Key>
        </div>
      </div>
    </section>
  );
}

type DayChoiceProps = { readonly day: string | null; readonly onDay: (day: string | null) => void };

/** Selects any day, today, or the day before or after. */
function DayChoice({ day, onDay }: DayChoiceProps) {
  const { words } = useCashier();
  const format = useFormat();
  const today = useTillState((state) => state.snapshot?.backOffice?.today ?? null);
  const label =
    day === null
      ? words.searchAnyDay
      : day === today
        ? words.searchToday
        : format.dayName(day, today);
  const step = (days: number) => () => onDay(moved(day ?? today, days));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="day-choice" role="group" aria-label={words.searchDay}>
      <Key className="key-fn" label={words.searchEarlierDay} onPress={step(-1)}>
        <ChevronLeft size={24} aria-hidden="true" />
      </Key>
      <Key className="day-shown" onPress={() => onDay(day === null ? today : null)}>
        {label}
      </Key>
      <Key
        className="key-fn"
        label={words.searchLaterDay}
        disabled={day === null || day === today}
        onPress={step(1)}
      >
        <ChevronRight size={24} aria-hidden="true" />
      </Key>
    </div>
  );
}

function moved(day: string | null, days: number): string | null {
  if (day === null) return null;
  const at = Date.parse(`${day}T12:00:00Z`) + days * 86_400_000;
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
}
