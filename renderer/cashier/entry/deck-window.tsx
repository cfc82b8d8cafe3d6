import { deckOf, stepOf } from '../../state/mode/mode.ts';
import { blocked, openSales } from '../../state/sales.ts';
import { Amount } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { ScanQrCode } from '../../ui/icons.ts';
import { Seal } from '../../ui/seal.tsx';
import { useCashier, useGoods, useShop, useTillState } from '../common/context.tsx';
import { useLazyScreens } from '../common/lazy-screens.tsx';
import { useTillNotice } from '../common/till-notice.ts';
import { GoodsProblem, GoodsWindow } from '../goods/goods-window.tsx';
import { useScanProblem } from './scan-problem.tsx';

/** The deck's window while the till waits for a scan of the customer's code. */
export function ScanWindow() {
  const { words } = useCashier();
  const problem = useScanProblem();
  return (
    <div className="deck-window deck-scan">
      <ScanQrCode size={64} aria-hidden="true" />
      <div>
        <h1 className="deck-label">{words.scanLabel}</h1>
        <p className="deck-scan-text">{words.scanHint}</p>
        <p className="deck-problem" role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}

/**
 * The deck's dark window: what the cashier is typing, or why the till cannot take a payment now.
 */
export function DeckWindow() {
  const { words } = useCashier();
  const { view, settings } = useShop();
  const entry = useTillState((state) => state.entry);
  const link = useTillState((state) => state.link);
  const scanProblem = useScanProblem();
  const tillNotice = useTillNotice();
  const step = useTillState(({ mode }) => stepOf(mode));
  const stage = useTillState(({ mode }) => deckOf(mode).stage);
  const sells = useGoods((state) => state.catalogue !== null);
  const lazy = useLazyScreens();
  if (step !== null)
    return lazy === null ? <div className="deck-window" /> : <lazy.StepWindow step={step} />;
  if (blocked(view, link) !== null) return <Notice />;
  if (stage === 'phone')
    return lazy === null ? <div className="deck-window" /> : <lazy.PhoneWindow />;
  if (stage === 'scan') return <ScanWindow />;
  if (sells) return <GoodsWindow scanProblem={scanProblem} />;
  return (
    <div className="deck-window">
      <div>
        <h1 className="deck-label">{words.amountLabel}</h1>
        <p className="deck-hint" role="status">
          {entry.full ? words.amountFull : scanProblem || tillNotice}
        </p>
        <GoodsProblem />
      </div>
      <p className="deck-amount">
        <Amount amount={entry.amount} currency={settings.currency} />
      </p>
    </div>
  );
}

function Notice() {
  const { head, text } = useNotice();
  return (
    <div className="deck-window deck-notice" role="status">
      <Seal tone="offline" size={72} />
      <div>
        <h1>{head}</h1>
        <p>{text}</p>
      </div>
    </div>
  );
}

function useNotice(): { head: string; text: string } {
  const { words } = useCashier();
  const format = useFormat();
  const { view } = useShop();
  const link = useTillState((state) => state.link);
  const why = blocked(view, link);
  if (why === 'link') return { head: words.linkLostHead, text: words.linkLostText };
  if (why === 'journal_full') return { head: words.journalFull, text: words.journalFullText };
  if (view.connection.kind === 'offline' && why === 'offline') {
    const since = format.time(view.connection.since);
    const text = words.noConnectionText(openSales(view).length);
    return { head: words.noConnectionSince(since), text };
  }
  return { head: words.notReadyStarting, text: words.notReadyStartingText };
}
