import type { ReactNode } from 'react';
import { isEmpty, type SaleEntry } from '../../state/sale-entry.ts';
import { Figures } from '../../ui/amount.tsx';
import { Trash2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { BackToSale } from '../common/back-to-sale.tsx';
import { BillNotice } from '../common/bill-notice.tsx';
import {
  useBill,
  useBills,
  useCashier,
  useGoods,
  useShop,
  useTables,
  useTillState,
} from '../common/context.tsx';
import { DeckDue } from '../common/deck-due.tsx';
import { useTotal } from '../common/due.ts';
import { Keypad } from '../common/keypad.tsx';
import { useLazyScreens } from '../common/lazy-screens.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { GoodsKeys } from '../goods/goods-keys.tsx';
import { ItemKeys } from '../goods/item-keys.tsx';
import { ParkKey } from '../goods/park-key.tsx';
import { useTenders } from '../tender/use-asked.ts';
import { DeckWindow } from './deck-window.tsx';
import { EntryKeys } from './entry-keys.tsx';
import { OtherCurrencyNotice } from './other-currency.tsx';
import { useEntryKeyboard } from './use-entry-keyboard.ts';

/** Shown while no sale is on the screen: the slip and the keypad. `children` are above the slip. */
export function EntryScreen({ children }: { readonly children?: ReactNode }) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const entry = useTillState((state) => state.entry);
  const naming = useTables((state) => state.naming !== null);
  const asks = useGoods((state) => state.question !== null);
  const ordering = useGoods(({ moves, step }) => moves !== null && step === null);
  const approving = useBills((state) => state.approving);
  const taking = useTenders((state) => state.taking !== null);
  const hasBill = useBill() !== null;
  const total = useTotal();
  const searching = useGoods(({ letters, step }) => letters && step === null);
  const lazy = useLazyScreens();
  // The order of the keys is changed from a window that is a lazy screen itself.
  const isCovered = approving !== null || taking || naming || asks || entry.asking;
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
          {hasBill && <DeckDue word={words.slipTotal} amount={total} />}
          {isCovered && lazy === null ? (
            <BackToSale />
          ) : approving !== null && lazy !== null ? (
            <lazy.BillApproval asked={approving} />
          ) : taking && lazy !== null ? (
            <lazy.TenderDeck />
          ) : naming && lazy !== null ? (
            <lazy.NameDeck />
          ) : asks && lazy !== null ? (
            <lazy.LineDeck />
          ) : ordering && lazy !== null ? (
            <lazy.OrderDeck />
          ) : (
            <>
              <OtherCurrencyNotice />
              <DeckWindow />
              <DeckKeys />
              <ProblemNotice />
              <BillNotice />
              {!searching && <EntryKeys />}
            </>
          )}
        </div>
      </section>
      {entry.asking && lazy !== null && <lazy.ClearQuestion />}
    </main>
  );
}

/** The keypad or the goods, as the cashier chose; a price or a discount is typed on the keypad. */
function DeckKeys() {
  const items = useGoods(({ pane, step }) => pane === 'items' && step === null);
  const sells = useGoods(({ catalogue, step }) => catalogue !== null && step === null);
  const stage = useTillState((state) => state.entry.stage);
  const step = useGoods((state) => state.step !== null);
  const naming = useTables((state) => state.naming !== null);
  const amount = stage === 'amount';
  // A pad whose digits do nothing would mislead.
  if (stage === 'scan' && !step) return null;
  if (!items || !amount) {
    return <Keypad goodsKeys={sells && amount && !naming ? <GoodsKeys /> : null} />;
  }
  return <ItemKeys />;
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
    <Ghost onPress={() => till.edit({ asking: true })}>
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
  if (!bare) return lazy === null ? <EmptySlot>{''}</EmptySlot> : <lazy.BillSlip />;
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
