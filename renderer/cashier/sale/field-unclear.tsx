import type { SaleState, SaleView } from '../../../shared/terminal/sale/state.ts';
import { useNow } from '../../ui/countdown.tsx';
import { Ban, Check, RefreshCw } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useAmountText, useBusy, usePayment } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { factText, questionText } from './log-text.ts';
import { OtherAfter } from './other-after.tsx';
import { HoldKey } from './sale-keys.tsx';
import { stateText } from './state-text.ts';

type Unclear = Extract<SaleState, { kind: 'unclear' }>;
type Props = { readonly sale: SaleView; readonly state: Unclear };

/**
 * The service does not answer: what is known, what the till is asking, and no way to charge twice.
 */
export function FieldUnclear({ sale, state }: Props) {
  const { words } = usePayment();
  const amount = useAmountText();
  const { head, text } = stateText(sale, words, amount);
  return (
    <>
      <div className="unclear-head">
        <Seal tone="unclear" size={120} />
        <div>
          <h1>{head}</h1>
          <p>{text}</p>
        </div>
      </div>
      <Columns state={state} />
      <p className="unclear-wait">
        {words.waitForTill} <OtherAfter />
      </p>
      <ProblemNotice />
      <UnclearKeys sale={sale} />
    </>
  );
}

function Columns({ state }: { readonly state: Unclear }) {
  const { words } = usePayment();
  const left = Math.ceil((state.nextTry - useNow(250)) / 1_000);
  return (
    <div className="unclear-columns">
      <section>
        <h2>{words.certain}</h2>
        <ul>
          {state.known.map((fact) => (
            <li key={fact}>
              <Check size={20} aria-hidden="true" />
              {factText(fact, words)}
            </li>
          ))}
        </ul>
      </section>
      <section className="unclear-asking">
        <h2>{words.asking}</h2>
        <ul>
          {state.asking.map((question) => (
            <li key={question}>
              <span aria-hidden="true">?</span>
              {questionText(question, words)}
            </li>
          ))}
          <li className="unclear-next">
            <span />
            {left > 0 ? words.askingAgainIn(left) : words.askingNow}
          </li>
        </ul>
      </section>
    </div>
  );
}

function UnclearKeys({ sale }: { readonly sale: SaleView }) {
  const { till, words } = usePayment();
  const busy = useBusy();
  return (
    <div className="state-keys">
      <YellowKey
        className="state-yellow state-yellow-centred"
        disabled={busy || !sale.actions.includes('ask_again')}
        onPress={() => void till.act(sale.id, 'ask_again')}
      >
        <RefreshCw size={28} aria-hidden="true" />
        {words.askAgain}
      </YellowKey>
      <div className="state-ghosts">
        <HoldKey sale={sale} />
        {sale.actions.includes('cancel') && (
          <Ghost
            className="ghost-tall"
            disabled={busy}
            onPress={() => void till.act(sale.id, 'cancel')}
          >
            <Ban size={22} aria-hidden="true" />
            {words.cancelThisSale}
          </Ghost>
        )}
      </div>
    </div>
  );
}
