import { useState } from 'react';
import { DOCUMENT_WORDS } from '../../../shared/documents/words.ts';
import { shiftDay } from '../../../shared/format/format.ts';
import { money } from '../../../shared/money/money.ts';
import type { PortalDays, PortalPeriod } from '../../../shared/portal/days.ts';
import { isolated } from '../../i18n/language.ts';
import { Figures } from '../../ui/amount.tsx';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Download } from '../../ui/icons.ts';
import { addressOf } from '../../ui/page-address.ts';
import { EmptySlot } from '../../ui/slip.tsx';
import type { DayRange } from '../common/api.ts';
import { usePortal, usePortalState } from '../common/context.tsx';
import { DayPicker } from '../common/day-picker.tsx';
import { Ledger, ListProblem } from '../common/ledger.tsx';
import { type Column, Rows } from '../common/rows.tsx';
import { useLoaded } from '../common/use-loaded.ts';
import { CloseSlip } from './close-slip.tsx';
import { Differences } from './differences.tsx';

const EVERY = 60_000;
const MINUTE = 60_000;
/** How many days are shown at first. */
const WEEK = 7;

/** The closed days of all tills, and whether they agree with the ledger and the settlements. */
export function DaysPage() {
  const { portal, words } = usePortal();
  const format = useFormat();
  const id = usePortalState((state) => state.route.id);
  const today = format.day(useNow(MINUTE));
  const [picked, setRange] = useState<DayRange | null>(null);
  const range = picked ?? { from: shiftDay(today, 1 - WEEK), to: today };
  const { from, to } = range;
  const { value, problem, reload } = useLoaded(
    `days ${from} ${to}`,
    () => portal.api.days(range),
    EVERY,
  );
  const chosen = value?.periods.find((period) => period.id === id) ?? null;
  return (
    <Ledger
      page="days"
      head={useHead(value)}
      text={textOf(value, words.closes)}
      open={chosen !== null}
      aside={
        chosen === null ? (
          <EmptySlot>{words.closes.choose}</EmptySlot>
        ) : (
          <CloseSlip key={chosen.id} period={chosen} onChanged={reload} />
        )
      }
      actions={<RangeTools range={range} today={today} onRange={setRange} />}
    >
      <ListProblem problem={problem} />
      {value !== null && <Problems problems={value.problems} />}
      {value !== null && <LeftOut closes={value.left_out} />}
      {value !== null && <Closes periods={value.periods} chosen={id} />}
      {value !== null && <OtherDays tills={value.other_days} />}
      {value !== null && <Differences days={value} />}
      {value !== null && <Files range={range} />}
    </Ledger>
  );
}

/** The net sales of all closes, for each currency. */
function useHead(days: PortalDays | null): string {
  const { words } = usePortal();
  const format = useFormat();
  const currency = usePortalState((state) => state.me?.user?.currency ?? 'NOK');
  const net = new Map<string, number>();
  for (const { report } of days?.periods ?? []) {
    net.set(report.currency, (net.get(report.currency) ?? 0) + report.net - report.refunds.amount);
  }
  const sums = net.size === 0 ? [[currency, 0] as const] : [...net];
  return words.closes.head(
    sums.map(([of, amount]) => format.amount(money(amount), of)).join(' + '),
  );
}

function textOf(
  days: PortalDays | null,
  words: { readonly text: (closes: number, tills: number) => string },
): string {
  if (days === null) return '\u00a0';
  return words.text(days.periods.length, new Set(days.periods.map(({ pos }) => pos)).size);
}

type RangeToolsProps = {
  readonly range: DayRange;
  readonly today: string;
  readonly onRange: (range: DayRange) => void;
};

/** The first and the last day. The one that is not chosen moves along if it would be on the wrong side. */
function RangeTools({ range, today, onRange }: RangeToolsProps) {
  const { words } = usePortal();
  const { from, to } = range;
  return (
    <div className="day-tools">
      <span className="sr-only">{words.closes.firstDay}</span>
      <DayPicker
        day={from}
        latest={today}
        onDay={(day) => onRange({ from: day, to: day > to ? day : to })}
      />
      <span aria-hidden="true">–</span>
      <span className="sr-only">{words.closes.lastDay}</span>
      <DayPicker
        day={to}
        latest={today}
        onDay={(day) => onRange({ from: day < from ? day : from, to: day })}
      />
    </div>
  );
}

/** What was handed over and did not fit. It is named until an operator has looked into it. */
function Problems({ problems }: Pick<PortalDays, 'problems'>) {
  const { words, language } = usePortal();
  if (problems.length === 0) return null;
  return (
    <div className="portal-problem" role="alert">
      <strong>{words.closes.problems}.</strong> {words.closes.problemsText}
      <ul>
        {problems.map(({ pos, number, kind }) => (
          <li key={`${pos} ${number} ${kind}`}>
            <bdi>{pos}</bdi>, {DOCUMENT_WORDS[language].z(number)}: {words.closes.problem[kind]}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Cash receipts that were cut from the books of a till. */
function LeftOut({ closes }: { readonly closes: PortalDays['left_out'] }) {
  const { words, language } = usePortal();
  if (closes.length === 0) return null;
  return (
    <div className="portal-problem" role="alert">
      <strong>{words.closes.leftOut}.</strong> {words.closes.leftOutText}
      <ul>
        {closes.map(({ pos, number, receipts }) => (
          <li key={`${pos} ${number}`}>
            <bdi>{pos}</bdi>, {DOCUMENT_WORDS[language].z(number)}:{' '}
            {words.closes.leftOutNumbers(receipts.join(', '))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why payments in between are on another day. */
function OtherDays({ tills }: { readonly tills: PortalDays['other_days'] }) {
  const { words } = usePortal();
  if (tills.length === 0) return null;
  return (
    <p className="ledger-note" role="status">
      {words.closes.otherDays(tills.map(isolated).join(', '))}
    </p>
  );
}

type ClosesProps = {
  readonly periods: readonly PortalPeriod[];
  readonly chosen: string | null;
};

function Closes({ periods, chosen }: ClosesProps) {
  const { words } = usePortal();
  const format = useFormat();
  const { closes } = words;
  return (
    <Rows
      items={[...periods].sort((a, b) => b.closed - a.closed)}
      keyOf={(period) => period.id}
      opens={{ page: 'days', chosen }}
      empty={closes.none}
      columns={[
        {
          head: closes.day,
          is: 'name',
          cell: (period) => format.dayName(period.last_day, null),
        },
        { head: closes.till, cell: (period) => <bdi>{period.pos}</bdi> },
        {
          head: closes.receipts,
          is: 'number',
          wide: true,
          cell: ({ report }) => report.sales.count,
        },
        amountColumn(closes.refunds, ({ report }) => -report.refunds.amount),
        amountColumn(closes.counted, ({ report }) => report.drawer.difference),
        {
          head: closes.net,
          is: 'number',
          look: 'strong',
          cell: ({ report }) => <Figures amount={money(report.net)} currency={report.currency} />,
        },
      ]}
    />
  );
}

/** An amount of a close. A zero is drawn lighter. */
function amountColumn(head: string, amountOf: (of: PortalPeriod) => number): Column<PortalPeriod> {
  return {
    head,
    is: 'number',
    wide: true,
    look: (of) => (amountOf(of) === 0 ? 'quiet' : 'plain'),
    cell: (of) => (
      <Figures
        // The refunds of a day without any are not minus zero.
        amount={money(amountOf(of) === 0 ? 0 : amountOf(of))}
        currency={of.report.currency}
      />
    ),
  };
}

/** The same as files. */
function Files({ range }: { readonly range: DayRange }) {
  const { portal, words } = usePortal();
  const files = portal.api.dayFiles(range);
  const all = [
    { address: files.closes, label: words.closes.closesFile },
    { address: files.differences, label: words.closes.differencesFile },
    {
      address: files.json,
      label: words.closes.jsonFile,
      name: `days-${range.from}-${range.to}.json`,
    },
  ];
  return (
    <nav className="day-tools" aria-label={words.closes.files}>
      {all.map(({ address, label, name }) => (
        <a key={label} className="link link-file" href={addressOf(address)} download={name ?? true}>
          <Download size={18} aria-hidden="true" />
          {label}
        </a>
      ))}
    </nav>
  );
}
