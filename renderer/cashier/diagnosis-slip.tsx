import type { DiagnosisView } from '../../shared/bridge/diagnosis.ts';
import type { DiagnosisReason, DiagnosisResult } from '../../shared/diagnosis/checks.ts';
import type { CashierWords } from '../i18n/cashier.ts';
import { EmptySlot, Slip } from '../ui/slip.tsx';
import { receiptTime } from '../ui/times.ts';
import { CheckLine } from './check-line.tsx';
import { useTools } from './context.tsx';

/** The numbered checks, printed as they are made; torn off when there are no more to come. */
export function DiagnosisSlip({ found }: { readonly found: DiagnosisView | null }) {
  const { words, times } = useTools();
  if (found === null) return <EmptySlot>{words.diagnosisEmpty}</EmptySlot>;
  return (
    <Slip label={words.diagnosisSlipLabel} torn={found.state !== 'running'}>
      <p className="slip-head">
        <span>{words.diagnosisSlip}</span>
        <span>{receiptTime(found.at, times)}</span>
      </p>
      <ol className="setup-checks diagnosis-checks">
        {found.results.map((result) => (
          <Line key={result.id} result={result} />
        ))}
      </ol>
    </Slip>
  );
}

function Line({ result }: { readonly result: DiagnosisResult }) {
  const { words } = useTools();
  const { number, id, state, reason, fact } = result;
  const note = reason === null || state === 'skipped' ? fact : reasonText(result, reason, words);
  return (
    <CheckLine number={number} name={words.diagnosisChecks[id]} state={state}>
      {state !== 'skipped' && !isPlain(result) ? note : null}
    </CheckLine>
  );
}

/** Numbers and places that say nothing to a cashier as long as they are in order. */
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
