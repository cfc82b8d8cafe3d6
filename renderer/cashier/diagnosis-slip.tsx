import type { DiagnosisView } from '../../shared/bridge/diagnosis.ts';
import type { DiagnosisReason, DiagnosisResult } from '../../shared/diagnosis/checks.ts';
import type { CashierWords } from '../i18n/cashier.ts';
import { EmptySlot, Slip } from '../ui/slip.tsx';
import { receiptTime } from '../ui/times.ts';
import { CheckGlyph } from './check-glyph.tsx';
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
  const said = reason === null || state === 'skipped' ? fact : sayReason(result, reason, words);
  return (
    <li className={`setup-check setup-check-${state}`}>
      <span className="mono">{number}</span>
      <strong>{words.diagnosisChecks[id]}</strong>
      <span className="setup-check-state">
        <CheckGlyph state={state} />
        {words.setupStates[state]}
      </span>
      {said !== null && state !== 'skipped' && !isPlain(result) && <small>{said}</small>}
    </li>
  );
}

/** Numbers and places that say nothing to a cashier as long as they are in order. */
function isPlain({ id, state }: DiagnosisResult): boolean {
  return (
    state === 'passed' && ['time', 'push', 'journal', 'disk', 'secrets', 'screens'].includes(id)
  );
}

function sayReason(result: DiagnosisResult, reason: DiagnosisReason, words: CashierWords): string {
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
