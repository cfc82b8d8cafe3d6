import type { DiagnosisView } from '../../shared/bridge/diagnosis.ts';
import type { CashierWords } from '../i18n/cashier.ts';
import { Announcer } from '../ui/announcer.tsx';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { useShop, useTillState, useTools } from './context.tsx';
import { DiagnosisSlip } from './diagnosis-slip.tsx';
import { Papers } from './papers.tsx';
import { ProblemNotice } from './problem.tsx';
import { BrandStrip, StatusStrip } from './strip.tsx';

/** Looks for what is wrong when someone asks, and writes the file that support needs. */
export function DiagnosisScreen() {
  const { words, till } = useTools();
  const { settings } = useShop();
  const found = useTillState((state) => state.snapshot?.diagnosis ?? null);
  const written = useTillState((state) => state.written);
  const busy = useTillState((state) => state.running) || found?.state === 'running';
  const { head, text } = sayFound(found, words);
  return (
    <main className="till till-entry till-setup till-diagnosis">
      <section className="counter">
        <BrandStrip shop={settings.shop.name} />
        <DiagnosisSlip found={found} />
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
              {found === null ? words.diagnosisLook : words.diagnosisAgain}
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
          <Papers />
        </div>
      </section>
      <Announcer
        polite={found?.state === 'running' ? words.diagnosisLooking : ''}
        assertive={found === null || found.state === 'running' ? '' : head}
      />
    </main>
  );
}

type Said = { readonly head: string; readonly text: string };

/** What was found, as the screen's one sentence. */
function sayFound(found: DiagnosisView | null, words: CashierWords): Said {
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
