import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import type { SeenBill, SeenClose } from '../../../shared/device/commands/books.ts';
import type { ReportPage } from '../../../shared/documents/report.ts';
import { type MoneyInteger, money, subtract, ZERO } from '../../../shared/money/money.ts';
import { present } from '../../../shared/objects/present.ts';
import { SHOP_REASONS } from '../../i18n/reasons.ts';
import {
  type CountDraft,
  countedOf,
  countedSum,
  newCount,
  type ReasonDraft,
  reasonText,
} from '../../state/counting.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey } from '../../state/keypad.ts';
import { maySupervise } from '../../state/staff.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { Check, Printer, Undo2 } from '../../ui/icons.ts';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useBillName, useCashier, useShop, useTillState } from '../common/context.tsx';
import { DigitPad, useStep } from '../common/digit-pad.tsx';
import { problemText } from '../common/refusal-text.ts';
import { SlipAndDeck } from '../common/slip-and-deck.tsx';
import { CountDeck, CountSlip } from '../drawer/count-parts.tsx';
import { DifferenceDeck, DifferenceSlip } from '../drawer/difference.tsx';
import type { Difference } from '../drawer/use-books.ts';
import { PinApproval } from '../staff/pin-approval.tsx';
import { usePrintReport } from './print-report.ts';
import { ReportSlip } from './report-slip.tsx';

type Stage =
  | { readonly at: 'bills' | 'count' | 'keep' | 'confirm' }
  | { readonly at: 'difference'; readonly difference: Difference; readonly reason: ReasonDraft }
  | { readonly at: 'done'; readonly page: ReportPage };

type CloseDayProps = {
  readonly backOffice: BackOfficeView;
  /** Leaves the close; with the number of the report once the day is closed. */
  readonly onEnd: (number: number | null) => void;
};

/**
 * Closes the day: the open bills are seen, the drawer is counted, what stays in it is said, and a supervisor approves it.
 * The whole close is one command with one id, so that a repeat closes nothing twice.
 */
export function CloseDay({ backOffice, onEnd }: CloseDayProps) {
  const { till, words } = useCashier();
  const { settings, bills } = useShop();
  const hasCash = useTillState(({ snapshot }) => snapshot?.books?.hasCash === true);
  const open = bills?.open ?? [];
  const first = hasCash ? 'count' : 'confirm';
  const [stage, setStage] = useState<Stage>({ at: open.length > 0 ? 'bills' : first });
  const [seen, setSeen] = useState(() => seenIn(open));
  // The day that the person closes is the one that was open when the close began.
  const [lastClose] = useState(useTillState(({ snapshot }) => snapshot?.books?.lastClose ?? null));
  const [draft, setDraft] = useState<CountDraft>(() => newCount(settings.currency));
  const [typed, setTyped] = useState<number | null>(null);
  /** What a supervisor approved: other figures need another approval. */
  const [approved, setApproved] = useState<{ id: string; close: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useMemo(() => till.bills.newId(), [till]);
  const opening = useOpening();
  const sum = countedSum(draft);
  const keep = money(typed ?? Math.min(opening, sum));
  const seenClose: SeenClose = {
    id,
    openBills: seen,
    lastClose,
    counted: hasCash ? countedOf(draft) : null,
    keep: hasCash ? keep : ZERO,
  };
  const approval = approved?.close === JSON.stringify(seenClose) ? approved.id : null;

  const go = (at: 'bills' | 'count' | 'keep' | 'confirm') => {
    setProblem(null);
    setStage({ at });
  };

  async function close(given: string | null, reason: ReasonDraft | null): Promise<void> {
    if (busy) return;
    const list = SHOP_REASONS[settings.language].reasonsDifference;
    const why = reason === null ? null : reasonText(reason, list);
    if (reason !== null && why === null) return;
    setBusy(true);
    setProblem(null);
    const answer = await till.call({
      type: 'close_period',
      ...seenClose,
      reason: why,
      explains: stage.at === 'difference' ? stage.difference.expected : null,
      ...present({ approval: given ?? undefined }),
    });
    setBusy(false);
    if (answer?.ok === true) {
      const { value } = answer;
      if (value === null) onEnd(null);
      else if ('report' in value) setStage({ at: 'done', page: value.report });
      else {
        const { difference } = value;
        setStage({ at: 'difference', difference, reason: { picked: '', text: '' } });
      }
      return;
    }
    const refused = answer?.refusal.details?.reason;
    setProblem(problemText(answer, words));
    if (refused === 'close_open_bills') {
      setProblem(words.closeChanged);
      setStage({ at: 'bills' });
    }
    // The approval was not for this person's close any more: it is asked for again.
    if (refused === 'role') setApproved(null);
  }

  const stop = () => onEnd(null);
  const parts: Readonly<Record<Stage['at'], () => { slip: ReactNode; deck: ReactNode }>> = {
    bills: () => ({
      slip: <BillsSlip />,
      deck: (
        <StepDeck
          head={words.closeBillsHead(open.length)}
          text={problem ?? words.closeBillsText}
          yellow={words.closeBillsSeen}
          onYellow={() => {
            setSeen(seenIn(open));
            go(first);
          }}
          back={words.closeCancel}
          onBack={stop}
        />
      ),
    }),
    count: () => ({
      slip: <CountSlip draft={draft} setDraft={setDraft} />,
      deck: (
        <CountDeck
          draft={draft}
          setDraft={setDraft}
          head={words.countHead}
          busy={false}
          problem={problem}
          onDone={() => go('keep')}
          onBack={stop}
        />
      ),
    }),
    keep: () => ({
      slip: <KeepSlip counted={sum} keep={keep} />,
      deck: (
        <KeepDeck
          counted={sum}
          keep={keep}
          opening={opening}
          onKeep={setTyped}
          onKey={(key) => setTyped((now) => keepAfter(now, key))}
          onDone={() => go('confirm')}
          onBack={() => go('count')}
        />
      ),
    }),
    confirm: () => ({
      slip: hasCash ? (
        <KeepSlip counted={sum} keep={keep} />
      ) : (
        <EmptySlot>{words.closeApprove}</EmptySlot>
      ),
      deck: (
        <ConfirmDeck
          backOffice={backOffice}
          seen={seenClose}
          approval={approval}
          busy={busy}
          problem={problem}
          onApproval={(given) => setApproved({ id: given, close: JSON.stringify(seenClose) })}
          onClose={(given) => void close(given, null)}
          onBack={() => (hasCash ? go('keep') : stop())}
        />
      ),
    }),
    difference: () => {
      if (stage.at !== 'difference') return { slip: null, deck: null };
      return {
        slip: <DifferenceSlip difference={stage.difference} />,
        deck: (
          <DifferenceDeck
            difference={stage.difference}
            reason={stage.reason}
            onReason={(reason) => setStage({ ...stage, reason })}
            busy={busy}
            problem={problem}
            onBook={() => void close(approval, stage.reason)}
            onAgain={() => go('count')}
          />
        ),
      };
    },
    done: () => {
      if (stage.at !== 'done') return { slip: null, deck: null };
      const { page } = stage;
      return {
        slip: <ReportSlip page={page} />,
        deck: <DoneDeck page={page} onEnd={() => onEnd(page.number)} />,
      };
    },
  };
  const { slip, deck } = parts[stage.at]();
  const said = stage.at === 'done' ? words.closeDone(stage.page.number ?? 0) : '';
  return (
    <SlipAndDeck className="till-close" slip={slip} said={said}>
      {deck}
    </SlipAndDeck>
  );
}

/** The bills as the host compares them. */
const seenIn = (open: readonly SeenBill[]): readonly SeenBill[] =>
  open.map(({ id, version }) => ({ id, version }));

function keepAfter(now: number | null, key: KeypadKey): number {
  const next = amountAfter(now ?? 0, key);
  return next > AMOUNT_MAX ? (now ?? 0) : next;
}

/** What the drawer held at the start of the period: most shops keep the same again. */
function useOpening(): MoneyInteger {
  const { till } = useCashier();
  const [opening, setOpening] = useState<MoneyInteger>(ZERO);
  useEffect(() => {
    let wanted = true;
    void till.call({ type: 'read_report', period: null }).then((answer) => {
      if (wanted && answer?.ok === true) setOpening(answer.value.report.report.drawer.opening);
    });
    return () => {
      wanted = false;
    };
  }, [till]);
  return opening;
}

/** The bills that stay open, with their sums. */
function BillsSlip() {
  const { words } = useCashier();
  const { settings, bills } = useShop();
  const name = useBillName();
  const open = bills?.open ?? [];
  const sum = money(open.reduce((total, { due }) => total + due, 0));
  return (
    <Slip label={words.tablesHead}>
      <p className="slip-head">
        <span>{words.tablesHead}</span>
      </p>
      <dl className="slip-facts slip-paid close-bills">
        {open.map((bill) => (
          <div key={bill.id}>
            <dt>
              <bdi>{name(bill)}</bdi>
            </dt>
            <dd>
              <Figures amount={bill.due} currency={settings.currency} />
            </dd>
          </div>
        ))}
      </dl>
      <Perforation />
      <SlipTotal label={words.slipToPay} amount={sum} currency={settings.currency} />
    </Slip>
  );
}

function KeepSlip({
  counted,
  keep,
}: {
  readonly counted: MoneyInteger;
  readonly keep: MoneyInteger;
}) {
  const { words } = useCashier();
  const { settings } = useShop();
  const currency = { currency: settings.currency };
  const rows = [
    { word: words.countSum, amount: counted },
    { word: words.closeStays, amount: keep },
  ];
  return (
    <Slip label={words.closeKeepHead}>
      <p className="slip-head">
        <span>{words.closeDay}</span>
      </p>
      <dl className="slip-facts slip-paid close-bills">
        {rows.map(({ word, amount }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>
              <Figures amount={amount} {...currency} />
            </dd>
          </div>
        ))}
      </dl>
      <Perforation />
      <SlipTotal
        label={words.closeToBank}
        amount={money(Math.max(0, subtract(counted, keep)))}
        {...currency}
      />
    </Slip>
  );
}

type StepDeckProps = {
  readonly head: string;
  readonly text: string;
  readonly yellow: string;
  readonly onYellow: () => void;
  readonly back: string;
  readonly onBack: () => void;
};

function StepDeck({ head, text, yellow, onYellow, back, onBack }: StepDeckProps) {
  const place = useStep();
  return (
    <div ref={place} className="staff-form staff-pin" tabIndex={-1} data-keys="">
      <h1 className="lock-head">{head}</h1>
      <p className="lock-text" role="status">
        {text}
      </p>
      <span className="setup-space" />
      <div className="deck-foot refund-foot refund-foot-two">
        <YellowKey bed={false} enter onPress={onYellow}>
          {yellow}
        </YellowKey>
        <Ghost onPress={onBack}>{back}</Ghost>
      </div>
    </div>
  );
}

type KeepDeckProps = {
  readonly counted: MoneyInteger;
  readonly keep: MoneyInteger;
  readonly opening: MoneyInteger;
  readonly onKeep: (amount: number) => void;
  readonly onKey: (key: KeypadKey) => void;
  readonly onDone: () => void;
  readonly onBack: () => void;
};

/** Asks what stays in the drawer. It proposes what was there at the start. */
function KeepDeck({ counted, keep, opening, onKeep, onKey, onDone, onBack }: KeepDeckProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const place = useStep();
  const tooMuch = keep > counted;
  const choices = [
    { word: words.closeKeepBefore, amount: opening, shown: opening > 0 && opening <= counted },
    { word: words.closeKeepAll, amount: counted, shown: true },
    { word: words.closeKeepNothing, amount: ZERO, shown: true },
  ];
  return (
    <div ref={place} className="lock-pad" tabIndex={-1} data-keys="">
      <h1 className="lock-head">{words.closeKeepHead}</h1>
      <div className="deck-window refund-window">
        <p className="deck-label">{words.closeStays}</p>
        <p className="deck-amount">
          <Amount amount={keep} currency={settings.currency} />
        </p>
      </div>
      <p className={tooMuch ? 'refund-wrong' : 'refund-left'} role="status">
        {tooMuch ? words.closeTooMuch : words.closeKeepText}
      </p>
      <div className="close-choices">
        {choices
          .filter(({ shown }) => shown)
          .map(({ word, amount }) => (
            <Key key={word} className="key-fn" onPress={() => onKeep(amount)}>
              {word}
            </Key>
          ))}
      </div>
      <DigitPad onKey={onKey} />
      <div className="deck-foot refund-foot refund-foot-two">
        <YellowKey bed={false} enter disabled={tooMuch} onPress={onDone}>
          {words.refundNext}
        </YellowKey>
        <Ghost onPress={onBack}>
          <Undo2 size={20} aria-hidden="true" />
          {words.countAgain}
        </Ghost>
      </div>
    </div>
  );
}

type ConfirmDeckProps = {
  readonly backOffice: BackOfficeView;
  /** What the supervisor approves. */
  readonly seen: SeenClose;
  readonly approval: string | null;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onApproval: (id: string) => void;
  readonly onClose: (approval: string | null) => void;
  readonly onBack: () => void;
};

/** The last step: a supervisor closes at once, a cashier asks a supervisor for the PIN. */
function ConfirmDeck(props: ConfirmDeckProps) {
  const { backOffice, seen, approval, busy, problem, onApproval, onClose, onBack } = props;
  const { till, words } = useCashier();
  if (maySupervise(backOffice) || approval !== null) {
    return (
      <StepDeck
        head={words.closeNow}
        text={problem ?? words.closeBillsText}
        yellow={words.closeNow}
        onYellow={() => onClose(approval)}
        back={words.backKey}
        onBack={onBack}
      />
    );
  }
  return (
    <PinApproval
      text={words.closeApprove}
      nobody={words.closeNobody}
      yellow={words.closeNow}
      busy={busy}
      problem={problem}
      ask={(personId, pin) => till.call({ type: 'approve_close', personId, pin, close: seen })}
      onApproved={(id) => {
        onApproval(id);
        onClose(id);
      }}
      onBack={onBack}
    />
  );
}

/** The report of a close is on the screen and never changes. */
const IS_DRAWN = () => undefined;

/** The day is closed: its Z report can be printed. */
function DoneDeck({ page, onEnd }: { readonly page: ReportPage; readonly onEnd: () => void }) {
  const { words } = useCashier();
  const { print, note, busy } = usePrintReport(page.number, IS_DRAWN);
  const place = useStep();
  return (
    <div ref={place} className="staff-form staff-pin" tabIndex={-1} data-keys="">
      <h1 className="lock-head">{words.closeDone(page.number ?? 0)}</h1>
      <p className="lock-text" role="status">
        {note ?? words.closeDoneText}
      </p>
      <span className="setup-space" />
      <div className="deck-foot refund-foot refund-foot-two">
        <YellowKey bed={false} enter disabled={busy} onPress={print}>
          <Printer size={26} aria-hidden="true" />
          {words.reportPrint}
        </YellowKey>
        <Ghost onPress={onEnd}>
          <Check size={20} aria-hidden="true" />
          {words.reports}
        </Ghost>
      </div>
    </div>
  );
}
