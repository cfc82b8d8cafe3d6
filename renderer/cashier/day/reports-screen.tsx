import { useState } from 'react';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import type { ReportPage } from '../../../shared/documents/report.ts';
import { DOCUMENT_WORDS } from '../../../shared/documents/words.ts';
import { present } from '../../../shared/objects/present.ts';
import { pressDigits } from '../../state/keypad.ts';
import { Field } from '../../ui/field.tsx';
import { Banknote, Check, Printer, RefreshCw, Search } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { useCashier, useShop, useTillState } from '../common/context.tsx';
import { DigitPad, useStep } from '../common/digit-pad.tsx';
import { PortalLink } from '../common/portal-link.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { CloseDay } from './close-day.tsx';
import { DayList, DayPart, DayRow, Trouble } from './day-part.tsx';
import { usePrintReport } from './print-report.ts';
import { ReportSlip } from './report-slip.tsx';
import { useReport } from './use-read.ts';
import { Waiting } from './waiting.tsx';

/** Z reports that the list shows at first, and how many more each time. */
const SHOWN = 10;

/** The longest number of a report that is typed. */
const REPORT_DIGITS = 6;

/** What the list has selected: the open period, a closed one by its number, or the payments of a day. */
type Picked =
  | { readonly kind: 'report'; readonly number: number | null }
  | { readonly kind: 'day'; readonly day: string };

const NOW: Picked = { kind: 'report', number: null };

/** The reports of the books: X now, each Z by its number, and the payments of each day. */
export function ReportsScreen({ backOffice }: { readonly backOffice: BackOfficeView }) {
  const [picked, setPicked] = useState<Picked>(NOW);
  const [mode, setMode] = useState<'read' | 'find' | 'close'>('read');
  const { settings } = useShop();
  const { words } = useCashier();
  if (mode === 'close') {
    return (
      <CloseDay
        backOffice={backOffice}
        onEnd={(number) => {
          setPicked({ kind: 'report', number });
          setMode('read');
        }}
      />
    );
  }
  return (
    <main className="till till-list till-day till-reports">
      <section className="counter list-side">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.reports}</h1>
        </div>
        <ReportList
          picked={picked}
          today={backOffice.today}
          onPick={(next) => {
            setPicked(next);
            setMode('read');
          }}
          onFind={() => setMode('find')}
        />
      </section>
      {picked.kind === 'day' ? (
        <DayPart day={picked.day} backOffice={backOffice} />
      ) : (
        <ReportPart
          key={picked.number}
          number={picked.number}
          settlements={backOffice.settlements}
          finding={mode === 'find'}
          onFound={(number) => {
            setPicked({ kind: 'report', number });
            setMode('read');
          }}
          onClose={() => setMode('close')}
        />
      )}
    </main>
  );
}

type ListProps = {
  readonly picked: Picked;
  readonly today: string;
  readonly onPick: (picked: Picked) => void;
  readonly onFind: () => void;
};

function ReportList({ picked, today, onPick, onFind }: ListProps) {
  const { words, language } = useCashier();
  const names = DOCUMENT_WORDS[language];
  const last = useTillState(({ snapshot }) => snapshot?.books?.lastClose ?? 0);
  const [shown, setShown] = useState(SHOWN);
  const numbers = Array.from({ length: Math.min(last, shown) }, (_, place) => last - place);
  const isPicked = (one: Picked) => JSON.stringify(one) === JSON.stringify(picked);
  const row = (one: Picked, name: string, when?: string) => (
    <DayRow
      key={name}
      name={name}
      {...present({ when })}
      picked={isPicked(one)}
      onPick={() => onPick(one)}
    />
  );
  return (
    <>
      <div className="report-find">
        {last > 0 && (
          <Ghost onPress={onFind}>
            <Search size={20} aria-hidden="true" />
            {words.reportFind}
          </Ghost>
        )}
      </div>
      <ul className="list">
        {row(NOW, names.x, words.reportNow)}
        {numbers.map((number) => row({ kind: 'report', number }, names.z(number)))}
      </ul>
      {last > shown && (
        <Ghost className="list-more" onPress={() => setShown(shown + SHOWN)}>
          {words.reportMore}
        </Ghost>
      )}
      <h2 className="list-group">{words.reportDays}</h2>
      <DayList
        today={today}
        picked={picked.kind === 'day' ? picked.day : null}
        onPick={(day) => onPick({ kind: 'day', day })}
      />
    </>
  );
}

type ReportPartProps = {
  readonly number: number | null;
  readonly settlements: string | null;
  readonly finding: boolean;
  readonly onFound: (number: number) => void;
  readonly onClose: () => void;
};

function ReportPart({ number, settlements, finding, onFound, onClose }: ReportPartProps) {
  const { words } = useCashier();
  const { page, failed, again, draw } = useReport(number);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
      <section className="counter list-slip" aria-label={words.slipLabel} tabIndex={0}>
        {page === null ? (
          <EmptySlot>{failed ? words.reportTrouble : words.reports}</EmptySlot>
        ) : (
          <ReportSlip page={page} />
        )}
      </section>
      {finding ? (
        <FindDeck onFound={onFound} />
      ) : failed ? (
        <Trouble text={words.reportTrouble} onAgain={again} />
      ) : (
        <ReportSide
          page={page}
          settlements={settlements}
          onAgain={again}
          onDraw={draw}
          onClose={onClose}
        />
      )}
    </>
  );
}

type SideProps = {
  readonly page: ReportPage | null;
  readonly settlements: string | null;
  readonly onAgain: () => void;
  readonly onDraw: (page: ReportPage) => void;
  readonly onClose: () => void;
};

/** The keys of a report: the open period is closed, every one is printed. */
function ReportSide({ page, settlements, onAgain, onDraw, onClose }: SideProps) {
  const { till, words, language } = useCashier();
  const names = DOCUMENT_WORDS[language];
  const isOpen = page?.closed === null;
  const { print, note, busy } = usePrintReport(page?.number ?? null, onDraw);
  const head =
    page === null ? words.reports : page.closed === null ? names.x : names.z(page.number);
  const off = page === null || busy;
  const icon = <Printer size={26} aria-hidden="true" />;
  return (
    <Field tone="paid" className="till-right list-field" label={head}>
      <StatusStrip />
      <div className="field-body">
        <h2 className="list-word">{head}</h2>
        <p className="state-text" role="status">
          {note ?? (isOpen ? words.reportNow : '')}
        </p>
        {isOpen && <Waiting />}
        <div className="state-keys">
          {isOpen ? (
            <>
              <YellowKey className="state-yellow" disabled={off} onPress={onClose}>
                <Check size={26} aria-hidden="true" />
                {words.closeDay}
              </YellowKey>
              <Ghost className="ghost-tall" disabled={off} onPress={print}>
                {icon}
                {words.reportPrint}
              </Ghost>
              <Ghost className="ghost-tall" onPress={() => till.show('drawer')}>
                <Banknote size={22} aria-hidden="true" />
                {words.drawer}
              </Ghost>
              <Ghost className="ghost-tall" onPress={onAgain}>
                <RefreshCw size={20} aria-hidden="true" />
                {words.dayAgain}
              </Ghost>
            </>
          ) : (
            <YellowKey className="state-yellow" disabled={off} onPress={print}>
              {icon}
              {words.reportPrint}
            </YellowKey>
          )}
          {settlements !== null && (
            <PortalLink label={words.daySettlements} address={settlements} />
          )}
        </div>
      </div>
    </Field>
  );
}

/** A Z report is found by its number. */
function FindDeck({ onFound }: { readonly onFound: (number: number) => void }) {
  const { words } = useCashier();
  const last = useTillState(({ snapshot }) => snapshot?.books?.lastClose ?? 0);
  const [typed, setTyped] = useState('');
  const place = useStep();
  const number = Number(typed);
  return (
    <section className="deck till-right list-field refund-side">
      <StatusStrip />
      <div className="deck-body">
        <div ref={place} className="lock-pad" tabIndex={-1} data-keys="">
          <h2 className="lock-head">{words.reportFind}</h2>
          <div className="deck-window refund-window">
            <p className="deck-label">{words.reportFindText}</p>
            <p className="deck-amount" role="status">
              {typed === '' ? '–' : typed}
            </p>
          </div>
          <DigitPad onKey={(key) => setTyped((now) => pressDigits(now, key, REPORT_DIGITS))} />
          <div className="deck-foot refund-foot refund-foot-two">
            <YellowKey
              bed={false}
              enter
              disabled={number < 1 || number > last}
              onPress={() => onFound(number)}
            >
              {words.reportOpen}
            </YellowKey>
          </div>
        </div>
      </div>
    </section>
  );
}
