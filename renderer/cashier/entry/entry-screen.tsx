import type { ReactNode } from 'react';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import { approvalIn, deckOf, type Mode, stepOf, windowOf } from '../../state/mode/mode.ts';
import { isEmpty, type SaleEntry } from '../../state/sale-entry.ts';
import { Figures } from '../../ui/amount.tsx';
import { Trash2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { BackToSale } from '../common/back-to-sale.tsx';
import { BillNotice } from '../common/bill-notice.tsx';
import {
  useBill,
  useCashier,
  useEnded,
  useGoods,
  useShop,
  useTillState,
} from '../common/context.tsx';
import { DeckDue } from '../common/deck-due.tsx';
import { useDiscounted, useTotal } from '../common/due.ts';
import { Keypad } from '../common/keypad.tsx';
import { useLazyScreens } from '../common/lazy-screens.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { GoodsKeys } from '../goods/goods-keys.tsx';
import { ItemKeys } from '../goods/item-keys.tsx';
import { ParkKey } from '../goods/park-key.tsx';
import { DeckWindow } from './deck-window.tsx';
import { EntryKeys } from './entry-keys.tsx';
import { useEntryKeyboard } from './use-entry-keyboard.ts';

/** Shown while no sale is on the screen: the slip and the keypad. `children` are above the slip. */
export function EntryScreen({ children }: { readonly children?: ReactNode }) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const entry = useTillState((state) => state.entry);
  const bill = useBill();
  const total = useTotal();
  const mode = useTillState((state) => state.mode);
  const discounted = useDiscounted();
  const asking = mode.kind === 'question' && mode.question.kind === 'clear';
  const lazy = useLazyScreens();
  useEntryKeyboard(till);
  return (
    <main className="till till-entry till-bill">
      <section className="counter">
        <BrandStrip shop={settings.shop.name} />
        {children}
        <TypedSlip entry={entry} />
        {lazy !== null && <lazy.WaitingCodes />}
        <Foot />
      </section>
      <section className="deck till-right">
        <StatusStrip />
        <div className="deck-body">
          {bill !== null && (
            <DeckDue
              word={discounted === null ? words.slipTotal : words.newTotal}
              amount={discounted === null ? total : amountsOf(discounted).due}
            />
          )}
          {asking && lazy === null ? <BackToSale /> : <Deck mode={mode} />}
        </div>
      </section>
      {asking && lazy !== null && <lazy.ClearQuestion />}
    </main>
  );
}

/** The one thing that the deck shows in this mode. */
function Deck({ mode }: { readonly mode: Mode }) {
  const letters = useGoods((state) => state.letters);
  const lazy = useLazyScreens();
  const approval = approvalIn(mode);
  const window = windowOf(mode);
  const hasKeypad = window === null || stepOf(mode) !== null;
  if (approval === null && hasKeypad) {
    return (
      <>
        <DeckWindow />
        <DeckKeys />
        <ProblemNotice />
        <BillNotice />
        {!(letters && window === null) && <EntryKeys />}
      </>
    );
  }
  if (lazy === null) return <BackToSale />;
  if (approval !== null) return <lazy.BillApproval asked={approval} />;
  switch (window?.kind) {
    case 'tender':
      return <lazy.TenderDeck />;
    case 'table_name':
      return <lazy.NameDeck />;
    default:
      return <lazy.LineDeck />;
  }
}

/** The keypad or the goods, as the cashier chose; a price or a discount is typed on the keypad. */
function DeckKeys() {
  const { pane, catalogue } = useGoods((state) => state);
  const deck = useTillState(({ mode }) => deckOf(mode));
  const lazy = useLazyScreens();
  if (deck.kind === 'window') {
    const { window } = deck;
    if (window.kind !== 'discount') return <Keypad />;
    return (
      <div className="deck-pad">
        {lazy !== null && <lazy.DiscountHelp step={window} />}
        <Keypad />
      </div>
    );
  }
  // A pad whose digits do nothing would mislead.
  if (deck.stage === 'scan') return null;
  if (deck.stage === 'amount' && pane === 'items') return <ItemKeys />;
  const sells = deck.stage === 'amount' && catalogue !== null;
  return <Keypad goodsKeys={sells ? <GoodsKeys /> : null} />;
}

function Foot() {
  const entry = useTillState((state) => state.entry);
  const bare = useBill() === null;
  const lazy = useLazyScreens();
  return (
    <div className="counter-foot">
      {!bare && <ParkKey />}
      {lazy !== null && <lazy.SplitKey />}
      {!(bare && isEmpty(entry)) && <ClearSale />}
    </div>
  );
}

function ClearSale() {
  const { till, words } = useCashier();
  return (
    <Ghost onPress={() => till.askToClear(true)}>
      <Trash2 size={20} aria-hidden="true" />
      {words.clearSale}
    </Ghost>
  );
}

function TypedSlip({ entry }: { readonly entry: SaleEntry }) {
  const { words } = useCashier();
  const { settings, view } = useShop();
  const bare = useBill() === null;
  const lazy = useLazyScreens();
  const ended = useEnded();
  if (!bare) return lazy === null ? <EmptySlot>{''}</EmptySlot> : <lazy.BillSlip />;
  if (ended !== null && lazy !== null) return <lazy.EndedSlip bill={ended} />;
  if (entry.amount === 0) {
    return <EmptySlot>{view.sales.length === 0 ? words.firstSale : words.ready}</EmptySlot>;
  }
  const money = { amount: entry.amount, currency: settings.currency };
  return (
    <Slip label={words.slipLabel}>
      <p className="slip-head">{words.newSale}</p>
      <p className="slip-typing">
        {words.openPrice}
        <strong>
          <Figures {...money} />
        </strong>
      </p>
      <Perforation />
      <SlipTotal label={words.slipTotal} {...money} />
    </Slip>
  );
}
