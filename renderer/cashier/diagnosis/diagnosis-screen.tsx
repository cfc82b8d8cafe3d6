import type { DiagnosisView, PrintJobView } from '../../../shared/device/bridge/maintenance.ts';
import type { DiagnosisReason, DiagnosisResult } from '../../../shared/device/diagnosis/checks.ts';
import { newestReceipts } from '../../../shared/device/receipts/receipt-label.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { maySupervise } from '../../state/staff.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Printer } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { EmptySlot, Slip } from '../../ui/slip.tsx';
import { CheckLine } from '../common/check-line.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { ToolScreen } from '../common/tool-screen.tsx';

/**
 * Number of jobs that are drawn. With more jobs waiting, the printer itself needs attention first.
 */
const SHOWN = 4;

/** The receipts that the service has refused, until a supervisor has seen them (D-401). */
function RefusedReceipts() {
  const { words, till } = useCashier();
  const refused = useTillState(({ snapshot }) => snapshot?.refusedReceipts ?? NONE);
  const mayPress = useTillState(({ snapshot }) => maySupervise(snapshot?.backOffice));
  const busy = useTillState((state) => state.running);
  const last = refused.at(-1);
  if (last === undefined) return null;
  return (
    <section className="papers" aria-labelledby="refused-head">
      <div className="papers-head">
        <h2 id="refused-head" className="papers-title">
          {words.diagnosisChecks.receipts}
        </h2>
        {mayPress && (
          <Ghost
            className="papers-key"
            disabled={busy}
            // The number is the one on the screen: another receipt can be refused before the host has the command.
            onPress={() => void till.run({ type: 'saw_refused_receipts', receipt: last })}
          >
            {words.refusedSeen}
          </Ghost>
        )}
      </div>
      <p className="papers-none" role="status">
        {words.diagnosisReasons.receipts_refused(newestReceipts(refused))}
      </p>
    </section>
  );
}

const NONE: readonly number[] = [];

/** Print jobs that are not printed yet, with keys to print or discard each. */
function PrintJobs() {
  const { words, till } = useCashier();
  const printing = useTillState((state) => state.snapshot?.printing ?? null);
  const busy = useTillState((state) => state.running);
  if (printing === null) return null;
  const { jobs } = printing;
  return (
    <section className="papers" aria-labelledby="papers-head">
      <div className="papers-head">
        <h2 id="papers-head" className="papers-title">
          {words.papersHead}
        </h2>
        <Ghost
          className="papers-key"
          disabled={busy}
          onPress={() => void till.run({ type: 'print_test_page' })}
        >
          <Printer size={20} aria-hidden="true" />
          {words.testPage}
        </Ghost>
      </div>
      <p className="papers-none" role="status">
        {jobs.length === 0 ? words.papersNone : words.printChip(jobs.length)}
      </p>
      <ul className="papers-list">
        {jobs.slice(0, SHOWN).map((job) => (
          <li key={job.id} className="paper">
            <PrintJob job={job} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PrintJob({ job }: { readonly job: PrintJobView }) {
  const { words, till } = useCashier();
  const busy = useTillState((state) => state.running) || job.state === 'printing';
  const name = nameOf(job, words);
  const act = (what: 'again' | 'drop') => () =>
    void till.run({ type: 'print_job', jobId: job.id, act: what });
  return (
    <>
      <p className="paper-name">
        <strong>{name}</strong> · {words.paperStates[job.state]}
        {job.why !== null && <small className="paper-why">{words.printFaults[job.why]}</small>}
      </p>
      <Ghost
        className="papers-key"
        disabled={busy}
        label={`${words.paperAgain}: ${name}`}
        onPress={act('again')}
      >
        {words.paperAgain}
      </Ghost>
      <Ghost
        className="papers-key"
        disabled={busy}
        label={`${words.paperDrop}: ${name}`}
        onPress={act('drop')}
      >
        {words.paperDrop}
      </Ghost>
    </>
  );
}

function nameOf({ what, number, saleId }: PrintJobView, words: CashierWords): string {
  if (what === 'day' || what === 'report') return words.day;
  if (number === null) return words.paperTest;
  // A receipt of the books has their number, and no sale.
  if (saleId === null) return `${words.receiptName} ${newestReceipts([number])}`;
  return what === 'copy' ? words.paperCopy(number) : words.paperReceipt(number);
}

/**
 * The numbered checks, one line each as the host reports them. The slip is torn off after the last.
 */
function DiagnosisSlip({ diagnosis }: { readonly diagnosis: DiagnosisView | null }) {
  const { words } = useCashier();
  const format = useFormat();
  if (diagnosis === null) return <EmptySlot>{words.diagnosisEmpty}</EmptySlot>;
  return (
    <Slip label={words.diagnosisSlipLabel} torn={diagnosis.state !== 'running'}>
      <p className="slip-head">
        <span>{words.diagnosisSlip}</span>
        <span>{format.dateTime(diagnosis.at)}</span>
      </p>
      <ol className="setup-checks diagnosis-checks">
        {diagnosis.results.map((result) => (
          <Line key={result.id} result={result} />
        ))}
      </ol>
    </Slip>
  );
}

function Line({ result }: { readonly result: DiagnosisResult }) {
  const { words } = useCashier();
  const { number, id, state, reason, fact } = result;
  const note = reason === null || state === 'skipped' ? fact : reasonText(result, reason, words);
  return (
    <CheckLine number={number} name={words.diagnosisChecks[id]} state={state}>
      {state !== 'skipped' && !isPlain(result) ? note : null}
    </CheckLine>
  );
}

/** True for a passed check whose value means nothing to a cashier. */
function isPlain({ id, state }: DiagnosisResult): boolean {
  return (
    state === 'passed' && ['time', 'push', 'journal', 'disk', 'secrets', 'screens'].includes(id)
  );
}

function reasonText(result: DiagnosisResult, reason: DiagnosisReason, words: CashierWords): string {
  const fact = result.fact ?? '';
  const { diagnosisReasons, setupReasons, printFaults } = words;
  if (isIn(reason, diagnosisReasons)) return diagnosisReasons[reason](fact);
  if (result.id === 'printer' && isIn(reason, printFaults)) return printFaults[reason];
  if (isIn(reason, setupReasons)) return setupReasons[reason](fact);
  return isIn(reason, printFaults) ? printFaults[reason] : '';
}

function isIn<T extends object>(key: string, words: T): key is Extract<keyof T, string> {
  return Object.hasOwn(words, key);
}

/** Runs the diagnosis and writes the support bundle. */
export function DiagnosisScreen() {
  const { words, till } = useCashier();
  const diagnosis = useTillState((state) => state.snapshot?.diagnosis ?? null);
  const written = useTillState((state) => state.written);
  const busy = useTillState((state) => state.running) || diagnosis?.state === 'running';
  const result = resultText(diagnosis, words);
  return (
    <ToolScreen
      slip={<DiagnosisSlip diagnosis={diagnosis} />}
      scrolls={words.diagnosisSlip}
      result={result}
      announcer={
        <Announcer
          polite={diagnosis?.state === 'running' ? words.diagnosisLooking : ''}
          assertive={diagnosis === null || diagnosis.state === 'running' ? '' : result.head}
        />
      }
    >
      <div className="setup-foot">
        <YellowKey
          bed={false}
          enter
          disabled={busy}
          onPress={() => void till.run({ type: 'diagnose' })}
        >
          {diagnosis === null ? words.diagnosisLook : words.diagnosisAgain}
        </YellowKey>
        <Ghost disabled={busy} onPress={() => void till.writeBundle()}>
          {words.diagnosisBundle}
        </Ghost>
      </div>
      <p className="diagnosis-note" role="status">
        {written === null ? (
          words.diagnosisBundleText
        ) : (
          <>
            {words.diagnosisWritten}: <span className="mono">{written}</span>
          </>
        )}
      </p>
      <RefusedReceipts />
      <PrintJobs />
    </ToolScreen>
  );
}

type ResultText = { readonly head: string; readonly text: string };

/** Headline and text for the state of the diagnosis. */
function resultText(found: DiagnosisView | null, words: CashierWords): ResultText {
  if (found === null) return { head: words.diagnosisHead, text: words.diagnosisText };
  const has = (state: string) => found.results.some((one) => one.state === state);
  if (found.state === 'running') {
    return { head: words.diagnosisLooking, text: words.diagnosisLookingText };
  }
  if (found.state === 'broken_off') {
    return { head: words.diagnosisBroken, text: words.diagnosisBrokenText };
  }
  if (has('failed')) return { head: words.diagnosisBad, text: words.diagnosisBadText };
  if (has('warning')) return { head: words.diagnosisWorks, text: words.diagnosisWorksText };
  return { head: words.diagnosisGood, text: words.diagnosisGoodText };
}
