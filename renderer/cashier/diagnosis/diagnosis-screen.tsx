import type { DiagnosisView } from '../../../shared/bridge/maintenance.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useCashier, useShop, useTillState } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { DiagnosisSlip } from './diagnosis-slip.tsx';
import { PrintJobs } from './print-jobs.tsx';

/** Runs the diagnosis and writes the support bundle. */
export function DiagnosisScreen() {
  const { words, till } = useCashier();
  const { settings } = useShop();
  const diagnosis = useTillState((state) => state.snapshot?.diagnosis ?? null);
  const written = useTillState((state) => state.written);
  const busy = useTillState((state) => state.running) || diagnosis?.state === 'running';
  const { head, text } = resultText(diagnosis, words);
  return (
    <main className="till till-entry till-setup till-diagnosis">
      <section className="counter">
        <BrandStrip shop={settings.shop.name} />
        <DiagnosisSlip diagnosis={diagnosis} />
      </section>
      <section className="deck till-right">
        <StatusStrip />
        <div className="deck-body setup-body diagnosis-body">
          <div className="deck-window deck-notice diagnosis-window">
            <h1>{head}</h1>
            <p>{text}</p>
          </div>
          <ProblemNotice />
          <div className="setup-foot">
            <YellowKey
              bed={false}
              enter
              disabled={busy}
              onPress={() => void till.run({ type: 'diagnose' })}
            >
              {diagnosis === null ? words.diagnosisLook : words.diagnosisAgain}
            </YellowKey>
            <Ghost disabled={busy} onPress={() => void till.run({ type: 'support_bundle' })}>
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
          <PrintJobs />
        </div>
      </section>
      <Announcer
        polite={diagnosis?.state === 'running' ? words.diagnosisLooking : ''}
        assertive={diagnosis === null || diagnosis.state === 'running' ? '' : head}
      />
    </main>
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
