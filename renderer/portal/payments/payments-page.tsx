import { useDeferredValue, useState } from 'react';
import { shiftDay } from '../../../shared/format/format.ts';
import { money } from '../../../shared/money/money.ts';
import { present } from '../../../shared/objects/present.ts';
import {
  PAYMENT_GROUPS,
  type PaymentGroup,
  type PortalDay,
} from '../../../shared/portal/contract.ts';
import { directionOfTyped } from '../../i18n/language.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { ChevronLeft, ChevronRight, Download, Search } from '../../ui/icons.ts';
import { addressOf } from '../../ui/page-address.ts';
import { EmptySlot } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { DayPicker } from '../common/day-picker.tsx';
import { Chips, Ledger, ListProblem } from '../common/ledger.tsx';
import { Rows } from '../common/rows.tsx';
import { useLoaded } from '../common/use-loaded.ts';
import { usePages } from '../common/use-pages.ts';
import { usePaymentColumns } from './payment-rows.tsx';
import { PaymentSlip } from './payment-slip.tsx';
import { paymentState } from './payment-state.ts';

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
function PaymentFilters({ day, today, onDay, q, onQuery, file }: PaymentToolsProps) {
  const { words } = usePortal();
  return (
    <>
      <label className="portal-search">
        <span className="sr-only">{words.search}</span>
        <Search size={18} aria-hidden="true" />
        <input
          type="search"
          value={q}
          dir={directionOfTyped(q)}
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

const EVERY = 10_000;
const MINUTE = 60_000;

/** The payments of a day, newest first, and the slip of the selected one. */
export function PaymentsPage() {
  const { portal, words } = usePortal();
  const format = useFormat();
  const id = usePortalState((state) => state.route.id);
  const today = useToday();
  const [picked, setDay] = useState<string | null>('today');
  const day = picked === 'today' ? today : picked;
  const [group, setGroup] = useState<PaymentGroup | 'all'>('all');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const search = { day, group: group === 'all' ? null : group, q };
  const list = usePages(
    `payments ${JSON.stringify(search)}`,
    (after) => portal.api.payments(search, after),
    EVERY,
  );
  const numbers = useLoaded(`day ${day}`, () => portal.api.day(day), EVERY).value;
  const counts = day === null ? null : numbers;
  const columns = usePaymentColumns(list.items ?? [], day === null);
  return (
    <Ledger
      page="payments"
      head={day === null ? words.everyDay : format.dayHeading(day, today)}
      text={useNumbers(day, numbers)}
      open={id !== null}
      aside={id === null ? <EmptySlot>{words.chooseOne}</EmptySlot> : <PaymentSlip tid={id} />}
      actions={
        <PaymentFilters
          day={day}
          today={today}
          onDay={setDay}
          q={typed}
          onQuery={setTyped}
          file={portal.api.paymentsFile(search)}
        />
      }
    >
      <Chips
        label={words.narrow}
        value={group}
        onChange={setGroup}
        options={[
          { value: 'all', label: words.all, ...countOf(counts?.count) },
          ...PAYMENT_GROUPS.map((value) => ({
            value,
            label: words.groups[value],
            ...countOf(counts?.groups[value]),
          })),
        ]}
      />
      <ListProblem problem={list.problem} />
      <Rows
        items={list.items}
        columns={columns}
        keyOf={(item) => item.tid}
        opens={{ page: 'payments', chosen: id }}
        empty={q !== '' || group !== 'all' ? words.notFound : words.noPayments}
        more={list.more}
        note={<SearchedTo at={list.last?.searched_to ?? null} searching={q !== ''} />}
        className="rows-payments rows-two"
        rowClass={(item) => `tone-${paymentState(item)}`}
      />
      <Announcer
        polite={q === '' || list.items === null ? '' : words.found(list.items.length)}
        assertive=""
      />
    </Ledger>
  );
}

/** Today in the shop's time zone. It changes at the shop's midnight. */
function useToday(): string {
  const format = useFormat();
  return format.day(useNow(MINUTE));
}

/** `24 payments, kr 1 946,00 paid`. */
function useNumbers(day: string | null, numbers: PortalDay | null): string {
  const { words } = usePortal();
  const format = useFormat();
  if (day === null) return words.everyDayText;
  if (numbers === null) return '\u00a0';
  const net = numbers.net.map((one) => format.amount(money(one.amount), one.currency));
  if (numbers.count === 0) return words.noneThatDay;
  return words.dayText(numbers.count, numbers.complete, net.join(' + '));
}

function countOf(count: number | undefined) {
  return present({ count });
}

/**
 * A search reads a limited number of payments at a time. This line says how far back it has read.
 */
function SearchedTo(props: { readonly at: number | null; readonly searching: boolean }) {
  const { words } = usePortal();
  const format = useFormat();
  if (props.at === null || !props.searching) return null;
  return <p className="ledger-note">{words.searchedTo(format.dateTime(props.at))}</p>;
}
