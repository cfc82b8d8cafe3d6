import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type Format, shiftDay } from '../../../shared/format/format.ts';
import { useFormat } from '../../ui/format.tsx';
import { CalendarDays, ChevronLeft, ChevronRight } from '../../ui/icons.ts';
import { usePortal } from './context.tsx';

type DayPickerProps = {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The last day that can be chosen. */
  readonly latest: string;
  readonly onDay: (day: string) => void;
};

/**
 * Chooses a day from a calendar in the reader's language. The browser's own date field has the language
 * of the browser, whatever the language of the page is.
 */
export function DayPicker({ day, latest, onDay }: DayPickerProps) {
  const { words } = usePortal();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (focus: boolean) => {
    setOpen(false);
    if (focus) button.current?.focus();
  };
  useOutside(box, open, () => setOpen(false));
  return (
    <div className="day-picker" ref={box}>
      <button
        ref={button}
        type="button"
        className="day-input"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <CalendarDays size={18} aria-hidden="true" />
        <span className="sr-only">{words.day}: </span>
        <span>{format.dayName(day, latest)}</span>
      </button>
      {open && (
        <Month
          day={day}
          latest={latest}
          onClose={() => close(true)}
          onDay={(next) => {
            onDay(next);
            close(true);
          }}
        />
      )}
    </div>
  );
}

/** A month of days; arrow keys move by a day or a week, Page Up and Page Down by a month. */
function Month({ day, latest, onDay, onClose }: DayPickerProps & { readonly onClose: () => void }) {
  const { words } = usePortal();
  const format = useFormat();
  const head = useId();
  const [focused, setFocused] = useState(day);
  const latestMonth = focused.slice(0, 7) === latest.slice(0, 7);
  const go = (next: string) => setFocused(next > latest ? latest : next);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose();
    const next = afterKey(event.key, focused, format, document.documentElement.dir === 'rtl');
    if (next === null) return;
    event.preventDefault();
    go(next);
  };
  return (
    <div className="day-month" role="dialog" aria-labelledby={head} onKeyDown={onKey}>
      <div className="day-month-head">
        <MonthKey label={words.monthBefore} onPress={() => go(shiftMonth(focused, -1))}>
          <ChevronLeft size={20} aria-hidden="true" />
        </MonthKey>
        <strong id={head} aria-live="polite">
          {format.month(focused)}
        </strong>
        <MonthKey
          label={words.monthAfter}
          disabled={latestMonth}
          onPress={() => go(shiftMonth(focused, 1))}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </MonthKey>
      </div>
      <Days day={day} latest={latest} focused={focused} onDay={onDay} head={head} />
    </div>
  );
}

type DaysProps = DayPickerProps & { readonly focused: string; readonly head: string };

/** The table of a month's days. The focus is on one of them. */
function Days({ day, latest, focused, onDay, head }: DaysProps) {
  const format = useFormat();
  const grid = useRef<HTMLTableElement>(null);
  useFocusIn(grid, focused);
  return (
    <table ref={grid} aria-labelledby={head}>
      <thead>
        <tr>
          {weekOf(focused, format).map((one) => (
            <th key={one} scope="col" abbr={format.dayPart(one, { weekday: 'long' })}>
              {format.dayPart(one, { weekday: 'narrow' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(focused, format).map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <td key={one}>
                {one.slice(0, 7) === focused.slice(0, 7) && (
                  <button
                    type="button"
                    className="day-cell"
                    tabIndex={one === focused ? 0 : -1}
                    disabled={one > latest}
                    aria-current={one === day ? 'date' : undefined}
                    aria-label={format.dayHeading(one, null)}
                    onClick={() => onDay(one)}
                  >
                    {format.dayPart(one, { day: 'numeric' }).replaceAll(/\P{N}/gu, '')}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MonthKey(props: {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  const { label, disabled = false, onPress, children } = props;
  return (
    <button
      type="button"
      className="day-step"
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

/** Calls `close` for a press or a focus outside of an element while it is open. */
function useOutside(box: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) {
        latest.current();
      }
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [box, open]);
}

/** Moves the focus to the one cell that takes it, whenever that is another day. */
function useFocusIn(grid: RefObject<HTMLElement | null>, day: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [grid, day]);
}

/** The day that a key moves to; null for all other keys. */
function afterKey(key: string, day: string, format: Format, mirrored: boolean): string | null {
  const forward = mirrored ? -1 : 1;
  switch (key) {
    case 'ArrowLeft':
      return shiftDay(day, -forward);
    case 'ArrowRight':
      return shiftDay(day, forward);
    case 'ArrowUp':
      return shiftDay(day, -7);
    case 'ArrowDown':
      return shiftDay(day, 7);
    case 'Home':
      return weekOf(day, format)[0] ?? null;
    case 'End':
      return weekOf(day, format).at(-1) ?? null;
    case 'PageUp':
      return shiftMonth(day, -1);
    case 'PageDown':
      return shiftMonth(day, 1);
    default:
      return null;
  }
}

/** The same day of another month, or its last day. */
function shiftMonth(day: string, by: number): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + by + 1, 0);
  const last = at.toISOString().slice(0, 10);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** The seven days of the week of a day, from the reader's first weekday on. */
function weekOf(day: string, { firstWeekday }: Format): readonly string[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const start = shiftDay(day, -((weekday - (firstWeekday % 7) + 7) % 7));
  return Array.from({ length: 7 }, (_, place) => shiftDay(start, place));
}

/** The weeks that a month touches. */
function weeksOf(day: string, format: Format): readonly (readonly string[])[] {
  const month = day.slice(0, 7);
  const weeks = [weekOf(`${month}-01`, format)];
  for (;;) {
    const next = shiftDay(weeks.at(-1)?.[0] ?? day, 7);
    if (next.slice(0, 7) !== month) return weeks;
    weeks.push(weekOf(next, format));
  }
}
