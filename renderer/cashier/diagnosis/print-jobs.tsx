import type { PrintJobView } from '../../../shared/bridge/maintenance.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { Printer } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';

/**
 * Number of jobs that are drawn. With more jobs waiting, the printer itself needs attention first.
 */
const SHOWN = 4;

/** Print jobs that are not printed yet, with keys to print or discard each. */
export function PrintJobs() {
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

function nameOf({ what, number }: PrintJobView, words: CashierWords): string {
  if (what === 'day') return words.day;
  if (number === null) return words.paperTest;
  return what === 'copy' ? words.paperCopy(number) : words.paperReceipt(number);
}
