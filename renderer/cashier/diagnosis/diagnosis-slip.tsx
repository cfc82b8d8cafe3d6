import type { DiagnosisView } from '../../../shared/bridge/maintenance.ts';
import type { DiagnosisReason, DiagnosisResult } from '../../../shared/diagnosis/checks.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { useFormat } from '../../ui/format.tsx';
import { EmptySlot, Slip } from '../../ui/slip.tsx';
import { CheckLine } from '../common/check-line.tsx';
import { useCashier } from '../common/context.tsx';

/**
 * The numbered checks, one line each as the host reports them. The slip is torn off after the last.
 */
export function DiagnosisSlip({ diagnosis }: { readonly diagnosis: DiagnosisView | null }) {
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
